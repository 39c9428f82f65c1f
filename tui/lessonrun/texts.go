package lessonrun

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/background"
	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/lesson"
	"lambdascope/tui/markdown"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// texts are the computed texts of a step.
type texts struct {
	above, below text
	of           state.State // source of the numbers below the block
}

// Update shows computed texts. It reports false for a message of other work.
func (x *Model) Update(msg tea.Msg) (next tea.Cmd, mine bool) {
	news, ok := msg.(background.Msg)
	if !ok {
		return nil, false
	}
	next, mine = x.texts.Receive(news)
	if mine && news.Ended {
		x.run.take(x.texts.Now, x.texts.Err, x.Window())
	}
	return next, mine
}

// Say computes the texts of the step, if there is a lesson. The engine remembers the numbers of the
// text above the block when the text below follows.
func (x *Model) Say() tea.Cmd {
	if x.run == nil {
		return nil
	}
	r := *x.run
	return x.texts.Start(x.Context, x.Place(), func(ctx context.Context, put func(texts)) error {
		now := texts{above: newText(r.Before(ctx, x.Engine, r.at)), of: r.of}
		if r.came {
			source, of, err := r.After(ctx, x.Engine, r.at, &r.learner)
			now.below = newText(source, err)
			if err == nil {
				now.of = of
			}
		}
		put(now)
		return ctx.Err()
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
	r.learner = now.State
	r.learner.Cursor = state.Some(now.Cursor)
	r.answer(newText(r.PendingAfter(r.at), nil), x.Window())
	return x.Say(), true
}

// take shows computed texts, or an error.
func (r *run) take(t texts, err error, w Window) {
	if err != nil {
		r.above = text{err: err}
		return
	}
	r.above = t.above
	if r.came {
		r.of = t.of
		r.answer(t.below, w)
	}
}

// text is a text of a step, or the error of computing the numbers.
type text struct {
	markdown.Document
	err error
}

func newText(source string, err error) text {
	if err != nil {
		return text{err: err}
	}
	d, err := markdown.Parse([]byte(source))
	return text{d, err}
}

// empty reports whether the text has no content.
func (t text) empty() bool { return t.err == nil && len(t.In(t.Tree)) == 0 }

func (t text) lines(w Window) []string {
	width := min(w.Width-2*margin, widest)
	if t.err != nil {
		return w.Styles.Wrap(chart.InkWarn, shell.Escape(t.err.Error()), width, w.Height)
	}
	return t.Lines(width, guide.Style(w.Styles, w.Theme))
}
