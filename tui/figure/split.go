package figure

import (
	"fmt"
	"math"

	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
)

// Split is the mean squared error over trials at each λ, as bias² and variance.
type Split struct {
	Lambdas  []float64
	Bias2    []float64 // 0 where the truth is hidden
	Variance []float64
	Best     int // the index of LSTD's best λ
	Hidden   bool
}

// SplitOf returns the split for the i-th size of a summary. Where the estimate of bias² is negative, all of
// the error is variance, so that the sum is always the error. With a hidden truth the error is unknown,
// and the split has the variance alone.
func SplitOf(s *study.Summary, i int, hidden bool) Split {
	z := &s.Sizes[i]
	out := Split{Lambdas: s.Lambdas, Best: z.Best, Hidden: hidden}
	for k, variance := range z.Variance {
		bias2 := z.Bias2[k]
		if hidden {
			bias2 = 0
		} else if bias2 < 0 {
			bias2 = 0
			variance = z.LSTD[k].MSVE.Mean
		}
		out.Bias2 = append(out.Bias2, bias2)
		out.Variance = append(out.Variance, variance)
	}
	return out
}

// Known reports whether the error has a split, which requires two trials.
func (s Split) Known() bool { return !math.IsNaN(s.Bias2[0] + s.Variance[0]) }

// Sum returns the error at the k-th λ.
func (s Split) Sum(k int) float64 { return s.Bias2[k] + s.Variance[k] }

// Columns draws the error at each λ, with bias² from 0 up and variance on top, so that the heights
// are the sums, and ▼ above the lowest. The cursor is at the k-th column; a negative k sets no
// cursor. A hidden truth leaves the variance, on an axis of its own, because the axis of the sums
// would tell the bias.
func (s Split) Columns(k int) *chart.Spec {
	out := &chart.Spec{X: chart.Axis{Label: "λ"}, Y: chart.Axis{Label: "mean squared error"}}
	if k >= 0 {
		out.Cursor = new(float64(k))
	}
	for i, lambda := range s.Lambdas {
		out.X.Ticks = append(out.X.Ticks, float64(i))
		out.X.Names = append(out.X.Names, textfmt.WithoutZero(textfmt.Number(lambda)))
		out.Y.Over.Hi = max(out.Y.Over.Hi, s.Sum(i))
	}
	bias2 := chart.Part{Name: "bias²", Y: s.Bias2, Ink: chart.InkTruth, Dim: chart.InkTruthDim}
	if s.Hidden {
		bias2 = chart.Part{} // because the second part has a sign of its own without colours
	} else {
		best := s.Best
		out.Series = []chart.Series{{
			Name: "lowest", X: []float64{float64(best)}, Y: []float64{s.Sum(best)}, Ink: chart.InkTruth, Marker: chart.MarkDown,
		}}
	}
	variance := chart.Part{Name: "variance", Short: "var.", Y: s.Variance, Ink: chart.InkEstimate, Dim: chart.InkEstimateDim}
	out.Stack = &chart.Stack{Parts: []chart.Part{bias2, variance}}
	return out
}

// Larger returns the larger part of the error at the k-th λ and its share in per cent.
func (s Split) Larger(k int) (part string, percent int) {
	sum := s.Sum(k)
	switch {
	case sum <= 0:
		return "variance", 100
	case s.Bias2[k] > sum/2:
		return "bias", int(math.Round(100 * s.Bias2[k] / sum))
	}
	return "variance", int(math.Round(100 * s.Variance[k] / sum))
}

// Ends returns a sentence about the parts of the error at both ends of the grid.
func (s Split) Ends() string {
	last := len(s.Lambdas) - 1
	first, p := s.Larger(0)
	second, q := s.Larger(last)
	switch {
	case last == 0:
		return fmt.Sprintf("%d %% of the error is %s at λ = %s.", p, first, textfmt.Number(s.Lambdas[0]))
	case first == second:
		return fmt.Sprintf("%d %% of the error is %s at λ = %s, %d %% at %s.", p, first, textfmt.Number(s.Lambdas[0]), q, textfmt.Number(s.Lambdas[last]))
	}
	return fmt.Sprintf("At λ = %s, %d %% of the error is %s; at %s, %d %% is %s.",
		textfmt.Number(s.Lambdas[0]), p, first, textfmt.Number(s.Lambdas[last]), q, second)
}
