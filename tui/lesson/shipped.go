package lesson

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"

	"lambdascope/assets"
	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
)

// names are the shipped lessons, in their recommended order.
func names() []string {
	return []string{"dial", "trace", "variance", "more-data", "choice", "how-sure", "long-short", "never-shown", "cut-off", "features", "corridor", "paper"}
}

// shipped is the key of the shipped lessons in an engine's cache. They are cached, because reading
// them takes longer than a frame.
type shipped struct{}

// shippedBytes is the approximate size of the shipped lessons.
const shippedBytes = 1 << 18

// Shipped returns the shipped lessons, read once for each engine.
func Shipped(e *analysis.Engine) ([]*Lesson, error) {
	return engine.Cached(context.Background(), e.Engine, shipped{}, func(context.Context) ([]*Lesson, int, error) {
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
		return slices.Clip(out), shippedBytes, nil // so that append copies
	})
}

// Join returns lessons with more. All names must differ and be valid arguments of a command.
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

// Faults splits a joined error of Parse or Check.
func Faults(err error) []error {
	var all interface{ Unwrap() []error }
	if errors.As(err, &all) {
		return all.Unwrap()
	}
	return []error{err}
}
