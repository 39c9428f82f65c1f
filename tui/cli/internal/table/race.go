package table

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/words"
	"lambdascope/tui/report"
)

// writeRace writes a row for each λ that a race dropped, and what it came to in words.
func writeRace(w *bytes.Buffer, a *analysis.Result, s Style) {
	if a.Race.Dropped() > 0 {
		headings, rows := raceColumns(a, s).lines()
		for _, h := range headings {
			fmt.Fprintln(w, s.faint(h))
		}
		for _, row := range rows {
			fmt.Fprintln(w, row)
		}
		fmt.Fprintln(w)
	}
	s.sentence(w, raceSentence(a.Race))
}

func raceColumns(a *analysis.Result, s Style) *columns {
	var dropped []estimator.Raced
	var at []int
	for k, l := range a.Race.Lambdas {
		if l.Dropped {
			dropped, at = append(dropped, l), append(at, k)
		}
	}
	each := func(f func(i int, l estimator.Raced) string) []string {
		cells := make([]string, len(dropped))
		for i, l := range dropped {
			cells[i] = f(i, l)
		}
		return cells
	}
	var diffs, margins []float64
	for _, l := range dropped {
		diffs, margins = append(diffs, l.Diff), append(margins, l.Margin)
	}
	var out columns
	lambda := report.LambdaDigits(a.Lambdas())
	level := max(a.Selection.Best().Score, a.Selection.MeanSquaredReturn)
	out.add(column{top: "dropped", bottom: s.text("λ"), cells: each(func(_ int, l estimator.Raced) string { return lambda.Format(l.Lambda) })})
	out.add(column{top: "after", bottom: "folds", cells: each(func(_ int, l estimator.Raced) string { return strconv.Itoa(l.Folds) })})
	out.add(column{top: s.text("from λ̂,"), bottom: s.text("± margin"), cells: s.withErrors(report.DifferenceDigits(diffs, margins, level), diffs, margins)})
	if a.Truth != nil {
		d := truthDigits(a)
		best, _, _ := a.Extremes()
		out.add(column{top: "root", bottom: "MSVE", cells: each(func(i int, _ estimator.Raced) string { return d.Format(a.Race.RootMSVE(at[i])) })})
		out.add(column{left: true, cells: each(func(_ int, l estimator.Raced) string {
			if l.Lambda == best.Lambda {
				return "best"
			}
			return ""
		})})
	}
	return &out
}

// raceSentence says what a race scored and saved.
func raceSentence(r *analysis.Race) string {
	if r.Round == 0 {
		return fmt.Sprintf("Race: none, as it would not pay with so few folds; all %d folds were scored.", r.Folds)
	}
	out := fmt.Sprintf("Race: %d of %d folds scored (%.0f %%).", r.Scored, r.Folds, 100*float64(r.Scored)/float64(r.Folds))
	if r.Dropped() == 0 {
		out += " No λ was dropped; it"
	} else {
		out += " It"
	}
	saved := r.Saved.Round(time.Millisecond)
	switch {
	case saved > 0:
		out += fmt.Sprintf(" saved about %d ms of processor time.", saved.Milliseconds())
	case saved < 0:
		out += fmt.Sprintf(" took about %d ms of processor time more than it saved.", -saved.Milliseconds())
	default:
		out += " saved no time to speak of."
	}
	if r.Dropped() == 0 {
		return out
	}
	return out + fmt.Sprintf(" The probability that the λ̂ of all folds is among those dropped is at most about %s.", words.Number(r.Delta))
}
