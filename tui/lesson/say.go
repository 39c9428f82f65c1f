package lesson

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/tui/state"
)

// Before returns what the step says at once, in Markdown.
func (l *Lesson) Before(ctx context.Context, e *analysis.Engine, step int) (string, error) {
	s := &l.Steps[step]
	return l.say(newComputer(ctx, e, s.Scene), s.before)
}

// After returns what the step says when what it waits for has come, in Markdown, and what
// its numbers are of: what the learner has on the screen then; where there are none of
// that, or on paper, where learner is nil, the scene as what the step waits for makes it.
func (l *Lesson) After(ctx context.Context, e *analysis.Engine, step int, learner *state.State) (text string, of state.State, err error) {
	s := &l.Steps[step]
	if learner != nil {
		if t, ok := l.afterFor(e, step, *learner); ok {
			text, err := l.say(newComputer(ctx, e, *learner), t)
			if err == nil || ctx.Err() != nil {
				return text, *learner, err
			}
		}
	}
	c := newComputer(ctx, e, s.done)
	if i := slices.IndexFunc(s.Until, func(c Condition) bool { return c.Kind == CursorAt }); i >= 0 {
		a, err := e.Analyze(ctx, s.done.Settings)
		if err != nil {
			return "", of, &Error{l.file, s.block, err}
		}
		k, err := s.Until[i].at.index(a, s.done)
		if err != nil {
			return "", of, &Error{l.file, s.block, err}
		}
		c.scene.Cursor = state.Some(a.Selection.Candidates[k].Lambda)
	}
	text, err = l.say(c, s.after)
	return text, c.scene, err
}

// Computed tells whether what a step says when its wait is over has numbers.
func (l *Lesson) Computed(step int) bool { return l.Steps[step].after.firstLine() > 0 }

// Pending returns what the step says at once, with … for numbers that have to be computed.
func (l *Lesson) Pending(step int) string { return l.pending(l.Steps[step].before) }

// PendingAfter is Pending of what After returns for the same learner.
func (l *Lesson) PendingAfter(e *analysis.Engine, step int, learner state.State) string {
	if t, ok := l.afterFor(e, step, learner); ok {
		return l.pending(t)
	}
	return l.pending(l.Steps[step].after)
}

// afterFor returns the text below the block with numbers of what a learner has on the
// screen, and whether there are such numbers.
func (l *Lesson) afterFor(e *analysis.Engine, step int, learner state.State) (t text, ok bool) {
	p := &parser{engine: e, source: l.source, lesson: l}
	below := l.Steps[step].below
	t = p.text(below[0], below[1], learner)
	return t, len(p.errs) == 0
}

// unknown stands for what is not known yet.
const unknown = "…"

// pending returns the text with what is known without an analysis.
func (l *Lesson) pending(t text) string {
	var out strings.Builder
	_ = l.write(&out, new(computer), t) // which has no engine, and so no errors
	return out.String()
}

// immediate tells whether a value needs no analysis.
func (v *value) immediate() bool {
	switch q := v.quantity; {
	case v.literal != nil:
		return true
	case v.ratio != nil:
		return v.ratio[0].immediate() && v.ratio[1].immediate()
	default:
		return q != nil && (q.field != "" || q.settings != nil && v.at.name == "")
	}
}

// say returns a text with its numbers.
func (l *Lesson) say(c *computer, t text) (string, error) {
	if err := affordable("the numbers of this step", cost(t)); err != nil {
		return "", &Error{l.file, t.firstLine(), err}
	}
	var out strings.Builder
	err := l.write(&out, c, t)
	return out.String(), err
}

// write writes a text with its numbers; without an engine, with … for what it needs one for.
func (l *Lesson) write(out *strings.Builder, c *computer, t text) error {
	for _, p := range t {
		line, written, err := 0, "", error(nil)
		switch p := p.(type) {
		case plain:
			out.WriteString(string(p))
		case number:
			var r result
			if r, err = c.value(p.value); err == nil {
				out.WriteString(r.write(p.digits))
			}
			line, written = p.line, p.text
		case choice:
			var chosen arm
			if chosen, err = c.choose(p); err == nil {
				if err := l.write(out, c, chosen.text); err != nil {
					return err
				}
			}
			line, written = chosen.line, "if"
		}
		switch {
		case err == nil:
		case c.engine == nil:
			out.WriteString(unknown)
		default:
			return l.fault(c, line, written, err)
		}
	}
	return nil
}

// choose returns the arm of a choice whose condition holds, an empty one for none, or the
// one whose condition is wrong.
func (c *computer) choose(all choice) (arm, error) {
	for _, a := range all {
		if holds, err := c.all(a.when); err != nil || holds {
			return a, err
		}
	}
	return arm{}, nil
}

// fault returns the error of a number; the end of the context stays as it is.
func (l *Lesson) fault(c *computer, line int, written string, err error) error {
	if c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	return &Error{l.file, line, fmt.Errorf("{%s}: %w", written, err)}
}

// firstLine returns the line of the first number, 0 where there is none.
func (t text) firstLine() int {
	first := 0
	t.values(func(_ *value, line int) {
		if first == 0 {
			first = line
		}
	})
	return first
}
