package truth

import (
	"math"
	"testing"

	"lambdascope/sim"
)

func carMap(t *testing.T, features string) (*Source, *Values, *Map) {
	t.Helper()
	d, err := sim.New(sim.Options{Domain: "mountain-car", Features: features})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(d)
	if err != nil {
		t.Fatal(err)
	}
	v, err := s.At(1)
	if err != nil {
		t.Fatal(err)
	}
	return s, v, v.Map()
}

// TestMapEstimates holds the map of an estimate against the definition, state by
// state, for a map of features that is not linear in the coordinates.
func TestMapEstimates(t *testing.T) {
	for _, name := range []string{"raw+bias", "rbf"} {
		s, v, m := carMap(t, name)
		theta := make([]float64, v.Refs.Dim)
		for j := range theta {
			theta[j] = math.Sin(float64(3*j + 1))
		}
		x, y := m.Axes()
		sums, trues, counts := map[int]float64{}, map[int]float64{}, map[int]float64{}
		car := s.roller.(sim.Plane)
		features := make([]float64, len(theta))
		for i := range s.profiles.States {
			px, py := car.StatePoint(s.profiles.state(i))
			if px < x.Min || px >= x.Max || py < y.Min || py > y.Max {
				t.Fatalf("state %d lies at %v, %v", i, px, py)
			}
			column := int((px - x.Min) / .05)
			row := min(27, int((py-y.Min)/.005))
			if math.Abs(math.Remainder(px-x.Min, .05)) < 1e-9 || math.Abs(math.Remainder(py-y.Min, .005)) < 1e-9 {
				// on an edge between two cells, where rounding decides
				column, row = part(x, px), part(y, py)
			}
			car.StateFeatures(s.profiles.state(i), features)
			for j, f := range features {
				sums[row*34+column] += f * theta[j]
			}
			trues[row*34+column] += v.sample.nu[i]
			counts[row*34+column]++
		}
		estimated, real := m.Estimated(theta), m.True()
		if len(estimated) != 34*28 || len(real) != 34*28 {
			t.Fatalf("%d and %d cells", len(estimated), len(real))
		}
		for i := range estimated {
			if counts[i] == 0 {
				if !math.IsNaN(estimated[i]) || !math.IsNaN(real[i]) {
					t.Errorf("cell %d has no states, but %v and %v", i, estimated[i], real[i])
				}
				continue
			}
			if d := estimated[i] - sums[i]/counts[i]; !(math.Abs(d) < 1e-10) {
				t.Errorf("%s: cell %d is off by %v", name, i, d)
			}
			if d := real[i] - trues[i]/counts[i]; !(math.Abs(d) < 1e-9) {
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

// TestMapOfTheCar: near the goal, fast, an episode is over in a few steps; at the
// bottom it lasts long; no policy that starts at rest gets behind the hill on the
// left at full speed backwards.
func TestMapOfTheCar(t *testing.T) {
	_, _, m := carMap(t, "raw")
	real := m.True()
	x, y := m.Axes()
	at := func(px, py float64) float64 { return real[part(y, py)*x.Cells+part(x, px)] }
	if v := at(.48, .03); !(v > -4 && v <= -1) {
		t.Errorf("next to the goal the value is %v", v)
	}
	if v := at(-.5, .001); !(v < -100) {
		t.Errorf("at the bottom the value is %v", v)
	}
	if v := at(-1.19, -.069); !math.IsNaN(v) {
		t.Errorf("a value of %v where the car never goes", v)
	}
}

func TestNoMapWithoutAPlane(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048"} {
		d, err := sim.New(sim.Options{Domain: domain})
		if err != nil {
			t.Fatal(err)
		}
		v, err := Of(d, .9)
		if err != nil {
			t.Fatal(err)
		}
		if v.Map() != nil {
			t.Errorf("%s has a map", domain)
		}
	}
}
