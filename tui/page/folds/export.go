package folds

import (
	"strconv"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/report"
)

// says returns the title of the files and the sentences of the text.
func (v mapView) says() (title string, sentences []string) {
	f := v.folds
	if f == nil {
		return "", nil
	}
	sentences = []string{report.Problem(f.Analysis, report.Source(f.Analysis.Settings)) + ".", v.deciders() + " " + v.concentration()}
	if text := v.deficiency(); text != "" {
		sentences = append(sentences, text)
	}
	return report.Subject(f.Analysis), sentences
}

// foldsRows has a row for each trajectory, by influence.
func foldsRows(f *found) [][]string {
	all := f.Analysis.Selection.Candidates
	var out [][]string
	for _, i := range f.Order {
		leverage := ""
		if f.leverage != nil {
			leverage = report.Exact(f.leverage[i])
		}
		out = append(out, []string{
			foldLabel(f.Analysis, i), strconv.Itoa(f.Steps[i]), report.Exact(f.Weights[i]), leverage,
			report.Exact(f.Influence[i]), textfmt.Number(all[f.Without[i]].Lambda), strconv.FormatBool(f.Exact[i]),
		})
	}
	return out
}

// differencesRows has a row for each trajectory and λ.
func differencesRows(f *found) [][]string {
	sel := f.Analysis.Selection
	var out [][]string
	for _, i := range f.Order {
		for k := range sel.Candidates {
			c := &sel.Candidates[k]
			out = append(out, []string{
				foldLabel(f.Analysis, i), textfmt.Number(c.Lambda), report.Exact(c.Folds[i]),
				report.Exact(c.Folds[i] - sel.Best().Folds[i]), report.Exact(f.Contribution(i, k)), c.Status[i].String(),
			})
		}
	}
	return out
}
