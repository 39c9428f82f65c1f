package recorded

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// prefixEpisode starts the names of an episode's arrays, such as episode_0/observations, as in
// Minari.
const prefixEpisode = "episode_"

// perEpisode reports whether each episode has its own arrays.
func (z *npz) perEpisode() bool {
	return slices.ContainsFunc(z.names, func(name string) bool {
		return strings.HasPrefix(name, prefixEpisode) && strings.Contains(name, "/")
	})
}

// readEpisodes reads episodes with arrays for each.
func (z *npz) readEpisodes(out *collection) error {
	count := 0
	for _, name := range z.names {
		episode, _, _ := strings.Cut(name, "/")
		digits, ok := strings.CutPrefix(episode, prefixEpisode)
		number, err := strconv.Atoi(digits)
		if !ok || err != nil || number < 0 || number >= len(z.names) || strconv.Itoa(number) != digits {
			return &fault{clip(name), "among arrays for each episode: want episode_0/observations, episode_0/rewards, …, episode_1/observations, … without gaps"}
		}
		count = max(count, number+1)
	}
	var ep episode
	for i := range count {
		ep.reset()
		prefix := prefixEpisode + strconv.Itoa(i) + "/"
		f := z.readEpisode(prefix, &ep)
		if f == nil {
			f = ep.check().in(prefix)
		}
		if f != nil {
			return f
		}
		if err := out.add(&ep, func(err error) error { return &fault{prefix, err.Error()} }); err != nil {
			return err
		}
	}
	return nil
}

// readEpisode reads the arrays of an episode, whose names start with prefix.
func (z *npz) readEpisode(prefix string, ep *episode) (f *fault) {
	if ep.rewards, f = z.vector(prefix+fieldRewards, -1, "one number for each transition, in one dimension"); f != nil {
		return f
	}
	h := len(ep.rewards)
	if f := z.readObservations(prefix, h, ep); f != nil {
		return f
	}
	if f := z.readMarks(prefix+fieldTerminations, h, &ep.terminations); f != nil {
		return f
	}
	if f := z.readMarks(prefix+fieldTruncations, h, &ep.truncations); f != nil {
		return f
	}
	if h > 0 && !ep.terminations.last && !ep.truncations.last {
		return &fault{fmt.Sprintf("%s%s[%d]", prefix, fieldTruncations, h-1), "false, and terminations too, so that the episode just ends: want either true"}
	}
	if ep.weighted = z.files[prefix+fieldRatios] != nil; ep.weighted {
		if ep.ratios, f = z.vector(prefix+fieldRatios, h, fmt.Sprintf("(%d,), one for each reward", h)); f != nil {
			return f
		}
	}
	if z.files[prefix+fieldGroup] == nil {
		return nil
	}
	ep.grouped = true
	ep.group, f = z.label(prefix + fieldGroup)
	return f
}

// readMarks reads the flags of an episode of h transitions.
func (z *npz) readMarks(name string, h int, l *flags) *fault {
	marks, f := z.flags(name, h, fmt.Sprintf("(%d,), one for each reward", h))
	l.given = true
	for _, mark := range marks {
		l.add(mark)
	}
	return f
}

// readObservations reads the observations of an episode of h transitions.
func (z *npz) readObservations(prefix string, h int, ep *episode) *fault {
	name := prefix + fieldObservations
	want := fmt.Sprintf("(%d, features), one row more than rewards", h+1)
	if i := slices.IndexFunc(z.names, func(s string) bool { return strings.HasPrefix(s, name+"/") }); i >= 0 {
		return &fault{clip(z.names[i]), "observations of parts: want them side by side in one array, " + name}
	}
	in, f := z.matrix(name, -1, want)
	if f != nil {
		return f
	}
	defer in.array.close.Close()
	for range in.array.shape[0] {
		at := len(ep.observations)
		ep.observations = append(ep.observations, make([]float64, in.dim)...)
		if f := in.next(ep.observations[at:]); f != nil {
			return f.in(name)
		}
		if f := ep.endRow(in.dim); f != nil {
			return f.at(in.at - 1).in(name)
		}
	}
	return in.array.end().in(name)
}
