// Package tui is the terminal app.
package tui

import (
	"io"

	"lambdascope/tui/screen"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// View is what a person can choose of the screen without changing a result.
type View struct {
	Page Page
	// Cursor is the λ under the cursor; nil leaves it at λ̂.
	Cursor *float64
	// Hidden hides the truth, λ̂ and what follows from them until asked for.
	Hidden bool
	// Panels shows LOTO error and MSVE at their own levels, in two panels.
	Panels bool
	// Pins are settings whose curves are kept as ghosts, at most MaxPins.
	Pins []study.Settings
	// Trials is how many trials the Trials and Figures pages run; 0 means
	// DefaultTrials.
	Trials int
	// Trajectory is the one selected on the Folds page; nil for that of the most
	// influence.
	Trajectory *int
	// Step is the step at which the Folds page replays it; nil shows all of them.
	Step *int
	// Speed is that of the replay, one of Speeds; 0 means DefaultSpeed.
	Speed int
	// Chart is which chart shows where not all fit, from 1; 0 means the first.
	Chart int
	// Figure is the one on show on the Figures page.
	Figure Figure
	// Sweep is what the sweep of the Figures page goes over.
	Sweep Sweep
}

// DefaultTrials is how many trials the app runs unless told otherwise, as in the
// paper.
const DefaultTrials = 80

// Speeds are those of the replay, in steps a second.
func Speeds() []int { return []int{1, 2, 5, 10, 30} }

// DefaultSpeed is the speed of the replay unless told otherwise.
const DefaultSpeed = 2

// MaxCharts is how many charts there are at most where not all fit.
const MaxCharts = 3

// Figure is one of the Figures page.
type Figure int

// The figures: the paper's, and the sweep.
const (
	FigureLambda Figure = iota
	FigureMethods
	FigureTimes
	FigureSweep
)

// FigureNames are the texts of the figures, in order.
func FigureNames() []string { return []string{"a", "b", "c", "sweep"} }

// Sweep is a quantity that the LOTO error is shown over, beside λ.
type Sweep int

// The sweeps.
const (
	SweepTrajectories Sweep = iota
	SweepGamma
)

// SweepNames are the texts of the sweeps, in order.
func SweepNames() []string { return []string{"trajectories", "gamma"} }

// Config is all that the app needs.
type Config struct {
	Engine   *study.Engine
	Settings study.Settings
	// Data is the file that the settings name, watched for changes; nil for a
	// domain.
	Data     *study.Watched
	View     View
	Theme    screen.Theme
	Glyphs   chart.Glyphs
	MouseOff bool
	// TasteArgs are the flags of theme, glyphs and mouse that were given: the
	// command that opens the view again has them. What is from the person's own
	// configuration is not for others.
	TasteArgs []string
	// Notice is shown until the first key.
	Notice string
	// CommandLine returns the command that calls the app with some flags, as a
	// person types it.
	CommandLine func(args []string) string
	// Files is where exports go; nil where there is no disk for them.
	Files Files
	// Limits bound the settings and trials that can be chosen.
	Limits Limits
	// Remote is the terminal where it is not the process's own; nil for that.
	Remote *Remote

	In      io.Reader
	Out     io.Writer
	Environ []string // the terminal's environment: TERM, COLORTERM, NO_COLOR …
}

// Files is a place that exports are written to.
type Files interface {
	// Create begins a file of that name, which must not exist; the error is then
	// fs.ErrExist.
	Create(name string) (NewFile, error)
	// Folder is where they are, for a person to read.
	Folder() string
}

// NewFile is a file that is there once it is committed, and not before. Discard
// leaves nothing of it; after Commit it does nothing.
type NewFile interface {
	io.Writer
	Commit() error
	Discard()
}
