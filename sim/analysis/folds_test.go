package analysis

import (
	"math"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/internal/must"
)

func foldsOf(t *testing.T, s Settings) (*Folds, *Result, []*estimator.Trajectory) {
	t.Helper()
	e := NewEngine(1 << 20)
	a := analyze(t, e, s)
	f := must.Have(e.Folds(t.Context(), a))(t)
	_, data := drawn(t, s)
	return f, a, data
}

// TestFolds holds contributions against the differences of the scores, which are
// their means, and the choice without a trajectory against a plain sum over the
// others.
func TestFolds(t *testing.T) {
	for _, weighting := range []estimator.Weighting{estimator.ByStep, estimator.ByTrajectory} {
		decided := 0
		for seed := range uint64(10) {
			s := defaults(t)
			s.Weighting, s.Seed, s.Trajectories = weighting, seed, 7
			f, a, data := foldsOf(t, s)
			sel := a.Selection
			weight := func(i int) float64 {
				if weighting == estimator.ByStep {
					return float64(data[i].Len())
				}
				return 1
			}
			for k, c := range sel.Candidates {
				mean := 0.0
				for i := range data {
					mean += f.Contribution(i, k) / float64(len(data))
				}
				if math.Abs(mean-c.Diff) > 1e-13*sel.MeanSquaredReturn {
					t.Errorf("%v, λ = %v: contributions have the mean %v, the score differs by %v", weighting, c.Lambda, mean, c.Diff)
				}
			}
			for i := range data {
				if f.Steps[i] != data[i].Len() {
					t.Errorf("trajectory %d: %d steps, want %d", i, f.Steps[i], data[i].Len())
				}
				best, least := 0, math.Inf(1)
				largest := 0.0
				for k, c := range sel.Candidates {
					score := 0.0
					for j := range data {
						if j != i {
							score += weight(j) * c.Folds[j]
						}
					}
					if score < least*(1-1e-9) {
						best, least = k, score
					}
					largest = max(largest, math.Abs(f.Contribution(i, k)))
				}
				if f.Without[i] != best {
					t.Errorf("%v, seed %d: without trajectory %d λ %d, want %d", weighting, seed, i, f.Without[i], best)
				}
				if f.Influence[i] != largest {
					t.Errorf("trajectory %d: influence %v, want %v", i, f.Influence[i], largest)
				}
				if best != sel.Selected {
					decided++
				}
			}
			decided -= f.Deciding()
			seen := make([]bool, len(data))
			for r, i := range f.Order {
				seen[i] = true
				if r == 0 {
					continue
				}
				if p := f.Order[r-1]; f.Influence[p] < f.Influence[i] || f.Influence[p] == f.Influence[i] && p > i {
					t.Errorf("trajectory %d stands before %d", p, i)
				}
			}
			for i, ok := range seen {
				if !ok {
					t.Errorf("trajectory %d is nowhere", i)
				}
			}
		}
		if decided != 0 {
			t.Errorf("%v: Deciding is %d off", weighting, decided)
		}
	}
}
