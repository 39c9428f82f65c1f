package estimator

import (
	"context"
	"fmt"
	"math"
	"time"
)

// Racing is how Race goes about a selection.
type Racing struct {
	// Delta bounds, approximately, the probability that λ̂ of the full selection is
	// dropped; 0 means DefaultDelta.
	Delta float64
	// Seed determines the order in which trajectories are scored.
	Seed uint64
	// Complete scores every fold in the end, of dropped λ's too. The selection is then
	// that of Select to the last bit, and the race is but what is known of it before.
	Complete bool
	// Round is called after every round with what is known then, never in parallel;
	// nil for no call. It may keep what it is given.
	Round func(*Standing)

	anySize bool // races where it can't pay, too
}

// DefaultDelta is the Racing.Delta used where it has none.
const DefaultDelta = 0.05

// Standing is how λ's stand in a race: after a round, or at its end.
type Standing struct {
	// Lambdas has one entry per λ of the grid, in its order.
	Lambdas []Raced
	// Leader is the index of the λ with the least estimate of those not dropped; at
	// the end, that of λ̂. It is −1 before the first round.
	Leader int
	// Scored counts the folds that were scored, over all λ's, of Folds = n·k. A fold
	// that is solved again for the selection counts once.
	Scored, Folds int
	// Round counts rounds, over all λ's; 0 where there was no race.
	Round int
	// Delta is that of Racing.
	Delta float64
	// SoFar has the λ's with folds scored as the candidates of a selection, the leader
	// selected: Score and Diff are the estimates, RefitSE is the margin, Quantile 1, and
	// NotRuledOut tells that a λ was not dropped. There are no Folds. It is nil at the end.
	SoFar *Selection
	// Saved is about how much processor time the race saved: what the folds of the
	// dropped λ's would have taken by those of the others, less what the rounds took.
	// It is set at the end, and negative where the race did not pay.
	Saved time.Duration
}

// Dropped returns how many λ's were dropped.
func (s *Standing) Dropped() int {
	count := 0
	for _, l := range s.Lambdas {
		if l.Dropped {
			count++
		}
	}
	return count
}

// Raced is how one λ stands.
type Raced struct {
	Lambda float64
	// Theta is θ_λ of LSTD(λ) on all trajectories, d numbers; nil where it is not
	// known yet.
	Theta []float64
	// Folds is how many folds were scored, 0 for none yet.
	Folds int
	// Score estimates the LOTO error of all folds: that of the leader, and Diff. It is
	// the LOTO error itself where Folds are all of them.
	Score float64
	// Diff estimates by how much the LOTO error exceeds that of the leader, from the
	// folds scored of both, and Margin is how far it may be off: a λ is dropped once
	// Diff > Margin.
	Diff, Margin float64
	// SE is the standard error of Score, as that of so many trajectories.
	SE float64
	// Dropped tells that the λ was dropped, and Round in which round.
	Dropped bool
	Round   int
}

// Race chooses λ as Select does, and leaves folds out where it is settled that a λ is
// not the one: a Hoeffding race (Maron & Moore 1993) whose bound, as that of the
// empirical Bernstein races of Mnih, Szepesvári & Audibert (2008), is from the variance
// that is seen.
//
// A_λ and b_λ are summed over all trajectories for every λ. Folds are then scored in
// random order, in rounds that grow. After each, the λ with the least score on these
// folds leads, and a λ is dropped when its paired differences from the leader tell
// that its score over all n folds would exceed the leader's. The n folds are a finite
// population: what is asked is how their mean comes out, for these data, and not, as
// Candidate.NotRuledOut asks, which λ is the best on average over data sets. A λ that
// is dropped may be one that is not ruled out.
//
// The λ's that stay are selected from as Select does: Folds, Score, SE and Theta of
// each are the same to the last bit, and RefitSE but for rounding. The selection has
// no others. Its λ̂ is that of Select unless the race dropped that, which happens with
// probability Delta or less, approximately: the margin has Student's t for the mean of
// a sample without replacement, and Bernstein's term for the range that the sample has,
// with Delta shared among all rounds and all λ's.
//
// Scores by which λ's are dropped come from A_λ − A_i, and count for nothing else. A
// trajectory that outweighs all others so far that this difference would lose its
// digits ends the race, and all λ's left are scored in full. So are all where there
// are too few folds for a race to pay, or one λ. Method must not be RSM or Naive,
// which have other systems. The rest is as for Select; the result is the same on any
// number of processors.
func Race(ctx context.Context, data []*Trajectory, opt Options, racing Racing) (*Selection, *Standing, error) {
	switch {
	case racing.Delta == 0:
		racing.Delta = DefaultDelta
	case !(racing.Delta > 0 && racing.Delta < 1):
		return nil, nil, fmt.Errorf("delta %v: want 0 < δ < 1", racing.Delta)
	}
	if opt.Method == RSM || opt.Method == Naive {
		return nil, nil, fmt.Errorf("method %v in a race: want %v, %v or %v", opt.Method, Auto, Cached, Woodbury)
	}
	start := time.Now()
	p, err := newFoldProblem(ctx, data, opt)
	if err != nil {
		return nil, nil, err
	}
	r := newRacer(p, racing)
	j := p.newJackknife()
	f := p.newFolds(r.take)
	f.race = r
	method, err := p.byMethod(ctx, f)
	if err != nil {
		return nil, nil, err
	}
	kept := r.kept()
	for _, k := range kept {
		j.take(k, r.influence[k])
	}
	s, err := p.with(only(p.opt.Lambdas, kept)).selection(ctx, f.only(kept), j, method)
	if err != nil {
		return nil, nil, err
	}
	s.raced = len(kept) < len(p.opt.Lambdas)
	s.Elapsed = time.Since(start)
	standing, err := r.end(s, kept)
	return s, standing, err
}

// only returns the values at some indices.
func only[T any](all []T, at []int) []T {
	out := make([]T, len(at))
	for i, k := range at {
		out[i] = all[k]
	}
	return out
}

// only returns the folds of some λ's, whose influences are taken.
func (f *folds) only(ks []int) *folds {
	return &folds{
		theta:     only(f.theta, ks),
		singular:  only(f.singular, ks),
		errors:    only(f.errors, ks),
		status:    only(f.status, ks),
		shrinkage: only(f.shrinkage, ks),
		updated:   f.updated,
	}
}

// end returns how the λ's stand at the end.
func (r *racer) end(s *Selection, kept []int) (*Standing, error) {
	r.leader = kept[s.Selected]
	out, err := r.standing()
	if err != nil {
		return nil, err
	}
	for i, k := range kept {
		out.Lambdas[k].Score, out.Lambdas[k].Diff = s.Candidates[i].Score, s.Candidates[i].Diff
	}
	if dropped := len(out.Lambdas) - len(kept); !r.Complete && r.round > 0 {
		out.Saved = time.Duration(float64(r.finals.Load())*float64(dropped)/float64(len(kept)) - float64(r.rounds.Load()))
	}
	return out, nil
}

// standing returns how the λ's stand now.
func (r *racer) standing() (*Standing, error) {
	n, k := r.folds(), len(r.scored)
	out := &Standing{Leader: r.leader, Folds: n * k, Round: r.round, Delta: r.Delta, Lambdas: make([]Raced, k)}
	best := math.NaN()
	if r.leader >= 0 {
		best = r.estimate(r.leader, r.scored[r.leader])
	}
	for k := range out.Lambdas {
		l := &out.Lambdas[k]
		*l = Raced{Lambda: r.opt.Lambdas[k], Folds: r.scored[k], Score: math.NaN(), Diff: math.NaN(), Margin: math.NaN(), Round: r.dropped[k]}
		l.Dropped = l.Round > 0
		out.Scored += l.Folds
		if l.Folds > 0 {
			var err error
			if l.Theta, err = r.weights(r.theta[k]); err != nil {
				return nil, err
			}
		}
		if m := min(r.scored[k], r.scored[max(0, r.leader)]); m > 0 && r.leader >= 0 {
			l.Diff, l.Margin = r.difference(k, r.leader, m)
			l.Score = best + l.Diff
			l.SE = r.levelError(k, r.scored[k])
		}
	}
	return out, nil
}

// levelError returns the standard error of the score of a λ by the first m folds.
func (r *racer) levelError(k, m int) float64 {
	errors, weights := make([]float64, m), make([]float64, m)
	for i, fold := range r.sample.order[:m] {
		errors[i], weights[i] = r.errors[k][r.first[fold]], r.sample.weights[fold]
	}
	_, se := meanAndError(errors, nil, weights)
	return se
}

// soFar returns Standing.SoFar.
func (r *racer) soFar(s *Standing) *Selection {
	out := &Selection{
		Method:            r.opt.Method,
		Trajectories:      len(r.data),
		Folds:             r.folds(),
		Steps:             r.steps,
		Features:          r.features,
		Truncated:         r.truncated,
		Rank:              r.rank,
		MeanSquaredReturn: r.meanG2,
		Gamma:             r.opt.Gamma,
		Ridge:             r.opt.Ridge,
		Weighting:         r.opt.Weighting,
		Tail:              r.opt.Tail,
		Quantile:          1,
		raced:             true,
	}
	for k, l := range s.Lambdas {
		if l.Folds == 0 {
			continue
		}
		if k == s.Leader {
			out.Selected = len(out.Candidates)
		}
		out.Candidates = append(out.Candidates, Candidate{
			Lambda: l.Lambda, Theta: l.Theta, Score: l.Score, SE: l.SE, Diff: l.Diff, RefitSE: l.Margin, NotRuledOut: !l.Dropped,
		})
	}
	return out
}
