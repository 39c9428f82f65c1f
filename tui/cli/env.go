// Package cli is the command line. A command goes one way:
//
//	flags → settings.Settings → analysis.Engine → analysis.Result → report, table → Env.Out
//
// It touches its Env alone, so that a session of the server runs the same commands in a sandbox. A
// session without files lacks the commands that need files. An error is one line with the value, the
// accepted range and the remedy; wrong use exits with 2, because the same command would fail again.
package cli

import (
	"io"
	"slices"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/problem"
	"lambdascope/tui/class"
	"lambdascope/tui/disk"
	"lambdascope/tui/lesson"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

// Env is the environment of a command.
type Env struct {
	In       io.Reader
	Out, Err io.Writer
	// Files is the disk; nil in a remote session, which reads and writes no files.
	Files disk.Files
	// Folder is the absolute folder for exports, or "" without exports.
	Folder string
	// StateFolder is the folder for the server's key, from XDG_STATE_HOME, or "".
	StateFolder string

	Terminal Terminal
	Environ  []string // "NAME=value": TERM, NO_COLOR …
	Engine   *analysis.Engine
	Version  string // of the program, as --version prints it

	// Attended, unless nil, is called before the app starts.
	Attended func()

	// Lessons are lessons besides the shipped ones.
	Lessons []*lesson.Lesson
	// Problems are problems besides the shipped ones.
	Problems []*problem.Problem
	// Class takes the session's seat in the class; nil without a class.
	Class func() *class.Entry
	// Remote is the terminal of a remote session, which has the app, run, compare, lesson, guide
	// and help; nil for the process's own terminal.
	Remote *terminal.Remote
	// Limits bound settings and trials.
	Limits engine.Limits
	// CommandLine returns the command with args in the form a user types; nil for the program's
	// name and args.
	CommandLine func(args []string) string

	pictureDPI int // of the PNGs of a study, for tests; 0 for the usual
}

// Terminal describes the streams of an Env. The zero value means that no stream is a terminal.
type Terminal struct {
	In, Out, Err bool // whether Env.In, Env.Out and Env.Err are a terminal
	Width        int  // of Out, in cells; 0 where unknown
	// Process reports that the streams are os.Stdin, os.Stdout and os.Stderr, for code that uses
	// these directly.
	Process bool
}

// display returns the terminal of the app and of the guide's pager.
func (e Env) display() terminal.Terminal {
	return terminal.Terminal{In: e.In, Out: e.Out, Environ: e.Environ, Remote: e.Remote}
}

// commandLine returns the command with args.
func (e Env) commandLine(args []string) string {
	if e.CommandLine != nil {
		return e.CommandLine(args)
	}
	return commandLine(args)
}

// getenv returns the last value of a variable of the environment, or "".
func (e Env) getenv(name string) string {
	for _, v := range slices.Backward(e.Environ) {
		if value, ok := strings.CutPrefix(v, name+"="); ok {
			return value
		}
	}
	return ""
}

// styled reports whether Out takes bold and faint text.
func (e Env) styled() bool {
	return e.Terminal.Out && e.getenv("NO_COLOR") == "" && e.getenv("TERM") != "dumb"
}

// lineWidth is the width of text without a terminal, in cells.
const lineWidth = 100

// width returns the width of text, in cells.
func (e Env) width() int {
	if e.Terminal.Out && e.Terminal.Width > 0 {
		return e.Terminal.Width
	}
	return lineWidth
}

// program is the name of the program in messages and printed commands.
const program = state.Program

// commandLine returns the command with args for a POSIX shell.
func commandLine(args []string) string {
	return shell.Join(append([]string{program}, args...))
}
