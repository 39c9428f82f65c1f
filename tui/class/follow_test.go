package class

import (
	"testing"

	"lambdascope/sim/settings"
	"lambdascope/tui/state"
)

// TestFollow: the personal parts of a view stay until the presenter changes them.
func TestFollow(t *testing.T) {
	base := state.New(settings.Settings{Trajectories: 20})
	own := base
	own.Cursor = state.Some(0.3)
	own.Charts = [state.NumPages]state.Chart{state.PageExplore: state.ExploreValues, state.PageTrials: state.TrialsClass}
	own.Hidden, own.Step = true, state.Some(4)
	was := View{State: base}
	charts := func(p state.Page, c state.Chart) func(now, want *state.State) {
		return func(now, want *state.State) { now.Charts[p], want.Charts[p] = c, c }
	}
	for name, c := range map[string]struct {
		change func(now, want *state.State)
		step   int
	}{
		"nothing":    {change: func(_, _ *state.State) {}},
		"the cursor": {change: func(now, _ *state.State) { now.Cursor = state.Some(0.9) }},
		"the λ of the dial": {change: func(now, want *state.State) {
			now.Page, now.Cursor = state.PageDial, state.Some(0.9)
			*want = *now
			want.Charts = own.Charts
		}},
		"the chart":     {change: func(now, _ *state.State) { now.Charts[state.PageExplore] = state.ExploreMaps }},
		"Trials' chart": {change: charts(state.PageTrials, state.TrialsValues)},
		"the figure":    {change: charts(state.PageFigures, state.FigureGamma)},
		"the answer":    {change: func(now, want *state.State) { now.Hidden, want.Hidden = true, true }},
		"the scale":     {change: func(now, want *state.State) { now.Hold, want.Hold = true, true }},
		"the replay": {change: func(now, want *state.State) {
			now.Trajectory = state.Some(1)
			want.Trajectory, want.Step = now.Trajectory, now.Step
		}},
		"n": {change: func(now, want *state.State) {
			now.Settings.Trajectories = 30
			*want = Looking(*now, own)
		}},
		"the step of a lesson": {step: 1, change: func(now, want *state.State) { *want = Looking(*now, own) }},
	} {
		now, want := base, own
		c.change(&now, &want)
		view := View{State: now, Step: c.step}
		if got := Follow(View{State: own}, was, view, false); got.State != want {
			t.Errorf("the presenter changes %s: %+v, want %+v", name, got.State, want)
		}
		if got := Follow(View{State: own}, was, view, true); got.State != now {
			t.Errorf("the presenter changes %s: %+v for who presents next, want %+v", name, got.State, now)
		}
	}
}

// TestCommon: a change of the personal parts leaves the common view the same; any other change
// makes another view.
func TestCommon(t *testing.T) {
	base := state.New(settings.Settings{Trajectories: 20})
	own, other := base, base
	own.Cursor, own.Hidden, own.Step = state.Some(0.3), true, state.Some(4)
	own.Charts[state.PageFolds] = state.FoldsCurves
	other.Page = state.PageFolds
	view := Common(View{State: base})
	if Common(View{State: own, Restored: 1}) != view {
		t.Error("the cursor, the chart, the answer and the replay make a view of its own")
	}
	if Common(View{State: other}) == view || Common(View{State: base, Step: 1}) == view {
		t.Error("another page or step is the same view")
	}
}
