// Command lambdascope shows what leave-one-trajectory-out cross-validation says
// about λ.
package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"slices"
	"syscall"
	"time"

	"github.com/charmbracelet/x/term"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
	"lambdascope/tui/serve"
)

func main() {
	ctx := interruptible(context.Background(), os.Interrupt, syscall.SIGTERM, syscall.SIGQUIT, syscall.SIGHUP)
	signal.Notify(make(chan os.Signal, 1), syscall.SIGPIPE) // a closed pipe is an error of the write instead
	engine := analysis.NewEngine(engine.DefaultCacheBytes)
	code, err := cli.Run(ctx, cli.Env{
		In:          os.Stdin,
		Out:         os.Stdout,
		Err:         os.Stderr,
		Files:       disk.OS{},
		Folder:      known(os.Getwd),
		StateFolder: known(stateFolder),
		Terminal:    terminal(),
		Environ:     os.Environ(),
		Engine:      engine,
		Attended:    engine.SingleUser,
		Version:     version(),
	}, os.Args[1:], serve.Command, serve.ClassCommand)
	by := signaled{}
	switch {
	case code != 0 && errors.As(context.Cause(ctx), &by):
		endBy(by.Signal)
	case errors.Is(err, syscall.EPIPE):
		signal.Reset(syscall.SIGPIPE)
		_, _ = os.Stdout.WriteString("\n") // which the closed pipe ends by SIGPIPE, as shells expect
	}
	os.Exit(code)
}

// signaled is the cause of a context's end by a signal.
type signaled struct{ os.Signal }

func (s signaled) Error() string { return s.String() }

// interruptible returns a context that the first of some signals ends. A second signal ends
// the process at once. Signals that the parent process has ignored stay ignored, as nohup needs.
func interruptible(parent context.Context, signals ...os.Signal) context.Context {
	signals = slices.DeleteFunc(signals, signal.Ignored)
	if len(signals) == 0 { // which Notify takes for all
		return parent
	}
	ctx, end := context.WithCancelCause(parent)
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, signals...)
	go func() {
		s := <-caught
		signal.Stop(caught)
		end(signaled{s})
	}()
	return ctx
}

// endBy ends the process by a signal, as shells expect of a program that was interrupted. It
// returns if the system has no signals, and for SIGQUIT, since Go would dump all stacks.
func endBy(s os.Signal) {
	if s == syscall.SIGQUIT {
		return
	}
	signal.Reset(s)
	self, err := os.FindProcess(os.Getpid())
	if err == nil && self.Signal(s) == nil {
		time.Sleep(time.Second) // until the system delivers it
	}
}

// stateFolder returns the folder for state that outlasts a run, by the XDG base directory
// specification.
func stateFolder() (string, error) {
	if folder := os.Getenv("XDG_STATE_HOME"); filepath.IsAbs(folder) {
		return folder, nil
	}
	home, err := os.UserHomeDir()
	return filepath.Join(home, ".local", "state"), err
}

// known returns a folder, or "" if the system has none.
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

// release is the version of a release, set by the linker; see .goreleaser.yaml.
var release string

// version returns the version of the release or, for other builds, of the commit.
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
