package analysis

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/words"
)

// ParseRidges reads comma-separated ridges and returns them sorted, without
// duplicates. The error says what is accepted.
func ParseRidges(text string) ([]float64, error) {
	var out []float64
	for item := range strings.SplitSeq(text, ",") {
		v, err := parseNumber(item)
		if err != nil {
			return nil, RangeError("ridges", fmt.Sprintf("%q", clip(text)), "numbers ≥ 0, comma-separated, such as 0,0.01,0.1,1")
		}
		if !(v >= 0) {
			return nil, RangeError("ridge", v, "a number ≥ 0")
		}
		out = append(out, v+0) // + 0 makes −0 a 0
	}
	slices.Sort(out)
	if out = slices.Compact(out); len(out) > estimator.MostRidges {
		return nil, fmt.Errorf("ridges: %d values; want at most %d", len(out), estimator.MostRidges)
	}
	return out, nil
}

// RidgeSurface is the LOTO error over λ and the ridge together, its minimum
// scored against the truth where that is known.
type RidgeSurface struct {
	*estimator.Comparison
	MSVE float64 // of θ at the minimum; NaN without truth
}

// CompareRidges compares the results of several ridges, of the same trajectories and
// features. Its error is that of estimator.Compare.
func CompareRidges(results []*Result) (*RidgeSurface, error) {
	c, err := estimator.Compare(selections(results))
	if err != nil {
		return nil, err
	}
	out := &RidgeSurface{Comparison: c, MSVE: math.NaN()}
	if best := results[out.Best]; best.Truth != nil {
		out.MSVE = best.MSVE[best.Selection.Selected]
	}
	return out, nil
}

// NotRuledOut returns how the best λ at a ridge compares with the best pair; see
// estimator.Compare.
func (r *RidgeSurface) NotRuledOut(j int) (diff, se float64, not bool) {
	d := r.Against[j]
	return d.Diff, d.SE, d.NotRuledOut
}

// Second returns the index of the ridge of the least LOTO error besides the best; −1 where
// there is no other.
func (r *RidgeSurface) Second() int { return second(r.Selections, r.Best) }

// Verdict says in a sentence which pair of a ridge and λ has the least LOTO error and how
// sure that is.
func (r *RidgeSurface) Verdict() string {
	at := r.At()
	pair := fmt.Sprintf("ridge %s with λ = %s", words.Number(at.Ridge), words.Number(at.Best().Lambda))
	if last := len(r.Selections) - 1; last > 0 && r.Best == last {
		pair += ", the largest of them,"
	}
	var rivals []string
	for j, s := range r.Selections {
		if _, _, not := r.NotRuledOut(j); not && j != r.Best {
			rivals = append(rivals, words.Number(s.Ridge))
		}
	}
	return "Ridges: " + pair + " has the lowest LOTO error; " + rivalsText("ridge", rivals, len(r.Selections)-1)
}

// At returns the selection at the ridge of the minimum; its λ̂ is that of the
// minimum.
func (r *RidgeSurface) At() *estimator.Selection { return r.Selections[r.Best] }

// RootMSVE returns the root MSVE at the minimum; NaN without truth.
func (r *RidgeSurface) RootMSVE() float64 { return RootMSVE(r.MSVE) }

// RidgeSurface selects λ and the ridge together, over the grid and increasing
// ridges; see estimator.SelectRidge. Settings.Ridge and Settings.Method mean
// nothing here. Errors are those of Check and of the estimator.
func (e *Engine) RidgeSurface(ctx context.Context, s Settings, ridges []float64) (*RidgeSurface, error) {
	s, lambdas, err := e.check(s)
	if err != nil {
		return nil, err
	}
	out := &RidgeSurface{MSVE: math.NaN()}
	err = e.within(ctx, s, Extra{Ridges: len(ridges)}, func(ctx context.Context) error {
		domain, data, err := e.data(ctx, s)
		if err != nil {
			return err
		}
		opt := estimator.RidgeOptions{
			Ridges: ridges, Gamma: s.Gamma, Lambdas: lambdas, Weighting: s.Weighting, Tail: s.Tail,
			Groups: e.groups(s), Do: e.Do, Cache: e.sums, Progress: new(estimator.Progress),
		}
		defer progressOf(ctx).begin("ridges", e.sizes(s).ridges(len(ridges)), opt.Progress.Share)()
		if out.Comparison, err = estimator.SelectRidge(ctx, data, opt); err != nil {
			return e.inFile(ctx, s, err)
		}
		values, err := e.Truth(domain, s.Gamma)
		if values != nil {
			out.MSVE = values.MSVE(out.At().Best().Theta)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}
