package recorded

import (
	"fmt"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim/textfmt"
)

// The fields of an episode, as errors name them.
const (
	fieldObservations = "observations"
	fieldRewards      = "rewards"
	fieldTerminations = "terminations"
	fieldTruncations  = "truncations"
	fieldTerminated   = "terminated"
)

// episode gathers the fields of one episode of any format. Readers reuse an episode with its
// buffers.
type episode struct {
	memory       int64     // Reader.Hold
	dim          int       // d, from the first observation of the file; 0 before
	observations []float64 // row by row
	rows         int
	plain        bool // observations alone
	rewards      []float64
	ratios       []float64
	first        int  // index of the first transition in arrays of all
	weighted     bool // has ratios
	terminations flags
	truncations  flags
	terminated   flags  // at most one, for the episode
	id           string // empty in formats without one
	group        string
	grouped      bool // has a group
}

// flags are a list of flags of which only the last may be true.
type flags struct {
	given bool
	steps int
	early int // 1 + index of the first true flag before the last step; 0 for none
	last  bool
}

// add appends a flag.
func (l *flags) add(flag bool) {
	if l.last && l.early == 0 {
		l.early = l.steps
	}
	l.steps++
	l.last = flag
}

// FreeBytes is the memory that an analysis may take beyond a limit, because an analysis of small data
// takes as much.
const FreeBytes = 8 << 20

// EpisodeBytes returns the memory for the longest episode, of so many rows of dim numbers, in an
// analysis a block at a time: in two blocks, in the buffers of a reader, and in the scaled rows of the
// estimator, which are padded.
func EpisodeBytes(rows, dim int) int64 {
	const copies, pad = 10, 4
	return 8 * copies * int64(rows) * int64(dim+pad)
}

// fits returns the fault of an episode of so many rows, or more, that are too much for the memory.
func (e *episode) fits(rows int) *fault {
	need := EpisodeBytes(rows, e.dim) - FreeBytes
	if e.memory == 0 || need <= e.memory {
		return nil
	}
	return &fault{text: fmt.Sprintf("an episode of %d rows or more of %s: want --memory %dM or more", rows, textfmt.Count(e.dim, "number"), need>>20+1)}
}

// reset clears everything except the memory and the dimension of the file.
func (e *episode) reset() {
	*e = episode{memory: e.memory, dim: e.dim, observations: e.observations[:0], rewards: e.rewards[:0], ratios: e.ratios[:0]}
}

// endRow ends a row of n numbers at the end of observations.
func (e *episode) endRow(n int) *fault {
	switch {
	case n == 0:
		return &fault{text: "no numbers: want at least 1 feature"}
	case e.dim == 0:
		e.dim = n
	case n != e.dim:
		return &fault{text: fmt.Sprintf("%s: want %d, as in the first observation of the file", textfmt.Count(n, "number"), e.dim)}
	}
	e.rows++
	return e.fits(e.rows)
}

// ended reports whether the episode terminated. It needs a successful check.
func (e *episode) ended() bool { return e.terminations.last || e.terminated.last }

const wantRewards = "missing: want a list of numbers, one for each transition"

// check returns the first fault of the fields together.
func (e *episode) check() *fault {
	h := len(e.rewards)
	switch {
	case e.plain:
		return &fault{fieldRewards, wantRewards}
	case h == 0:
		return &fault{fieldRewards, "an empty episode: want at least 1 transition"}
	case e.weighted:
		if f := e.checkRatios(); f != nil {
			return f.in(fieldRatios)
		}
	}
	if f := e.terminations.check(h).in(fieldTerminations); f != nil {
		return f
	}
	if f := e.truncations.check(h).in(fieldTruncations); f != nil {
		return f
	}
	switch {
	case !e.terminations.given && !e.terminated.given && e.truncations.given:
		return &fault{text: `truncations without terminations, which do not say whether the episode terminated: want terminations too, or "terminated": true or false`}
	case !e.terminations.given && !e.terminated.given:
		return &fault{text: `nothing says how the episode ended: want "terminated": true or false, or the lists terminations and truncations`}
	case e.terminations.given && e.terminated.given && e.terminations.last != e.terminated.last:
		return &fault{fieldTerminated, fmt.Sprintf("%v, but terminations ends in %v: want them to agree", e.terminated.last, e.terminations.last)}
	case e.rows == h+1, e.rows == h && e.ended():
		return nil
	case e.ended():
		return &fault{fieldObservations, fmt.Sprintf("%d for %s: want %d, or %d without the last one, as the episode terminated", e.rows, textfmt.Count(h, "reward"), h+1, h)}
	}
	return &fault{fieldObservations, fmt.Sprintf("%d for %s: want %d, with the one after the last transition, as the episode is truncated", e.rows, textfmt.Count(h, "reward"), h+1)}
}

// check returns the fault of flags in an episode of h transitions.
func (l *flags) check(h int) *fault {
	switch {
	case l.given && l.steps != h:
		return &fault{text: fmt.Sprintf("%s for %s: want one for each", textfmt.Count(l.steps, "flag"), textfmt.Count(h, "reward"))}
	case l.early > 0:
		return &fault{fmt.Sprintf("[%d]", l.early-1), "true before the last step: want one episode a record"}
	}
	return nil
}

// trajectory returns a copy of the episode. It needs a successful check.
func (e *episode) trajectory() (*estimator.Trajectory, error) {
	h := len(e.rewards)
	features := make([]float64, (h+1)*e.dim)
	if e.ended() {
		copy(features, e.observations[:h*e.dim]) // the last row stays zero
	} else {
		copy(features, e.observations)
	}
	t, err := estimator.NewTrajectory(e.dim, features, slices.Clone(e.rewards), e.ended())
	if err != nil || !e.weighted {
		return t, err
	}
	return t.WithRatios(slices.Clone(e.ratios))
}
