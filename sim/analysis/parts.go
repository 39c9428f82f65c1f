package analysis

import (
	"context"
	"slices"
	"time"
)

// How much of an analysis is analysed before it, for a first picture.
const (
	// partsWorth is how long an analysis is expected to take that has parts: two
	// processors have a shorter one on the screen within two frames.
	partsWorth = 60 * time.Millisecond
	// firstPart is how long the first part is expected to take at most, so that it is on
	// the screen within two frames.
	firstPart = 20 * time.Millisecond
	// partsShare bounds what all parts are expected to take together, as a share of the
	// whole.
	partsShare = 0.08
	// partsRatio is by how much each part is larger than the one before.
	partsRatio = 3
	// fewestOfPart are the trajectories that a part has at least: the first few say little.
	fewestOfPart = 8
)

// Parts returns settings whose analyses come soon, each of more trajectories than the one
// before, for settings in their usual form whose analysis does not: its first trajectories
// are its own, so that each is a result of a smaller n. They are of some λ's of the grid,
// the ends and those of keep among them. There are none where the whole comes soon, is in
// the cache, or has few trajectories for what it takes.
func (e *Engine) Parts(s Settings, keep ...float64) []Settings {
	_, known := e.Cached(s)
	c := e.sizes(s)
	whole := c.beyondStart(s)
	if known || whole < partsWorth {
		return nil
	}
	grid, err := ParseLambdas(s.Lambdas)
	if err != nil {
		return nil
	}
	budget := time.Duration(partsShare * float64(whole))
	var counts []int
	var lambdas []float64
	for _, most := range []int{21, 11, 5, 3} { // fewer where each takes long
		lambdas = thinned(grid, most, keep)
		c.k = float64(len(lambdas))
		var soon bool
		if counts, soon = c.partSizes(s, budget); soon {
			break
		}
	}
	var out []Settings
	part := s
	part.Lambdas = FormatLambdas(lambdas)
	for _, n := range counts {
		part.Trajectories = n
		if p, err := e.Check(part); err == nil { // unlike where all are of one group
			out = append(out, p)
		}
	}
	return out
}

// PictureSoon tells whether a part of settings, or the whole, is expected to be on the
// screen within two frames or little more.
func (e *Engine) PictureSoon(s Settings, keep ...float64) bool {
	if parts := e.Parts(s, keep...); len(parts) > 0 {
		s = parts[0]
	}
	c := e.sizes(s)
	return c != sizes{} && c.beyondStart(s) <= partsWorth
}

// beyondStart is how long an analysis is expected to take where little is needed besides
// what grows with its data.
func (c sizes) beyondStart(s Settings) time.Duration {
	return c.analysis(s.Method) - starting
}

// partSizes returns numbers of trajectories, increasing, whose analyses take no more than
// a budget together, and whether the first one comes soon. Where none does, a late one is
// better than none.
func (c sizes) partSizes(s Settings, budget time.Duration) (counts []int, soon bool) {
	cost := func(n int) time.Duration {
		c.n = float64(n)
		return c.beyondStart(s)
	}
	largest := s.Trajectories / partsRatio
	within := func(most time.Duration) int {
		n := largest
		for n >= fewestOfPart && cost(n) > most {
			n = n * 3 / 4
		}
		return n
	}
	n := within(min(firstPart, budget))
	if soon = n >= fewestOfPart; !soon {
		n = within(budget)
	}
	for ; n >= fewestOfPart && n <= largest && cost(n) <= budget; n *= partsRatio {
		budget -= cost(n)
		counts = append(counts, roundPart(n))
	}
	return counts, soon
}

// thinned returns some of a grid, evenly apart by index, with its ends and the values of
// it that are to be kept.
func thinned(grid []float64, most int, keep []float64) []float64 {
	last := len(grid) - 1
	if last < most {
		return grid
	}
	step := (last + most - 2) / (most - 1)
	var out []float64
	for k, v := range grid {
		if k%step == 0 || k == last || slices.Contains(keep, v) {
			out = append(out, v)
		}
	}
	return out
}

// roundPart rounds a number of trajectories down to two digits.
func roundPart(n int) int {
	unit := 1
	for n/unit >= 100 {
		unit *= 10
	}
	return n / unit * unit
}

// AnalyzeInParts is Analyze for somebody who waits for a first picture: it calls
// show with the result of each of the Parts before, but for those of at most some number of
// trajectories, which are known already. Results without truth have their Calibration, which
// is shown in its place.
func (e *Engine) AnalyzeInParts(ctx context.Context, s Settings, known int, keep []float64, show func(*Result)) (*Result, error) {
	s, err := e.Check(s)
	if err != nil {
		return nil, err
	}
	parts := e.Parts(s, keep...)
	parts = slices.DeleteFunc(parts, func(part Settings) bool { return part.Trajectories <= known })
	for _, part := range parts {
		a, err := e.picture(ctx, part)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err == nil { // else the whole says what is wrong with the data
			show(a)
		}
	}
	return e.picture(ctx, s)
}

// picture returns an analysis with all that is shown of it.
func (e *Engine) picture(ctx context.Context, s Settings) (*Result, error) {
	a, err := e.Analyze(ctx, s)
	if err != nil || a.Truth != nil {
		return a, err
	}
	return e.WithCalibration(ctx, a)
}
