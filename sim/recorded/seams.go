package recorded

import (
	"encoding/binary"
	"hash/maphash"
	"math"
	"slices"
)

// Repair is a change of episodes at seams, where the end of one meets the start of the next.
type Repair int

const (
	Keep      Repair = iota
	DropLast         // end truncated episodes a transition earlier, without the final observation
	DropFirst        // drop the first transition of episodes that start at the end of an earlier episode
	Join             // append episodes that start at the end of the truncated episode before
)

// RepairNames returns the names of the repairs, in the order of the constants.
func RepairNames() []string { return []string{"keep", "drop-last", "drop-first", "join"} }

func (r Repair) String() string { return RepairNames()[r] }

// Seam is the form of the seams of most episodes.
type Seam int

const (
	SeamPlain    Seam = iota // nothing conspicuous
	SeamSameStep             // reset in the last step: the final observation is the first of the next episode
	SeamNextStep             // reset in a separate step, from the final observation to the first
	SeamCut                  // the next episode continues a truncated one
	SeamGoesOn               // the next episode is a single step that continues a terminated one
	SeamAtStart              // SeamSameStep, or a return to the one start in the last step
)

// Seams count the seams of files. A link is the seam before an episode that starts with the final
// observation of an earlier episode. A last step that changes nothing makes no link, because the
// observation then is often the first of every episode.
type Seams struct {
	Episodes int

	finals    int // episodes before the last with a final observation, except single steps that change nothing
	truncated int // truncated episodes among finals
	links     int
	cutLinks  int // to a truncated episode
	oneStep   int // links of episodes of one step
	resets    int // links with a first reward of 0
	elsewhere int // links to an episode that ends elsewhere than at its start
	fromStart int // links of episodes that start like one without a link
	toStart   int // links of episodes with a first step to the start of one without a link
	recurring int // episodes that start like an earlier one; 0 for continuous observations

	leaps, firstLeaps float64 // of the steps before and after links, see episode.leap

	rewarded     bool // some episode without a link has a first reward other than 0
	firstZeros   int  // unlinked episodes with a first reward of 0, since the last of these
	zeros, steps int  // rewards of 0, and rewards, after the first of an episode
}

// Kind returns the form of the seams, and the number of such seams.
func (s *Seams) Kind() (kind Seam, count int) {
	switch {
	case s.finals == 0 && s.rareZeros() && most(s.firstZeros, s.Episodes-1):
		return SeamNextStep, s.firstZeros
	case !most(s.links, s.finals) && !most(s.cutLinks, s.truncated):
		if s.recurring == 0 && most(s.cutLinks, s.links) && 10*s.cutLinks >= s.truncated && !s.leap(s.leaps) {
			return SeamCut, s.links // too many of the truncated episodes for chance
		}
		return SeamPlain, 0
	case most(s.oneStep, s.links) && s.cutLinks == 0 && s.steps > 0:
		return SeamGoesOn, s.links
	case most(s.resets, s.links) && s.leadToStarts():
		return SeamNextStep, s.links
	case s.leap(s.leaps) || s.elsewhere == 0:
		switch {
		case !most(s.cutLinks, s.truncated): // final observations of terminated episodes are not used
			return SeamPlain, 0
		case s.elsewhere == 0:
			return SeamAtStart, s.cutLinks
		}
		return SeamSameStep, s.cutLinks
	case most(s.cutLinks, s.links):
		return SeamCut, s.links
	}
	return SeamPlain, 0
}

// leadToStarts reports whether the steps after links, of reward 0, lead to the starts of episodes,
// and not the steps before. Observations tell that better than rewards, as an episode that starts
// at rest can have a first reward of 0.
func (s *Seams) leadToStarts() bool {
	if to := most(s.toStart, s.links); to != most(s.fromStart, s.links) {
		return to
	}
	if leap := s.leap(s.firstLeaps); leap != s.leap(s.leaps) {
		return leap
	}
	return s.rareZeros() && s.rewarded
}

// most requires three in four, because a few can be by chance where observations are discrete.
func most(part, whole int) bool { return part >= 3 && 4*part >= 3*whole }

// leap reports whether steps at links, with a sum of their leaps, are mostly the longest.
func (s *Seams) leap(sum float64) bool { return sum > float64(s.links)/2 }

// rareZeros is false for bandits, with first rewards alone.
func (s *Seams) rareZeros() bool { return 10*s.zeros < s.steps }

// Repair returns the repair for seams of a form; Keep for none.
func (k Seam) Repair() Repair {
	return map[Seam]Repair{SeamSameStep: DropLast, SeamAtStart: DropLast, SeamNextStep: DropFirst, SeamCut: Join}[k]
}

// seamCounter counts the seams of a file in the order of its episodes.
type seamCounter struct {
	Seams
	seed     maphash.Seed
	ended    map[uint64]*ending // by final observation
	previous *ending            // nil without a final observation
	starts   map[uint64]bool    // true for those of episodes without a link
}

// ending describes an episode with a final observation.
type ending struct {
	first, last uint64 // observations
	moved       bool   // the last step changes the observation
	oneStep     bool
	truncated   bool
	leap        float64 // of the last step
	piece       *piece  // for Join
}

// maxEndings bounds the memory for endings. Vectorised environments are fewer.
const maxEndings = 1 << 12

// add counts the seam before an episode, and returns the earlier episode that ends where it starts,
// or nil. Except for the previous one the observation must have a fraction, because whole numbers
// recur by chance. Vectorised environments make links to others.
func (c *seamCounter) add(e *episode) (before *ending) {
	if c.ended == nil {
		c.seed = maphash.MakeSeed()
		c.ended = make(map[uint64]*ending)
		c.starts = make(map[uint64]bool)
	}
	if p := c.previous; p != nil && (p.moved || !p.oneStep) {
		c.finals++
		if p.truncated {
			c.truncated++
		}
	}
	h := len(e.rewards)
	start := e.observations[:e.dim]
	first := c.hash(start)
	_, recurs := c.starts[first]
	if recurs {
		c.recurring++
	}
	before = c.ended[first]
	fraction := slices.ContainsFunc(start, func(v float64) bool { return v != math.Trunc(v) })
	if !fraction && before != c.previous {
		before = nil
	}
	switch zero := e.rewards[0] == 0; {
	case before != nil:
		c.link(e, before, first)
		delete(c.ended, first)
	case !zero:
		c.rewarded = true
		c.firstZeros = 0
	case c.rewarded:
		c.firstZeros++
	}
	if recurs || len(c.starts) < maxEndings {
		c.starts[first] = c.starts[first] || before == nil
	}
	for _, r := range e.rewards[1:] {
		c.steps++
		if r == 0 {
			c.zeros++
		}
	}
	c.Episodes++
	if c.previous = nil; e.rows == h+1 {
		final := e.observations[h*e.dim:]
		penultimate := e.observations[(h-1)*e.dim : h*e.dim]
		c.previous = &ending{first, c.hash(final), !slices.Equal(final, penultimate), h == 1, !e.ended(), e.leap(h - 1), nil}
		if len(c.ended) >= maxEndings {
			clear(c.ended)
		}
		c.ended[c.previous.last] = c.previous
	}
	return before
}

// link counts a link of an episode, with the hash of its first observation, to an earlier one.
func (c *seamCounter) link(e *episode, before *ending, first uint64) {
	if !before.moved {
		return
	}
	c.links++
	c.firstLeaps += e.leap(0)
	c.leaps += before.leap
	if before.truncated {
		c.cutLinks++
	}
	if before.first != before.last {
		c.elsewhere++
	}
	if c.starts[first] {
		c.fromStart++
	}
	if e.rows > 1 && c.starts[c.hash(e.observations[e.dim:2*e.dim])] {
		c.toStart++
	}
	if e.rewards[0] == 0 {
		c.resets++
	}
	if len(e.rewards) == 1 {
		c.oneStep++
	}
}

func (c *seamCounter) hash(x []float64) uint64 {
	var h maphash.Hash
	h.SetSeed(c.seed)
	var b [8]byte
	for _, v := range x {
		binary.LittleEndian.PutUint64(b[:], math.Float64bits(v+0)) // −0 equals 0
		_, _ = h.Write(b[:])
	}
	return h.Sum64()
}

// leap returns 1 for a step longer than all others of the episode, otherwise −1/(H − 1), so that
// the mean is 0 for a step at random.
func (e *episode) leap(step int) float64 {
	h := len(e.rewards)
	if h == 1 || e.rows <= h && step == h-1 {
		return 0
	}
	length := func(i int) (sum float64) {
		for j := i * e.dim; j < (i+1)*e.dim; j++ {
			d := e.observations[j+e.dim] - e.observations[j]
			sum += float64(d * d)
		}
		return sum
	}
	own := length(step)
	for i := range e.rows - 1 {
		if i != step && length(i) >= own {
			return -1 / float64(h-1)
		}
	}
	return 1
}

// cutTo keeps the transitions from first to before end.
func (e *episode) cutTo(first, end int) {
	e.observations = append(e.observations[:0], e.observations[first*e.dim:min(end+1, e.rows)*e.dim]...)
	e.rows = len(e.observations) / e.dim
	e.rewards = append(e.rewards[:0], e.rewards[first:end]...)
	if e.weighted {
		e.ratios = append(e.ratios[:0], e.ratios[first:end]...)
	}
}

// joins reports whether an episode continues a piece; false for nil.
func (p *piece) joins(next *episode) bool {
	return p != nil && !p.passed && !p.ended() && key(p.group) == key(next.group) && slices.Equal(p.observations[len(p.rewards)*p.dim:], next.observations[:p.dim])
}

// join appends an episode that continues this one.
func (e *episode) join(next *episode) {
	e.observations = append(e.observations, next.observations[e.dim:]...)
	e.rows += next.rows - 1
	e.rewards = append(e.rewards, next.rewards...)
	e.ratios = append(e.ratios, next.ratios...)
	e.terminations = next.terminations
	e.truncations = next.truncations
	e.terminated = next.terminated
}
