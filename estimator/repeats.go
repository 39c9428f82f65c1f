package estimator

import (
	"hash/maphash"
	"math"
	"slices"
)

// item is a fold to leave out, a trajectory or a group, with the number of equal folds.
type item struct {
	index int // of the fold, the first among equal folds
	count int
}

// findRepeats sets the distinct folds, and for each fold the index of the first equal. A single fold
// is enough for all equal trajectories; short episodes over few states often repeat, so that 1,000
// random walks take two thirds of the time. Groups all count as distinct, because groups hardly
// ever repeat.
func (p *problem) findRepeats() {
	p.items, p.same = nil, make([]int, p.folds())
	seed := maphash.MakeSeed()                 // any seed will do, since equal hashes lead to a comparison
	known := make(map[uint64]int, len(p.data)) // the first item of a hash
	buffer := make([]float64, p.features)
	for i := range p.same {
		if !p.grouped() {
			h := p.data[i].hash(seed, buffer)
			at, ok := known[h]
			if ok && p.data[i].equal(p.data[p.items[at].index]) {
				p.items[at].count++
				p.same[i] = p.items[at].index
				continue
			}
			if !ok {
				known[h] = len(p.items)
			}
		}
		p.same[i] = i
		p.items = append(p.items, item{i, 1})
	}
}

// hash returns the same number for equal trajectories. buffer has d numbers.
func (t *Trajectory) hash(seed maphash.Seed, buffer []float64) uint64 {
	h := uint64(t.Len())
	mix := func(v uint64) { h = (h ^ v) * 0x9e3779b97f4a7c15; h ^= h >> 29 }
	if t.table != nil {
		mix(maphash.Bytes(seed, t.states))
	} else {
		// A few rows tell most trajectories apart.
		const rows = 4
		step := max(1, t.Len()/rows)
		for s := 0; s <= t.Len(); s += step {
			for _, x := range t.FeaturesInto(buffer, s) {
				mix(math.Float64bits(x + 0)) // −0 equals 0
			}
		}
	}
	for _, r := range t.rewards {
		mix(math.Float64bits(r + 0))
	}
	for _, r := range t.ratios {
		mix(math.Float64bits(r + 0))
	}
	return h
}

// equal reports whether two trajectories are stored alike and have the same numbers.
func (t *Trajectory) equal(u *Trajectory) bool {
	return t.terminated == u.terminated && t.equalRows(u) && slices.Equal(t.states, u.states) &&
		slices.Equal(t.rewards, u.rewards) && slices.Equal(t.ratios, u.ratios) && slices.Equal(t.features, u.features) && t.table.equal(u.table)
}

// equalRows compares features that are computed.
func (t *Trajectory) equalRows(u *Trajectory) bool {
	if (t.row == nil) != (u.row == nil) || t.Len() != u.Len() || t.dim != u.dim {
		return false
	}
	if t.row == nil {
		return true
	}
	a, b := make([]float64, t.dim), make([]float64, t.dim)
	for s := 0; s <= t.Len(); s++ {
		if !slices.Equal(t.FeaturesInto(a, s), u.FeaturesInto(b, s)) {
			return false
		}
	}
	return true
}
