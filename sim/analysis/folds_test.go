package analysis

import (
	"cmp"
	"math"
	"slices"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/testutil"
)

// TestFolds compares the means of contributions with the differences of the scores.
func TestFolds(t *testing.T) {
	for _, weighting := range []estimator.Weighting{estimator.ByStep, estimator.ByTrajectory} {
		decided := 0
		for seed := range uint64(10) {
			s := defaults(t, "")
			s.Weighting, s.Seed, s.Trajectories = weighting, seed, 7
			e := NewEngine(1 << 20)
			a := analyze(t, e, s)
			f := foldsOf(t, e, Request{Settings: s})
			_, data := drawn(t, s)
			sel := a.Selection
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
				largest := 0.0
				for k := range sel.Candidates {
					largest = max(largest, math.Abs(f.Contribution(i, k)))
				}
				if f.Influence[i] != largest {
					t.Errorf("trajectory %d: influence %v, want %v", i, f.Influence[i], largest)
				}
				if f.Without[i] != sel.Selected {
					decided++
				}
			}
			decided -= f.NumPivotal()
			if !slices.IsSortedFunc(f.Order, func(i, j int) int { return cmp.Or(cmp.Compare(f.Influence[j], f.Influence[i]), cmp.Compare(i, j)) }) {
				t.Errorf("influences %v in the order %v", f.Influence, f.Order)
			}
		}
		if decided != 0 {
			t.Errorf("%v: NumPivotal is %d off", weighting, decided)
		}
	}
}

// TestWithout compares exact values with selections on the other folds, groups included, and
// the remaining values with first-order estimates. Two folds have no exact values.
func TestWithout(t *testing.T) {
	e := NewEngine(1 << 20)
	for _, n := range []int{2, 3, 30} {
		s := defaults(t, "")
		s.Trajectories, s.Seed = n, 4
		a := analyze(t, e, s)
		first := foldsOf(t, e, Request{Settings: s})
		f := foldsOf(t, e, Request{Settings: s, Exact: true})
		_, data := drawn(t, s)
		exact := 0
		for i := range data {
			if first.Exact[i] || first.Without[i] != a.Selection.SelectedWithout(i) {
				t.Errorf("n = %d, trajectory %d: %d is not first order", n, i, first.Without[i])
			}
			if !f.Exact[i] {
				if f.Without[i] != first.Without[i] || f.LOTOWithout(i, 3) != a.Selection.LOTOWithout(i, 3) {
					t.Errorf("n = %d, trajectory %d: %d, want %d", n, i, f.Without[i], first.Without[i])
				}
				continue
			}
			exact++
			others := slices.Concat(data[:i], data[i+1:])
			want := testutil.Get(estimator.Select(t.Context(), others, e.Options(a.Settings)))(t)
			if f.Without[i] != want.Selected || f.LOTOWithout(i, 3) != want.Candidates[3].LOTO {
				t.Errorf("n = %d, trajectory %d: λ %d, want %d", n, i, f.Without[i], want.Selected)
			}
			if slices.Index(f.Order, i) >= 12 {
				t.Errorf("n = %d: %d is exact, and number %d of influence", n, i, slices.Index(f.Order, i))
			}
		}
		if want := map[int]int{2: 0, 3: 3, 30: 12}[n]; exact != want {
			t.Errorf("n = %d: %d are exact, want %d", n, exact, want)
		}
	}
}
