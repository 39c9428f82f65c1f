package dial

import (
	"fmt"
	"math"
	"strconv"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/report"
)

// says returns the title of the files and the sentences of the text.
func (v *view) says() (title string, sentences []string) {
	f := v.shown()
	if f == nil {
		_, why := v.unavailable()
		return "", []string{why}
	}
	s := f.settings
	title = fmt.Sprintf("%d data sets of %s, n = %d, γ = %s, seeds %d to %d",
		f.summary.Trials, report.Source(s), s.Trajectories, textfmt.Number(s.Gamma), s.Seed, s.Seed+dataSets-1)
	return title, []string{title + ".", v.sentence(f)}
}

// splitRows has a row for each λ.
func splitRows(f *found, hidden bool) [][]string {
	var out [][]string
	z := f.size()
	for k, lambda := range f.summary.Lambdas {
		bias2, msve := z.Bias2[k], z.LSTD[k].Mean
		if hidden {
			bias2, msve = math.NaN(), math.NaN()
		}
		out = append(out, []string{textfmt.Number(lambda), report.Exact(bias2), report.Exact(z.Variance[k]), report.Exact(msve)})
	}
	return out
}

// estimateRows has a row for each data set, λ and group of states.
func estimateRows(f *found, hidden bool) [][]string {
	var out [][]string
	for k, lambda := range f.summary.Lambdas {
		for g, ys := range f.estimates.At[k] {
			truth := f.estimates.True[g]
			if hidden {
				truth = math.NaN()
			}
			for j, y := range ys {
				seed := strconv.FormatUint(f.settings.Seed+uint64(j), 10)
				out = append(out, []string{seed, textfmt.Number(lambda), groupName(f, g), report.Exact(y), report.Exact(truth)})
			}
		}
	}
	return out
}
