// Package lesson reads, checks and computes lessons: texts in Markdown whose steps set scenes in
// the app, may wait for the learner, and contain computed numbers. The numbers are computed at
// display, so that a text is true for the learner's own data. assets/guide/lessons.md describes the
// format.
//
// The package knows the state of the app, not the app. It may import tui/state, tui/markdown,
// tui/shell, assets and their imports.
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
	Name    string // by which it is asked for, such as trace or mine.md
	Title   string
	Minutes string // the duration that the text names, such as "3 minutes"; may be empty
	Intro   string // the text before the first step, in Markdown
	Steps   []Step // one at least

	file string
}

// Place returns the index of a lesson in a list, by name; -1 without it.
func Place(all []*Lesson, name string) int {
	return slices.IndexFunc(all, func(l *Lesson) bool { return l.Name == name })
}

// About returns the paragraphs of Intro on one line, as plain text.
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

// Step is a step of a lesson: a scene, with texts that Before and After compute.
type Step struct {
	Title string
	Scene state.State
	// Until are conditions that must all hold at once; nil for none.
	Until []Condition
	// Chart is the page of the chart that the step names, if any.
	Chart state.Optional[state.Page]
	// Question is a question for a class; nil for none.
	Question *Question

	before, after text
	done          state.State // the scene with all conditions of Until applied
	block, until  int         // lines of the block and of its until
}

// Error is a fault of a lesson, with its line.
type Error struct {
	File string
	Line int // from 1
	Err  error
}

func (e *Error) Error() string { return fmt.Sprintf("%s: line %d: %v", e.File, e.Line, e.Err) }

func (e *Error) Unwrap() error { return e.Err }

// maxBytes limits the size of a lesson.
const maxBytes = 64 << 10
