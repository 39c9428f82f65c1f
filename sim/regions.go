package sim

import (
	"fmt"
	"math"
	"math/bits"

	"lambdascope/estimator"
)

// Divided is a Domain whose states have a natural division into a few regions.
type Divided interface {
	Domain
	// Regions returns what k regions are, in words, in their order. The error says how
	// many there may be.
	Regions(k int) ([]string, error)
	// RegionsOf returns, of k regions, that of each state that a transition of trajectory
	// i (from 0) of a seed starts from, from 0. The error is that of Regions, or names a
	// negative i.
	RegionsOf(seed uint64, i, k int) ([]uint8, error)
}

// checkRegions returns an error for a number of regions that there can't be.
func checkRegions(k, most int) error {
	if k < 1 || k > most {
		return fmt.Errorf("%d regions: want 1 to %d", k, most)
	}
	return nil
}

// regionsOf returns the regions of n states by the first bound that each is below.
func regionsOf(n int, bounds []float64, of func(t int) float64) []uint8 {
	out := make([]uint8, n)
	for t := range out {
		v := of(t)
		for int(out[t]) < len(bounds) && v >= bounds[out[t]] {
			out[t]++
		}
	}
	return out
}

// regionBounds returns where all regions of the walk but the first begin: parts of the
// chain as alike in length as can be.
func (w *randomWalk) regionBounds(k int) ([]float64, error) {
	n := w.options.States
	if err := checkRegions(k, min(n, estimator.MostRegions)); err != nil {
		return nil, err
	}
	var out []float64
	for r := 1; r < k; r++ {
		out = append(out, math.Round(float64(r*n)/float64(k)))
	}
	return out, nil
}

// Regions returns parts of the chain, from the left.
func (w *randomWalk) Regions(k int) ([]string, error) {
	bounds, err := w.regionBounds(k)
	if err != nil {
		return nil, err
	}
	var out []string
	first := 1
	for _, b := range append(bounds, float64(w.options.States)) {
		if last := int(b); last > first {
			out = append(out, fmt.Sprintf("states %d to %d", first, last))
		} else {
			out = append(out, fmt.Sprintf("state %d", first))
		}
		first = int(b) + 1
	}
	return out, nil
}

// RegionsOf returns the parts of the chain that a walk goes through.
func (w *randomWalk) RegionsOf(seed uint64, i, k int) ([]uint8, error) {
	bounds, err := w.regionBounds(k)
	if err == nil {
		err = checkIndex(i)
	}
	if err != nil {
		return nil, err
	}
	states, terminated := w.states(seed, i, nil)
	if !terminated {
		states = states[:len(states)-1]
	}
	return regionsOf(len(states), bounds, func(t int) float64 { return float64(states[t]) }), nil
}

// emptyBounds returns the numbers of empty cells where the regions of 2048 begin, so that
// a random player's boards fall into each about as often.
func emptyBounds(k int) ([]float64, error) {
	if err := checkRegions(k, estimator.MostRegions); err != nil {
		return nil, err
	}
	return [estimator.MostRegions][]float64{nil, {5}, {3, 6}, {3, 5, 7}}[k-1], nil
}

// Regions returns ranges of the number of empty cells, the fullest boards first.
func (g *game2048) Regions(k int) ([]string, error) {
	bounds, err := emptyBounds(k)
	if err != nil {
		return nil, err
	}
	var out []string
	first := 0
	for _, b := range bounds {
		out = append(out, fmt.Sprintf("%d to %d cells empty", first, int(b)-1))
		first = int(b)
	}
	return append(out, fmt.Sprintf("%d or more cells empty", first)), nil
}

// RegionsOf returns the regions of the boards of a game.
func (g *game2048) RegionsOf(seed uint64, i, k int) ([]uint8, error) {
	bounds, err := emptyBounds(k)
	if err == nil {
		err = checkIndex(i)
	}
	if err != nil {
		return nil, err
	}
	boards, rewards, _ := g.play(Stream(seed, i), g.options.MaxSteps, nil, nil)
	return regionsOf(len(rewards), bounds, func(t int) float64 { return float64(bits.OnesCount64(boards[t].empty())) }), nil
}

// energyBounds returns the energies where the regions of Mountain Car begin, so that its
// states fall into each about as often, from the default start.
func energyBounds(k int) ([]float64, error) {
	if err := checkRegions(k, estimator.MostRegions); err != nil {
		return nil, err
	}
	return [estimator.MostRegions][]float64{nil, {0}, {-0.5, 0.5}, {-0.7, 0, 0.8}}[k-1], nil
}

// energy returns the energy of the car without its engine, in units in which that at rest
// is −1 at the bottom of the valley and 1 on its tops: sin 3x + 600v².
func (c car) energy() float64 {
	const kinetic = 3 / (2 * gravity)
	height := -cosine(float64(3*c.x) + math.Pi/2)
	return height + float64(kinetic*float64(c.v*c.v))
}

// Regions returns ranges of the energy, the lowest first.
func (m *mountainCar) Regions(k int) ([]string, error) {
	bounds, err := energyBounds(k)
	if err != nil {
		return nil, err
	}
	if k == 1 {
		return []string{"any energy"}, nil
	}
	out := []string{fmt.Sprintf("energy below %g", bounds[0])}
	for r, b := range bounds[:k-2] {
		out = append(out, fmt.Sprintf("energy %g to %g", b, bounds[r+1]))
	}
	return append(out, fmt.Sprintf("energy %g or more", bounds[k-2])), nil
}

// RegionsOf returns the regions of the states of a drive.
func (m *mountainCar) RegionsOf(seed uint64, i, k int) ([]uint8, error) {
	bounds, err := energyBounds(k)
	if err == nil {
		err = checkIndex(i)
	}
	if err != nil {
		return nil, err
	}
	cars, terminated := m.drive(Stream(seed, i), m.options.MaxSteps, nil)
	if !terminated {
		cars = cars[:len(cars)-1]
	}
	return regionsOf(len(cars), bounds, func(t int) float64 { return cars[t].energy() }), nil
}
