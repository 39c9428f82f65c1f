package estimator

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"time"
)

// Candidate is the result of cross-validation for a single λ.
type Candidate struct {
	Lambda float64
	// Theta is θ_λ of LSTD(λ) on all trajectories, d numbers (equation 6).
	Theta []float64
	// Singular reports whether A_λ is rank-deficient; Theta is then of least norm.
	Singular bool
	// Folds are the LOTO errors ℓ_i (equation 13), one per trajectory: the mean squared difference
	// between the returns of trajectory i and the prediction of a fit to all other trajectories.
	// With Options.Groups the errors are per group, by the first trajectory of each: the mean over
	// the group, weighted as the LOTO error is, with predictions of a fit to all other groups.
	Folds []float64
	// Status is, per fold, the way the fit without the fold was computed.
	Status []FoldStatus
	// LOTO is the LOTO error of λ: the ℓ_i combined by the weighting, in squared units of the
	// return. LOTO contains the variance of the return, the same for every λ.
	LOTO float64
	// SE is the standard error of LOTO over folds, as if no two folds shared data.
	SE float64
	// Diff is LOTO less the LOTO error of the selected λ.
	Diff float64
	// RefitSE is the standard error of Diff over data sets of this size, by the infinitesimal
	// jackknife. It includes the effect of each trajectory on the fits without another. RefitSE
	// is at least PairedSE if the ridge shrinks either fit, Selection.Shrinkage above 0.05,
	// because derivatives alone are then too narrow.
	RefitSE float64
	// PairedSE is the standard error of Diff over folds, as if no two folds shared data: from a
	// quarter to five times the true standard error.
	PairedSE float64
	// NotRuledOut reports whether λ could still be the best on average over data sets of this
	// size, at 95 %: Diff ≤ Selection.Quantile·RefitSE, with the tolerance of the selection. It
	// is true for the selected λ.
	NotRuledOut bool

	shrinkage float64   // Selection.Shrinkage at λ
	influence []float64 // of each fold on LOTO, see jackknife.go
}

// DeficientFolds returns the number of rank-deficient folds.
func (c *Candidate) DeficientFolds() int {
	count := 0
	for _, s := range c.Status {
		if s == FoldDeficient {
			count++
		}
	}
	return count
}

// Selection is the result of ALLSTD.
type Selection struct {
	// Candidates has an entry per λ, in the order of the grid.
	Candidates []Candidate
	// Selected is the index of λ̂: the smallest λ whose LOTO error is within 1e−9·max(least LOTO
	// error, mean squared return) of the least, so that rounding can't decide.
	Selected int
	// Trajectories, Steps, Features and Truncated are n, Σ H_i, d and the
	// number of trajectories that were cut off.
	Trajectories, Steps, Features, Truncated int
	// Folds is the number of folds: n, or the number of groups in Options.Groups.
	Folds int
	// Rank is the number of directions that the features span.
	Rank int
	// MeanSquaredReturn is the mean of G², weighted as the LOTO errors are: the LOTO
	// error of predicting 0 everywhere.
	MeanSquaredReturn float64

	// CutWeight is the mean, over the steps t of the truncated trajectories, of γ^{H+1−t}: the
	// discount of the first reward that the return misses, times the importance ratios from step
	// t on. It is 0 without truncated trajectories.
	CutWeight float64
	// OffPolicy summarizes the importance ratios; nil without ratios.
	OffPolicy *OffPolicy
	// Effective is the effective number of folds, (Σv)²/Σv² (Kish 1965), v the weight of a fold
	// in the LOTO error, or in returns with importance ratios; see OffPolicy. It is Folds for
	// equal weights, 1 if a single fold has all the weight, and 0 if every importance ratio is 0.
	Effective float64
	// LargestShare is the largest share of Σv, and Heaviest the index of the fold with this
	// share.
	LargestShare float64
	Heaviest     int
	// Gamma, Ridge, Weighting and Tail are copies of the options.
	Gamma, Ridge float64
	Weighting    Weighting
	Tail         Tail
	// Quantile is the one-sided 95 % quantile of Student's t with max(1, Effective−1)
	// degrees of freedom. A λ whose Diff − Quantile·RefitSE is above 0 is ruled out.
	Quantile float64
	// Shrinkage is the largest σ = ρ·tr A⁻¹/rank over the λ's: the share of θ that the ridge
	// takes, over the directions that the data span.
	Shrinkage float64
	// Elapsed is the duration of the selection, from the data to LOTO errors and θ.
	Elapsed time.Duration

	weights []float64 // of the folds
	lengths []int     // of the folds, in steps
	sumG2   []float64 // Σ_t G_t² of the folds
	varied  bool      // trajectories differ in length
}

// SelectedBy returns the index of λ̂ by a weighting of the same LOTO errors, which may differ from
// Weighting. It requires that no trajectories are left out together, as in Options.Groups: the
// errors of groups depend on the weighting.
func (s *Selection) SelectedBy(w Weighting) int {
	weights := make([]float64, len(s.lengths))
	squares := make([]float64, len(s.lengths))
	for i, h := range s.lengths {
		weights[i] = w.Weight(h)
		squares[i] = s.sumG2[i] / float64(h)
	}
	meanG2, _ := meanAndError(squares, nil, weights)
	loto := func(k int) float64 {
		mean, _ := meanAndError(s.Candidates[k].Folds, nil, weights)
		return mean
	}
	return smallestWithin(len(s.Candidates), loto, meanG2)
}

// Best returns the selected candidate, at λ̂; nil if the selection is empty.
func (s *Selection) Best() *Candidate {
	if s.Selected < 0 || s.Selected >= len(s.Candidates) {
		return nil
	}
	return &s.Candidates[s.Selected]
}

// Fit returns the fit at λ̂ to all trajectories; nil if the selection is empty.
func (s *Selection) Fit() *Fit {
	best := s.Best()
	if best == nil {
		return nil
	}
	return &Fit{Lambda: best.Lambda, Gamma: s.Gamma, Theta: best.Theta, Singular: best.Singular}
}

// Flat reports whether all LOTO errors agree with the LOTO error of λ̂ within rounding, as at
// γ = 0, where λ plays no part.
func (s *Selection) Flat() bool {
	for k := range s.Candidates {
		if s.Best() == nil || s.Candidates[k].Diff > s.rounding() {
			return false
		}
	}
	return true
}

// rounding returns the largest difference of LOTO errors that counts as zero.
func (s *Selection) rounding() float64 {
	return float64(selectionTolerance * max(s.Best().LOTO, s.MeanSquaredReturn))
}

// NotRuledOut returns the number of λ's not ruled out as the best on average, λ̂ included, and
// the smallest and the largest such λ. Some λ's between may be ruled out.
func (s *Selection) NotRuledOut() (count int, smallest, largest float64) {
	for i := range s.Candidates {
		if c := &s.Candidates[i]; c.NotRuledOut {
			if count++; count == 1 {
				smallest = c.Lambda
			}
			largest = c.Lambda
		}
	}
	return count, smallest, largest
}

// Detectable returns the largest difference from λ̂, and the smallest difference at that λ that
// could have been distinguished from chance, Quantile·RefitSE. A smaller average difference may
// exist without being detected.
func (s *Selection) Detectable() (least, largest float64) {
	for i := range s.Candidates {
		if c := &s.Candidates[i]; c.Diff >= largest {
			least, largest = float64(s.Quantile*c.RefitSE), c.Diff
		}
	}
	return least, largest
}

// FoldStatus is the way the fit without a trajectory was computed.
type FoldStatus uint8

const (
	// FoldOK is the solution of the fold's system, or an accurate fit by Options.Method.
	FoldOK FoldStatus = iota
	// FoldRefit is the solution of the fold's system, because the fit by Options.Method was not
	// accurate.
	FoldRefit
	// FoldDeficient is a least-norm fit: the data without the trajectory leave A
	// rank-deficient.
	FoldDeficient
)

var statusNames = []string{"ok", "refit", "rank-deficient"}

// String returns ok, refit or rank-deficient.
func (s FoldStatus) String() string { return nameOf("FoldStatus", int(s), statusNames) }

// Select chooses λ by leave-one-trajectory-out cross-validation over a grid and fits LSTD at λ̂:
// ALLSTD, Algorithm 3 of the paper.
//
// Select requires at least two trajectories of the same dimension, in at least two groups if
// Options.Groups is not nil. Extra memory is bounded for any
// number of trajectories and λ's. One build gives the same bytes on any number of processors.
// Select returns ctx's error if ctx ends first; other errors name the option, or the trajectory
// and step.
func Select(ctx context.Context, data []*Trajectory, opt Options) (*Selection, error) {
	start := time.Now()
	p, err := newFoldProblem(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	all, err := p.selections(ctx, p.opt.Ridge)
	if err != nil {
		return nil, err
	}
	all[0].Elapsed = time.Since(start)
	return all[0], nil
}

// newFoldProblem returns the problem of data with at least two folds.
func newFoldProblem(ctx context.Context, data []*Trajectory, opt Options) (*problem, error) {
	if len(data) < 2 {
		return nil, fmt.Errorf("%d trajectories: want at least 2 to leave one out", len(data))
	}
	p, err := newProblem(ctx, data, opt)
	if err != nil {
		return nil, err
	}
	return p, p.checkFolds()
}

// selections leaves out each fold at some ridges, by the method of the options, and returns the
// selection at each ridge.
func (p *problem) selections(ctx context.Context, ridges ...float64) (out []*Selection, err error) {
	var views []*view
	for _, rho := range ridges {
		views = append(views, p.at(rho))
	}
	l := p.newLoop()
	defer l.release()
	if p.opt.Method != nil {
		l.refit = p.opt.Method.Begin(ctx, views[0].frame())
	}
	if err := l.run(ctx, views...); err != nil {
		return nil, err
	}
	for _, v := range views {
		s, err := v.selection(ctx)
		if err != nil {
			return nil, err
		}
		out = append(out, s)
	}
	return out, nil
}

// newSelection returns a selection at a ridge with the counts and the weights, without candidates.
func (p *problem) newSelection(ridge float64) *Selection {
	s := p.summary.selection(p)
	s.Ridge = ridge
	s.weights = p.foldWeights
	s.lengths = p.length
	s.sumG2 = p.foldG2
	return s
}

// selection scores the folds of a view and selects a λ.
func (v *view) selection(ctx context.Context) (*Selection, error) {
	p := v.problem
	s := p.newSelection(v.rho)
	s.Candidates = make([]Candidate, len(p.opt.Lambdas))
	errs := make([]error, len(s.Candidates))
	p.opt.Do(ctx, len(errs), func(k int) { errs[k] = v.candidate(s, k) })
	if err := cmp.Or(ctx.Err(), cmp.Or(errs...)); err != nil {
		return nil, err
	}
	s.Selected = smallestWithin(len(s.Candidates), func(k int) float64 { return s.Candidates[k].LOTO }, p.meanG2)
	s.Shrinkage = slices.Max(v.shrinkage)
	p.opt.Do(ctx, len(errs), func(k int) { errs[k] = s.compare(k) })
	return s, cmp.Or(ctx.Err(), cmp.Or(errs...))
}

// candidate sets the k-th candidate, except for comparisons with other candidates.
func (v *view) candidate(s *Selection, k int) (err error) {
	c := &s.Candidates[k]
	p := v.problem
	c.Lambda = p.opt.Lambdas[k]
	if c.Theta, err = p.weights(v.theta[k]); err != nil {
		return err
	}
	c.Singular = v.singular[k]
	c.shrinkage = v.shrinkage[k]
	c.influence = v.influence[k]
	c.Folds = v.errors[k]
	c.Status = v.status[k]
	for i, l := range c.Folds {
		if math.IsInf(l, 0) || math.IsNaN(l) {
			return fmt.Errorf("λ = %v, %s: the squared error overflows; scale the rewards down", c.Lambda, p.foldName(i))
		}
	}
	if c.LOTO, c.SE = meanAndError(c.Folds, nil, s.weights); math.IsInf(c.LOTO, 0) {
		return fmt.Errorf("λ = %v: the LOTO error overflows; scale the rewards down", c.Lambda)
	}
	return nil
}

// meanAndError returns the weighted mean of x − y (y nil: of x) and the standard error,
// √(n/(n−1) · Σ w²(x−y−mean)²) / Σ w.
func meanAndError(x, y, w []float64) (mean, se float64) {
	at := func(i int) float64 {
		if y == nil {
			return x[i]
		}
		return x[i] - y[i]
	}
	var total, sum float64
	for i, v := range w {
		total += v
		sum += float64(v * at(i))
	}
	mean = sum / total
	var spread scaledNorm
	for i, v := range w {
		spread.add(v * (at(i) - mean))
	}
	n := float64(len(x))
	return mean, math.Sqrt(n/(n-1)) * spread.root() / total
}

// selectionTolerance is the largest difference from the least score that counts as zero, as a
// share of the larger of the least score and the mean squared return.
const selectionTolerance = 1e-9

// smallestWithin returns the index of the first of n scores within the tolerance of the least.
func smallestWithin(n int, score func(k int) float64, meanG2 float64) int {
	least := math.Inf(1)
	for k := range n {
		least = min(least, score(k))
	}
	limit := least + float64(selectionTolerance*max(least, meanG2))
	for k := range n {
		if score(k) <= limit {
			return k
		}
	}
	return 0
}
