package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// drawWide draws trajectories that are short beside the number of features, from
// too few for A to be regular to three times as many.
func drawWide(t *rapid.T, kind string, random *rand.Rand) []*Trajectory {
	d := rapid.SampledFrom([]int{5, 6, 8, 11, 13, 17, 24, 28, 41, 64}).Draw(t, "d")
	longest := rapid.IntRange(1, 7).Draw(t, "longest")
	n := 2 + int(float64(d)/float64(longest)*rapid.Float64Range(0.3, 3).Draw(t, "share"))
	n = min(n, 16)
	ending := rapid.SampledFrom([]string{"terminated", "truncated", "both"}).Draw(t, "ending")
	return drawTrajectories(t, kind, random, d, n, longest, ending)
}

// anyRidge draws none, or one from where it hardly makes A regular to where it
// rules.
func anyRidge(random *rand.Rand) float64 {
	if random.IntN(2) == 0 {
		return 0
	}
	return math.Pow(10, 14*random.Float64()-12)
}

// TestWoodburyWide compares with the definitions where there are more features
// than steps, and on data that do not determine them.
func TestWoodburyWide(t *testing.T) {
	checkKinds(t, func(t *rapid.T, kind string) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 9))
		data := drawWide(t, kind, random)
		opt := Options{
			Gamma:   rapid.SampledFrom([]float64{0.5, 0.95, 1}).Draw(t, "γ"),
			Lambdas: []float64{rapid.SampledFrom([]float64{0, 0.6, 1}).Draw(t, "λ")},
			Ridge:   anyRidge(random),
		}
		ref := newReference(data, opt, opt.Lambdas[0])
		for _, method := range []Method{Woodbury, Auto} {
			opt.Method = method
			s := must(Select(context.Background(), data, opt))(t)
			checkCandidate(t, method.String(), s, &s.Candidates[0], ref)
		}
	})
}

// statuses counts the folds of a selection by how they came about.
func statuses(s *Selection) (ok, refit, deficient int) {
	for k := range s.Candidates {
		for _, status := range s.Candidates[k].Status {
			switch status {
			case FoldOK:
				ok++
			case FoldRefit:
				refit++
			default:
				deficient++
			}
		}
	}
	return ok, refit, deficient
}

// TestWoodburyIsUsed solves well-conditioned data of many shapes by updates
// alone: solutions from C would hide wrong ones. Among them are trajectories of
// more steps than features, and λγ = 1. The largest take long, and are like others.
func TestWoodburyIsUsed(t *testing.T) {
	for _, c := range []struct{ n, d, h int }{
		{6, 1, 1}, {9, 2, 5}, {12, 3, 3}, {9, 4, 7}, {20, 5, 1}, {12, 5, 40}, {30, 16, 118},
		{20, 13, 4}, {12, 33, 12}, {40, 64, 5}, {30, 128, 5}, {20, 200, 15}, {16, 256, 20},
	} {
		if c.d > 128 && !*Long {
			continue
		}
		data := append(synthetic(t, c.n, c.d, c.h, 1), truncatedSynthetic(t, c.n, c.d, c.h+1, 2)...)
		for _, ridge := range []float64{0, 2} {
			for _, gamma := range []float64{0.9, 1} {
				for _, tail := range []Tail{TailNone, TailBootstrap} {
					if c.d >= 128 && (tail == TailNone || (ridge > 0) != (gamma == 1)) { // as costly as all others
						continue
					}
					opt := Options{Gamma: gamma, Lambdas: []float64{0, 0.7, 1}, Ridge: ridge, Tail: tail, Method: Woodbury}
					what := fmt.Sprintf("n = %d, d = %d, H = %d, ρ = %v, γ = %v, tail %v", c.n, c.d, c.h, ridge, gamma, tail)
					s := mustSelect(t, data, opt)
					if ok, refit, deficient := statuses(s); refit > 0 || deficient > 0 {
						t.Errorf("%s: %d updates, %d refits, %d deficient", what, ok, refit, deficient)
					}
					if s.Method != Woodbury || s.Woodbury != len(data) {
						t.Errorf("%s: method %v, %d trajectories", what, s.Method, s.Woodbury)
					}
					opt.Method = Cached
					checkSame(t, s, mustSelect(t, data, opt))
				}
			}
		}
	}
}

// TestUpdatesAreUsed: folds by updates, of trajectories and groups, by step and as a whole,
// off-policy, too, are not solved from their own systems in place of them.
func TestUpdatesAreUsed(t *testing.T) {
	all := differentiated(t)
	for _, name := range []string{"mixed", "long", "wide", "wide off-policy"} {
		data := all[name]
		for _, groups := range [][]int{nil, groupLabels(len(data))} {
			opt := Options{Gamma: 0.9, Lambdas: []float64{0, 0.7}, Ridge: 2, Groups: groups}
			for _, opt.Method = range []Method{RSM, Woodbury} {
				if ok, refit, deficient := statuses(mustSelect(t, data, opt)); 10*(refit+deficient) > ok { // large ratios need some
					t.Errorf("%s, groups %v, %v: %d updates, %d refits, %d deficient", name, groups, opt.Method, ok, refit, deficient)
				}
			}
		}
	}
}

// TestWoodburyPastANearlySingularFold leaves a second direction to others that
// hold δ² of it, down to where the fold is deficient.
func TestWoodburyPastANearlySingularFold(t *testing.T) {
	for _, ridge := range []float64{0, 1e-12, 1e-9, 1e-6, 1e-3} {
		for exponent := 0.0; exponent <= 8; exponent += 0.25 {
			delta := math.Pow(10, -exponent)
			data := []*Trajectory{
				mustTrajectory(t, [][]float64{{1, 0.3}, {0.2, 1}, {0, 0}}, []float64{1, 3}, true),
				mustTrajectory(t, [][]float64{{0.9, 0.1 * delta}, {0.4, 0.7 * delta}, {0, 0}}, []float64{2, 1}, true),
				mustTrajectory(t, [][]float64{{0.7, -0.3 * delta}, {0, 0}}, []float64{-1}, true),
			}
			opt := Options{Gamma: 0.9, Lambdas: []float64{0, 0.5, 1}, Ridge: ridge, Method: Woodbury}
			got := mustSelect(t, data, opt)
			for k, lambda := range opt.Lambdas {
				checkProven(t, fmt.Sprintf("δ = %.2g, ρ = %g", delta, ridge), got, k, newReference(data, opt, lambda))
			}
		}
	}
}

// checkProven is checkCandidate for folds of which nearly singular ones are to be refit.
func checkProven(t *testing.T, what string, s *Selection, k int, ref *reference) {
	t.Helper()
	c := &s.Candidates[k]
	for i, want := range ref.folds {
		if c.Status[i] == FoldOK && want.rcond < 1e-9 {
			t.Errorf("%s, λ = %v: fold %d is not refit, with rcond %.2g", what, c.Lambda, i+1, want.rcond)
		}
	}
	checkCandidate(t, what, s, c, ref)
}

// TestWoodburyTinyRidge has fewer steps than features, so that the ridge alone
// makes the folds regular, and plain updates lose all digits as it goes down.
func TestWoodburyTinyRidge(t *testing.T) {
	data := append(synthetic(t, 4, 40, 5, 1), truncatedSynthetic(t, 3, 40, 4, 2)...)
	for _, ridge := range []float64{10, 1, 0.1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8, 1e-10, 1e-12} {
		for _, gamma := range []float64{0.9, 1} {
			opt := Options{Gamma: gamma, Lambdas: []float64{0, 1}, Ridge: ridge, Method: Woodbury}
			s := mustSelect(t, data, opt)
			for k, lambda := range opt.Lambdas {
				checkProven(t, fmt.Sprintf("ρ = %g", ridge), s, k, newReference(data, opt, lambda))
			}
			// Where no more than this is lost, updates do.
			if ok, refit, _ := statuses(s); ridge >= 0.1 && refit > 0 || ridge < 1e-6 && ok > 0 {
				t.Errorf("ρ = %g: %d updates, %d refits", ridge, ok, refit)
			}
		}
	}
}
