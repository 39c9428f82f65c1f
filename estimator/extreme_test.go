package estimator

import (
	"context"
	"math"
	"testing"
)

// TestOverflowIsAnError: numbers that overflow are an error, never a result.
func TestOverflowIsAnError(t *testing.T) {
	ctx, failed := context.Background(), 0
	for _, features := range []float64{0x1p-1000, 0x1p-530, 1, 0x1p500, 0x1p1000} {
		for _, rewards := range []float64{0x1p-1000, 0x1p-500, 0x1p-460, 1, 0x1p250, 0x1p500} {
			data := mapped(t, synthetic(t, 5, 2, 4, 1), func(x []float64) []float64 {
				return []float64{features * x[0], x[1]}
			}, func(r float64) float64 { return rewards * r })
			check := func(what string, err error, numbers ...float64) {
				t.Helper()
				if err == nil && !finite(numbers) {
					t.Errorf("features %g, rewards %g, %s: no error, but %v", features, rewards, what, numbers)
				}
			}
			opt := Options{Gamma: 0.9, Lambdas: grid(3)}
			if s, err := Select(ctx, data, opt); err == nil {
				for _, c := range s.Candidates {
					check("Select", nil, append(append([]float64{c.LOTO, c.SE, c.Diff, c.PairedSE, c.RefitSE}, c.Theta...), c.Folds...)...)
				}
			}
			for _, opt.Ridge = range []float64{0, 5e-324, 1e-300, 1e-12, 1, 1e300} {
				fits, err := LSTD(ctx, data, opt)
				for _, f := range fits {
					check("LSTD", err, f.Theta...)
				}
				if err != nil {
					failed++
				}
			}
		}
	}
	if failed == 0 {
		t.Error("no error in any case")
	}
}

// TestUnderflowIsAnError: comparisons of scores refuse rewards whose squares underflow, and name
// the first; fits accept such rewards. Rewards of zero are no error.
func TestUnderflowIsAnError(t *testing.T) {
	data := synthetic(t, 12, 3, 5, 1)
	opt := Options{Gamma: 0.9, Lambdas: grid(3)}
	grid := mustSelect(t, data, opt)
	none := mapped(t, data, same, func(float64) float64 { return 0 })
	for _, c := range []float64{1e-170, 1e-150, 5e-324} {
		small := mapped(t, data, same, func(r float64) float64 { return c * math.Copysign(max(1, math.Abs(r)), r) })
		_, err := Select(context.Background(), small, opt)
		_, ridges := SelectRidge(context.Background(), small, []float64{0, 1}, opt)
		_, refined := Refine(context.Background(), small, opt, grid)
		for _, err := range []error{err, ridges, refined} {
			saying(t, err, "trajectory 0, step 1: reward ")
		}
		// In passes the number is among all trajectories, including earlier blocks.
		sums := summed(t, none[:3], opt)
		saying(t, sums.Add(t.Context(), small), "")
		saying(t, failure(sums.Open(t.Context())), "trajectory 3, step 1: reward ")
		fits, err := LSTD(context.Background(), small, opt)
		if err != nil || c > 1e-300 && fits[0].Theta[0] == 0 {
			t.Errorf("rewards × %g: error %v", c, err)
		}
	}
	if s := mustSelect(t, none, opt); s.Selected != 0 || !s.Flat() {
		t.Error("λ's differ without rewards")
	}
	// Among larger rewards, small rewards do not matter.
	data[3] = mapped(t, data[3:4], same, func(r float64) float64 { return 1e-170 * r })[0]
	mustSelect(t, data, opt)
}

func finite(x []float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}
