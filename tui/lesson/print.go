package lesson

import (
	"context"
	"fmt"
	"strings"

	"lambdascope/sim/analysis"
)

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
	text := strings.ReplaceAll(out.String(), noBreak, " ")
	return strings.TrimRight(text, "\n") + "\n", nil
}
