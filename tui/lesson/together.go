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

// apart is the error of two conditions that exclude each other.
func apart(a, b Condition) error { return fmt.Errorf("%s and %s: can't come together", a, b) }

// together returns an error for conditions that exclude each other, as far as that can
// be told without an analysis: done is the scene as all of them make it.
func together(all []Condition, scene, done state.State) error {
	for i, c := range all {
		for _, d := range all[:i] {
			if d.excludedBy(c, scene) || c.excludedBy(d, scene) {
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

// excludedBy tells whether another condition excludes this one, whatever the data.
func (c Condition) excludedBy(other Condition, scene state.State) bool {
	excludes := c.rule().excludes
	return excludes != nil && excludes(c, other, scene)
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
		k, err := c.at.index(of, done)
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
