package folds

import (
	"context"
	"fmt"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// replayKey identifies a replay.
type replayKey struct {
	analysis           *analysis.Result
	trajectory, lambda int // by number and by index
}

// replayed is a trajectory with all numbers of its replay.
type replayed struct {
	replayKey
	*analysis.Episode
	names []string  // of the features
	stops []float64 // the steps, for a slider
}

// last returns the step of the last state, H.
func (s *replayed) last() int {
	if s == nil {
		return 0
	}
	return s.Trajectory.Len()
}

// followReplay starts the work that the replay needs.
func (p *Page) followReplay(s *page.Snapshot) tea.Cmd {
	r := &p.replay
	v := p.view(s)
	if !v.open() || v.folds == nil {
		return nil
	}
	key := replayKey{v.folds.Analysis, v.selected(), v.cursor()}
	return r.Ensure(p.env.Context, key, func(ctx context.Context, put func(*replayed)) error {
		found, err := key.find(ctx, p.env.Engine)
		if err == nil {
			put(found)
		}
		return err
	})
}

// find finds all that is shown of a trajectory.
func (k replayKey) find(ctx context.Context, engine *analysis.Engine) (*replayed, error) {
	a, err := engine.Run(ctx, analysis.Request{Settings: k.analysis.Settings, Episodes: []int{k.trajectory}, LeaveOut: true, Candidate: k.lambda})
	if err != nil {
		return nil, err
	}
	episode := a.Episodes[0]
	r := &replayed{replayKey: k, Episode: episode, names: k.analysis.Settings.FeatureNames(), stops: make([]float64, episode.Trajectory.Len()+1)}
	for t := range r.stops {
		r.stops[t] = float64(t)
	}
	return r, nil
}

// limitStep turns a step beyond the end of a new result into the last step. It explains this for the
// step of a flag, which the first result may refuse.
func (p *Page) limitStep(s *page.Snapshot, first bool, a *page.Action) {
	shown := p.replay.Now
	if shown == nil || !s.Step.Set || s.Step.Value <= shown.last() {
		return
	}
	if first && s.Step.Value < page.Farthest {
		a.News = fmt.Sprintf("step %d: %s has steps 0 to %d", s.Step.Value, episodeName(shown.analysis, shown.trajectory), shown.last())
	}
	now := s.State
	now.Step.Value = shown.last()
	a.State = &now
}

// open reports whether the replay is visible in place of the table.
func (v *view) open() bool { return v.State.Step.Set }

// last returns the step of the last state, H.
func (v *view) last() int { return v.shown.last() }

// ready reports whether the visible replay has the current trajectory and data.
func (v *view) ready() bool {
	return v.folds != nil && v.shown != nil && (v.Current() || v.Err != nil) && v.shown.analysis == v.Result && v.shown.trajectory == v.selected()
}

// step is t, from 0 to H.
func (v *view) step() int { return min(v.State.Step.Value, v.last()) }

// start is the action of opening the replay of the selected trajectory.
func (v *view) start() page.Action {
	next := v.State
	next.Step = state.Some(v.step())
	return page.Action{State: &next, Focus: stepControl}
}

// close is the action of returning to the table.
func (v *view) close() page.Action {
	next := v.State
	next.Step = state.Optional[int]{}
	return page.Action{State: &next, Focus: trajectoryControl}
}

// goTo is the action of showing a step.
func (v *view) goTo(step int) page.Action {
	next := v.State
	next.Step.Value = max(0, min(v.last(), step))
	return page.Go(next)
}

const stepControl = "step"

// replayControls are there while the replay is open.
func (v *view) replayControls() []state.Knob {
	if !v.open() {
		return nil
	}
	step := state.Knob{
		Name: stepControl, Group: "Folds", Label: "step", First: true,
		Help:  "a step, from 0",
		About: settings.Always[state.State]("t, of the trajectory; space plays"),
		Get:   func(state.State) string { return strconv.Itoa(v.step()) },
		Set: func(s *state.State, text string) error {
			t, err := strconv.Atoi(text)
			if err != nil || t < 0 || t > v.last() {
				return fmt.Errorf("step %s: want 0 to %d", text, v.last())
			}
			s.Step = state.Some(t)
			return nil
		},
		Next: func(_ state.State, steps int) string { return strconv.Itoa(max(0, min(v.last(), v.step()+steps))) },
	}
	if v.shown != nil {
		step.Stops = func(state.State) []float64 { return v.shown.stops }
	}
	return []state.Knob{step}
}
