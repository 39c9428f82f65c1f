// Command lambdascope shows what leave-one-trajectory-out cross-validation says
// about λ.
package main

import (
	"context"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"

	"github.com/charmbracelet/x/term"

	"lambdascope/sim/study"
	"lambdascope/tui/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT)
	context.AfterFunc(ctx, stop)   // a second signal ends the process at once
	signal.Ignore(syscall.SIGPIPE) // a closed pipe is an error of the write instead
	os.Exit(cli.Main(ctx, cli.Env{
		In:       os.Stdin,
		Out:      os.Stdout,
		Err:      os.Stderr,
		Files:    cli.Disk{},
		Terminal: terminal(),
		Environ:  os.Environ(),
		Engine:   study.NewEngine(study.DefaultCacheBytes),
		Version:  version(),
	}, os.Args[1:]))
}

func terminal() cli.Terminal {
	width, _, err := term.GetSize(os.Stdout.Fd())
	if err != nil {
		width = 0
	}
	return cli.Terminal{
		In:      term.IsTerminal(os.Stdin.Fd()),
		Out:     term.IsTerminal(os.Stdout.Fd()),
		Err:     term.IsTerminal(os.Stderr.Fd()),
		Width:   width,
		Process: true,
	}
}

func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version
}
