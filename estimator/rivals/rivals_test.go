package rivals

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/testutil"
)

// draw draws n trajectories of h transitions over d features that are correlated in time; every
// third is truncated. ratios adds importance ratios.
func draw(t *testing.T, n, d, h int, seed uint64, ratios bool) []*estimator.Trajectory {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 0))
	data := make([]*estimator.Trajectory, n)
	for i := range data {
		x, rewards, weights := make([]float64, (h+1)*d), make([]float64, h), make([]float64, h)
		for j := range x {
			x[j] = random.NormFloat64()
			if j >= d {
				x[j] = 0.8*x[j-d] + 0.6*x[j]
			}
		}
		for s := range rewards {
			rewards[s] = 1 + x[s*d] + random.NormFloat64()
			weights[s] = math.Exp(0.4 * random.NormFloat64())
		}
		data[i] = testutil.Get(estimator.NewTrajectory(d, x, rewards, i%3 < 2))(t)
		if ratios {
			data[i] = testutil.Get(data[i].WithRatios(weights))(t)
		}
	}
	return data
}

// off returns the norm of got − want relative to want.
func off(got, want []float64) float64 {
	var difference, size float64
	for j, v := range want {
		difference = math.Hypot(difference, got[j]-v)
		size = math.Hypot(size, v)
	}
	if difference == 0 {
		return 0
	}
	return difference / size
}

// frameOf returns the worker of a frame.
func frameOf(t *testing.T, data []*estimator.Trajectory, opt estimator.Options) *worker {
	t.Helper()
	return newData(t.Context(), testutil.Get(estimator.NewFrame(t.Context(), data, opt))(t)).borrow()
}

// TestFromZero follows the updates from A_0⁻¹ to A_λ⁻¹, because the inverse of A_λ itself would
// hide wrong updates.
func TestFromZero(t *testing.T) {
	for _, ratios := range []bool{false, true} {
		w := frameOf(t, draw(t, 9, 4, 7, 1, ratios), estimator.Options{Gamma: 0.9})
		start := w.inverseAt(0, nil)
		for k, lambda := range w.Options.Lambdas {
			clear(w.system)
			if inverse := w.retrace(w.decay(k), start); start == nil || !isInverse(inverse, w.system, w.residue) {
				t.Errorf("λ = %v, ratios %v: updates do not lead to A_λ⁻¹", lambda, ratios)
			}
		}
	}
}

// TestUpdatesAreUsed: the inverses of most folds come from updates, because solutions of the
// folds' own systems would hide wrong updates.
func TestUpdatesAreUsed(t *testing.T) {
	for _, ratios := range []bool{false, true} {
		for _, groups := range [][]int{nil, {0, 1, 2, 0, 1, 2, 3, 4, 5}} {
			opt := estimator.Options{Gamma: 0.9, Ridge: 2, Groups: groups, Method: RSM{}}
			refits, folds := 0, 0
			for _, c := range testutil.Get(estimator.Select(t.Context(), draw(t, 9, 5, 30, 2, ratios), opt))(t).Candidates {
				for _, status := range c.Status {
					folds++
					if status != estimator.FoldOK {
						refits++
					}
				}
			}
			if 10*refits > folds {
				t.Errorf("ratios %v, groups %v: %d refits of %d folds", ratios, groups, refits, folds)
			}
		}
	}
}

// TestRecursion compares the recursion alone with LSTD, because the refit of a rejected θ would
// hide wrong steps.
func TestRecursion(t *testing.T) {
	for _, ratios := range []bool{false, true} {
		data, opt := draw(t, 9, 4, 7, 1, ratios), estimator.Options{Gamma: 0.9, Ridge: 0.5}
		w := frameOf(t, data, opt)
		for k, fit := range testutil.Get(estimator.LSTD(t.Context(), data, opt))(t) {
			w.start()
			theta := make([]float64, w.d)
			for i := range data {
				w.recur(w.at(i), theta, w.decay(k))
			}
			if e := off(testutil.Get(w.Weights(theta))(t), fit.Theta); !(e <= 1e-9) {
				t.Errorf("λ = %v, ratios %v: θ off by %.2g", fit.Lambda, ratios, e)
			}
		}
	}
}

// TestRLSTDIsLSTD compares RLSTD with LSTD of the same ridge, over ridges at which the recursion
// is verified and at which it loses its digits.
func TestRLSTDIsLSTD(t *testing.T) {
	refits, fits := 0, 0
	for seed := range uint64(60) {
		random := rand.New(rand.NewPCG(seed, 1))
		data := draw(t, 1+random.IntN(9), 1+random.IntN(8), 1+random.IntN(20), seed, seed%3 == 0)
		opt := estimator.Options{Gamma: 0.95, Lambdas: []float64{0, 0.7, 1}, Ridge: math.Pow(10, 16*random.Float64()-14)}
		want := testutil.Get(estimator.LSTD(t.Context(), data, opt))(t)
		for k, fit := range testutil.Get(RLSTD(t.Context(), data, opt))(t) {
			if fits++; fit.Refit {
				refits++
			}
			if e := off(fit.Theta, want[k].Theta); !(e <= 1e-7) || fit.Lambda != want[k].Lambda || fit.Singular != want[k].Singular {
				t.Errorf("seed %d, ρ = %g, λ = %v: %v, want %v: off by %.2g", seed, opt.Ridge, fit.Lambda, fit, want[k], e)
			}
		}
	}
	if refits == 0 || refits*2 > fits {
		t.Errorf("%d of %d fits by the system: want some of both kinds", refits, fits)
	}
}

// compute returns all numbers of the package for some data.
func compute(ctx context.Context, data []*estimator.Trajectory, do estimator.Do) (string, error) {
	fits, err := RLSTD(ctx, data, estimator.Options{Gamma: 0.9, Ridge: 1, Do: do})
	out := fmt.Sprint(fits)
	for _, method := range []estimator.Method{Naive{}, RSM{}} {
		if err == nil {
			var s *estimator.Selection
			if s, err = estimator.Select(ctx, data, estimator.Options{Gamma: 0.9, Method: method, Do: do}); err == nil {
				out += fmt.Sprint(s.Candidates)
			}
		}
	}
	return out, err
}

// TestDeterminism requires the same bits on any number of processors.
func TestDeterminism(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	want := ""
	for _, processors := range []int{1, 2, 7} {
		runtime.GOMAXPROCS(processors)
		got := testutil.Get(compute(t.Context(), draw(t, 20, 5, 300, 1, true), nil))(t)
		if want == "" {
			want = got
		}
		if got != want {
			t.Errorf("other bits on %d processors", processors)
		}
	}
}

// TestCancel cancels in each task in turn: the computation must return context.Canceled.
func TestCancel(t *testing.T) {
	data := draw(t, 9, 3, 20, 1, false)
	for at := 0; ; at++ {
		ctx, cancel := context.WithCancel(t.Context())
		tasks := 0
		_, err := compute(ctx, data, func(ctx context.Context, n int, f func(i int)) {
			for i := 0; i < n && ctx.Err() == nil; i++ {
				if tasks == at {
					cancel()
				}
				tasks++
				f(i)
			}
		})
		cancel()
		if tasks <= at { // ran to its end
			if err != nil {
				t.Error(err)
			}
			return
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatalf("cancelled in task %d: error %v", at, err)
		}
	}
}
