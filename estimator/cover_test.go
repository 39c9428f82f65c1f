package estimator_test

import (
	"math"
	"slices"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/must"
	"lambdascope/sim/problem"
)

// process is where data sets are drawn from whose intervals are counted.
type process struct {
	name   string
	domain sim.Domain
	gamma  float64

	sizes       []int // of data sets that are fitted
	fresh, sets int   // trajectories of the truth, and data sets, of calibrations; 0 for none
}

// processes returns the walk of five states, and with -long many.
func processes(t *testing.T) []process {
	t.Helper()
	of := func(opt sim.Options) sim.Domain { return must.Have(sim.New(opt))(t) }
	shipped := func(name string) sim.Domain { return of(sim.Options{Problem: must.Have(problem.Shipped(name))(t)}) }
	walk, game := of(sim.Options{Domain: "random-walk"}), of(sim.Options{Domain: "2048"})
	if !*estimator.Long {
		return []process{{"walk 5", walk, .95, []int{100}, 4000, 100}, {"2048", game, .95, []int{20}, 0, 0}}
	}
	some, more := []int{20, 200}, []int{20, 50, 200}
	return []process{
		{"walk 5", walk, .95, more, 20000, 400},
		{"walk 19 dependent", of(sim.Options{Domain: "random-walk", States: 19, Features: "dependent"}), .95, more, 20000, 200},
		{"2048", game, .95, some, 10000, 100},
		{"car", of(sim.Options{Domain: "mountain-car"}), 1, some, 10000, 100},
		{"car rbf", of(sim.Options{Domain: "mountain-car", Features: "rbf+bias"}), 1, nil, 10000, 100},
		{"t-maze", shipped("t-maze"), .95, some, 20000, 200},
		{"grid", shipped("grid"), .95, some, 0, 0},
		{"garnet", shipped("garnet"), .95, some, 20000, 200},
		{"long-short", shipped("long-short"), .95, some, 20000, 200},
	}
}

// draw draws n trajectories of a seed.
func (p process) draw(t *testing.T, seed uint64, n int) []*estimator.Trajectory {
	t.Helper()
	data := make([]*estimator.Trajectory, n)
	for i := range data {
		data[i] = must.Have(p.domain.Trajectory(seed, i))(t)
	}
	return data
}

// fit draws a data set and fits it at a λ.
func (p process) fit(t *testing.T, seed, n int, lambda float64) ([]*estimator.Trajectory, estimator.Fit, estimator.FitOptions) {
	t.Helper()
	data, opt := p.draw(t, uint64(seed), n), estimator.FitOptions{Gamma: p.gamma, Lambdas: []float64{lambda}}
	return data, must.Have(estimator.LSTD(t.Context(), data, opt))(t)[0], opt
}

// TestFitCover counts in how many data sets the interval of a value covers the mean of the
// fits to data sets of this size, at the state that episodes start in and at another.
func TestFitCover(t *testing.T) {
	const states = 2
	lambdas, sets := []float64{.5}, 400
	if *estimator.Long {
		lambdas, sets = []float64{0, .5, .9}, 2000
	}
	for _, p := range processes(t) {
		for _, n := range p.sizes {
			for _, lambda := range lambdas {
				if lambda == 0 && p.domain.Options().Domain != "random-walk" {
					continue // counted on walks alone
				}
				values, halves := make([][]float64, states), make([][]float64, states)
				first := p.draw(t, 0, 1)[0] // the same states for all
				for seed := range sets {
					data, plain, opt := p.fit(t, 1+seed, n, lambda)
					fit := must.Have(plain.WithCovariance(t.Context(), data, nil, opt))(t)
					for k := range states {
						x := first.Features(k)
						values[k], halves[k] = append(values[k], fit.Value(x)), append(halves[k], fit.Quantile()*fit.StandardError(x))
					}
				}
				least, most := 93., 97.
				switch {
				case n == 20 && p.name == "garnet": // refits vary more than fits to all, here by a little too much
					most = 98
				case n == 20 && p.name == "long-short": // two of its trajectories have most of the steps
					least = 89
				}
				for k := range states {
					mean, covered := 0.0, 0
					for _, v := range values[k] {
						mean += v / float64(sets)
					}
					for seed, v := range values[k] {
						if math.Abs(v-mean) <= halves[k][seed] {
							covered++
						}
					}
					share := 100 * float64(covered) / float64(sets)
					t.Logf("%s n=%d λ=%v: state %d covered in %.1f %%", p.name, n, lambda, k, share)
					if share < least || share > most {
						t.Errorf("%s n=%d λ=%v: covered in %.1f %%, want %v to %v", p.name, n, lambda, share, least, most)
					}
				}
			}
		}
	}
}

// TestCalibrationCover counts how often the interval of the returns of a part covers their
// true mean there, from trajectories that had no part in anything.
func TestCalibrationCover(t *testing.T) {
	for _, p := range processes(t) {
		if p.sets == 0 {
			continue
		}
		elsewhere := p.draw(t, 1<<40, p.fresh)
		returns := make([][]float64, len(elsewhere))
		for i, trajectory := range elsewhere {
			returns[i] = make([]float64, trajectory.Len())
			g := 0.0
			for s, r := range slices.Backward(trajectory.Rewards()) {
				g = r + p.gamma*g
				returns[i][s] = g
			}
		}
		for _, n := range []int{20, 200} {
			parts, covered, starts := 0, 0, 0
			for seed := range p.sets {
				data, fit, opt := p.fit(t, 1+seed, n, .5)
				calibration := must.Have(estimator.Calibrate(t.Context(), data, &fit, estimator.Options{Gamma: p.gamma, Lambdas: opt.Lambdas}))(t)
				means, start := trueMeans(calibration, &fit, elsewhere, returns)
				for k, part := range calibration.Parts {
					if math.IsNaN(part.ReturnedSE) { // of one trajectory, without an interval
						continue
					}
					parts++
					if math.Abs(part.Returned-means[k]) <= part.Half() {
						covered++
					}
				}
				if math.Abs(calibration.Start.Returned-start) <= calibration.Start.Half() {
					starts++
				}
			}
			share, atStart := 100*float64(covered)/float64(parts), 100*float64(starts)/float64(p.sets)
			t.Logf("%s n=%d: covered in %.1f %% of %d parts, and in %.1f %% of starts", p.name, n, share, parts, atStart)
			least := map[int]float64{20: 86, 200: 93}[n]
			if p.name == "long-short" { // of its trajectories one in many has most of the steps
				least -= 3
			}
			// Returns of starts have the longest tails.
			if leastAtStart := map[int]float64{20: 80, 200: 89}[n]; share < least || atStart < leastAtStart {
				t.Errorf("%s n=%d: covered in %.1f %%, of starts in %.1f %%, want at least %v and %v", p.name, n, share, atStart, least, leastAtStart)
			}
		}
	}
}

// trueMeans returns the mean returns of fresh steps in the parts of a calibration, and at
// their starts.
func trueMeans(c *estimator.Calibration, fit *estimator.Fit, fresh []*estimator.Trajectory, returns [][]float64) (means []float64, start float64) {
	means = make([]float64, len(c.Parts))
	counts := make([]float64, len(c.Parts))
	for i, trajectory := range fresh {
		for s := range trajectory.Len() {
			v := fit.Value(trajectory.Features(s))
			k := 0
			for k < len(c.Parts)-1 && v > (c.Parts[k].High+c.Parts[k+1].Low)/2 {
				k++
			}
			means[k] += returns[i][s]
			counts[k]++
		}
		start += returns[i][0] / float64(len(fresh))
	}
	for k := range means {
		means[k] /= counts[k]
	}
	return means, start
}
