package recorded

import (
	"fmt"
	"slices"

	"lambdascope/estimator"
)

// The arrays of D4RL's flat layout, but for observations and rewards.
const (
	fieldTerminals = "terminals"
	fieldTimeouts  = "timeouts"
	fieldNext      = "next_observations"
)

// readFlat reads the episodes of arrays of all transitions, one after another. Flags and
// groups alone are in memory for all of them.
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
	var next *rowReader
	if z.files[fieldNext] != nil || truncated {
		if next, f = z.matrix(fieldNext, n, want+", as timeouts cut episodes off and no other array has what was observed after them"); f != nil {
			return f
		}
		defer next.array.close.Close()
		if next.dim != observations.dim {
			return shapeFault(next.array.shape, fmt.Sprintf("(%d, %d), as observations have", n, observations.dim)).in(fieldNext)
		}
	}
	var ratios *npyArray
	if z.files[fieldRatios] != nil {
		if ratios, f = z.array(fieldRatios, 1, n, each); f != nil {
			return f
		}
		defer ratios.close.Close()
	}
	var groups []string
	if z.files[fieldGroup] != nil {
		if groups, f = z.labels(fieldGroup, n, each+", the same in a whole episode"); f != nil {
			return f
		}
	}
	return flatEpisodes(observations, next, rewards, ratios, terminals, groups, ends, out)
}

// episodeEnds returns where each episode ends: the index after its last transition.
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

// flatEpisodes cuts the transitions into episodes. Where there is what was observed
// after each, it must be the observation before the next.
func flatEpisodes(observations, next *rowReader, rewards, ratios *npyArray, terminals []bool, groups []string, ends []int, out *collection) error {
	d, start := observations.dim, 0
	after := make([]float64, d)
	for _, end := range ends {
		h := end - start
		x := make([]float64, (h+1)*d)
		for s := range h {
			row := x[s*d : (s+1)*d]
			if f := observations.next(row).in(fieldObservations); f != nil {
				return f
			}
			if next == nil {
				continue
			}
			if s > 0 && !slices.Equal(after, row) {
				return (&fault{text: fmt.Sprintf("not the same as %s[%d], though the episode goes on: want transitions in their order", fieldObservations, start+s)}).at(start + s - 1).in(fieldNext)
			}
			if f := next.next(after).in(fieldNext); f != nil {
				return f
			}
		}
		terminated := terminals[end-1]
		if !terminated {
			copy(x[h*d:], after)
		}
		r := make([]float64, h)
		if f := readNumbers(rewards, r, start).in(fieldRewards); f != nil {
			return f
		}
		t, err := estimator.NewTrajectory(d, x, r, terminated)
		if err != nil {
			return &fault{text: err.Error()}
		}
		var weights []float64
		if ratios != nil {
			weights = make([]float64, h)
			f := readNumbers(ratios, weights, start)
			if f == nil {
				if i := slices.IndexFunc(weights, func(v float64) bool { return v < 0 }); i >= 0 {
					f = checkRatio(weights[i]).at(start + i)
				}
			}
			if f != nil {
				return f.in(fieldRatios)
			}
		}
		group := ""
		if groups != nil {
			group = groups[start]
			for s, other := range groups[start:end] {
				if other != group {
					return (&fault{text: fmt.Sprintf("%q, but %q at the start of the episode: want the same in a whole episode", clip(other), clip(group))}).at(start + s).in(fieldGroup)
				}
			}
		}
		if err := out.addTrajectory(t, weights, group, groups != nil, func(err error) error { return &fault{text: err.Error()} }); err != nil {
			return err
		}
		start = end
	}
	if next != nil {
		if f := next.array.end().in(fieldNext); f != nil {
			return f
		}
	}
	if f := rewards.end().in(fieldRewards); f != nil {
		return f
	}
	if ratios != nil {
		if f := ratios.end().in(fieldRatios); f != nil {
			return f
		}
	}
	if f := observations.array.end().in(fieldObservations); f != nil {
		return f
	}
	return nil
}
