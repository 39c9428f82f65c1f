// Package lesson reads, checks and computes lessons. A lesson is a Markdown text with steps that set
// scenes in the app, may wait for the learner, and contain numbers. The numbers are computed at
// display, so that a text is true for the learner's own data. assets/guide/lessons.md describes the
// format.
//
// The package may import tui/state, tui/markdown, tui/shell, assets and their imports, but not the
// app.
package lesson

import (
	"fmt"
	"slices"

	"lambdascope/tui/state"
)

// Lesson is a lesson. It does not change.
type Lesson struct {
	Name    string // on the command line, such as trace or mine.md
	Title   string
	Minutes string // the duration in the text, such as "3 minutes", or ""
	Intro   string // the text before the first step, in Markdown
	Steps   []Step // at least one step

	file string
}

// Place returns the index of the lesson with a name, or -1.
func Place(all []*Lesson, name string) int {
	return slices.IndexFunc(all, func(l *Lesson) bool { return l.Name == name })
}

// Step is a step of a lesson: a scene, with texts that Before and After compute.
type Step struct {
	Title string
	Scene state.State
	// Until are conditions that must hold at the same time; nil for a step that does not wait.
	Until []Condition
	// Chart is the page of the chart that the step names, if any.
	Chart state.Optional[state.Page]
	// Top is the upper end of the Dial's axis of errors, so that steps compare; 0 for an axis that
	// fits the data.
	Top float64
	// Question, unless nil, is for a class.
	Question *Question

	before, after text
	done          state.State // the scene after the conditions of Until have been met
	block, until  int         // lines of the block and of until
}

// Error is a fault in a line of a lesson.
type Error struct {
	File string
	Line int // from 1
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("%s: line %d: %v", e.File, e.Line, e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// maxBytes limits the size of a lesson.
const maxBytes = 64 << 10
