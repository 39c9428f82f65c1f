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
