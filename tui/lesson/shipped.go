package lesson

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"lambdascope/assets"
	"lambdascope/sim/analysis"
)

// names are the lessons that ship, in the order in which they are best taken.
func names() []string {
	return []string{"dial", "trace", "variance", "more-data", "choice", "how-sure", "long-short", "never-shown", "cut-off", "features", "corridor", "paper"}
}

// shipped is the key of the lessons that ship in an engine's cache: reading them takes
// longer than a frame.
type shipped struct{}

// shippedBytes is about what the lessons that ship take.
const shippedBytes = 1 << 18

// Shipped returns the lessons that ship, read once for all who share an engine.
func Shipped(e *analysis.Engine) ([]*Lesson, error) {
	return analysis.Cached(context.Background(), e, shipped{}, func(context.Context) ([]*Lesson, int, error) {
		var out []*Lesson
		for _, name := range names() {
			source, err := assets.Lesson(name)
			if err != nil {
				return nil, 0, err
			}
			l, err := Parse(e, name+".md", source)
			if err != nil {
				return nil, 0, err
			}
			out = append(out, l)
		}
		return slices.Clip(out), shippedBytes, nil // who appends to it has their own array
	})
}

// Join returns lessons with more, whose names must be such as a command takes, and must
// differ.
func Join(lessons []*Lesson, more ...*Lesson) ([]*Lesson, error) {
	out := slices.Clone(lessons)
	for _, l := range more {
		switch {
		case !regexp.MustCompile(`^[a-z][a-z0-9-]*$`).MatchString(l.Name):
			return nil, fmt.Errorf("%s: want a name of lower-case letters, digits and -, a letter first", l.file)
		case Place(out, l.Name) >= 0:
			return nil, fmt.Errorf("%s: a lesson %s is there already", l.file, l.Name)
		}
		out = append(out, l)
	}
	return out, nil
}

// Faults returns the single errors of one that Parse or Check has joined.
func Faults(err error) []error {
	var all interface{ Unwrap() []error }
	if errors.As(err, &all) {
		return all.Unwrap()
	}
	return []error{err}
}
