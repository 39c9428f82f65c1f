package recorded

import "fmt"

// csvEpisodes puts the rows of a CSV together to episodes.
type csvEpisodes struct {
	out      *collection
	seen     map[string]bool // the ids of all episodes
	grouped  bool            // whether there are groups
	weighted bool            // and ratios
	ep       episode
	id       string // of the episode at hand; empty before the first
	last     int    // the line of its last row
	// final tells that the last row was that of the final observation; else flag
	// names a flag that is true on it, or is empty.
	final bool
	flag  string
}

func newCSVEpisodes(c columns, out *collection) *csvEpisodes {
	return &csvEpisodes{out: out, seen: make(map[string]bool), grouped: c.grouped, weighted: c.weighted, ep: episode{dim: c.dim}}
}

// add adds a row, which is line number. Its error names the line.
func (c *csvEpisodes) add(r *row, number int) error {
	if string(r.id) != c.id {
		if err := c.finish(); err != nil {
			return err
		}
		if f := c.begin(string(r.id), string(r.group)); f != nil {
			return lineError(number, f)
		}
	}
	h := len(c.ep.rewards)
	switch {
	case c.grouped && string(r.group) != c.ep.group:
		return lineError(number, &fault{fieldGroup, fmt.Sprintf("%s: want %s, as on the rows of the episode before", describeField(r.group), describeField([]byte(c.ep.group)))})
	case c.final:
		return lineError(c.last, &fault{fieldReward, "empty, but the episode goes on: want a reward on each row but that of the final observation"})
	case c.flag != "" && !r.final:
		return lineError(c.last, &fault{c.flag, "true before the last transition: want it there alone, and one episode for each episode_id"})
	case r.t != float64(h):
		return lineError(number, &fault{fieldT, fmt.Sprintf("%v: want %d, as each episode counts its rows from 0", r.t, h)})
	case r.final && h == 0:
		return lineError(number, &fault{fieldReward, "an empty episode: want at least 1 transition, each with a reward"})
	}
	c.last, c.final, c.flag = number, r.final, ""
	c.ep.observations = append(c.ep.observations, r.observation...)
	c.ep.rows++
	if r.final {
		return nil
	}
	c.ep.rewards = append(c.ep.rewards, r.reward)
	if c.weighted {
		c.ep.ratios = append(c.ep.ratios, r.ratio)
	}
	if r.truncated == markTrue {
		c.flag = fieldTruncated
	}
	if r.terminated == markTrue {
		c.flag, c.ep.terminated = fieldTerminated, flags{last: true}
	}
	return nil
}

// begin begins the episode of an id, in a group.
func (c *csvEpisodes) begin(id, group string) *fault {
	if c.seen[id] {
		return &fault{fieldID, fmt.Sprintf("%s again, after the rows of %s: want the rows of an episode together", clip(id), clip(c.id))}
	}
	c.seen[id], c.id = true, id
	c.final, c.flag = false, ""
	c.ep.reset()
	c.ep.id, c.ep.group, c.ep.grouped, c.ep.weighted = id, group, c.grouped, c.weighted
	return nil
}

// finish ends the episode at hand, if there is one.
func (c *csvEpisodes) finish() error {
	if c.id == "" {
		return nil
	}
	if !c.final && !c.ep.ended() {
		return lineError(c.last, fmt.Errorf("the last row of episode %s, which is not terminated: want its final observation on one more row, with an empty reward", clip(c.id)))
	}
	return c.out.add(&c.ep, func(err error) error { return lineError(c.last, err) })
}
