package dial

import (
	"fmt"
	"math"
	"strconv"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// export has what is on show, without the truth where that is hidden.
func (v *view) export() page.Export {
	out := page.Export{Name: "dial"}
	f := v.shown()
	if f == nil {
		_, why := v.instead()
		out.Summary, out.Views = func(int, func(string) string) []string { return []string{why} }, []page.View{}
		return out
	}
	out.Title = subject(f)
	sentence, hidden := v.sentence(f), v.Hidden
	out.Summary = func(width int, text func(string) string) []string {
		return append([]string{out.Title + ".", "", sentence, ""}, screen.Rows(splitColumns(f, hidden), width, text)...)
	}
	return out
}

// subject names what the data sets are of.
func subject(f *found) string {
	s := f.settings
	return fmt.Sprintf("%d data sets of %s, n = %d, γ = %s, seeds %d to %d", f.summary.Trials, report.Source(s), s.Trajectories, textfmt.Number(s.Gamma), s.Seed, s.Seed+dataSets-1)
}

// splitColumns has a row for each λ.
func splitColumns(f *found, hidden bool) []screen.Column {
	split := f.split()
	var lambdas []string
	var bias2, sum []float64
	for k, lambda := range f.summary.Lambdas {
		lambdas, bias2, sum = append(lambdas, textfmt.Number(lambda)), append(bias2, split.Bias2[k]), append(sum, split.Sum(k))
	}
	digits := report.LevelDigits(sum, nil)
	out := []screen.Column{{Bottom: "λ", Cells: lambdas}}
	if !hidden {
		out = append(out, screen.Column{Bottom: "bias²", Cells: digits.Cells(bias2)})
	}
	out = append(out, screen.Column{Bottom: "variance", Cells: digits.Cells(split.Variance)})
	if !hidden {
		out = append(out, screen.Column{Bottom: "sum", Cells: digits.Cells(sum)})
	}
	return out
}

// splitTable has a row for each λ, in full precision.
func splitTable(f *found, hidden bool) page.Table {
	out := page.Table{Name: "error", Header: []string{"lambda", "bias2", "variance", "msve"}}
	z := f.size()
	for k, lambda := range f.summary.Lambdas {
		bias2, msve := z.Bias2[k], z.LSTD[k].Mean
		if hidden {
			bias2, msve = math.NaN(), math.NaN()
		}
		out.Rows = append(out.Rows, []string{textfmt.Number(lambda), report.Exact(bias2), report.Exact(z.Variance[k]), report.Exact(msve)})
	}
	return out
}

// estimateTable has a row for each data set, λ and group of states.
func estimateTable(f *found, hidden bool) page.Table {
	out := page.Table{Header: []string{"seed", "lambda", "state", "estimate", "true_value"}}
	out.Made = func() [][]string {
		var rows [][]string
		for k, lambda := range f.summary.Lambdas {
			for g, ys := range f.estimates.At[k] {
				truth := f.estimates.True[g]
				if hidden {
					truth = math.NaN()
				}
				for j, y := range ys {
					seed := f.settings.Seed + uint64(j)
					rows = append(rows, []string{strconv.FormatUint(seed, 10), textfmt.Number(lambda), groupName(f, g), report.Exact(y), report.Exact(truth)})
				}
			}
		}
		return rows
	}
	return out
}
