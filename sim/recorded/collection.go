package recorded

import (
	"errors"
	"slices"
	"strconv"

	"lambdascope/estimator"
)

// collection repairs the episodes of a file and passes them on.
type collection struct {
	*Reader
	file  File
	take  func(t *estimator.Trajectory) error // an error ends the reading
	count int                                 // episodes in the file, or states
	first int                                 // trajectories of earlier files
	named bool                                // some id differs from the number of its episode; IDs has all
}

// add repairs an episode after a successful check and passes it on. at adds the place to an error.
func (c *collection) add(e *episode, at func(error) error) error {
	switch {
	case c.begun && e.weighted != c.all.Ratios:
		return at(&fault{fieldRatios, c.notForAll(e.weighted) + ": want ratios for each episode, or for none"})
	case c.begun && e.grouped != c.grouped:
		return at(&fault{fieldGroup, c.notForAll(e.grouped) + ": want a group for each episode, or for none"})
	case e.grouped:
		if f := checkGroup(e.group); f != nil {
			return at(f.in(fieldGroup))
		}
	}
	c.count++
	c.begun = true
	c.all.Ratios = e.weighted
	c.grouped = e.grouped
	first := 0
	end := len(e.rewards)
	switch c.Repair {
	case DropLast:
		if !e.ended() {
			end--
		}
	case DropFirst:
		unseen := c.found.finals == 0 && c.found.Episodes > 0 && c.found.previous == nil && e.rewards[0] == 0
		if c.found.add(e) != nil || unseen {
			first++
		}
	case Join:
		return c.join(e, at)
	}
	if first == end {
		return nil
	}
	e.cutTo(first, end)
	return c.pass(e, at)
}

// states passes on rows of dim numbers. at adds the place to an error.
func (c *collection) states(rows []float64, dim int, at func(error) error) error {
	for x := range slices.Chunk(rows, dim) {
		c.count++
		if err := c.State(x); err != nil {
			return at(err)
		}
	}
	return nil
}

// piece is an episode that later ones may continue.
type piece struct {
	episode
	passed bool
}

// bytes returns the approximate memory of an episode.
func (e *episode) bytes() int64 { return int64(8 * (len(e.observations) + 2*len(e.rewards))) }

// join appends an episode to the piece that it continues, or holds it as a new piece. Pieces of
// environments that run in parallel stand among each other.
func (c *collection) join(e *episode, at func(error) error) error {
	var p *piece
	if before := c.found.add(e); before != nil && before.piece.joins(e) {
		p = before.piece
		c.held -= p.bytes()
		p.join(e)
	} else {
		p = &piece{episode: *e}
		p.observations = slices.Clone(e.observations)
		p.rewards = slices.Clone(e.rewards)
		p.ratios = slices.Clone(e.ratios)
		c.pieces = append(c.pieces, p)
	}
	if c.found.previous != nil {
		c.found.previous.piece = p
	}
	if c.held += p.bytes(); c.Hold > 0 && c.held > c.Hold {
		return at(errors.New("too many episodes that may go on for the memory limit: sort the file by environment, or raise --memory"))
	}
	return c.flush(maxEndings)
}

// flush passes on the first pieces up to one that may go on, and all but the last few. The pieces
// have passed the checks, so that an error has no place.
func (c *collection) flush(few int) error {
	for len(c.pieces) > 0 && (c.pieces[0].ended() || len(c.pieces) > few) {
		p := c.pieces[0]
		c.pieces = c.pieces[1:]
		p.passed = true
		c.held -= p.bytes()
		if err := c.pass(&p.episode, func(err error) error { return err }); err != nil {
			return err
		}
	}
	return nil
}

// pass passes on an episode.
func (c *collection) pass(e *episode, at func(error) error) error {
	t, err := e.trajectory()
	if err != nil {
		return at(err)
	}
	number := c.passed.Episodes - c.first
	c.passed.add(e)
	if e.grouped {
		c.all.Groups.add(e.group)
	}
	if !c.named && e.id != "" && e.id != strconv.Itoa(number) {
		c.named = true
		c.all.IDs = append(c.all.IDs, make([]string, c.first-len(c.all.IDs))...)
		for i := range number {
			c.all.IDs = append(c.all.IDs, strconv.Itoa(i))
		}
	}
	if c.named {
		c.all.IDs = append(c.all.IDs, e.id)
	}
	return c.take(t)
}

// notForAll describes a field that differs from earlier episodes.
func (c *collection) notForAll(given bool) string {
	before := map[bool]string{true: "files before", false: "episodes before"}[c.count == 0]
	return map[bool]string{true: "given, though the " + before + " have none", false: "missing, though given in the " + before}[given]
}
