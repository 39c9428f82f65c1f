package estimator_test

import (
	"math"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
)

// TestCalibrationCover counts how often the interval of the returns of a part covers their
// true mean there, from trajectories that had no part in anything.
func TestCalibrationCover(t *testing.T) {
	type domainCase struct {
		name  string
		opt   sim.Options
		gamma float64
		fresh int // trajectories of the truth
		sets  int
		short float64 // of the least cover that is wanted elsewhere
	}
	cases := []domainCase{{"walk 5", sim.Options{Domain: "random-walk"}, .95, 4000, 100, 0}}
	if *estimator.Long {
		cases = []domainCase{
			{"walk 5", sim.Options{Domain: "random-walk"}, .95, 20000, 400, 0},
			{"walk 19 dependent", sim.Options{Domain: "random-walk", States: 19, Features: "dependent"}, .95, 20000, 200, 0},
			{"2048", sim.Options{Domain: "2048"}, .95, 10000, 100, 0},
			{"car", sim.Options{Domain: "mountain-car"}, 1, 10000, 100, 0},
			{"car rbf", sim.Options{Domain: "mountain-car", Features: "rbf+bias"}, 1, 10000, 100, 0},
			{"t-maze", shipped(t, "t-maze"), .95, 20000, 200, 0},
			{"garnet", shipped(t, "garnet"), .95, 20000, 200, 0},
			// Of its trajectories one in many has most of the steps.
			{"long-short", shipped(t, "long-short"), .95, 20000, 200, 3},
		}
	}
	for _, c := range cases {
		domain, err := sim.New(c.opt)
		if err != nil {
			t.Fatal(err)
		}
		fresh := drawSet(t, domain, 1<<40, c.fresh)
		returns := make([][]float64, len(fresh))
		for i, trajectory := range fresh {
			returns[i] = make([]float64, trajectory.Len())
			g := 0.0
			for s := trajectory.Len() - 1; s >= 0; s-- {
				g = trajectory.Rewards()[s] + c.gamma*g
				returns[i][s] = g
			}
		}
		for _, n := range []int{20, 200} {
			parts, covered, starts := 0, 0, 0
			for seed := range c.sets {
				opt := estimator.Options{Gamma: c.gamma, Lambdas: []float64{.5}}
				data := drawSet(t, domain, uint64(1+seed), n)
				fits, err := estimator.LSTD(t.Context(), data, estimator.FitOptions{Gamma: c.gamma, Lambdas: opt.Lambdas})
				if err != nil {
					t.Fatal(err)
				}
				calibration, err := estimator.Calibrate(t.Context(), data, &fits[0], opt)
				if err != nil {
					t.Fatal(err)
				}
				means, start := trueMeans(calibration, &fits[0], fresh, returns)
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
			share, atStart := 100*float64(covered)/float64(parts), 100*float64(starts)/float64(c.sets)
			t.Logf("%s n=%d: covered in %.1f %% of %d parts, and in %.1f %% of starts", c.name, n, share, parts, atStart)
			if least := map[int]float64{20: 86, 200: 93}[n] - c.short; share < least {
				t.Errorf("%s n=%d: covered in %.1f %%, want at least %v", c.name, n, share, least)
			}
			// Returns of starts have the longest tails.
			if least := map[int]float64{20: 80, 200: 89}[n]; atStart < least {
				t.Errorf("%s n=%d: covered in %.1f %% of starts, want at least %v", c.name, n, atStart, least)
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
