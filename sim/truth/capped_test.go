package truth

import (
	"context"
	"errors"
	"math"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/must"
)

// backwards runs the parts of some work one after another, from the last.
func backwards(ctx context.Context, n int, f func(i int)) {
	for i := n - 1; i >= 0 && ctx.Err() == nil; i-- {
		f(i)
	}
}

// forwards runs them from the first.
func forwards(ctx context.Context, n int, f func(i int)) {
	backwards(ctx, n, func(i int) { f(n - 1 - i) })
}

// TestCapped compares errors under a cap with the MSVE on the walk, whose weights are
// those of the states up to the cap: they differ by the variance of the return alone.
func TestCapped(t *testing.T) {
	for _, o := range []sim.Options{{States: 5, MaxSteps: 4}, {States: 9, MaxSteps: 12, Features: "dependent"}} {
		d := must.Have(sim.New(o))(t)
		const gamma = 0.95
		c := must.Have(DrawCapped(t.Context(), forwards, d, gamma))(t)
		exact := must.Have(valuesOf(d, gamma))(t)
		zero := make([]float64, d.Dim())
		variance := c.Error(zero) - exact.MSVE(zero)
		if !(variance > 0) {
			t.Errorf("%v: the variance of the return is %v", o, variance)
		}
		for j := range zero {
			theta := make([]float64, d.Dim())
			theta[j], theta[0] = 1, theta[0]+0.5
			got, want := c.Error(theta)-c.Error(zero), exact.MSVE(theta)-exact.MSVE(zero)
			// A mean over 51200 episodes.
			if math.Abs(got-want) > 0.01*(math.Abs(want)+exact.MSVE(zero)) {
				t.Errorf("%v, θ_%d: %v more than at θ = 0, want %v", o, j, got, want)
			}
		}
		again := must.Have(DrawCapped(t.Context(), backwards, d, gamma))(t)
		if again.Error(zero) != c.Error(zero) || again.cross[0] != c.cross[0] {
			t.Errorf("%v: in another order %v, not %v", o, again.Error(zero), c.Error(zero))
		}
	}
}

// TestCappedTarget: of a target policy the errors are against its returns. At a cap that
// cuts nothing they differ from the MSVE, too, by the variance of the return alone.
func TestCappedTarget(t *testing.T) {
	d := domain(t, sim.Options{Domain: "mountain-car", Features: "raw+bias", Target: 0.15})
	const gamma = 0.95
	c := must.Have(DrawCapped(t.Context(), forwards, d, gamma))(t)
	known := must.Have(valuesOf(d, gamma))(t)
	best := known.Best()
	at := c.Error(best) - known.MSVE(best)
	for j := range best {
		theta := append([]float64(nil), best...)
		theta[j] *= 1.2
		got, want := c.Error(theta)-at, known.MSVE(theta)
		if math.Abs(got-want) > 0.02*want {
			t.Errorf("θ_%d: %v, want %v", j, got, want)
		}
	}
	behaviour := domain(t, sim.Options{Domain: "mountain-car", Features: "raw+bias"})
	other := must.Have(valuesOf(behaviour, gamma))(t)
	if theta := other.Best(); c.Error(theta) <= c.Error(best) {
		t.Errorf("the behaviour's best θ errs by %v, the target's by %v", c.Error(theta), c.Error(best))
	}
}

func TestCappedRefuses(t *testing.T) {
	d := must.Have(sim.New(sim.Options{MaxSteps: 3}))(t)
	if _, err := DrawCapped(t.Context(), forwards, d, 1.5); err == nil || err.Error() != "gamma 1.5: want 0 ≤ γ ≤ 1" {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := DrawCapped(ctx, forwards, d, 1); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
