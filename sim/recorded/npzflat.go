package recorded

import (
	"fmt"
	"math"
	"slices"
)

// The arrays of D4RL's flat layout, besides observations and rewards.
const (
	fieldTerminals = "terminals"
	fieldTimeouts  = "timeouts"
	fieldNext      = "next_observations"
)

// readStates reads observations without rewards.
func (z *npz) readStates(out *collection) error {
	observations, f := z.numbers(fieldObservations, 2, -1, "(observations, features)")
	if f != nil {
		return f
	}
	x := make([]float64, observations.shape[1])
	for range observations.shape[0] {
		if f := observations.next(x); f != nil {
			return f
		}
		if err := out.states(x, len(x), func(err error) error { return err }); err != nil {
			return err
		}
	}
	return z.checkEnds()
}

// readFlat reads the episodes from arrays of all transitions. It holds only flags and groups of
// all transitions in memory.
func (z *npz) readFlat(out *collection) error {
	rewards, f := z.numbers(fieldRewards, 1, -1, "one number for each transition, in one dimension")
	if f != nil {
		return f
	}
	n := rewards.shape[0]
	if n == 0 {
		return nil
	}
	each := fmt.Sprintf("(%d,), one for each reward", n)
	terminals, f := z.flags(fieldTerminals, n, each+", true where an episode terminated")
	if f != nil {
		return f
	}
	timeouts, f := z.flags(fieldTimeouts, n, each+", true where an episode was cut off; all false if none was")
	if f != nil {
		return f
	}
	ends, f := episodeEnds(terminals, timeouts)
	if f != nil {
		return f
	}
	truncated := slices.ContainsFunc(ends, func(end int) bool { return !terminals[end-1] })
	want := fmt.Sprintf("(%d, features), one row for each reward", n)
	all := flatArrays{rewards: rewards, terminals: terminals}
	if all.observations, f = z.numbers(fieldObservations, 2, n, want); f != nil {
		return f
	}
	if z.files[fieldNext] != nil || truncated {
		if all.next, f = z.numbers(fieldNext, 2, n, want+", as timeouts cut episodes off and no other array has what was observed after them"); f != nil {
			return f
		}
		if d := all.observations.shape[1]; all.next.shape[1] != d {
			return shapeFault(all.next.shape, fmt.Sprintf("(%d, %d), as observations have", n, d)).in(fieldNext)
		}
	}
	if z.files[fieldRatios] != nil {
		if all.ratios, f = z.numbers(fieldRatios, 1, n, each); f != nil {
			return f
		}
	}
	if z.files[fieldGroup] != nil {
		if all.groups, f = z.labels(fieldGroup, n, each+", the same in a whole episode"); f != nil {
			return f
		}
	}
	if err := all.episodes(ends, out); err != nil {
		return err
	}
	return z.checkEnds()
}

// episodeEnds returns the index after the last transition of each episode.
func episodeEnds(terminals, timeouts []bool) (ends []int, _ *fault) {
	for t := range terminals {
		if terminals[t] || timeouts[t] {
			ends = append(ends, t+1)
		}
	}
	if n := len(terminals); len(ends) == 0 && n > 0 || len(ends) > 0 && ends[len(ends)-1] != n {
		return nil, &fault{fmt.Sprintf("%s[%d]", fieldTimeouts, n-1), "false, and terminals too, at the last transition, so that an episode just ends: want either true, or the episode left out"}
	}
	return ends, nil
}

// flatArrays are the arrays of all transitions, read up to some episode.
type flatArrays struct {
	observations, rewards *npyArray
	next, ratios          *npyArray // may be nil
	terminals             []bool
	groups                []string // may be nil
}

// episodes reads the episodes with the given ends.
func (a *flatArrays) episodes(ends []int, out *collection) error {
	ep := episode{memory: out.Hold}
	for i, end := range ends {
		ep.reset()
		if i > 0 {
			ep.first = ends[i-1]
		}
		f := a.episode(end, &ep)
		if f == nil && ep.weighted {
			f = ep.checkRatios().in(fieldRatios)
		}
		if f != nil {
			return f
		}
		if err := out.add(&ep, func(err error) error { return &fault{text: err.Error()} }); err != nil {
			return err
		}
	}
	return nil
}

// episode reads the transitions from ep.first to before end. Each next observation must equal the
// observation of the next transition.
func (a *flatArrays) episode(end int, ep *episode) *fault {
	ep.dim = a.observations.shape[1]
	h := end - ep.first
	if f := ep.fits(h + 1); f != nil {
		return f.in(fieldObservations)
	}
	ep.observations = slices.Grow(ep.observations, (h+1)*ep.dim)[:(h+1)*ep.dim]
	after := ep.observations[h*ep.dim:]
	for s := range h {
		row := ep.observations[s*ep.dim : (s+1)*ep.dim]
		if f := a.observations.next(row); f != nil {
			return f
		}
		if a.next == nil {
			continue
		}
		if t := ep.first + s; s > 0 && !slices.Equal(after, row) {
			return &fault{fmt.Sprintf("%s[%d]", fieldNext, t-1), fmt.Sprintf("not the same as %s[%d], though the episode goes on: %s", fieldObservations, t, difference(after, row))}
		}
		if f := a.next.next(after); f != nil {
			return f
		}
	}
	if ep.rows = h; a.next != nil {
		ep.rows++
	}
	ep.terminated.add(a.terminals[end-1])
	ep.rewards = slices.Grow(ep.rewards, h)[:h]
	if f := a.rewards.next(ep.rewards); f != nil {
		return f
	}
	if ep.weighted = a.ratios != nil; ep.weighted {
		ep.ratios = slices.Grow(ep.ratios, h)[:h]
		if f := a.ratios.next(ep.ratios); f != nil {
			return f
		}
	}
	if ep.grouped = a.groups != nil; !ep.grouped {
		return nil
	}
	ep.group = a.groups[ep.first]
	for t, other := range a.groups[ep.first:end] {
		if other != ep.group && key(other) != key(ep.group) {
			return &fault{fmt.Sprintf("%s[%d]", fieldGroup, ep.first+t), fmt.Sprintf("%q, but %q at the start of the episode: want the same in a whole episode", clip(other), clip(ep.group))}
		}
	}
	return nil
}

// difference says by how much two observations that should be equal differ, and a remedy.
func difference(a, b []float64) string {
	const single = 1e-6 // of the size, above the rounding of 32-bit floats
	var most, size float64
	for j, v := range a {
		most = max(most, math.Abs(v-b[j]))
		size = max(size, math.Abs(v), math.Abs(b[j]))
	}
	if most <= single*size {
		return fmt.Sprintf("they differ by %.2g at most, as numbers of 32 and 64 bits do; want both arrays of one type", most)
	}
	return fmt.Sprintf("they differ by up to %.2g; want transitions in their order, and an end wherever the environment was reset", most)
}
