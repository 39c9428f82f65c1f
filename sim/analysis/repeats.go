package analysis

import (
	"fmt"
	"math"

	"lambdascope/estimator"
)

// repeats finds trajectories that are equal to earlier ones. Short episodes over few states
// repeat by chance; others are copies.
type repeats struct {
	first map[uint64]int32 // the first trajectory of a hash
	of    []int32          // the first that equals each trajectory, which may be itself
	rows  map[uint64]bool  // the distinct observations of distinct trajectories
	steps int              // that rows has seen
	hash  []uint64         // of the rows of the trajectory at hand
}

// mostRows is how many observations are told apart.
const mostRows = 1 << 16

// add adds a trajectory.
func (r *repeats) add(t *estimator.Trajectory) {
	if r.first == nil {
		r.first, r.rows = make(map[uint64]int32), make(map[uint64]bool)
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
	i := int32(len(r.of))
	at, again := r.first[whole]
	if !again {
		r.first[whole], at = i, i
		for _, row := range r.hash {
			if len(r.rows) < mostRows {
				r.rows[row] = true
				r.steps++
			}
		}
	}
	r.of = append(r.of, at)
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

// count returns how many of the first n trajectories equal earlier ones, of other groups
// where they have groups.
func (r *repeats) count(n int, groups []int) (repeated int) {
	for i, first := range r.of[:n] {
		if int(first) != i && (groups == nil || groups[i] != groups[first]) {
			repeated++
		}
	}
	return repeated
}

// copies tells whether what repeats does not do so by chance: observations hardly come
// again in other trajectories, or each trajectory is there more than once.
func (r *repeats) copies() bool {
	const few = 2 // times that an observation comes, on average
	alone := len(r.first)
	seen := make(map[int32]bool)
	for i, first := range r.of {
		if int(first) != i && !seen[first] {
			seen[first] = true
			alone--
		}
	}
	return alone == 0 || few*len(r.rows) > r.steps
}

// copiesText warns of copies.
func (a *Result) copiesText() string {
	return fmt.Sprintf("%d of %d trajectories are equal to earlier ones: if they are copies, each fold has seen what it leaves out", a.Copies, a.Selection.Trajectories)
}
