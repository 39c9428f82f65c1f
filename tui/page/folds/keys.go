package folds

import (
	"time"

	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Bindings are the keys of the table and the replay.
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
		{Keys: "o", Does: page.OtherChart, Group: page.GroupScreen, When: when((*view).swaps), Do: do((*view).swap), Hint: hint((*view).hintSwap)},
		{
			Keys: "enter", Label: "⏎", Does: "on trajectory: open its replay",
			When: func(s *page.Snapshot) bool { return s.Focus == trajectoryControl },
			Do:   do((*view).start), Hint: hint((*view).hintStart),
		},
		{Keys: "home", Does: "first step; in the table the first row", Do: do((*view).first)},
		{Keys: "end", Does: "last step; in the table the last row", Do: do((*view).end)},
		{
			Keys: "esc", Does: "from the replay back to the table",
			When: when((*view).open), Do: do((*view).close), Hint: func(*page.Snapshot) page.Hint { return page.Hint{Does: "table", Main: true} },
		},
	}
}

// hintStart is the hint of opening the replay.
func (v *view) hintStart() page.Hint {
	if v.open() {
		return page.Hint{}
	}
	return page.Hint{Does: "replay", Main: true}
}

// first and end are the actions of going to the ends of the trajectory or of the table.
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
	case !v.ready(): // limitStep turns this into the last step
		next := v.State
		next.Step.Value = page.Farthest
		return page.Go(next)
	}
	return v.goTo(v.last())
}

// swapped reports whether the curves are visible where one chart fits.
func (v *view) swapped() bool { return v.Charts[state.PageFolds] == state.FoldsCurves }

// swap is the action of showing the other of two charts.
func (v *view) swap() page.Action {
	next := v.State
	next.Charts[state.PageFolds] = state.FoldsRows + state.FoldsCurves - next.Charts[state.PageFolds]
	return page.Go(next)
}

// swaps reports whether there is another chart.
func (v *view) swaps() bool { return v.hintSwap().Does != "" }

// hintSwap names the other chart, unless both are visible.
func (v *view) hintSwap() page.Hint {
	switch {
	case v.open():
		hint := page.HintSwap(v.Snapshot)
		hint.Main = true
		return hint
	case v.Result != nil && rowsView{v}.roomForBoth():
		return page.Hint{}
	case v.swapped():
		return page.Hint{Does: "table", Main: true}
	}
	return page.Hint{Does: "chart", Main: true}
}

// pace is the time for a trajectory or a step.
const pace = time.Second / 2

// Play leaves out one trajectory after another in the table, or plays the steps of a replay.
func (p *Page) Play(s *page.Snapshot) page.Play {
	v := p.view(s)
	switch {
	case v.open():
		return page.Play{Does: "play", Pace: pace, Wait: !v.ready(), Begin: v.firstStep, Next: v.nextStep}
	case v.folds == nil:
		return page.Play{}
	}
	return page.Play{Does: "play", Pace: pace, Wait: !v.current(), Begin: v.firstLeftOut, Next: v.nextLeftOut}
}

// firstStep is the current step, or the first step if the end is visible.
func (v *view) firstStep() state.State {
	next := v.State
	if v.atEnd() {
		next.Step.Value = 0
	}
	return next
}

func (v *view) nextStep(state.State) (next state.State, more bool) {
	next = *v.goTo(v.step() + 1).State
	return next, next.Step.Value < v.last()
}

// firstLeftOut selects the current trajectory, or the first if the last is selected.
func (v *view) firstLeftOut() state.State {
	next := v.State
	next.Trajectory = state.Some(v.selected())
	if v.atEnd() {
		next.Trajectory = state.Some(v.folds.Order[0])
	}
	return next
}

func (v *view) nextLeftOut(state.State) (next state.State, more bool) {
	next = v.State
	i := v.neighbour(+1)
	next.Trajectory = state.Some(i)
	return next, v.folds.rank[i] < len(v.folds.Order)-1
}

// atEnd reports whether the last row of the table or the last step of the replay is visible.
func (v *view) atEnd() bool {
	if v.open() {
		return v.ready() && v.Step.Value >= v.last()
	}
	return v.current() && v.folds.rank[v.selected()] == len(v.folds.Order)-1
}

// current reports whether the table has the current settings.
func (v *view) current() bool {
	return v.folds != nil && v.Current() && v.folds.Analysis == v.Result
}
