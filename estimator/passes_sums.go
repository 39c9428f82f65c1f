package estimator

import (
	"context"
	"fmt"
	"math"
	"slices"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// Sums are the first pass of a selection in passes, over all trajectories: for each λ the sums of
// A_i and b_i, which determine the fits, and the Gram matrix of the features, which determines
// scales and rank. Memory is some 4k·d² numbers and two numbers a trajectory; see PassBytes.
//
// The sums have twice the precision of a double, so that the second pass can subtract each
// trajectory. The size of the blocks changes results by rounding alone.
//
// A Sums is not safe for concurrent use; Add itself works in parallel.
type Sums struct {
	opt Options // options of the selection
	dim int

	summary  summary
	grouping           // of all trajectories, without members and items
	sumG2    []float64 // of each trajectory
	reward   reward    // the first nonzero reward with a nonzero ratio

	// size is a power of two above the largest number of each feature so far, 0 for a feature
	// that is always zero. The sums are of features divided by size, so that nothing overflows.
	size    []float64
	gram    total   // Σ x xᵀ
	systems []total // A and b, by λ
}

// reward locates a reward: the trajectory, and the step, from 1. The zero value means no reward.
type reward struct {
	trajectory, step int
	value            float64
}

// NewSums returns sums over no trajectories yet, of dim features. The Groups, the Progress and
// the Method of opt play no part, because passes solve folds as Select does, without groups.
func NewSums(dim int, opt Options) (*Sums, error) {
	opt.Method = nil
	opt.Groups = nil
	opt.Progress = nil
	opt, err := opt.completed()
	if err != nil {
		return nil, err
	}
	if dim < 1 {
		return nil, fmt.Errorf("%d features: want at least 1", dim)
	}
	opt.Lambdas = slices.Clone(opt.Lambdas)
	s := &Sums{opt: opt, dim: dim}
	s.size = make([]float64, dim)
	s.gram = newTotals(1, dense.Size(dim))[0]
	s.systems = newTotals(len(opt.Lambdas), dense.Size(dim))
	return s, nil
}

// Add adds trajectories. The error is ctx's, or names a trajectory, counted from the first ever
// added, and a step. After an error, do not use the sums any more.
func (s *Sums) Add(ctx context.Context, data []*Trajectory) error {
	if len(data) == 0 {
		return nil
	}
	p := emptyProblem(ctx, data, s.dim, Options{Gamma: s.opt.Gamma, Lambdas: s.opt.Lambdas, Weighting: s.opt.Weighting, Do: s.opt.Do})
	first := s.summary.trajectories
	p.before = first
	size, err := p.measure(ctx)
	if err != nil {
		return err
	}
	for j, v := range s.size {
		size[j] = max(size[j], v)
	}
	s.resize(size)
	kept := slices.Clone(size)
	for j, v := range size {
		if v == 0 {
			kept[j] = 1
		}
	}
	p.keep(kept)
	if err := p.setFolds(); err != nil {
		return err
	}
	if err := s.count(p); err != nil {
		return err
	}
	p.findRepeats()
	gram, err := p.gram(ctx)
	if err != nil {
		return err
	}
	s.gram.add(gram, 1)
	l := p.newStreamLoop(s.systems, nil)
	defer l.release()
	if l.sum(ctx); ctx.Err() != nil {
		return ctx.Err()
	}
	for _, t := range s.systems {
		if size := kernels.Largest(t.sum); math.IsInf(size, 0) || math.IsNaN(size) || hasNaN(t.sum) {
			return fmt.Errorf("trajectories %d to %d: their sums overflow; scale the rewards down", first, first+len(data)-1)
		}
	}
	return nil
}

// hasNaN reports whether some number is NaN. kernels.Largest may pass over NaN.
func hasNaN(x []float64) bool { return slices.ContainsFunc(x, math.IsNaN) }

// count counts the trajectories of a block.
func (s *Sums) count(p *problem) error {
	for i, t := range p.data {
		if at := t.firstReward(); s.reward.step == 0 && at >= 0 {
			s.reward = reward{p.before + i, at + 1, t.rewards[at]}
		}
	}
	s.length = append(s.length, p.length...)
	s.foldWeights = append(s.foldWeights, p.foldWeights...)
	s.totalWeight += p.totalWeight
	s.sumG2 = append(s.sumG2, p.sumG2...)
	return s.summary.add(p)
}

// resize rescales the sums to features divided by other sizes, each at least the present size.
func (s *Sums) resize(size []float64) {
	if slices.Equal(size, s.size) {
		return
	}
	by := make([]float64, s.dim)
	for j, v := range size {
		if v > 0 {
			by[j] = s.size[j] / v
		}
	}
	s.gram.scale(by)
	for _, t := range s.systems {
		t.scale(by)
	}
	s.size = size
}
