// Package tui is the terminal app: the root model. It holds the state with results and history,
// routes messages, carries out actions and lays out the screen. Controls, the current
// lesson and the class are models of their own: tui/controls, tui/lessonrun and
// tui/class. The root knows pages by their interface and imports none of them, nor tui/cli
// or tui/serve.
package tui

import (
	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/problem"
	"lambdascope/tui/class"
	"lambdascope/tui/disk"
	"lambdascope/tui/lesson"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
	"lambdascope/tui/terminal"
)

// Config has everything the app needs.
type Config struct {
	Engine *analysis.Engine
	// State is the first state.
	state.State
	state.Preferences
	// Pages makes the pages, in the order of the state's.
	Pages func(page.Env) [state.NumPages]page.Page
	// Welcome shows on the first page until the settings change.
	Welcome string
	// CommandLine returns the command that opens the app with flags.
	CommandLine func(args []string) string
	// Build is the version of the program in exports.
	Build string
	// Folder is the folder for exports, on the disk of Files, or "".
	Folder string
	Files  disk.Files
	// Lessons returns the lessons of the list; nil for an app without lessons.
	Lessons func() []*lesson.Lesson
	// Lesson, unless nil, is the first lesson, and LessonStep a step from 0.
	Lesson     *lesson.Lesson
	LessonStep int
	// Class is the session's entry to the class; nil without a class. With Apart, the app opens
	// with its own view.
	Class *class.Entry
	Apart bool
	// Problems are problems besides the shipped problems.
	Problems []*problem.Problem
	// Moves lets marks glide to new places. Sessions over a connection have no such motion, because
	// each frame takes bytes of a link that may be slow.
	Moves bool
	// Limits bound settings and trials.
	Limits engine.Limits
	terminal.Terminal
}

// args returns the flags that open the app with a state.
func (c *Config) args(s state.State) []string { return append(s.Args(), c.Preferences.Args()...) }

// command returns the command that opens the app with a state.
func (c *Config) command(s state.State) string { return c.CommandLine(c.args(s)) }

// check returns the next state with settings in their usual form, or the error of a state beyond the
// limits.
func (c *Config) check(now, next state.State) (state.State, error) {
	var err error
	if next.Settings != now.Settings {
		if next.Settings, err = c.Engine.Check(analysis.Request{Settings: next.Settings}); err == nil {
			err = c.Limits.Check(next.Settings)
		}
	}
	if err == nil && next.Trials != now.Trials {
		err = c.Limits.CheckTrials(next.Trials)
	}
	return next, err
}
