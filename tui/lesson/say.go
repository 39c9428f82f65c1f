package lesson

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/state"
)

// Before returns the text above the block of a step, in Markdown.
func (l *Lesson) Before(ctx context.Context, e *analysis.Engine, step int) (string, error) {
	s := &l.Steps[step]
	return l.say(&computer{ctx, e, s.Scene}, s.before)
}

// After returns the text below the block of a step, in Markdown, and the state of the numbers. That
// is the learner's state at the end of the wait. With a nil learner, as on paper, or if the learner's
// state lacks a number, it is the scene with met conditions.
func (l *Lesson) After(ctx context.Context, e *analysis.Engine, step int, learner *state.State) (text string, of state.State, err error) {
	s := &l.Steps[step]
	if learner != nil {
		if text, err := l.say(&computer{ctx, e, *learner}, s.after); err == nil || ctx.Err() != nil {
			return text, *learner, err
		}
	}
	text, err = l.say(&computer{ctx, e, s.done}, s.after)
	return text, s.done, err
}

// Computed reports whether the text below the block of a step has numbers.
func (l *Lesson) Computed(step int) bool {
	return slices.ContainsFunc(l.Steps[step].after, func(p part) bool { return !p.isPlain() })
}

// Pending returns the text above the block with … for numbers.
func (l *Lesson) Pending(step int) string { return l.Steps[step].before.pending() }

// PendingAfter returns the text below the block with … for numbers.
func (l *Lesson) PendingAfter(step int) string { return l.Steps[step].after.pending() }

func (t text) pending() string {
	var out strings.Builder
	for _, p := range t {
		if p.isPlain() {
			out.WriteString(p.plain)
		} else {
			out.WriteString("…")
		}
	}
	return out.String()
}

// say returns a text with computed numbers.
func (l *Lesson) say(c *computer, t text) (string, error) {
	var out strings.Builder
	for _, p := range t {
		switch {
		case p.isPlain():
			out.WriteString(p.plain)
		case p.value != nil:
			r, err := c.value(p.value)
			if err != nil {
				return "", l.fault(c, p.line, p.value.text, err)
			}
			out.WriteString(r.write(p.value.digits))
		default:
			chosen, err := c.choose(p.arms)
			if err != nil {
				return "", l.fault(c, chosen.line, "if", err)
			}
			text, err := l.say(c, chosen.text)
			if err != nil {
				return "", err
			}
			out.WriteString(text)
		}
	}
	return out.String(), nil
}

// choose returns the first arm with a true condition or with an error. Otherwise it returns an empty
// arm.
func (c *computer) choose(arms []arm) (arm, error) {
	for _, a := range arms {
		if holds, err := c.all(a.when); err != nil || holds {
			return a, err
		}
	}
	return arm{}, nil
}

// fault returns the error of a number. The end of the context has no line.
func (l *Lesson) fault(c *computer, line int, written string, err error) error {
	if c.ctx.Err() != nil {
		return c.ctx.Err()
	}
	return &Error{l.file, line, fmt.Errorf("{%s}: %w", written, err)}
}

// noBreak joins a number and a unit, so that no line ends between the two.
const noBreak = "\u00a0"

// write writes a result. Digits apply to numbers and shares; 0 means 3.
func (r result) write(digits int) string {
	digits = cmp.Or(digits, 3)
	switch r.kind {
	case kindWord:
		return r.word
	case kindExact:
		return textfmt.Fixed(r.number, -1)
	case kindShare:
		return textfmt.Significant(100*r.number, digits) + noBreak + "%"
	}
	return textfmt.Significant(r.number, digits)
}

// Markdown returns a lesson for paper, with numbers, conditions and the commands of the scenes, which
// command makes from flags.
func (l *Lesson) Markdown(ctx context.Context, e *analysis.Engine, command func(args []string) string) (string, error) {
	var out strings.Builder
	paragraph := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			fmt.Fprintf(&out, "%s\n\n", text)
		}
	}
	paragraph("# " + l.Title)
	paragraph(l.Intro)
	for i, s := range l.Steps {
		before, err := l.Before(ctx, e, i)
		if err != nil {
			return "", err
		}
		after, _, err := l.After(ctx, e, i, nil)
		if err != nil {
			return "", err
		}
		paragraph("## " + s.Title)
		paragraph(before)
		paragraph("```\n" + command(s.Scene.Args()) + "\n```")
		if s.Question != nil {
			paragraph(s.Question.markdown())
		}
		if s.Until != nil {
			does, _ := Waiting(s.Until, s.Scene)
			paragraph("*To go on: " + does + ".*")
		}
		paragraph(after)
	}
	return strings.TrimRight(strings.ReplaceAll(out.String(), noBreak, " "), "\n") + "\n", nil
}
