package lesson

import (
	"context"
	"fmt"
	"strings"

	"lambdascope/sim/analysis"
	"lambdascope/tui/state"
)

// Paper is how a lesson is written for paper.
type Paper struct {
	From, To int // the steps, from one to before another
	// Command returns the command that opens a scene of flags.
	Command func(args []string) string
	// Pictures returns, in Markdown, the charts that a step shows in the end, after its
	// scene; nil for none.
	Pictures func(step int, scene, end state.State) (string, error)
}

// Markdown returns a lesson with its numbers, for paper: each step with the command that
// opens its scene, with what it waits for, and with its pictures.
func (l *Lesson) Markdown(ctx context.Context, e *analysis.Engine, p Paper) (string, error) {
	var out strings.Builder
	paragraph := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			fmt.Fprintf(&out, "%s\n\n", text)
		}
	}
	paragraph("# " + l.Title)
	if p.From == 0 {
		paragraph(l.Intro)
	}
	for i := p.From; i < p.To; i++ {
		s := l.Steps[i]
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
		paragraph("```\n" + p.Command(s.Scene.Args(analysis.File{})) + "\n```")
		if s.Question != nil {
			paragraph(s.Question.markdown())
		}
		if s.Until != nil {
			does, _ := Waiting(s.Until, s.Scene, s.Scene)
			paragraph("*To go on: " + does + ".*")
		}
		if p.Pictures != nil {
			pictures, err := p.Pictures(i, s.Scene, s.done)
			if err != nil {
				return "", err
			}
			paragraph(pictures)
		}
		paragraph(after)
	}
	text := strings.ReplaceAll(out.String(), noBreak, " ")
	return strings.TrimRight(text, "\n") + "\n", nil
}
