package recorded

import (
	"fmt"
	"hash/maphash"
	"maps"
	"slices"
)

// csvEpisodes assembles the rows of a CSV to episodes. Rows may stand in any order of t, and among
// rows of other episodes, as vectorised environments write rows. Episodes are passed on in the order
// of their first rows, each when all episodes up to it are complete. A file in order takes the memory
// of one episode.
type csvEpisodes struct {
	out     *collection
	columns columns
	open    map[string]*csvEpisode // by key of the id
	queue   []*csvEpisode          // the open episodes, in the order of their first rows
	seed    maphash.Seed
	taken   map[uint64]takenEpisode // by hash of a key, because of the memory of many episodes
	current *csvEpisode             // of the last row; nil before the first row, and after a late one
	held    int64                   // bytes of the open episodes
	number  int                     // of the last line
}

// csvEpisode is an episode that is not passed on yet.
type csvEpisode struct {
	ep    episode
	rows  int // complete from the first
	last  int // line of the last complete row
	final bool
	flag  string             // a flag that is true on the last complete row
	ahead map[int]pendingRow // rows after a missing one, by t
	apart bool               // has rows of other episodes between its own
}

type pendingRow struct {
	row
	number int
}

// takenEpisode describes an episode that was passed on: the number of rows, and the line of the last.
// rows is 0 with a final observation, after which no row may follow.
type takenEpisode struct{ rows, last uint32 }

func newCSVEpisodes(c columns, out *collection) *csvEpisodes {
	return &csvEpisodes{out: out, columns: c, open: make(map[string]*csvEpisode), seed: maphash.MakeSeed(), taken: make(map[uint64]takenEpisode)}
}

// add adds a row from a line. Errors name the line.
func (c *csvEpisodes) add(r *row, number int) error {
	c.number = number
	if e := c.current; e == nil || string(r.id) != e.ep.id {
		if err := c.flushComplete(); err != nil {
			return err
		}
		if late, err := c.selectEpisode(r); late || err != nil {
			return err
		}
	}
	e := c.current
	if c.columns.grouped && string(r.group) != e.ep.group && key(string(r.group)) != key(e.ep.group) {
		return lineError(number, &fault{fieldGroup, fmt.Sprintf("%s: want %s, as on the rows of the episode before", describeField(r.group), describeField([]byte(e.ep.group)))})
	}
	if err := c.place(e, r, number); err != nil {
		return err
	}
	if c.held += c.rowBytes(); c.out.Hold > 0 && c.held > c.out.Hold && (len(c.queue) > 1 || len(e.ahead) > 0) {
		return lineError(number, fmt.Errorf("too many rows out of order for the memory limit: sort the file by %s, or raise --memory", fieldID))
	}
	return nil
}

// rowBytes returns the approximate memory of a row.
func (c *csvEpisodes) rowBytes() int64 { return int64(8 * (c.columns.dim + 4)) }

// selectEpisode makes the episode of a row current. late reports a final observation after its
// episode was passed on.
func (c *csvEpisodes) selectEpisode(r *row) (late bool, err error) {
	id := key(string(r.id))
	if e := c.open[id]; e != nil {
		e.apart = e.apart || e != c.current
		c.current = e
		return false, nil
	}
	c.current = nil
	hash := maphash.String(c.seed, id)
	if before, ok := c.taken[hash]; ok {
		if !r.final || before.rows == 0 || c.columns.timed && r.t != float64(before.rows) {
			return false, lineError(c.number, &fault{fieldID, fmt.Sprintf("%s again, after episode %s ended on line %d: want one episode for each %s", clip(string(r.id)), clip(id), before.last, fieldID)})
		}
		c.taken[hash] = takenEpisode{last: before.last}
		return true, nil
	}
	e := &csvEpisode{ep: episode{memory: c.out.Hold, dim: c.columns.dim}}
	e.ep.reset()
	e.ep.id = string(r.id)
	e.ep.group = string(r.group)
	e.ep.grouped = c.columns.grouped
	e.ep.weighted = c.columns.weighted
	c.current = e
	c.open[id] = e
	c.queue = append(c.queue, e)
	return false, nil
}

// place appends a row to its episode, followed by the held rows after it, or holds the row until the
// rows before it are complete.
func (c *csvEpisodes) place(e *csvEpisode, r *row, number int) error {
	if t := int(r.t); c.columns.timed && r.t != float64(e.rows) {
		switch before, again := e.ahead[t]; {
		case again:
			return lineError(number, &fault{fieldT, fmt.Sprintf("%v again, as on line %d: want each row of an episode once", r.t, before.number)})
		case r.t != float64(t) || t < e.rows:
			return lineError(number, e.wrongT(r.t))
		case e.ahead == nil:
			e.ahead = make(map[int]pendingRow)
		}
		held := *r
		held.observation = slices.Clone(r.observation)
		held.id = nil
		held.group = nil
		e.ahead[t] = pendingRow{held, number}
		c.out.file.Late++
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
	text := fmt.Sprintf("%v: want %d, as each episode counts its rows from 0", t, e.rows)
	if t == 0 {
		text += "; if another episode starts here, give it another " + fieldID
	} else if e.rows == 0 {
		text += "; its first rows are missing"
	}
	return &fault{fieldT, text}
}

// append appends the next row of an episode.
func (c *csvEpisodes) append(e *csvEpisode, r *row, number int) error {
	switch {
	case e.final:
		return lineError(e.last, &fault{fieldReward, "empty, but the episode goes on: want a reward on each row but that of the final observation"})
	case e.flag != "" && !r.final:
		return lineError(e.last, &fault{e.flag, "true before the last transition: want it there alone, and one episode for each episode_id"})
	case r.final && len(e.ep.rewards) == 0:
		return lineError(number, &fault{fieldReward, "an empty episode: want at least 1 transition, each with a reward"})
	}
	if f := e.ep.fits(e.rows + 1); f != nil {
		return lineError(number, f)
	}
	e.last = number
	e.final = r.final
	e.flag = ""
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
		e.flag = fieldTerminated
		e.ep.terminated = flags{last: true}
	}
	return nil
}

// complete reports whether no row of the episode is missing.
func (e *csvEpisode) complete() bool { return (e.final || e.ep.ended()) && len(e.ahead) == 0 }

// unfinished returns the fault of an incomplete episode.
func (e *csvEpisode) unfinished() error {
	if len(e.ahead) > 0 {
		next := slices.Min(slices.Collect(maps.Keys(e.ahead)))
		return lineError(e.ahead[next].number, e.wrongT(float64(next)))
	}
	return lineError(e.last, fmt.Errorf("the last row of episode %s, which is not terminated: want its final observation on one more row, with an empty reward", clip(e.ep.id)))
}

// flushComplete passes on the first episodes up to an incomplete one.
func (c *csvEpisodes) flushComplete() error {
	for len(c.queue) > 0 && c.queue[0].complete() {
		e := c.queue[0]
		c.queue = c.queue[1:]
		id := key(e.ep.id)
		delete(c.open, id)
		if e == c.current {
			c.current = nil
		}
		taken := takenEpisode{uint32(e.rows), uint32(e.last)}
		if e.final {
			taken.rows = 0
		}
		c.taken[maphash.String(c.seed, id)] = taken
		c.held -= int64(e.rows) * c.rowBytes()
		if e.apart {
			c.out.file.Apart++
		}
		if err := c.out.add(&e.ep, func(err error) error { return lineError(e.last, err) }); err != nil {
			return err
		}
	}
	return nil
}

// finish passes on all episodes.
func (c *csvEpisodes) finish() error {
	if err := c.flushComplete(); err != nil || len(c.queue) == 0 {
		return err
	}
	return c.queue[0].unfinished()
}
