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
	ep := episode{memory: out.Hold}
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
		if err := z.checkEnds(); err != nil {
			return err
		}
		z.close()
		if err := out.add(&ep, func(err error) error { return &fault{prefix, err.Error()} }); err != nil {
			return err
		}
	}
	return nil
}

// readEpisode reads the arrays of an episode, whose names start with prefix.
func (z *npz) readEpisode(prefix string, ep *episode) (f *fault) {
	rewards, f := z.numbers(prefix+fieldRewards, 1, -1, "one number for each transition, in one dimension")
	if f != nil {
		return f
	}
	h := rewards.shape[0]
	ep.rewards = make([]float64, h)
	if f := rewards.next(ep.rewards); f != nil {
		return f
	}
	name := prefix + fieldObservations
	if i := slices.IndexFunc(z.names, func(s string) bool { return strings.HasPrefix(s, name+"/") }); i >= 0 {
		return &fault{clip(z.names[i]), "observations of parts: want them side by side in one array, " + name}
	}
	observations, f := z.numbers(name, 2, -1, fmt.Sprintf("(%d, features), one row more than rewards", h+1))
	if f != nil {
		return f
	}
	if observations.shape[0] > 0 {
		if f := ep.endRow(observations.shape[1]).at(0).in(name); f != nil {
			return f
		}
	}
	ep.rows = observations.shape[0]
	if f := ep.fits(ep.rows); f != nil {
		return f.in(name)
	}
	ep.observations = slices.Grow(ep.observations, ep.rows*ep.dim)[:ep.rows*ep.dim]
	if f := observations.next(ep.observations); f != nil {
		return f
	}
	each := fmt.Sprintf("(%d,), one for each reward", h)
	if f := z.episodeFlags(prefix+fieldTerminations, h, each, &ep.terminations); f != nil {
		return f
	}
	if f := z.episodeFlags(prefix+fieldTruncations, h, each, &ep.truncations); f != nil {
		return f
	}
	if h > 0 && !ep.terminations.last && !ep.truncations.last {
		return &fault{fmt.Sprintf("%s%s[%d]", prefix, fieldTruncations, h-1), "false, and terminations too, so that the episode just ends: want either true"}
	}
	if ep.weighted = z.files[prefix+fieldRatios] != nil; ep.weighted {
		ratios, f := z.numbers(prefix+fieldRatios, 1, h, each)
		if f != nil {
			return f
		}
		ep.ratios = make([]float64, h)
		if f := ratios.next(ep.ratios); f != nil {
			return f
		}
	}
	if ep.grouped = z.files[prefix+fieldGroup] != nil; ep.grouped {
		group, f := z.labels(prefix+fieldGroup, 1, "a name or a number")
		if f != nil {
			return f
		}
		ep.group = group[0]
	}
	return nil
}

// episodeFlags reads the flags of an episode of h transitions.
func (z *npz) episodeFlags(name string, h int, want string, l *flags) *fault {
	marks, f := z.flags(name, h, want)
	l.given = true
	for _, mark := range marks {
		l.add(mark)
	}
	return f
}
