package lesson

import (
	"context"
	"fmt"
	"strings"

	"lambdascope/sim/analysis"
)

// Markdown returns a lesson with its numbers, for paper, with the steps from one to before
// another: each with the command that opens its scene, which command returns for flags,
// and with what it waits for.
func (l *Lesson) Markdown(ctx context.Context, e *analysis.Engine, from, to int, command func(args []string) string) (string, error) {
	var out strings.Builder
	paragraph := func(text string) {
		if text = strings.TrimSpace(text); text != "" {
			fmt.Fprintf(&out, "%s\n\n", text)
		}
	}
	paragraph("# " + l.Title)
	if from == 0 {
		paragraph(l.Intro)
	}
	for i := from; i < to; i++ {
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
		paragraph("```\n" + command(s.Scene.Args(analysis.File{})) + "\n```")
		if s.Question != nil {
			paragraph(s.Question.markdown())
		}
		if s.Until != nil {
			does, _ := Waiting(s.Until, s.Scene, s.Scene)
			paragraph("*To go on: " + does + ".*")
		}
		paragraph(after)
	}
	text := strings.ReplaceAll(out.String(), noBreak, " ")
	return strings.TrimRight(text, "\n") + "\n", nil
}
