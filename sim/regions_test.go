package sim

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// TestRegions divides the episodes of every domain, and holds the regions against the
// states that a replay shows, of whole and of truncated episodes.
func TestRegions(t *testing.T) {
	for _, o := range []Options{
		{Domain: "random-walk"}, {Domain: "random-walk", States: 19, Features: "dependent"}, {Domain: "random-walk", States: 19, MaxSteps: 20},
		{Domain: "2048"}, {Domain: "2048", MaxSteps: 30, Features: "log-tiles"},
		{Domain: "mountain-car", Features: "rbf"}, {Domain: "mountain-car", MaxSteps: 40}, {Domain: "mountain-car", Start: "uniform"},
	} {
		d := mustNew(t, o)
		divided := d.(Divided)
		for k := 1; k <= 4; k++ {
			names, err := divided.Regions(k)
			if err != nil || len(names) != k {
				t.Fatalf("%+v: %d regions %q: %v", o, k, names, err)
			}
			counts := make([]int, k)
			for i := range 20 {
				trajectory, err := d.Trajectory(7, i)
				if err != nil {
					t.Fatal(err)
				}
				of, err := divided.RegionsOf(7, i, k)
				if err != nil || len(of) != trajectory.Len() {
					t.Fatalf("%+v: regions of %d states for %d transitions: %v", o, len(of), trajectory.Len(), err)
				}
				replay, err := d.(Replayer).Replay(7, i)
				if err != nil {
					t.Fatal(err)
				}
				for step, region := range of {
					if want := regionIn(replay, step, k); int(region) != want {
						t.Fatalf("%+v, %d regions: state %d of trajectory %d in region %d, want %d", o, k, step, i, region, want)
					}
					counts[region]++
				}
			}
			if o.MaxSteps == 0 && slices.Contains(counts, 0) {
				t.Errorf("%+v: regions of %v states", o, counts)
			}
		}
	}
}

// regionIn returns the region of a state as the texts of regions say.
func regionIn(r Replay, step, k int) int {
	var bounds []float64
	var value float64
	switch r := r.(type) {
	case *WalkReplay:
		value = float64(r.At[step])
		for part := 1; part < k; part++ {
			bounds = append(bounds, math.Floor(float64(part*r.States)/float64(k)+0.5))
		}
	case *BoardReplay:
		for _, tile := range r.Boards[step] {
			if tile == 0 {
				value++
			}
		}
		bounds = [][]float64{{}, {5}, {3, 6}, {3, 5, 7}}[k-1]
	case *CarReplay:
		value = math.Sin(3*r.Positions[step]) + 600*r.Velocities[step]*r.Velocities[step]
		bounds = [][]float64{{}, {0}, {-0.5, 0.5}, {-0.7, 0, 0.8}}[k-1]
	}
	region := 0
	for _, b := range bounds {
		if value >= b {
			region++
		}
	}
	return region
}

// TestRegionNames reads what regions are.
func TestRegionNames(t *testing.T) {
	for _, c := range []struct {
		options Options
		k       int
		want    string
	}{
		{Options{States: 19}, 3, "states 1 to 6, states 7 to 13, states 14 to 19"},
		{Options{States: 5}, 3, "states 1 to 2, state 3, states 4 to 5"},
		{Options{States: 3}, 3, "state 1, state 2, state 3"},
		{Options{States: 51}, 1, "states 1 to 51"},
		{Options{Domain: "2048"}, 3, "0 to 2 cells empty, 3 to 5 cells empty, 6 or more cells empty"},
		{Options{Domain: "2048"}, 1, "0 or more cells empty"},
		{Options{Domain: "mountain-car"}, 4, "energy below -0.7, energy -0.7 to 0, energy 0 to 0.8, energy 0.8 or more"},
		{Options{Domain: "mountain-car"}, 2, "energy below 0, energy 0 or more"},
		{Options{Domain: "mountain-car"}, 1, "any energy"},
	} {
		names, err := mustNew(t, c.options).(Divided).Regions(c.k)
		if got := strings.Join(names, ", "); err != nil || got != c.want {
			t.Errorf("%+v: %d regions are %q, want %q: %v", c.options, c.k, got, c.want, err)
		}
	}
	for _, c := range []struct {
		options Options
		k       int
		want    string
	}{
		{Options{States: 3}, 4, "4 regions: want 1 to 3"},
		{Options{}, 0, "0 regions: want 1 to 4"},
		{Options{Domain: "2048"}, 5, "5 regions: want 1 to 4"},
		{Options{Domain: "mountain-car"}, -1, "-1 regions: want 1 to 4"},
	} {
		d := mustNew(t, c.options).(Divided)
		if _, err := d.Regions(c.k); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %q", c.options, err, c.want)
		}
		if _, err := d.RegionsOf(1, 0, c.k); err == nil || err.Error() != c.want {
			t.Errorf("%+v: %v, want %q", c.options, err, c.want)
		}
		if _, err := d.RegionsOf(1, -1, 2); err == nil {
			t.Errorf("%+v: regions of trajectory -1", c.options)
		}
	}
}

// TestEnergy is lowest at the bottom of the valley, and as high at rest on its tops.
func TestEnergy(t *testing.T) {
	for _, c := range []struct {
		car  car
		want float64
	}{
		{car{-math.Pi / 6, 0}, -1}, {car{math.Pi / 6, 0}, 1}, {car{-math.Pi / 2, 0}, 1}, {car{0, 0.07}, 2.94},
		{car{-1.2, -0.07}, 2.94 + math.Sin(-3.6)}, {car{0.5, 0.03}, 0.54 + math.Sin(1.5)},
	} {
		if got := c.car.energy(); math.Abs(got-c.want) > 1e-14 {
			t.Errorf("energy of %+v: %v, want %v", c.car, got, c.want)
		}
	}
}
