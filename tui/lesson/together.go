package lesson

import (
	"fmt"
	"slices"

	"lambdascope/sim/analysis"
	"lambdascope/tui/state"
)

// pageOf returns the page on which all of some conditions can come, that of the scene if
// it is one.
func pageOf(all []Condition, scene state.State) (state.Page, error) {
	var pages []state.Page
	for p := range state.NumPages {
		pages = append(pages, p)
	}
	var last Condition // that left pages out
	for _, c := range all {
		left := slices.DeleteFunc(slices.Clone(pages), func(p state.Page) bool { return !c.comesOn(p, scene) })
		switch {
		case len(left) == 0:
			return 0, apart(last, c)
		case len(left) < len(pages):
			pages, last = left, c
		}
	}
	if slices.Contains(pages, scene.Page) {
		return scene.Page, nil
	}
	return pages[0], nil
}

// comesOn tells whether the condition can come while a page is on show.
func (c Condition) comesOn(p state.Page, scene state.State) bool {
	switch c.Kind {
	case Is:
		return c.Name != "page" || c.Value == state.PageNames()[p]
	case Changed:
		return c.Name != "page" || p != scene.Page
	case TrialsDone:
		return p == state.PageTrials || p == state.PageFigures
	case ReplayOpen, ReplayAtEnd, LeaveOutDone:
		return p == state.PageFolds
	}
	return true
}

// apart is the error of two conditions that exclude each other.
func apart(a, b Condition) error { return fmt.Errorf("%s and %s: can't come together", a, b) }

// together returns an error for conditions that exclude each other, as far as that can
// be told without an analysis: done is the scene as all of them make it.
func together(all []Condition, scene, done state.State) error {
	for i, c := range all {
		for _, d := range all[:i] {
			if d.excludes(c, scene) || c.excludes(d, scene) {
				return apart(d, c)
			}
		}
	}
	for _, c := range all {
		if c.Kind == Is && c.now(done) != c.want {
			return fmt.Errorf("%s: can't come together with the rest", c)
		}
	}
	return nil
}

// excludes tells whether two conditions exclude each other, whatever the data.
func (c Condition) excludes(d Condition, scene state.State) bool {
	switch c.Kind {
	case CursorAt:
		a, _ := readLambda(c.At)
		b, _ := readLambda(d.At)
		return d.Kind == CursorAt && a.name == "" && b.name == "" && a != b
	case CursorMoved:
		at, _ := readLambda(d.At)
		return d.Kind == CursorAt && scene.Cursor.Set && at.name == "" && at.value == scene.Cursor.Value
	case Is:
		return d.Kind == Is && d.Name == c.Name && d.want != c.want
	case Changed:
		return d.Kind == Is && d.Name == c.Name && d.want == d.now(scene)
	case Revealed:
		return d.Kind == Is && d.Name == "hide" && d.want == "true"
	case LeaveOutDone: // it is on show in place of a replay, and until its end it has a place
		return d.Kind == ReplayOpen || d.Kind == ReplayAtEnd || d.Kind == Is && (d.Name == "step" || d.Name == "leave-out")
	}
	return false
}

// changes tells whether conditions wait for another value of a setting, which may be any.
func changes(all []Condition, name string) bool {
	return slices.ContainsFunc(all, func(c Condition) bool { return c.Kind == Changed && c.Name == name })
}

// anyData tells whether conditions wait for data of which nothing is known.
func anyData(all []Condition) bool {
	return slices.ContainsFunc(all, func(c Condition) bool {
		_, ok := analysis.FieldNamed(c.Name)
		return c.Kind == Changed && ok
	})
}

// meet returns an error for conditions that exclude each other on the data that the scene
// has when they come.
func meet(all []Condition, scene, done state.State, of *analysis.Result) error {
	if anyData(all) {
		return nil
	}
	at := -1
	var first Condition
	for _, c := range all {
		if c.Kind != CursorAt {
			continue
		}
		l, err := readLambda(c.At)
		if err != nil {
			return err
		}
		k, err := l.index(of, done)
		switch {
		case err != nil:
			return err
		case at >= 0 && k != at:
			return apart(first, c)
		}
		at, first = k, c
	}
	moved := slices.IndexFunc(all, func(c Condition) bool { return c.Kind == CursorMoved })
	if at >= 0 && moved >= 0 && at == scene.CursorIndex(of) {
		return apart(first, all[moved])
	}
	return nil
}
