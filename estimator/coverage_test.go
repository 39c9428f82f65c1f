package estimator_test

import (
	"context"
	"fmt"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/truth"
)

// TestCoverage counts in how many data sets the λ with the least MSVE on average is
// among those not ruled out. The average is over other data sets than those counted,
// of the same size. The cases of small n, and a ridge that shrinks, are there to be
// read with -v, too.
func TestCoverage(t *testing.T) {
	if !*estimator.Long {
		t.Skip("takes minutes: run with -long")
	}
	walk5 := sim.Options{Domain: "random-walk"}
	walk19 := sim.Options{Domain: "random-walk", States: 19, Features: "dependent"}
	game := sim.Options{Domain: "2048"}
	for _, c := range []struct {
		name  string
		opt   sim.Options
		n     int
		ridge float64
	}{
		{"walk 5", walk5, 2, 0}, {"walk 5", walk5, 3, 0}, {"walk 5", walk5, 5, 0}, {"walk 5", walk5, 10, 0},
		{"walk 5", walk5, 20, 0}, {"walk 5", walk5, 100, 0},
		{"walk 19 dependent", walk19, 2, 0}, {"walk 19 dependent", walk19, 3, 0}, {"walk 19 dependent", walk19, 5, 0},
		{"walk 19 dependent", walk19, 10, 0}, {"walk 19 dependent", walk19, 20, 0}, {"walk 19 dependent", walk19, 100, 0},
		{"2048", game, 2, 0}, {"2048", game, 3, 0}, {"2048", game, 5, 0}, {"2048", game, 10, 0}, {"2048", game, 20, 0}, {"2048", game, 100, 0},
		{"walk 5", walk5, 5, 1}, {"walk 5", walk5, 20, 1}, {"walk 5", walk5, 100, 1},
		{"walk 5", walk5, 5, 2}, {"walk 5", walk5, 20, 2}, {"walk 5", walk5, 100, 2},
	} {
		t.Run(fmt.Sprintf("%s n=%d ρ=%v", c.name, c.n, c.ridge), func(t *testing.T) {
			domain, err := sim.New(c.opt)
			if err != nil {
				t.Fatal(err)
			}
			opt := estimator.Options{Gamma: 0.95, Ridge: c.ridge}
			for k := range 11 {
				opt.Lambdas = append(opt.Lambdas, float64(k)/10)
			}
			best := bestOnAverage(t, domain, c.n, opt)
			const sets = 400
			covered, paired, widened := 0, 0, 0
			size := 0.0
			for seed := range uint64(sets) {
				s, err := estimator.Select(context.Background(), drawSet(t, domain, 1+seed, c.n), opt)
				if err != nil {
					t.Fatal(err)
				}
				if s.Candidates[best].NotRuledOut {
					covered++
				}
				if c := &s.Candidates[best]; c.Diff <= c.PairedSE {
					paired++
				}
				if s.Shrinkage > 0.05 {
					widened++
				}
				count, _, _ := s.NotRuledOut()
				size += float64(count)
			}
			share := func(count int) float64 { return 100 * float64(count) / sets }
			t.Logf("λ = %v is best; not ruled out in %.1f %%, within one paired SE in %.1f %%; %.1f of 11 λ's in the set; widened in %.0f %%",
				opt.Lambdas[best], share(covered), share(paired), size/sets, share(widened))
			if share(covered) < 93 {
				t.Errorf("covered in %.1f %%: want at least 93", share(covered))
			}
		})
	}
}

// drawSet draws n trajectories of a seed.
func drawSet(t *testing.T, domain sim.Domain, seed uint64, n int) []*estimator.Trajectory {
	t.Helper()
	data := make([]*estimator.Trajectory, n)
	for i := range data {
		var err error
		if data[i], err = domain.Trajectory(seed, i); err != nil {
			t.Fatal(err)
		}
	}
	return data
}

// bestOnAverage returns the index of the λ with the least mean MSVE over fits to n
// trajectories.
func bestOnAverage(t *testing.T, domain sim.Domain, n int, opt estimator.Options) int {
	t.Helper()
	source, err := truth.New(domain)
	if err != nil {
		t.Fatal(err)
	}
	values, err := source.At(opt.Gamma)
	if err != nil {
		t.Fatal(err)
	}
	const sets = 3000
	sum := make([]float64, len(opt.Lambdas))
	for seed := range uint64(sets) {
		fits, err := estimator.LSTD(context.Background(), drawSet(t, domain, 1_000_000+seed, n), estimator.FitOptions{Gamma: opt.Gamma, Lambdas: opt.Lambdas})
		if err != nil {
			t.Fatal(err)
		}
		for k, f := range fits {
			sum[k] += values.MSVE(f.Theta)
		}
	}
	best := 0
	for k, v := range sum {
		if v < sum[best] {
			best = k
		}
	}
	return best
}
