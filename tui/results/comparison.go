package results

import (
	"bytes"
	"fmt"
	"math"
	"slices"

	"lambdascope/sim/study"
	"lambdascope/sim/words"
	"lambdascope/tui/report"
)

// comparisonHow says how selectors are compared.
const comparisonHow = "Selectors: each chooses from the data of a trial alone, as `compare selectors` does with its seed. Ratios of root MSVE are paired over trials, which have the same data, with their 95 % intervals. LSTD(best) has the fixed λ that is best in hindsight. Two selectors are told apart where the mean difference of their MSVE over the trials is more than chance could make it: there is a chance of 5 % that any two are told apart wrongly, at all numbers of trajectories together. Where a sentence says that the trials cannot distinguish selectors, they may differ by less than the intervals show."

// writeComparison writes the tables of the selectors, and which of them does better
// where.
func writeComparison(w *bytes.Buffer, r *Result) {
	writeSelectorTable(w, r, "root MSVE", func(m study.SelectorRow) string {
		return rootWithInterval(m.MSVE)
	})
	fmt.Fprintln(w)
	writeSelectorTable(w, r, "root MSVE ÷ LSTD(best)", func(m study.SelectorRow) string {
		return ratioWithInterval(m.Ratio)
	})
	fmt.Fprintln(w)
	for _, text := range StandingTexts(r.Summary, func(name string) string { return "`" + name + "`" }) {
		fmt.Fprintf(w, "- %s\n", text)
	}
	if text := bellmanText(r.Summary); text != "" {
		fmt.Fprintf(w, "\n%s\n", text)
	}
}

// writeSelectorTable writes a row for each selector and the fixed λ's beside them, the
// text of a column per number of trajectories.
func writeSelectorTable(w *bytes.Buffer, r *Result, first string, text func(m study.SelectorRow) string) {
	rows := [][]string{sizeHeadings(first, r.Plan.Sizes)}
	for _, m := range r.Summary.SelectorRows() {
		name := m.Selector
		if name == "loto" {
			name += " (" + study.NameALLSTD + ")"
		}
		rows = setCell(rows, name, slices.Index(r.Plan.Sizes, m.Trajectories), text(m))
	}
	writeRows(w, rows)
}

// rootWithInterval writes a root MSVE and its 95 % interval.
func rootWithInterval(m study.Mean) string {
	root, low, high := m.Root()
	f := report.Significant([]float64{root}, rootSignificant)
	if math.IsNaN(low) {
		return f.Format(root)
	}
	return fmt.Sprintf("%s (%s to %s)", f.Format(root), f.Format(low), f.Format(high))
}

// ratioWithInterval writes a ratio and its 95 % interval, where it has one: one trial
// gives none, and what is the same in every trial has no spread.
func ratioWithInterval(r study.Ratio) string {
	if !(r.Low < r.High) {
		return fmt.Sprintf("%.3f", r.Ratio)
	}
	return fmt.Sprintf("%.3f (%.3f to %.3f)", r.Ratio, r.Low, r.High)
}

// StandingTexts say which selectors do better at each number of trajectories, a text for
// each; code writes the name of a selector.
func StandingTexts(s *study.Summary, code func(name string) string) []string {
	var out []string
	for i, at := range s.Standings() {
		out = append(out, fmt.Sprintf("n = %d: %s", at.Trajectories, standingText(&at, &s.Sizes[i], s.Trials, code)))
	}
	return out
}

// standingText says which selectors do better at a number of trajectories.
func standingText(at *study.Standing, z *study.SizeSummary, trials int, code func(name string) string) string {
	if trials < study.FewestTrials {
		return fmt.Sprintf("%s has the lowest root MSVE. %d trials are too few to tell selectors apart: at least %d are needed.", code(at.Least), trials, study.FewestTrials)
	}
	codes := func(names []string) string {
		var out []string
		for _, name := range names {
			out = append(out, code(name))
		}
		return words.And(out)
	}
	text := fmt.Sprintf("%s has the lowest root MSVE, %s times that of LSTD(best).", code(at.Least), ratioWithInterval(ofSelector(z, at.Least).Ratio))
	if len(at.Level) > 0 {
		text += fmt.Sprintf(" The trials cannot distinguish %s from it.", codes(at.Level))
	} else {
		text += " It is better than all others."
	}
	for _, side := range []struct {
		names []string
		is    string
	}{{at.Better, "Better"}, {at.Worse, "Worse"}} {
		var parts []string
		for _, name := range side.names {
			parts = append(parts, fmt.Sprintf("%s with %s times its root MSVE", code(name), ratioWithInterval(ofSelector(z, name).OfALLSTD)))
		}
		if len(parts) > 0 {
			text += fmt.Sprintf(" %s than ALLSTD: %s.", side.is, words.And(parts))
		}
	}
	if len(at.Better)+len(at.Worse) == 0 {
		text += " None is told from ALLSTD."
	}
	if len(at.Same) > 0 {
		text += fmt.Sprintf(" In every trial as good as ALLSTD, up to rounding: %s.", codes(at.Same))
	}
	return text
}

// ofSelector returns the summary of a selector, of ALLSTD where it was not asked for.
func ofSelector(z *study.SizeSummary, name string) study.SelectorSummary {
	for _, s := range z.Selectors {
		if s.Name == name {
			return s
		}
	}
	return z.ChosenSummary()
}

// bellmanText says how often bellman chose λ = 0, where it was asked.
func bellmanText(s *study.Summary) string {
	if !slices.Contains(s.Plan.Selectors, "bellman") {
		return ""
	}
	zero, all := 0, 0
	for i := range s.Sizes {
		for _, of := range s.Sizes[i].Selectors {
			if of.Name == "bellman" {
				zero, all = zero+of.AtZero, all+s.Trials
			}
		}
	}
	return fmt.Sprintf("`bellman` chooses λ = 0 on %d of %d data sets. Its error asks whether values agree with their own predictions one step on, as far as the features tell: for LSTD(0) it is 0 on the data that it is fitted to, whatever the true values are. On the trajectory left out it also has the scatter of single trajectories, by which another λ can have the lowest.", zero, all)
}
