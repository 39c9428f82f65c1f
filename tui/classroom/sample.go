package classroom

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// A seat that could not analyse its sample tries again after a pause, which doubles each time.
const (
	firstPause = 2 * time.Second
	mostPause  = time.Minute
)

// draw gives every seat its own data, or all the same again.
func (x *Room) draw() page.Action {
	r, next := x.seat, x.Shown().State
	if next.Settings.Recorded() {
		return page.Action{Fault: "recorded data have no seed"}
	}
	begins := r.Look.Sample == nil
	if err := r.room.Draw(); err != nil {
		return page.Action{Fault: err.Error()}
	}
	switch {
	case begins:
		next.Charts[state.PageTrials] = state.TrialsClass
	case next.Charts[state.PageTrials] == state.TrialsClass:
		next.Charts[state.PageTrials] = state.TrialsSplit
	}
	return page.Action{State: &next}
}

// computeSample analyses this seat's own data of a sample and reports the result to the room,
// which ignores it from whoever presents meanwhile and asks again when somebody else does.
func (x *Room) computeSample() tea.Cmd {
	r, s := x.seat, x.seat.Look.Sample
	if s == nil || s.Done || r.Look.Leads || r.sample.Running() && r.sample.Key == s.ID {
		return nil
	}
	at, analyze := r.room, x.Analyze
	return r.sample.Start(x.Context, s.ID, func(ctx context.Context, _ func(room.Outcome)) error {
		for pause := firstPause; ; pause = min(mostPause, 2*pause) {
			out, err := Outcome(ctx, analyze, s.Settings)
			switch {
			case err == nil:
				at.Report(s.ID, out)
				return nil
			case ctx.Err() != nil:
				return err
			}
			at.Fail(s.ID)
			select {
			case <-time.After(pause):
			case <-ctx.Done():
				return ctx.Err()
			}
		}
	})
}
