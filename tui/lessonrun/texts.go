package lessonrun

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/background"
	"lambdascope/tui/lesson"
	"lambdascope/tui/state"
)

// answer is the computed text below the block of a step.
type answer struct {
	text string
	of   state.State // source of the numbers
}

// Update shows a computed text. It reports false for a message of other work.
func (x *Model) Update(msg tea.Msg) (next tea.Cmd, mine bool) {
	news, ok := msg.(background.Msg)
	if !ok {
		return nil, false
	}
	if next, mine = x.above.Receive(news); mine {
		if news.Ended {
			x.run.say(x.above.Now, x.above.Err)
		}
		return next, true
	}
	if next, mine = x.below.Receive(news); mine && news.Ended {
		if x.below.Err == nil {
			x.run.of = x.below.Now.of
		}
		x.run.sayThen(x.below.Now.text, x.below.Err, x.Window())
	}
	return next, mine
}

// Say computes the text above the block of the step, if there is a lesson.
func (x *Model) Say() tea.Cmd {
	r := x.run
	if r == nil {
		return nil
	}
	step := r.at
	return x.above.Start(x.Context, x.Place(), func(ctx context.Context, put func(string)) error {
		text, err := r.Before(ctx, x.Engine, step)
		put(text)
		return err
	})
}

// Notice ends the wait of the step if all conditions hold, and reports whether they do. The situation
// must belong to the current settings, because the charts may still show earlier settings.
func (x *Model) Notice(now lesson.Situation) (says tea.Cmd, met bool) {
	r := x.run
	if !lesson.Met(r.step().Until, now) {
		return nil, false
	}
	r.came = true
	r.of = now.State
	r.reminded = false
	learner := now.State
	learner.Cursor = state.Some(now.Cursor)
	return x.sayThen(learner), true
}

// sayThen computes the text below the block of the step.
func (x *Model) sayThen(learner state.State) tea.Cmd {
	r := x.run
	r.sayThen(r.PendingAfter(r.at), nil, x.Window())
	step := r.at
	return x.below.Start(x.Context, x.Place(), func(ctx context.Context, put func(answer)) error {
		text, of, err := r.After(ctx, x.Engine, step, &learner)
		put(answer{text, of})
		return err
	})
}
