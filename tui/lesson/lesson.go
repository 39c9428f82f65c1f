// Package lesson is lessons: texts in Markdown whose steps set scenes in the app, may
// wait for what the learner does, and have numbers that are computed when they are
// shown. assets/guide/lessons.md says how one is written.
//
// The package reads and checks lessons, and computes their numbers. It knows the state
// of the app, but not the app. It may import tui/state, tui/markdown, tui/shell, assets
// and what these and an analysis need.
package lesson

import (
	"fmt"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"

	"lambdascope/tui/markdown"
	"lambdascope/tui/state"
)

// Lesson is a lesson. It does not change.
type Lesson struct {
	Name    string // by which it is asked for
	Key     string // by which lessons are told apart: the name, or the file
	Title   string
	Minutes string // how long it takes, as its text says; empty where that says nothing
	Intro   string // what it is about, in Markdown
	Steps   []Step // one at least

	file   string
	source []byte
}

// Place returns the place of a lesson in a list, by its key; -1 where it is none of it.
func Place(all []*Lesson, key string) int {
	return slices.IndexFunc(all, func(l *Lesson) bool { return l.Key == key })
}

// About returns the paragraphs of Intro on one line, without what Markdown makes of them.
func (l *Lesson) About() string {
	d, err := markdown.Parse([]byte(l.Intro))
	if err != nil {
		return ""
	}
	var out []string
	for _, n := range d.In(d.Tree) {
		if n.Kind() == ast.KindParagraph {
			out = append(out, d.TextOf(n))
		}
	}
	return strings.Join(out, " ")
}

// Step is a step of a lesson: texts, computed by Before and After, and a scene.
type Step struct {
	Title string
	Scene state.State
	// Until is what the step waits for, all of it at once; nil for nothing.
	Until []Condition
	// Chart is the page with the chart that the step is about, which the scene has on
	// show; unset where it is about none in particular.
	Chart state.Optional[state.Page]
	// Question is what the step asks a class; nil for nothing.
	Question *Question

	before, after text
	done          state.State // the scene as Until makes it
	below         [2]int      // from where to where after is in the source
	block, until  int         // lines of what sets the scene, and of what the step waits for
	asked         int         // line of the question
	chart         numbered    // the name of the chart, and its line
}

// Error is what is wrong with a lesson, and where.
type Error struct {
	File string
	Line int // from 1
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("%s: line %d: %v", e.File, e.Line, e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// Limits of a lesson.
const (
	maxBytes = 64 << 10 // of its file
	maxSteps = 50
)
