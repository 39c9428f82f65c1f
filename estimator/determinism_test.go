package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"

	"lambdascope/estimator/internal/dense"
)

// bitsOf returns every number of s, bit by bit.
func bitsOf(s *Selection) string {
	out := fmt.Sprintln(s.Selected, s.Rank, math.Float64bits(s.MeanSquaredReturn))
	for _, c := range s.Candidates {
		for _, numbers := range [][]float64{c.Theta, c.Folds, {c.LOTO, c.SE, c.Diff, c.RefitSE, c.PairedSE}} {
			for _, v := range numbers {
				out += fmt.Sprintf("%x ", math.Float64bits(v))
			}
		}
		out += fmt.Sprintln(c.Singular, c.Status, c.NotRuledOut)
	}
	return out + fmt.Sprintln(math.Float64bits(s.Shrinkage))
}

func reversed(ctx context.Context, n int, f func(i int)) {
	for i := n - 1; i >= 0 && ctx.Err() == nil; i-- {
		f(i)
	}
}

// shuffled runs every index on its own goroutine.
func shuffled(_ context.Context, n int, f func(i int)) {
	var wg sync.WaitGroup
	for _, i := range rand.Perm(n) {
		wg.Go(func() { f(i) })
	}
	wg.Wait()
}

// TestDeterminism requires the same bits of a selection on any number of processors and for any
// order of tasks.
func TestDeterminism(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for name, data := range map[string][]*Trajectory{
		"dense":     synthetic(t, 50, 5, 6, 1),
		"deficient": oneHot(t, 6, 5, 3),
		"blocked":   synthetic(t, 5, dense.BlockedSize+2, 30, 1), // gonum's factorisation
		"truncated": truncatedSynthetic(t, 20, 3, 5, 4),
		"repeated":  append(synthetic(t, 20, 3, 30, 5), synthetic(t, 20, 3, 30, 5)...),
		"sparse":    drawTrajectories(t, "tiles", rand.New(rand.NewPCG(1, 0)), 256, 8, 40, "terminated"),
		"wide":      append(synthetic(t, 30, 70, 5, 1), synthetic(t, 9, 70, 40, 2)...),
		// Reduced to a basis, which depends on every bit of Σ x̃x̃ᵀ.
		"collinear": mapped(t, synthetic(t, 50, 5, 6, 2), func(x []float64) []float64 {
			return []float64{x[0], x[1], x[2], x[0] + x[1]/3, x[2] - x[0]/7}
		}, same),
	} {
		want := ""
		for _, processors := range []int{1, 2, 8} {
			runtime.GOMAXPROCS(processors)
			for order, do := range map[string]func(context.Context, int, func(int)){
				"default": nil, "sequential": sequential, "reversed": reversed, "shuffled": shuffled,
			} {
				if processors > 2 && do != nil {
					continue // because one and two processors cover the orders
				}
				opt := Options{Gamma: 0.95, Lambdas: []float64{0, 0.5, 1}, Do: do}
				got := bitsOf(mustSelect(t, data, opt))
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("%s: other bits on %d processors, %s", name, processors, order)
				}
			}
		}
	}
}
