package truth

import (
	"math"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/testutil"
)

// TestMap compares the maps with the definition, state by state.
func TestMap(t *testing.T) {
	plan := Plan{Seed: 3, Episodes: 64, Every: 4, Rollouts: 1, States: 1, Pool: 1, StateRollouts: 1}
	moments := draw(t, sim.Options{Domain: "mountain-car"}, plan)
	for _, name := range []string{"raw+bias", "rbf", "tile-coding"} {
		car := roller(t, sim.Options{Domain: "mountain-car", Features: name}).(sim.Plane)
		const gamma = 0.9 // not a node
		v := testutil.Get(moments.At(car, gamma))(t)
		m := v.Map()
		theta := make([]float64, car.Dim())
		for j := range theta {
			theta[j] = math.Sin(float64(3*j + 1))
		}
		x, y := m.Axes()
		sums, trues, counts, total := map[int]float64{}, map[int]float64{}, map[int]float64{}, 0.0
		features := make([]float64, len(theta))
		for i := range plan.Episodes {
			states := car.States(plan.Seed, i, nil)
			g := 0.0
			for end := len(states); end > 0; end -= 16 {
				state := states[end-16 : end]
				g = gamma*g - 1
				px, py := car.StatePoint(state)
				if px < x.Min || px >= x.Max || py < y.Min || py > y.Max {
					t.Fatalf("a state lies at %v, %v", px, py)
				}
				column, row := int((px-x.Min)/.05), min(27, int((py-y.Min)/.005))
				if math.Abs(math.Remainder(px-x.Min, .05)) < 1e-9 || math.Abs(math.Remainder(py-y.Min, .005)) < 1e-9 {
					// on an edge between two cells, where rounding decides
					column, row = part(x, px), part(y, py)
				}
				car.StateFeatures(state, features)
				for j, f := range features {
					sums[row*34+column] += f * theta[j]
				}
				trues[row*34+column] += g
				counts[row*34+column]++
				total++
			}
		}
		estimated, real := m.Estimated(theta), m.True()
		if len(estimated) != 34*28 || len(real) != 34*28 {
			t.Fatalf("%d and %d cells", len(estimated), len(real))
		}
		for i := range estimated {
			if counts[i] < rare*total {
				if !math.IsNaN(estimated[i]) || !math.IsNaN(real[i]) {
					t.Errorf("cell %d has no states, but %v and %v", i, estimated[i], real[i])
				}
				continue
			}
			if d := estimated[i] - sums[i]/counts[i]; !(math.Abs(d) < 1e-5) {
				t.Errorf("%s: cell %d is off by %v", name, i, d)
			}
			if d := real[i] - trues[i]/counts[i]; !(math.Abs(d) < 1e-5) {
				t.Errorf("cell %d is off by %v", i, d)
			}
		}
		for _, e := range m.Estimated(theta[1:]) {
			if !math.IsNaN(e) {
				t.Fatal("an estimate from too few numbers")
			}
		}
	}
}
