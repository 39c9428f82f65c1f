package estimator

import (
	"fmt"
	"math"
)

// summary has the facts of a Selection about the trajectories, without the scores. It grows by
// blocks, and keeps no trajectory.
type summary struct {
	trajectories, steps, truncated int
	first                          int  // steps of the first trajectory
	varied                         bool // trajectories differ in length
	ratios                         bool // whether any trajectory has importance ratios

	squares  [weightings]float64  // the weighted sum of mean squared returns
	weights  [weightings]weightOf // of folds in the LOTO error
	returns  weightOf             // weights of folds in returns, with importance ratios
	cut      float64              // of Selection.CutWeight
	cutSteps int
	policy   OffPolicy // sums
}

// add adds a block with the folds set. The error names a trajectory.
func (s *summary) add(p *problem) error {
	s.ratios = s.ratios || p.ratios
	for fold := range p.folds() {
		var weights [weightings]float64
		var returns float64
		members := p.together(fold)
		for _, i := range members {
			for w := range weightings {
				weights[w] += w.Weight(p.data[i].Len())
			}
			returns += p.importances[i].weight
		}
		for w, weight := range weights {
			s.weights[w].add(weight)
		}
		s.returns.add(returns / float64(len(members)))
	}
	for i, t := range p.data {
		h, own := t.Len(), p.importances[i]
		if s.trajectories == 0 {
			s.first = h
		}
		s.trajectories++
		s.steps += h
		s.varied = s.varied || h != s.first
		for w := range weightings {
			s.squares[w] += w.Weight(h) * p.sumG2[i] / float64(h)
		}
		if math.IsInf(s.squares[p.opt.Weighting], 0) {
			return fmt.Errorf("trajectory %d: the squared returns overflow; scale the rewards down", p.before+i)
		}
		if !t.Terminated() {
			s.truncated++
			s.cutSteps += h
			s.cut += own.cut
		}
		s.policy.MeanRatio += own.sum
		s.policy.LargestRatio = max(s.policy.LargestRatio, own.largest)
		s.policy.ZeroRatios += float64(own.zeros)
	}
	return nil
}

// totalWeight returns the weight of all trajectories in the LOTO error.
func (s *summary) totalWeight(w Weighting) float64 { return s.weights[w].sum }

// meanSquare returns the mean squared return.
func (s *summary) meanSquare(w Weighting) float64 { return s.squares[w] / s.totalWeight(w) }

// carried returns the spread over folds of the weight in the LOTO error: with importance ratios
// the weight in returns, otherwise the number of steps or trajectories.
func (s *summary) carried(w Weighting) *weightOf {
	if s.ratios {
		return &s.returns
	}
	return &s.weights[w]
}

// selection returns a selection without candidates.
func (s *summary) selection(p *problem) *Selection {
	carried := s.carried(p.opt.Weighting)
	out := &Selection{
		Trajectories:      s.trajectories,
		Folds:             carried.folds,
		Steps:             s.steps,
		Features:          p.features,
		Truncated:         s.truncated,
		Rank:              p.rank,
		MeanSquaredReturn: s.meanSquare(p.opt.Weighting),
		Gamma:             p.opt.Gamma,
		Weighting:         p.opt.Weighting,
		Tail:              p.opt.Tail,
		Effective:         carried.effective(),
		LargestShare:      carried.largestShare(),
		Heaviest:          carried.heaviest,
		varied:            s.varied,
	}
	out.Quantile = quantile(out.Effective)
	if s.cutSteps > 0 {
		out.CutWeight = s.cut / float64(s.cutSteps)
	}
	if s.ratios {
		mean := s.policy
		mean.MeanRatio /= float64(s.steps)
		mean.ZeroRatios /= float64(s.steps)
		out.OffPolicy = &mean
	}
	return out
}
