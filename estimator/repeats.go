package estimator

import (
	"hash/maphash"
	"math"
	"slices"
)

// item is what is left out at once, a trajectory or a group of them, and how many there
// are of it.
type item struct {
	index int // of the fold, and of the first that equals it
	count int
}

// each returns every fold as its own item.
func (p *problem) each() []item {
	items := make([]item, p.folds())
	for i := range items {
		items[i] = item{i, 1}
	}
	return items
}

// mostTries is how many trajectories of one hash are compared with another: data
// made to agree in all that is hashed count as distinct beyond that.
const mostTries = 32

// distinct returns the distinct trajectories, and the index in data of the
// first that equals each one. Trajectories that are equal have equal folds, so
// one is enough: short episodes over few states repeat. Groups, which hardly do, all
// count as distinct.
func (p *problem) distinct() (items []item, first []int) {
	if p.grouped() {
		items, first = p.each(), make([]int, p.folds())
		for i := range first {
			first[i] = i
		}
		return items, first
	}
	seed := maphash.MakeSeed()                // what equal hashes give is compared
	last := make(map[uint64]int, len(p.data)) // the last item of a hash, from 1
	var before []int                          // the one before it, 0 for none
	first = make([]int, len(p.data))
	buffer := make([]float64, p.features)
	for i, t := range p.data {
		h := t.hash(seed, buffer)
		at := last[h]
		for tries := 0; at > 0 && !t.equal(p.data[items[at-1].index]); tries++ {
			if at = before[at-1]; tries == mostTries {
				at = 0
			}
		}
		if at > 0 {
			items[at-1].count++
			first[i] = items[at-1].index
			continue
		}
		first[i] = i
		before = append(before, last[h])
		items = append(items, item{i, 1})
		last[h] = len(items)
	}
	return items, first
}

// hash returns a number that is the same for equal trajectories. buffer is of d
// numbers.
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

// equal tells whether two trajectories are kept alike and have the same numbers.
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
