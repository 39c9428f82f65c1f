package analysis

import (
	"math"

	"lambdascope/estimator"
)

// repeats finds trajectories equal to earlier trajectories. Short episodes over few states
// repeat by chance; other repeats are copies.
type repeats struct {
	first map[uint64]int32 // first trajectory by hash
	all   []repeat
	count int             // trajectories
	rows  map[uint64]bool // hashes of observations of distinct trajectories
	steps int             // observations added to rows
	hash  []uint64        // of the rows of the current trajectory
}

// repeat is a trajectory equal to an earlier one.
type repeat struct{ trajectory, earlier int32 }

// mostRows is the largest number of distinct observations kept, a bound on memory.
const mostRows = 1 << 16

// add adds a trajectory.
func (r *repeats) add(t *estimator.Trajectory) {
	if r.first == nil {
		r.first = make(map[uint64]int32)
		r.rows = make(map[uint64]bool)
	}
	states := t.Len()
	if !t.Terminated() {
		states++
	}
	whole := mix(uint64(t.Len()), uint64(states))
	r.hash = r.hash[:0]
	for step := range states {
		row := mixAll(0, t.Features(step))
		r.hash = append(r.hash, row)
		whole = mix(whole, row)
	}
	whole = mixAll(mixAll(whole, t.Rewards()), t.Ratios())
	i := int32(r.count)
	r.count++
	if earlier, again := r.first[whole]; again {
		r.all = append(r.all, repeat{i, earlier})
		return
	}
	r.first[whole] = i
	for _, row := range r.hash {
		if len(r.rows) < mostRows {
			r.rows[row] = true
			r.steps++
		}
	}
}

// mix adds a word to a hash.
func mix(h, v uint64) uint64 {
	h = (h ^ v) * 0x9e3779b97f4a7c15
	return h ^ h>>29
}

// mixAll adds numbers to a hash.
func mixAll(h uint64, numbers []float64) uint64 {
	for _, v := range numbers {
		h = mix(h, math.Float64bits(v+0)) // −0 equals 0
	}
	return h
}

// among returns the number of the first n trajectories equal to earlier trajectories. Equal
// trajectories of one group do not count, because a fold leaves out both.
func (r *repeats) among(n int, groups []int) (repeated int) {
	for _, t := range r.all {
		if int(t.trajectory) < n && (groups == nil || groups[t.trajectory] != groups[t.earlier]) {
			repeated++
		}
	}
	return repeated
}

// copies reports whether repeats are copies rather than chance: observations rarely recur in
// distinct trajectories, or every trajectory occurs more than once.
func (r *repeats) copies() bool {
	const few = 2 // times that an observation comes, on average
	seen := make(map[int32]bool)
	for _, t := range r.all {
		seen[t.earlier] = true
	}
	alone := len(r.first) - len(seen)
	return alone == 0 || few*len(r.rows) > r.steps
}
