package folds

import (
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Bindings are the keys of the map and the replay.
func (p *Page) Bindings() []page.Binding {
	when := func(of func(*view) bool) func(*page.Snapshot) bool {
		return func(s *page.Snapshot) bool { return of(p.view(s)) }
	}
	do := func(of func(*view) page.Action) func(*page.Snapshot) page.Action {
		return func(s *page.Snapshot) page.Action { return of(p.view(s)) }
	}
	hint := func(of func(*view) page.Hint) func(*page.Snapshot) page.Hint {
		return func(s *page.Snapshot) page.Hint { return of(p.view(s)) }
	}
	return []page.Binding{
		{Keys: "o", Do: do((*view).swap), Hint: hint((*view).hintSwap)},
		{
			Keys: "enter", Does: "on trajectory: open its replay",
			When: func(s *page.Snapshot) bool { return s.Focus == trajectoryControl },
			Do:   do((*view).start), Hint: func(*page.Snapshot) page.Hint { return page.Hint{Key: "⏎", Does: "open"} },
		},
		{
			Keys: "space", Does: "leave one trajectory out after another, or pause; in a replay play its steps",
			Do: do((*view).toggle), Hint: hint((*view).hintPlay),
		},
		{Keys: "home", Does: "first step; on the map the first row", Do: do((*view).first)},
		{Keys: "end", Does: "last step; on the map the last row", Do: do((*view).end)},
		{
			Keys: "esc", Does: "from the replay back to the map",
			When: when((*view).open), Do: do((*view).close), Hint: page.Says("map"),
		},
	}
}

// first and end are the actions of going to the ends of the trajectory or of the map.
func (v *view) first() page.Action {
	if v.open() {
		return v.goTo(0)
	}
	return v.move(-page.Farthest)
}

func (v *view) end() page.Action {
	switch {
	case !v.open():
		return v.move(page.Farthest)
	case !v.ready(): // receiveReplay turns this into the last step
		next := v.State
		next.Step.Value = page.Farthest
		return page.Go(next)
	}
	return v.goTo(v.last())
}

func (v *view) hintPlay() page.Hint {
	switch {
	case v.play.Running():
		return page.Hint{Does: "pause"}
	case v.open():
		return page.Hint{Does: "play"}
	}
	return page.Hint{Does: "leave out"}
}

// swapped reports whether the curves are visible where one chart fits.
func (v *view) swapped() bool { return v.Charts[state.PageFolds] == state.FoldsCurves }

// swap is the action of showing the other of two charts.
func (v *view) swap() page.Action {
	next := v.State
	next.Charts[state.PageFolds] = state.FoldsMap + state.FoldsCurves - next.Charts[state.PageFolds]
	return page.Go(next)
}

// hintSwap names the other chart of the map, unless both are visible.
func (v *view) hintSwap() page.Hint {
	return page.HintSwap(v.Snapshot, !v.open() && (v.Result == nil || !mapView{v}.roomForBoth()))
}
