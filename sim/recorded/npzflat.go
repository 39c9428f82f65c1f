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

// readFlat reads the episodes from arrays of all transitions. It holds only flags and groups of
// all transitions in memory.
func (z *npz) readFlat(out *collection) error {
	rewards, f := z.array(fieldRewards, 1, -1, "one number for each transition, in one dimension")
	if f != nil {
		return f
	}
	defer rewards.close.Close()
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
	observations, f := z.matrix(fieldObservations, n, want)
	if f != nil {
		return f
	}
	defer observations.array.close.Close()
	all := flatArrays{observations: observations, rewards: rewards, terminals: terminals}
	if z.files[fieldNext] != nil || truncated {
		if all.next, f = z.matrix(fieldNext, n, want+", as timeouts cut episodes off and no other array has what was observed after them"); f != nil {
			return f
		}
		defer all.next.array.close.Close()
		if all.next.dim != observations.dim {
			return shapeFault(all.next.array.shape, fmt.Sprintf("(%d, %d), as observations have", n, observations.dim)).in(fieldNext)
		}
	}
	if z.files[fieldRatios] != nil {
		if all.ratios, f = z.array(fieldRatios, 1, n, each); f != nil {
			return f
		}
		defer all.ratios.close.Close()
	}
	if z.files[fieldGroup] != nil {
		if all.groups, f = z.labels(fieldGroup, n, each+", the same in a whole episode"); f != nil {
			return f
		}
	}
	return all.episodes(ends, out)
}

// episodeEnds returns the index after the last transition of each episode.
func episodeEnds(terminals, timeouts []bool) ([]int, *fault) {
	var ends []int
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
	observations, next *rowReader // next, ratios and groups may be nil
	rewards, ratios    *npyArray
	terminals          []bool
	groups             []string
}

// episodes reads the episodes with the given ends.
func (a *flatArrays) episodes(ends []int, out *collection) error {
	var ep episode
	start := 0
	for _, end := range ends {
		ep.reset()
		if f := a.episode(start, end, &ep); f != nil {
			return f
		}
		if err := out.add(&ep, func(err error) error { return &fault{text: err.Error()} }); err != nil {
			return err
		}
		start = end
	}
	if f := a.finish(); f != nil {
		return f
	}
	return nil
}

// episode reads the episode of some transitions into ep. Each next observation must equal the
// observation of the next transition.
func (a *flatArrays) episode(start, end int, ep *episode) (f *fault) {
	ep.dim = a.observations.dim
	h := end - start
	ep.observations = slices.Grow(ep.observations, (h+1)*ep.dim)[:(h+1)*ep.dim]
	after := ep.observations[h*ep.dim:]
	for s := range h {
		row := ep.observations[s*ep.dim : (s+1)*ep.dim]
		if f := a.observations.next(row).in(fieldObservations); f != nil {
			return f
		}
		if a.next == nil {
			continue
		}
		if s > 0 && !slices.Equal(after, row) {
			f := &fault{text: fmt.Sprintf("not the same as %s[%d], though the episode goes on: %s", fieldObservations, start+s, difference(after, row))}
			return f.at(start + s - 1).in(fieldNext)
		}
		if f := a.next.next(after).in(fieldNext); f != nil {
			return f
		}
	}
	if ep.rows = h; a.next != nil {
		ep.rows++
	}
	ep.terminated.add(a.terminals[end-1])
	ep.rewards = slices.Grow(ep.rewards, h)[:h]
	if f := readNumbers(a.rewards, ep.rewards, start); f != nil {
		return f.in(fieldRewards)
	}
	if ep.weighted = a.ratios != nil; ep.weighted {
		ep.ratios = slices.Grow(ep.ratios, h)[:h]
		if f := readNumbers(a.ratios, ep.ratios, start); f != nil {
			return f.in(fieldRatios)
		}
		if i := slices.IndexFunc(ep.ratios, func(v float64) bool { return v < 0 }); i >= 0 {
			return checkRatio(ep.ratios[i]).at(start + i).in(fieldRatios)
		}
	}
	ep.grouped = a.groups != nil
	ep.group, f = a.group(start, end)
	return f.in(fieldGroup)
}

// difference says by how much two observations that should be equal differ, and a remedy.
func difference(a, b []float64) string {
	const single = 1e-6 // of the size, above the rounding of 32-bit floats
	most, size := 0.0, 0.0
	for j, v := range a {
		most, size = max(most, math.Abs(v-b[j])), max(size, math.Abs(v), math.Abs(b[j]))
	}
	if most <= single*size {
		return fmt.Sprintf("they differ by %.2g at most, as numbers of 32 and 64 bits do; want both arrays of one type", most)
	}
	return fmt.Sprintf("they differ by up to %.2g; want transitions in their order, and an end wherever the environment was reset", most)
}

// group returns the group of an episode; "" without groups.
func (a *flatArrays) group(start, end int) (string, *fault) {
	if a.groups == nil {
		return "", nil
	}
	group := a.groups[start]
	for t := start; t < end; t++ {
		if other := a.groups[t]; other != group {
			f := &fault{text: fmt.Sprintf("%q, but %q at the start of the episode: want the same in a whole episode", clip(other), clip(group))}
			return "", f.at(t)
		}
	}
	return group, nil
}

// finish returns the fault of data beyond the end of an array.
func (a *flatArrays) finish() *fault {
	type part struct {
		name  string
		array *npyArray
	}
	parts := []part{{fieldRewards, a.rewards}, {fieldRatios, a.ratios}, {fieldObservations, a.observations.array}}
	if a.next != nil {
		parts = slices.Insert(parts, 0, part{fieldNext, a.next.array})
	}
	for _, p := range parts {
		if p.array == nil {
			continue
		}
		if f := p.array.end().in(p.name); f != nil {
			return f
		}
	}
	return nil
}
