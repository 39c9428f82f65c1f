package estimator

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

func mustRLSTD(t testing.TB, data []*Trajectory, opt Options) []RLSTDFit {
	t.Helper()
	fits := must(RLSTD(context.Background(), data, fitOf(opt)))(t)
	return fits
}

// TestRLSTDIsLSTD compares RLSTD with the definition of LSTD with the same ridge,
// solved by singular values, on random problems of all kinds.
func TestRLSTDIsLSTD(t *testing.T) {
	refits, fits := 0, 0
	checkKinds(t, func(t *rapid.T, kind string) {
		var data []*Trajectory
		if rapid.Bool().Draw(t, "wide") {
			data = drawWide(t, kind, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 9)))
		} else {
			data = drawData(t, kind)
		}
		opt := Options{
			Gamma:   rapid.SampledFrom([]float64{0, 0.5, 0.95, 1}).Draw(t, "γ"),
			Lambdas: []float64{0, 0.7, 1},
			Ridge:   math.Pow(10, rapid.Float64Range(-14, 2).Draw(t, "log ρ")),
		}
		got := must(RLSTD(context.Background(), data, fitOf(opt)))(t)
		for k, lambda := range opt.Lambdas {
			ref := newReference(data, opt, lambda)
			if got[k].Lambda != lambda {
				t.Errorf("λ = %v, want %v", got[k].Lambda, lambda)
			}
			if !ref.whole.borderline {
				checkWeights(t, "θ", got[k].Theta, got[k].Singular, ref.whole, ref)
			}
			if fits++; got[k].Refit {
				refits++
			}
		}
	})
	if refits*20 < fits || refits*2 > fits { // 16 % are expected
		t.Errorf("%d of %d fits by the system: want some of both sorts", refits, fits)
	}
}

// TestRecursion compares the recursion alone with LSTD, because the refit of a rejected θ
// would hide wrong steps.
func TestRecursion(t *testing.T) {
	data := append(synthetic(t, 6, 4, 7, 1), truncatedSynthetic(t, 3, 4, 5, 2)...)
	for _, data := range [][]*Trajectory{data, offPolicy(t, data, 1)} {
		opt := Options{Gamma: 0.9, Lambdas: grid(4), Ridge: 0.5}
		p := must(newProblem(context.Background(), data, opt))(t)
		fits := must(LSTD(context.Background(), data, fitOf(opt)))(t)
		ws := newWorkspace(p.d, nil)
		for _, fit := range fits {
			ws.start(p.at(opt.Ridge).ridge)
			for i := range data {
				p.load(&ws.episode, i)
				ws.recur(opt.Gamma * fit.Lambda)
			}
			theta, err := p.weights(ws.theta)
			if e := relative(theta, fit.Theta, 0); err != nil || !(e <= 1e-9) {
				t.Errorf("λ = %v: θ off by %.2g, error %v", fit.Lambda, e, err)
			}
		}
	}
}

// TestRLSTDAfter compares the fits to the first trajectories with those to them alone.
func TestRLSTDAfter(t *testing.T) {
	data := synthetic(t, 12, 9, 15, 3)
	for _, ridge := range []float64{1, 1e-15} { // proven, and refitted
		opt := Options{Gamma: 0.9, Lambdas: grid(4), Ridge: ridge}
		numbers := []int{1, 2, 5, 12}
		got := must(RLSTDAfter(context.Background(), data, numbers, fitOf(opt)))(t)
		refits := 0
		for j, n := range numbers {
			for k, want := range mustRLSTD(t, data[:n], opt) {
				fit := got[j][k]
				if fit.Lambda != want.Lambda || fit.Refit != want.Refit || fit.Singular != want.Singular {
					t.Errorf("ρ = %g, n = %d: %+v, want %+v", ridge, n, fit, want)
				}
				// The scale, a power of two, changes the pivots of a refit alone.
				if e := relative(fit.Theta, want.Theta, 0); e > 1e-12 || e > 0 && !fit.Refit {
					t.Errorf("ρ = %g, n = %d: θ = %v, want %v: off by %.2g", ridge, n, fit.Theta, want.Theta, e)
				}
				if fit.Refit {
					refits++
				}
			}
		}
		if (refits > 0) != (ridge < 1) {
			t.Errorf("ρ = %g: %d refits", ridge, refits)
		}
	}
}
