// Command lambdascope shows what leave-one-trajectory-out cross-validation says
// about λ.
package main

import (
	"context"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"sync"
	"syscall"

	"github.com/charmbracelet/x/term"

	"lambdascope/sim/analysis"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/serve"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT)
	ctx, reload := hangUp(ctx)
	context.AfterFunc(ctx, stop)   // a second signal ends the process at once
	signal.Ignore(syscall.SIGPIPE) // a closed pipe is an error of the write instead
	engine := analysis.NewEngine(analysis.DefaultCacheBytes)
	os.Exit(cli.Main(ctx, cli.Env{
		In:          os.Stdin,
		Out:         os.Stdout,
		Err:         os.Stderr,
		Files:       disk.OS{},
		Folder:      known(os.Getwd),
		StateFolder: known(stateFolder),
		Terminal:    terminal(),
		Environ:     os.Environ(),
		Engine:      engine,
		Attended:    engine.ForOnePerson,
		Version:     version(),
		Reload:      reload,
	}, os.Args[1:], serve.Command))
}

// hangUp returns a context that SIGHUP ends as well, until reload is called, which
// returns these signals instead.
func hangUp(parent context.Context) (ctx context.Context, reload func() <-chan os.Signal) {
	ctx, end := context.WithCancel(parent)
	signals, claimed := make(chan os.Signal, 1), make(chan struct{})
	signal.Notify(signals, syscall.SIGHUP)
	go func() {
		select {
		case <-claimed:
		case <-signals:
			end()
			signal.Stop(signals)
		case <-ctx.Done():
			signal.Stop(signals)
		}
	}()
	return ctx, sync.OnceValue(func() <-chan os.Signal {
		close(claimed)
		return signals
	})
}

// stateFolder returns the folder for what programs keep, as the XDG base directory
// specification has it.
func stateFolder() (string, error) {
	if folder := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return folder, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state"), err
}

// known returns a folder, empty where the system knows none.
func known(folder func() (string, error)) string {
	name, err := folder()
	if err != nil {
		return ""
	}
	return name
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

// release is the version of a release, which the linker sets; see .goreleaser.yaml.
var release string

// version returns the version of the program. A build of a checkout has that of
// its commit.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return info.Main.Version
}
