package explore

import (
	"cmp"
	"slices"

	"lambdascope/sim/textfmt"
	"lambdascope/sim/truth"
	"lambdascope/tui/chart"
)

// withEnds adds to a chart of values, faint and below all else, what the first and the
// last λ of the grid estimate, so that it shows what λ does.
func (v *view) withEnds(s *chart.Spec) *chart.Spec {
	all := v.Result.Selection.Candidates
	if len(all) < 2 {
		return s
	}
	var ends []chart.Series
	for i, k := range []int{0, len(all) - 1} {
		x, y := v.valueLine(k)
		line := chart.Series{
			Name: "λ = " + textfmt.Number(all[k].Lambda), X: x, Y: y,
			Ink: chart.InkPinned, Line: []chart.Line{chart.LineDashed, chart.LineSolid}[i],
		}
		if v.scattered() { // its y are true values
			ends = append(ends, v.unlessHidden(line, true)...)
			continue
		}
		ends = append(ends, line)
	}
	s.Series = append(ends, s.Series...)
	return s
}

// scattered reports whether the chart of values has the true ones along y.
func (v *view) scattered() bool {
	return v.Result.Truth != nil && v.Result.Truth.Kind == truth.KindMonteCarlo
}

// valueLine returns the values that the k-th λ estimates as a line of the chart of
// values: by state, or, of the many points of a scatter, the means of each tenth by
// estimated value.
func (v *view) valueLine(k int) (x, y []float64) {
	a := v.Result
	values := a.Values(k)
	switch known := a.Truth; {
	case known == nil:
		return tenths(values, a.Sample.Returns)
	case v.scattered():
		return tenths(values, known.Nu)
	}
	return states(len(values)), values
}

// tenths sorts points by x, divides them into ten groups of about one size, fewer where
// they are few, and returns the mean point of each.
func tenths(x, y []float64) (meanX, meanY []float64) {
	order := make([]int, len(x))
	for i := range order {
		order[i] = i
	}
	// By index too: a stable sort takes three times as long.
	slices.SortFunc(order, func(i, j int) int {
		if c := cmp.Compare(x[i], x[j]); c != 0 {
			return c
		}
		return i - j
	})
	groups := min(10, len(x))
	for g := range groups {
		of := order[g*len(x)/groups : (g+1)*len(x)/groups]
		sumX, sumY := 0., 0.
		for _, i := range of {
			sumX, sumY = sumX+x[i], sumY+y[i]
		}
		meanX, meanY = append(meanX, sumX/float64(len(of))), append(meanY, sumY/float64(len(of)))
	}
	return meanX, meanY
}

// states numbers the states of a walk, from 1.
func states(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i + 1)
	}
	return out
}
