package recorded

import (
	"encoding/binary"
	"fmt"
	"hash/maphash"
	"math"
	"slices"

	"lambdascope/sim/textfmt"
)

// Repair is a change of episodes at seams, where the end of one meets the start of the next.
type Repair int

const (
	Keep      Repair = iota
	DropLast         // truncated episodes end a transition earlier, at the last observation of their own
	DropFirst        // episodes that start where an earlier one ended lose this first transition
	Join             // an episode that starts where the truncated one before it ended is its continuation
)

// RepairNames returns the names of the repairs, in the order of the constants.
func RepairNames() []string { return []string{"keep", "drop-last", "drop-first", "join"} }

func (r Repair) String() string { return RepairNames()[r] }

// ParseRepair parses the name of a repair.
func ParseRepair(text string) (Repair, error) {
	i := slices.Index(RepairNames(), text)
	if i < 0 {
		return 0, fmt.Errorf("seams %q: want %s", textfmt.Clip(text), textfmt.Or(RepairNames()))
	}
	return Repair(i), nil
}

// Seam is the form of the seams of most episodes.
type Seam int

const (
	SeamPlain    Seam = iota // nothing conspicuous
	SeamSameStep             // reset in the last step: the final observation is the first of the next episode
	SeamNextStep             // reset in a step of its own, from the final observation to the first
	SeamCut                  // the next episode continues a truncated one
	SeamGoesOn               // the next episode is a single step that continues a terminated one
)

// Seams count the seams of files. Numbers of several files add up.
type Seams struct {
	Episodes int
	Finals   int // episodes before the last with a final observation
	Links    int // episodes that start with the final observation of an earlier one
	Cut      int // links to a truncated episode
	Cuts     int // truncated episodes before the last

	leaps, firstLeaps float64 // of the steps before and after links, see episode.leap
	single            int     // links of episodes of one step
	resets            int     // links with a first reward of 0
	other             int     // links to an episode with another first observation than the linked
	zeros             int     // episodes after the first with a first reward of 0
	rewarded          int     // files with another first reward
	noughts, steps    int     // rewards of 0, and rewards, after the first of an episode
}

// Add adds the counts of another file.
func (s *Seams) Add(t Seams) {
	s.Episodes += t.Episodes
	s.Finals += t.Finals
	s.Links += t.Links
	s.Cut += t.Cut
	s.Cuts += t.Cuts
	s.leaps += t.leaps
	s.firstLeaps += t.firstLeaps
	s.single += t.single
	s.resets += t.resets
	s.other += t.other
	s.zeros += t.zeros
	s.rewarded += t.rewarded
	s.noughts += t.noughts
	s.steps += t.steps
}

// Kind returns the form of the seams. Three in four must agree, because a few can by chance where
// observations are discrete.
func (s *Seams) Kind() Seam {
	most := func(part, whole int) bool { return part >= 2 && 4*part >= 3*whole }
	half := float64(s.Links) / 2
	rare := 10*s.noughts <= s.steps // rewards of 0 within episodes
	sameStart := s.other == 0
	switch {
	case s.Finals == 0 && s.rewarded > 0 && rare && most(s.zeros, s.Episodes-1):
		return SeamNextStep
	case !most(s.Links, s.Finals) && !most(s.Cut, s.Cuts):
		return SeamPlain
	case most(s.single, s.Links) && s.Cut == 0:
		return SeamGoesOn
	case most(s.resets, s.Links) && (rare || s.firstLeaps > half && s.leaps <= half):
		return SeamNextStep
	case s.leaps > half || sameStart:
		if most(s.Cut, s.Cuts) { // final observations of terminated episodes are not used
			return SeamSameStep
		}
	case most(s.Cut, s.Links):
		return SeamCut
	}
	return SeamPlain
}

// Repair returns the repair that makes seams of a kind right; Keep for none.
func (k Seam) Repair() Repair {
	return map[Seam]Repair{SeamSameStep: DropLast, SeamNextStep: DropFirst, SeamCut: Join}[k]
}

// seamCounter counts the seams of a file in the order of its episodes.
type seamCounter struct {
	Seams
	seed  maphash.Seed
	ended map[uint64]ending // by final observation
	last  uint64            // final observation of the previous episode, if known
	known bool
	cut   bool // the previous episode is truncated
}

// ending describes an episode that ended.
type ending struct {
	first uint64 // first observation
	cut   bool
	leap  float64
}

// maxEndings bounds the memory for endings. Vectorised environments are fewer.
const maxEndings = 1 << 12

// add counts the seam before an episode, and reports whether the episode starts where an earlier
// one ended. The earlier one is the previous, or, with vectorised environments, another; then the
// observation must have a fraction, because whole numbers recur by chance.
func (c *seamCounter) add(e *episode) (linked bool) {
	if c.ended == nil {
		c.seed, c.ended = maphash.MakeSeed(), make(map[uint64]ending)
	}
	if c.known {
		c.Finals++
		if c.cut {
			c.Cuts++
		}
	}
	h := len(e.rewards)
	start := e.observations[:e.dim]
	first := c.hash(start)
	before, found := c.ended[first]
	fraction := slices.ContainsFunc(start, func(v float64) bool { return v != math.Trunc(v) })
	linked = found && (fraction || c.known && c.last == first)
	if zero := e.rewards[0] == 0; linked {
		c.Links++
		c.firstLeaps += e.leap(0)
		c.leaps += before.leap
		if before.cut {
			c.Cut++
		}
		if before.first != first {
			c.other++
		}
		if zero {
			c.resets++
		}
		if h == 1 {
			c.single++
		}
		delete(c.ended, first)
	} else if zero && c.Episodes > 0 {
		c.zeros++
	} else if !zero {
		c.rewarded = min(1, c.rewarded+1)
	}
	for _, r := range e.rewards[1:] {
		c.steps++
		if r == 0 {
			c.noughts++
		}
	}
	c.Episodes++
	if c.known, c.cut = e.rows == h+1, !e.ended(); c.known {
		c.last = c.hash(e.observations[h*e.dim:])
		if len(c.ended) >= maxEndings {
			clear(c.ended)
		}
		c.ended[c.last] = ending{first, c.cut, e.leap(h - 1)}
	}
	return linked
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

// leap is 1 if a step is longer than all others of the episode, and otherwise so far below 0 that
// the mean is 0 if the longest step is any.
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

// cutTo keeps some of the transitions, of which the episode must have more.
func (e *episode) cutTo(first, end int) {
	e.observations = append(e.observations[:0], e.observations[first*e.dim:min(end+1, e.rows)*e.dim]...)
	e.rows = len(e.observations) / e.dim
	e.rewards = append(e.rewards[:0], e.rewards[first:end]...)
	if e.weighted {
		e.ratios = append(e.ratios[:0], e.ratios[first:end]...)
	}
}

// joins reports whether an episode continues this one.
func (e *episode) joins(next *episode) bool {
	return !e.ended() && e.group == next.group && slices.Equal(e.observations[len(e.rewards)*e.dim:], next.observations[:e.dim])
}

// join appends an episode that continues this one.
func (e *episode) join(next *episode) {
	e.observations = append(e.observations, next.observations[e.dim:]...)
	e.rows += next.rows - 1
	e.rewards = append(e.rewards, next.rewards...)
	e.ratios = append(e.ratios, next.ratios...)
	e.terminations, e.truncations, e.terminated = next.terminations, next.truncations, next.terminated
}
