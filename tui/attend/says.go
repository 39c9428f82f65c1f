package attend

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/background"
	"lambdascope/tui/lesson"
	"lambdascope/tui/state"
)

// answer is the text below the block of a step with its numbers.
type answer struct {
	text string
	of   state.State // source of the numbers
}

// Receive shows a text that has been computed. It reports false for messages of other jobs.
func (x *Lessons) Receive(msg background.Msg) (next tea.Cmd, mine bool) {
	if next, mine = x.above.Receive(msg); mine {
		if msg.Ended {
			x.run.Say(x.above.Now, x.above.Err)
		}
		return next, true
	}
	if next, mine = x.below.Receive(msg); mine && msg.Ended {
		if x.below.Err == nil {
			x.run.Of = x.below.Now.of
		}
		x.run.SayThen(x.below.Now.text, x.below.Err, x.Window())
	}
	return next, mine
}

// Say computes the text above the block of the step. Without a lesson it does nothing.
func (x *Lessons) Say() tea.Cmd {
	r := x.run
	if r == nil {
		return nil
	}
	step := r.Step
	return x.above.Start(x.Context, x.Place(), func(ctx context.Context, put func(string)) error {
		text, err := r.Before(ctx, x.Engine, step)
		put(text)
		return err
	})
}

// Notice ends the step's wait if its conditions hold, and reports whether they do. The situation is computed from the
// current settings, not from charts of those before.
func (x *Lessons) Notice(now lesson.Situation) (says tea.Cmd, met bool) {
	r := x.run
	if !lesson.Met(r.step().Until, now) {
		return nil, false
	}
	r.Came, r.Of, r.Reminded = true, now.State, false
	learner := now.State
	learner.Cursor = state.Some(now.Cursor)
	return x.sayThen(learner), true
}

// sayThen computes the text below the block of the step.
func (x *Lessons) sayThen(learner state.State) tea.Cmd {
	r := x.run
	r.SayThen(r.PendingAfter(r.Step), nil, x.Window())
	step := r.Step
	return x.below.Start(x.Context, x.Place(), func(ctx context.Context, put func(answer)) error {
		text, of, err := r.After(ctx, x.Engine, step, &learner)
		put(answer{text, of})
		return err
	})
}
