// Package cli is the command line: it turns flags into settings and results into
// tables, JSON and CSV. A command touches nothing but its Env.
package cli

import (
	"errors"
	"io"
	"io/fs"
	"os"

	"lambdascope/sim/study"
	"lambdascope/tui"
)

// Env is all that a command may touch.
type Env struct {
	In       io.Reader
	Out, Err io.Writer
	// Files is the disk; nil is the sandbox of a remote session, in which no
	// file can be named.
	Files Files
	// Folder is where the app exports to, absolute; empty for nowhere.
	Folder string
	// ConfigFolder is the person's folder for configuration, as os.UserConfigDir
	// returns it; empty for none.
	ConfigFolder string
	// StateFolder is the person's folder for what programs keep, as XDG_STATE_HOME
	// says; empty for none.
	StateFolder string

	Terminal Terminal
	Environ  []string // "NAME=value": TERM, NO_COLOR …
	Engine   *study.Engine
	Version  string // of the program, as --version prints it

	// Reload returns the signals that ask a server to read its files again. From the
	// first call on they no longer end the process; nil where there are none.
	Reload func() <-chan os.Signal

	// Remote is the terminal of a session over a network, for which there are the
	// app, run and help alone; nil for the process's own.
	Remote *tui.Remote
	// Limits bound the settings and trials that can be chosen.
	Limits tui.Limits
	// CommandLine returns the command that calls the program with args, as a
	// person types it; nil for the program's name and args.
	CommandLine func(args []string) string
}

// Files opens files by the names that a person types. Errors are those of
// package os.
type Files interface {
	// Open opens a file for reading.
	Open(name string) (io.ReadCloser, error)
	// Stat describes a file.
	Stat(name string) (fs.FileInfo, error)
	// Create begins a file that gets its name when it is complete. Unless it is
	// to replace a file that has the name, the error is fs.ErrExist for one.
	Create(name string, replace bool) (NewFile, error)
	// Append opens a file to write at its end; one that is not there is made.
	// What a Write has taken is durable when it returns.
	Append(name string) (io.WriteCloser, error)
	// Real returns the absolute name of a file or folder, behind symbolic links.
	Real(name string) (string, error)
	// Hold makes a folder, and those above it, unless it is there, and keeps
	// other processes from holding it, where the system can, until release is
	// called or the process ends. The error is ErrHeld where another holds it.
	Hold(folder string) (release func(), err error)
}

// ErrHeld is the error of a folder that another process holds.
var ErrHeld = errors.New("is in use by another process")

// NewFile is a file that is being written. Until Commit nothing has its name,
// or what had it before still has. It ends with one of Commit and Discard.
type NewFile interface {
	io.Writer
	// Commit makes the file durable and gives it its name, all at once. After
	// an error it is discarded.
	Commit() error
	// Discard leaves nothing of the file. After Commit it does nothing.
	Discard()
}

// Terminal tells what is at the other end of the streams. The zero value is no
// terminal at all.
type Terminal struct {
	In, Out, Err bool // whether Env.In, Env.Out and Env.Err are a terminal
	Width        int  // of Out, in cells; 0 where unknown
	// Process tells that the streams are the process's own, so that code which
	// reaches for os.Stdin and os.Stdout reaches the right ones.
	Process bool
}

// commandLine returns the command that calls the program with args.
func (e Env) commandLine(args []string) string {
	if e.CommandLine != nil {
		return e.CommandLine(args)
	}
	return commandLine(args)
}

// getenv returns the last value of a variable of the environment, or "".
func (e Env) getenv(name string) string {
	for i := len(e.Environ) - 1; i >= 0; i-- {
		v := e.Environ[i]
		if len(v) > len(name) && v[:len(name)] == name && v[len(name)] == '=' {
			return v[len(name)+1:]
		}
	}
	return ""
}

// styled tells whether Out takes bold and faint text.
func (e Env) styled() bool {
	return e.Terminal.Out && e.getenv("NO_COLOR") == "" && e.getenv("TERM") != "dumb"
}

// lineWidth is how wide sentences are set where there is no terminal.
const lineWidth = 100

// width returns how wide sentences are set.
func (e Env) width() int {
	if e.Terminal.Out && e.Terminal.Width > 0 {
		return e.Terminal.Width
	}
	return lineWidth
}
