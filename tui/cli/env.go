// Package cli is the command line: it turns flags into settings and results into
// tables, JSON and CSV. A command touches nothing but its Env.
package cli

import (
	"errors"
	"io"

	"lambdascope/sim/analysis"
	"lambdascope/sim/problem"
	"lambdascope/tui/disk"
	"lambdascope/tui/lesson"
	"lambdascope/tui/shell"
	"lambdascope/tui/table"
	"lambdascope/tui/terminal"
)

// Env is all that a command may touch.
type Env struct {
	In       io.Reader
	Out, Err io.Writer
	// Files is the disk; nil is the sandbox of a remote session, in which no
	// file can be named.
	Files disk.Files
	// Folder is where the app exports to, absolute; empty for nowhere.
	Folder string
	// StateFolder is where the server keeps its key, as XDG_STATE_HOME says; empty for none.
	StateFolder string

	Terminal Terminal
	Environ  []string // "NAME=value": TERM, NO_COLOR …
	Engine   *analysis.Engine
	Version  string // of the program, as --version prints it

	// Attended is called before the app is shown to somebody; nil for nothing.
	Attended func()

	// Lessons are those that there are besides the ones that ship.
	Lessons []*lesson.Lesson
	// Problems are those that there are besides the ones that ship.
	Problems []*problem.Problem
	// Rooms is where a session over a network finds rooms; nil where there are none.
	Rooms Rooms
	// Remote is the terminal of a session over a network, for which there are the
	// app, run, lesson, guide, help and those of rooms alone; nil for the process's own.
	Remote *terminal.Remote
	// Limits bound the settings and trials that can be chosen.
	Limits analysis.Limits
	// CommandLine returns the command that calls the program with args, as a
	// person types it; nil for the program's name and args.
	CommandLine func(args []string) string

	noProgress bool // asked for by progressFlag
	pictureDPI int  // of the PNGs of a study, for tests; 0 for the usual
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

// display returns the terminal that the app and the guide's pager are shown on.
func (e Env) display() terminal.Terminal {
	return terminal.Terminal{In: e.In, Out: e.Out, Environ: e.Environ, Remote: e.Remote}
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

// readSmall reads a file up to so many bytes. What may never end is no file.
func readSmall(files disk.Files, name string, most int64) ([]byte, error) {
	info, err := files.Stat(name)
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("is no file")
	}
	if err != nil {
		return nil, err
	}
	in, err := files.Open(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, most))
}

// tableStyle returns how tables are set on Out, in 7-bit characters alone if asked for.
func (e Env) tableStyle(ascii bool) table.Style {
	return table.Style{Width: e.width(), ASCII: ascii, Styled: e.styled()}
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

// program is the name that messages and printed commands carry.
const program = "lambdascope"

// commandLine returns the command that calls the program with args, for a POSIX
// shell.
func commandLine(args []string) string {
	return shell.Join(append([]string{program}, args...))
}
