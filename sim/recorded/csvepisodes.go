package recorded

import (
	"fmt"
	"slices"
)

// csvEpisodes puts the rows of a CSV together to episodes. The rows of an episode may stand
// among those of others, as a vectorised environment writes them, and in any order of t.
// Episodes are taken in the order of their first rows, each as soon as it and all before it are
// whole, so that of a file in order one is held at a time.
type csvEpisodes struct {
	out     *collection
	columns columns
	open    map[string]*csvEpisode // by id, those that are not taken
	queue   []*csvEpisode          // the same, in the order of their first rows
	taken   map[string]takenEpisode
	current *csvEpisode   // that the last row is of; nil before the first, and after a late one
	free    []*csvEpisode // whose room is used again
	held    int64         // bytes of open episodes
	number  int           // of the last line
}

// csvEpisode is an episode that is not taken yet.
type csvEpisode struct {
	ep    episode
	rows  int // in a piece, as far as they are there
	last  int // the line of the last of them
	final bool
	flag  string          // that is true on the last of them, which then is of the last transition
	ahead map[int]heldRow // by t, rows that stand before one of an earlier step
	apart bool            // rows of others stand between
}

type heldRow struct {
	row
	number int
}

// takenEpisode is what is known of an episode that was taken.
type takenEpisode struct {
	rows, last int
	final      bool
}

func newCSVEpisodes(c columns, out *collection) *csvEpisodes {
	return &csvEpisodes{out: out, columns: c, open: make(map[string]*csvEpisode), taken: make(map[string]takenEpisode)}
}

// add adds a row, which is line number. Its error names the line.
func (c *csvEpisodes) add(r *row, number int) error {
	c.number = number
	if e := c.current; e == nil || string(r.id) != e.ep.id {
		if err := c.takeWhole(); err != nil {
			return err
		}
		if late, err := c.turnTo(r); late || err != nil {
			return err
		}
	}
	e := c.current
	if c.columns.grouped && string(r.group) != e.ep.group {
		return lineError(number, &fault{fieldGroup, fmt.Sprintf("%s: want %s, as on the rows of the episode before", describeField(r.group), describeField([]byte(e.ep.group)))})
	}
	if err := c.place(e, r, number); err != nil {
		return err
	}
	if c.held += c.rowBytes(); c.out.hold > 0 && c.held > c.out.hold && (len(c.queue) > 1 || len(e.ahead) > 0) {
		return fmt.Errorf("%w; more memory than there is for rows out of order is taken by those that follow: want it sorted by %s, or more memory", c.queue[0].unfinished(), fieldID)
	}
	return nil
}

// rowBytes is about how much a row takes.
func (c *csvEpisodes) rowBytes() int64 { return int64(8 * (c.columns.dim + 4)) }

// turnTo makes the episode of a row the current one. Late tells that it is the row of a final
// observation whose episode is taken, which plays no part.
func (c *csvEpisodes) turnTo(r *row) (late bool, err error) {
	if e := c.open[string(r.id)]; e != nil {
		c.current, e.apart = e, true
		return false, nil
	}
	c.current = nil
	if before, ok := c.taken[string(r.id)]; ok {
		if !r.final || before.final || c.columns.timed && r.t != float64(before.rows) {
			return false, lineError(c.number, &fault{fieldID, fmt.Sprintf("%s again, after the episode ended on line %d: want one episode for each %s", clip(string(r.id)), before.last, fieldID)})
		}
		before.final = true
		c.taken[string(r.id)] = before
		return true, nil
	}
	e := &csvEpisode{ep: episode{dim: c.columns.dim}}
	if n := len(c.free); n > 0 {
		e, c.free = c.free[n-1], c.free[:n-1]
		*e = csvEpisode{ep: e.ep}
	}
	e.ep.reset()
	e.ep.id, e.ep.group, e.ep.grouped, e.ep.weighted = string(r.id), string(r.group), c.columns.grouped, c.columns.weighted
	c.current, c.open[e.ep.id] = e, e
	c.queue = append(c.queue, e)
	return false, nil
}

// place puts a row where it belongs, and those after it that stood before it.
func (c *csvEpisodes) place(e *csvEpisode, r *row, number int) error {
	if t := int(r.t); c.columns.timed && r.t != float64(e.rows) {
		before, again := e.ahead[t]
		switch {
		case again:
			return lineError(number, &fault{fieldT, fmt.Sprintf("%v again, as on line %d: want each row of an episode once", r.t, before.number)})
		case r.t != float64(t) || t < e.rows:
			return lineError(number, e.wrongT(r.t))
		case e.ahead == nil:
			e.ahead = make(map[int]heldRow)
		}
		held := *r
		held.observation = slices.Clone(r.observation)
		held.id, held.group = nil, nil
		e.ahead[t] = heldRow{held, number}
		c.out.late++
		return nil
	}
	if err := c.append(e, r, number); err != nil {
		return err
	}
	for len(e.ahead) > 0 {
		next, ok := e.ahead[e.rows]
		if !ok {
			return nil
		}
		delete(e.ahead, e.rows)
		if err := c.append(e, &next.row, next.number); err != nil {
			return err
		}
	}
	return nil
}

// wrongT returns the fault of a row that is not the next of its episode.
func (e *csvEpisode) wrongT(t float64) *fault {
	return &fault{fieldT, fmt.Sprintf("%v: want %d, as each episode counts its rows from 0", t, e.rows)}
}

// append adds the next row of an episode.
func (c *csvEpisodes) append(e *csvEpisode, r *row, number int) error {
	switch {
	case e.final:
		return lineError(e.last, &fault{fieldReward, "empty, but the episode goes on: want a reward on each row but that of the final observation"})
	case e.flag != "" && !r.final:
		return lineError(e.last, &fault{e.flag, "true before the last transition: want it there alone, and one episode for each episode_id"})
	case r.final && len(e.ep.rewards) == 0:
		return lineError(number, &fault{fieldReward, "an empty episode: want at least 1 transition, each with a reward"})
	}
	e.last, e.final, e.flag = number, r.final, ""
	e.ep.observations = append(e.ep.observations, r.observation...)
	e.ep.rows++
	e.rows++
	if r.final {
		return nil
	}
	e.ep.rewards = append(e.ep.rewards, r.reward)
	if c.columns.weighted {
		e.ep.ratios = append(e.ep.ratios, r.ratio)
	}
	if r.truncated == markTrue {
		e.flag = fieldTruncated
	}
	if r.terminated == markTrue {
		e.flag, e.ep.terminated = fieldTerminated, flags{last: true}
	}
	return nil
}

// whole tells whether nothing of an episode is missing.
func (e *csvEpisode) whole() bool { return (e.final || e.ep.ended()) && len(e.ahead) == 0 }

// unfinished returns the fault of an episode that is not whole.
func (e *csvEpisode) unfinished() error {
	if len(e.ahead) > 0 {
		next := -1
		for t := range e.ahead {
			if next < 0 || t < next {
				next = t
			}
		}
		return lineError(e.ahead[next].number, e.wrongT(float64(next)))
	}
	return lineError(e.last, fmt.Errorf("the last row of episode %s, which is not terminated: want its final observation on one more row, with an empty reward", clip(e.ep.id)))
}

// takeWhole takes the first episodes, as far as they are whole.
func (c *csvEpisodes) takeWhole() error {
	for len(c.queue) > 0 && c.queue[0].whole() {
		e := c.queue[0]
		c.queue = c.queue[1:]
		delete(c.open, e.ep.id)
		if e == c.current {
			c.current = nil
		}
		c.taken[e.ep.id] = takenEpisode{e.rows, e.last, e.final}
		c.held -= int64(e.rows) * c.rowBytes()
		if e.apart {
			c.out.apart++
		}
		if err := c.out.add(&e.ep, func(err error) error { return lineError(e.last, err) }); err != nil {
			return err
		}
		c.free = append(c.free, e)
	}
	return nil
}

// finish takes all episodes.
func (c *csvEpisodes) finish() error {
	if err := c.takeWhole(); err != nil || len(c.queue) == 0 {
		return err
	}
	return c.queue[0].unfinished()
}
