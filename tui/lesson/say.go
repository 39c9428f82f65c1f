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
func (l *Lesson) Pending(step int) string { return l.Steps[step].before.pending() }

// PendingAfter is Pending of what After returns for the same learner.
func (l *Lesson) PendingAfter(e *analysis.Engine, step int, learner state.State) string {
	if t, ok := l.afterFor(e, step, learner); ok {
		return t.pending()
	}
	return l.Steps[step].after.pending()
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
func (t text) pending() string {
	var out strings.Builder
	c := new(computer) // which is asked for nothing that needs an engine
	for _, p := range t {
		switch p := p.(type) {
		case plain:
			out.WriteString(string(p))
		case number:
			written := unknown
			if p.immediate() {
				if r, err := c.value(p.value); err == nil {
					written = r.write(p.digits)
				}
			}
			out.WriteString(written)
		case choice:
			out.WriteString(p.pending(c))
		}
	}
	return out.String()
}

// pending returns the text that is chosen, where that can be told without an analysis.
func (all choice) pending(c *computer) string {
	for _, a := range all {
		known := true
		for _, one := range a.when {
			known = known && one.a.immediate() && one.b.immediate()
		}
		if !known {
			return unknown
		}
		if holds, err := c.all(a.when); err != nil {
			return unknown
		} else if holds {
			return a.text.pending()
		}
	}
	return ""
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

// write writes a text with its numbers.
func (l *Lesson) write(out *strings.Builder, c *computer, t text) error {
	for _, p := range t {
		switch p := p.(type) {
		case plain:
			out.WriteString(string(p))
		case number:
			r, err := c.value(p.value)
			if err != nil {
				return l.fault(c, p.line, p.text, err)
			}
			out.WriteString(r.write(p.digits))
		case choice:
			chosen, err := l.choose(c, p)
			if err == nil {
				err = l.write(out, c, chosen)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// choose returns the text of a choice whose condition holds; nil for none.
func (l *Lesson) choose(c *computer, all choice) (text, error) {
	for _, a := range all {
		holds, err := c.all(a.when)
		if err != nil {
			return nil, l.fault(c, a.line, "if", err)
		}
		if holds {
			return a.text, nil
		}
	}
	return nil, nil
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
