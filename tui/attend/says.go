package attend

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/lesson"
	"lambdascope/tui/state"
)

// Msg is a text of a step with its numbers, for Receive.
type Msg struct {
	ctx   context.Context // of the step
	below bool
	text  string
	shown state.State // source of the numbers below
	err   error
}

// Receive shows a text that has been computed, unless the step has been left.
func (x *Lessons) Receive(msg Msg) {
	r := x.run
	if r == nil || msg.ctx != r.ctx {
		return
	}
	if !msg.below {
		r.Say(msg.text, msg.err)
		return
	}
	if msg.err == nil {
		r.Of = msg.shown
	}
	r.SayThen(msg.text, msg.err, x.Window())
}

// Say computes the text above the block of the step. Without a lesson it does nothing.
func (x *Lessons) Say() tea.Cmd {
	r := x.run
	if r == nil {
		return nil
	}
	ctx, step := r.ctx, r.Step
	return func() tea.Msg {
		text, err := r.Before(ctx, x.Engine, step)
		return Msg{ctx: ctx, text: text, err: err}
	}
}

// Notice ends the step's wait if its conditions hold. The situation is computed from the
// current settings, not from charts of those before.
func (x *Lessons) Notice(now lesson.Situation) Action {
	r := x.run
	if !lesson.Met(r.step().Until, now) {
		return Action{}
	}
	r.Came, r.Of, r.Reminded = true, now.State, false
	learner := now.State
	learner.Cursor = state.Some(now.Cursor)
	return Action{Met: true, Cmd: x.sayThen(learner)}
}

// sayThen computes the text below the block of the step.
func (x *Lessons) sayThen(learner state.State) tea.Cmd {
	r := x.run
	r.SayThen(r.PendingAfter(r.Step), nil, x.Window())
	ctx, step := r.ctx, r.Step
	return func() tea.Msg {
		text, shown, err := r.After(ctx, x.Engine, step, &learner)
		return Msg{ctx, true, text, shown, err}
	}
}
