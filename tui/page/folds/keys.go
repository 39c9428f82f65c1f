package folds

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/background"
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

// player leaves out one trajectory after another on the map, or plays the steps of a replay. The work of
// its job is the pause before the next step.
type player struct {
	background.Job[bool, struct{}]
	at int // the trajectory that the map has reached
}

// pace is the time for a trajectory or a step.
const pace = time.Second / 2

// await starts the pause before the next trajectory or step.
func (v *view) await() tea.Cmd {
	v.play.First = 2 * pace // because one message a pause, at its end, is enough
	return v.play.Start(v.env.Context, true, func(ctx context.Context, _ func(struct{})) error {
		select {
		case <-ctx.Done():
		case <-time.After(pace):
		}
		return nil
	})
}

// leavesOut reports whether the map plays.
func (v *view) leavesOut() bool { return v.play.Running() && !v.open() }

// toggle plays, from the start if the end is visible, or pauses.
func (v *view) toggle() page.Action {
	if v.play.Running() || v.folds == nil {
		v.play.Stop()
		return page.Action{}
	}
	next, ended := v.State, v.atEnd()
	switch {
	case v.open() && ended:
		next.Step.Value = 0
	case !v.open():
		v.play.at = v.selected()
		if ended {
			v.play.at = v.folds.Order[0]
		}
		next.Trajectory = state.Some(v.play.at)
	}
	return page.Action{State: &next, Cmd: v.await()}
}

// atEnd reports whether the last row of the map or the last step of the replay is visible.
func (v *view) atEnd() bool {
	if v.open() {
		return v.ready() && v.Step.Value >= v.last()
	}
	return v.current() && v.folds.rank[v.selected()] == len(v.folds.Order)-1
}

// current reports whether the map has the current settings.
func (v *view) current() bool {
	return v.folds != nil && v.Current() && v.folds.Analysis == v.Result
}

// advance goes to the next trajectory or step, unless the next results are missing. Playing ends with
// the last step, and on another page.
func (v *view) advance() (a page.Action) {
	more := v.OnShow
	switch {
	case v.open() && v.ready():
		a = v.goTo(v.step() + 1)
		more = more && a.State.Step.Value < v.last()
	case !v.open() && v.current():
		v.play.at = v.neighbour(+1)
		more = more && v.folds.rank[v.play.at] < len(v.folds.Order)-1
		next := v.State
		next.Trajectory = state.Some(v.play.at)
		a = page.Go(next)
	}
	if more {
		a.Cmd = v.await()
	}
	return a
}

// followPlay stops the map when other data or another trajectory become visible.
func (v *view) followPlay() {
	switch {
	case v.open():
		v.play.at = -1 // the map does not play when the replay is closed
	case !v.current() || v.selected() != v.play.at:
		v.play.Stop()
	}
}
