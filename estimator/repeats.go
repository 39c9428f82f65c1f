package estimator

import (
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
	p.items = nil
	p.same = make([]int, p.folds())
	known := make(map[uint64]int, len(p.data)) // the item of a hash
	size := rowsTogether(p.features) * p.features
	a, b := make([]float64, size), make([]float64, size)
	for i, t := range p.data {
		if p.grouped() {
			break
		}
		h := t.hash(a)
		at, ok := known[h]
		if !ok || !t.equal(p.data[p.items[at].index], a, b) {
			at = len(p.items)
			p.items = append(p.items, item{index: i})
			known[h] = at
		}
		p.items[at].count++
		p.same[i] = p.items[at].index
	}
	for i := range p.same {
		if p.grouped() {
			p.same[i] = i
			p.items = append(p.items, item{i, 1})
		}
	}
}

// hash returns the same number for equal trajectories. buffer has room for a row. Some rows tell
// most trajectories apart.
func (t *Trajectory) hash(buffer []float64) uint64 {
	const rows = 16
	h := uint64(t.Len())
	mix := func(numbers []float64) {
		for _, v := range numbers {
			h = (h ^ math.Float64bits(v+0)) * 0x9e3779b97f4a7c15 // −0 equals 0
			h ^= h >> 29
		}
	}
	for s := 0; s <= t.Len(); s += 1 + t.Len()/rows {
		mix(t.FeaturesInto(buffer, s))
	}
	mix(t.rewards)
	mix(t.ratios)
	return h
}

// equal reports whether two trajectories have the same numbers. a and b have room for
// rowsTogether rows.
func (t *Trajectory) equal(u *Trajectory, a, b []float64) bool {
	if t.terminated != u.terminated || !slices.Equal(t.rewards, u.rewards) || !slices.Equal(t.ratios, u.ratios) {
		return false
	}
	together := rowsTogether(t.dim)
	for s := 0; s <= t.Len(); s += together {
		if n := min(together, t.Len()+1-s); !slices.Equal(t.rowsInto(a, s, n), u.rowsInto(b, s, n)) {
			return false
		}
	}
	return true
}
