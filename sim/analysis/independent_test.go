package analysis

import (
	"math"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/internal/must"
)

// TestScoresAgainstSimulation holds root MSVE against what a simulation of its own
// finds: on the states of fresh episodes, from two fresh rollouts at each, without
// any shipped moment.
func TestScoresAgainstSimulation(t *testing.T) {
	if !*long {
		t.Skip("takes two minutes of processor time: want -long")
	}
	e := NewEngine(64 << 20)
	for _, c := range []struct {
		domain, start, features, lambdas string
		n                                int
		gamma                            float64
		seed                             uint64
		episodes                         int
	}{
		{"2048", "", "tiles", "0,0.5,1", 200, 0.95, 4, 150_000},
		{"2048", "", "log-tiles+bias", "0,0.8", 100, 1, 3, 60_000},
		{"mountain-car", "", "raw", "0,1", 20, 1, 1, 30_000},
		{"mountain-car", "", "raw+bias", "0.9", 50, 0.02, 1, 60_000},
		{"mountain-car", "", "tile-coding", "0.5,1", 100, 0.95, 2, 60_000},
		{"mountain-car", "uniform", "raw", "0,1", 20, 1, 1, 400_000},
		{"mountain-car", "uniform", "rbf", "0,1", 50, 0.99, 5, 100_000},
	} {
		s := domainDefaults(t, c.domain)
		s.Problem.Features = c.features
		if c.start != "" {
			s.Problem.Start = c.start
		}
		s.Gamma, s.Lambdas, s.Trajectories, s.Seed = c.gamma, c.lambdas, c.n, c.seed
		a := analyze(t, e, s)
		d := must.Have(sim.New(s.Problem))(t)
		var thetas [][]float64
		for _, x := range a.Selection.Candidates {
			thetas = append(thetas, x.Theta)
		}
		means, errors := simulatedMSVE(d.(sim.Roller), c.gamma, thetas, c.episodes)
		for k, x := range a.Selection.Candidates {
			root, want := a.RootMSVE(k), math.Sqrt(means[k])
			// The error of a root is half as much, in proportion.
			se, wantSE := a.MSVEError(k)/root/2, errors[k]/want/2
			t.Logf("%s %s %s, n = %d, γ = %v, λ = %v: root MSVE %.5g ± %.2g, simulated %.5g ± %.2g",
				c.domain, c.start, c.features, c.n, c.gamma, x.Lambda, root, se, want, wantSE)
			if !(wantSE < 0.01*want) {
				t.Errorf("the simulation leaves %v of %v", wantSE, want)
			}
			if !(math.Abs(root-want) <= 4*math.Hypot(se, wantSE)) {
				t.Errorf("%s %s %s, λ = %v: root MSVE %v ± %v, simulated %v ± %v", c.domain, c.start, c.features, x.Lambda, root, se, want, wantSE)
			}
		}
	}
}

// simulatedMSVE estimates the MSVE of each θ, with its standard error, from every
// tenth state of some episodes.
func simulatedMSVE(d sim.Roller, gamma float64, thetas [][]float64, episodes int) (means, errors []float64) {
	const stride = 10
	sums := make([][]float64, episodes) // over the states of an episode, per θ
	counts := make([]float64, episodes)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			var states []byte
			x := make([]float64, d.Dim())
			for i := int(next.Add(1)) - 1; i < episodes; i = int(next.Add(1)) - 1 {
				states = d.States(0xc0ffee, i, states[:0])
				rng := sim.Stream(0xdecade, i)
				sums[i] = make([]float64, len(thetas))
				for at := rng.IntN(stride) * d.StateBytes(); at < len(states); at += stride * d.StateBytes() {
					state := states[at : at+d.StateBytes()]
					d.StateFeatures(state, x)
					var returns [2]float64
					for h := range returns {
						discount := 1.0
						for _, r := range d.Rollout(state, rng, nil) {
							returns[h] += discount * r
							discount *= gamma
						}
					}
					for k, theta := range thetas {
						v := 0.0
						for j := range x {
							v += x[j] * theta[j]
						}
						sums[i][k] += (returns[0] - v) * (returns[1] - v)
					}
					counts[i]++
				}
			}
		})
	}
	workers.Wait()
	total := 0.0
	for _, n := range counts {
		total += n
	}
	for k := range thetas {
		mean, squares := 0.0, 0.0
		for i := range sums {
			mean += sums[i][k] / total
		}
		for i := range sums {
			e := sums[i][k] - mean*counts[i]
			squares += e * e
		}
		means, errors = append(means, mean), append(errors, math.Sqrt(squares)/total)
	}
	return means, errors
}
