package estimator

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// Regions divides the states of some trajectories into a few regions.
type Regions struct {
	Count int // 1 … MostRegions
	// Of has, by trajectory, the region of each of the H states that transitions start
	// from, from 0.
	Of [][]uint8
}

// MostRegions is how many regions there may be.
const MostRegions = 4

// check returns an error for regions that are not those of the data's states.
func (r *Regions) check(data []*Trajectory) error {
	if r.Count < 1 || r.Count > MostRegions {
		return fmt.Errorf("%d regions: want 1 to %d", r.Count, MostRegions)
	}
	if len(r.Of) != len(data) {
		return fmt.Errorf("regions of %d trajectories: want those of all %d", len(r.Of), len(data))
	}
	for i, of := range r.Of {
		if len(of) != data[i].Len() {
			return fmt.Errorf("trajectory %d: regions of %d states: want those of the %d that transitions start from", i+1, len(of), data[i].Len())
		}
		for t, region := range of {
			if int(region) >= r.Count {
				return fmt.Errorf("trajectory %d, step %d: region %d: want 0 to %d", i+1, t+1, region, r.Count-1)
			}
		}
	}
	return nil
}

// Steps returns how many transitions start from a state of each region.
func (r *Regions) Steps() []int {
	out := make([]int, r.Count)
	for _, of := range r.Of {
		for _, region := range of {
			out[region]++
		}
	}
	return out
}

// RegionSelection is a λ for each region of states, chosen by the LOTO error.
type RegionSelection struct {
	// Candidate is what cross-validation says of these λ's together; its Lambda is NaN
	// where they differ. Diff and its errors are against λ̂ of the grid, so that
	// Diff ≤ 0; NotRuledOut tells that λ̂ is not ruled out as better on average,
	// −Diff ≤ Quantile·RefitSE. The errors take the λ's as given: that they are the
	// best of many makes Diff lower than it is on other data.
	Candidate
	// Lambdas are the λ's of the regions.
	Lambdas []float64
	// Evaluations is of how many λ's by region the LOTO error was computed, each with a
	// fit without every fold.
	Evaluations int
	// Rounds is how often all regions were gone through, and Settled tells that the last
	// of these changed no λ.
	Rounds  int
	Settled bool
}

// mostRounds bounds the rounds of SelectRegions: two to four are the rule, more where the
// grid is fine.
const mostRounds = 10

// SelectRegions chooses a λ of the grid for each region of states by leave-one-trajectory-out
// cross-validation, for LSTD with the trace z_t = γλ(x_t)z_{t−1} + x_t, as Greedy has it. It
// starts from λ̂ of a selection of the same data and options, and goes from region to region,
// each time to the λ of the least LOTO error with the λ's of the others as they are, until no
// change of a single λ makes the error less by more than rounding: a descent by coordinates,
// which may end above the least error of all combinations, but never above that of λ̂. Of
// λ's within rounding of the least the smallest is taken, and where the one there was is
// among these, it stays. So does λ̂ where λ plays no part: at γ = 0, and in a region without
// states after the first of a trajectory.
//
// A λ's error is of exact folds, each solved from its own sums; Options.Method means nothing.
// For k λ's and m regions, a round takes m(k−1) evaluations at two accumulations, or one
// where there is room to keep A_i, and n solutions: nH·d² and n·d³/3 each. λ's do not share a
// pass, as they do in Select. Errors are those of Select, and of regions that are not those
// of the data.
func SelectRegions(ctx context.Context, data []*Trajectory, opt Options, regions *Regions, grid *Selection) (*RegionSelection, error) {
	if err := regions.check(data); err != nil {
		return nil, err
	}
	p, err := newFoldProblem(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	s := &regionSearch{ctx: ctx, problem: p, regions: regions, scores: make(map[place]float64)}
	for c := range regions.Count {
		s.at[c] = grid.Selected
	}
	if opt.Gamma > 0 {
		err = s.descend()
	} else {
		s.settled = true
	}
	if err != nil {
		return nil, err
	}
	return s.result(grid)
}

// place is the λ of each region, by its index in the grid; 0 of regions that there are not.
type place [MostRegions]int

// regionSearch is SelectRegions at work.
type regionSearch struct {
	ctx     context.Context
	problem *problem
	regions *Regions
	at      place
	scores  map[place]float64 // those that were evaluated
	rounds  int
	settled bool
}

// lambdas returns the λ's of a place.
func (s *regionSearch) lambdas(at place) []float64 {
	out := make([]float64, s.regions.Count)
	for c := range out {
		out[c] = s.problem.opt.Lambdas[at[c]]
	}
	return out
}

// decaying tells of each region whether λ plays a part there.
func (s *regionSearch) decaying() []bool {
	out := make([]bool, s.regions.Count)
	for _, of := range s.regions.Of {
		for _, region := range of[1:] { // the trace before the first state is zero
			out[region] = true
		}
	}
	return out
}

// descend goes from region to region until no change of one λ is for the better.
func (s *regionSearch) descend() error {
	decaying := s.decaying()
	for s.rounds < mostRounds && !s.settled {
		s.rounds++
		before := s.at
		for c, matters := range decaying {
			if !matters {
				continue
			}
			if err := s.choose(c); err != nil {
				return err
			}
		}
		s.settled = s.at == before
	}
	return nil
}

// choose sets the λ of a region to the one of the least score, unless that it has is within
// rounding of it.
func (s *regionSearch) choose(c int) error {
	line := make([]place, len(s.problem.opt.Lambdas))
	for k := range line {
		line[k] = s.at
		line[k][c] = k
	}
	if err := s.evaluate(line); err != nil {
		return err
	}
	least := math.Inf(1)
	for _, at := range line {
		least = min(least, s.scores[at])
	}
	meanG2 := s.problem.meanG2
	if s.scores[s.at] > least+float64(selectionTolerance*max(least, meanG2)) {
		s.at[c] = smallestWithin(len(line), func(k int) float64 { return s.scores[line[k]] }, meanG2)
	}
	return nil
}

// evaluate computes the scores of places that have none yet.
func (s *regionSearch) evaluate(places []place) error {
	var fresh []place
	var lambdas [][]float64
	for _, at := range places {
		if _, ok := s.scores[at]; !ok {
			fresh, lambdas = append(fresh, at), append(lambdas, s.lambdas(at))
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	selection, err := s.problem.regionalAt(s.regions, lambdas).run(s.ctx, nil)
	if err != nil {
		return err
	}
	for k, at := range fresh {
		s.scores[at] = selection.Candidates[k].Score
	}
	return nil
}

// result returns the place found with what cross-validation says of it.
func (s *regionSearch) result(grid *Selection) (*RegionSelection, error) {
	out := &RegionSelection{
		Lambdas:     s.lambdas(s.at),
		Evaluations: len(s.scores),
		Rounds:      s.rounds,
		Settled:     s.settled,
	}
	best := grid.Best()
	if !slices.ContainsFunc(out.Lambdas, func(v float64) bool { return v != best.Lambda }) {
		out.Candidate = *best
		return out, nil
	}
	p := s.problem.regionalAt(s.regions, [][]float64{out.Lambdas})
	var influence []float64
	f := p.newFolds(func(_ int, of []float64) { influence = of })
	if err := p.cached(s.ctx, f); err != nil {
		return nil, err
	}
	selection, err := p.selection(s.ctx, f, nil, Cached)
	if err != nil {
		return nil, err
	}
	out.Candidate = *selection.Best()
	if out.Lambda = out.Lambdas[0]; slices.Max(out.Lambdas) != slices.Min(out.Lambdas) {
		out.Lambda = math.NaN()
	}
	out.Diff, out.PairedSE = meanAndError(out.Folds, best.Folds, grid.weights)
	out.shrinkage = f.shrinkage[0]
	out.RefitSE = widened(standardError(influence, grid.influence), out.PairedSE, out.shrinkage, best.shrinkage)
	out.NotRuledOut = -out.Diff <= float64(grid.Quantile*out.RefitSE)+grid.rounding()
	return out, nil
}
