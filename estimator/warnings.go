package estimator

import (
	"fmt"
	"strconv"
)

// Warning is a weakness of a selection.
type Warning struct {
	Kind WarningKind
	Text string // a sentence without a full stop
}

// String returns the sentence.
func (w Warning) String() string { return w.Text }

// WarningKind is the subject of a warning.
type WarningKind int

const (
	// WarnNoRewards: every return is 0, perhaps because all rewards were cut off. Every λ
	// predicts 0, so that there is nothing to compare.
	WarnNoRewards WarningKind = iota
	// WarnCutReturns: cut returns are scored unchanged although the missing rewards weigh much.
	// The set of λ's not ruled out is about predicting returns up to the cut, and can miss the
	// best λ by MSVE, more so with more data.
	WarnCutReturns
	// WarnBootstrappedReturns: the missing rewards weigh much, and each fold's own fit completes
	// the returns. The set is about the completed returns, and can miss the best λ by MSVE, too,
	// more so with more data: not on the walk, but on 2048 and the car.
	WarnBootstrappedReturns
	// WarnByTrajectory: trajectories of different lengths have the same weight. The set is about
	// the error so weighted, and the best λ can differ from the best by MSVE.
	WarnByTrajectory
	// WarnShrunk: the ridge takes more than 5 % of θ, where derivatives alone are
	// too narrow; Candidate.RefitSE is the wider of two.
	WarnShrunk
	// WarnFew: four folds or fewer, which rule out little.
	WarnFew
	// WarnSingular: A is rank-deficient at some λ's, where θ is of least norm.
	WarnSingular
	// WarnTruncated: rewards after the cut weigh much in returns.
	WarnTruncated
	// WarnUneven: few trajectories carry the weight, or no trajectory does, due to lengths or
	// importance ratios. The set is wide because the effective number is small.
	WarnUneven
	// WarnTwoFolds: each fold is a fit to a single trajectory or group.
	WarnTwoFolds
	// WarnDeficientFolds: folds are rank-deficient.
	WarnDeficientFolds
	// WarnRank: the data do not span all feature directions.
	WarnRank
	// WarnEndOfGrid: λ̂ is at an end of the grid inside [0, 1].
	WarnEndOfGrid
)

// cutLimit is the CutWeight above which truncation matters.
const cutLimit = 0.05

// Warnings returns the weaknesses of the result: first about the set of λ's not ruled out, then
// about the data, the gravest first within each.
func (s *Selection) Warnings() (out []Warning) {
	const few = 4
	best := s.Best()
	if best == nil { // no result
		return nil
	}
	add := func(kind WarningKind, format string, args ...any) {
		out = append(out, Warning{kind, fmt.Sprintf(format, args...)})
	}
	if s.MeanSquaredReturn == 0 {
		add(WarnNoRewards, "there is nothing to compare: every return is 0")
	}
	if s.CutWeight > cutLimit && s.Tail == TailNone {
		add(WarnCutReturns, "returns stop at the cut, so the λ chosen here may not have the lowest true error")
	}
	if s.CutWeight > cutLimit && s.Tail == TailBootstrap {
		add(WarnBootstrappedReturns, "λ's are compared by returns that each fold's own fit completes, not by MSVE")
	}
	if s.Weighting == ByTrajectory && s.varied {
		add(WarnByTrajectory, "λ's are compared by a mean in which trajectories of any length weigh the same, not by MSVE")
	}
	if s.Shrinkage > shrinkageLimit {
		add(WarnShrunk, "the ridge takes more than 5 %% of θ: the set of λ's that are not ruled out is widened")
	}
	if s.Folds <= few {
		add(WarnFew, "so few folds rule out little")
	}

	singular, deficient := s.countDeficient()
	n := s.Trajectories

	if singular > 0 && singular == len(s.Candidates) && s.Gamma == 1 && s.Truncated == n && s.OffPolicy == nil {
		add(WarnSingular, "at γ = 1 with no terminated trajectory and features that span a constant every A is singular; the values are least-norm solutions")
	} else if singular > 0 {
		add(WarnSingular, "A is rank-deficient at %d of %d λ's, where θ is the least-norm solution", singular, len(s.Candidates))
	}
	if s.CutWeight > cutLimit {
		add(WarnTruncated, "%d of %d trajectories (%.0f %%) %s truncated: on average %.0f %% of a return's weight lies after the cut",
			s.Truncated, n, 100*float64(s.Truncated)/float64(n), isOrAre(s.Truncated), 100*s.CutWeight)
	}
	if s.FewCarry() {
		add(WarnUneven, "%s", s.carriedBy())
	}
	if grouped := s.Folds < n; s.Folds == 2 && grouped {
		add(WarnTwoFolds, "2 groups: each fold is a fit to one group")
	} else if s.Folds == 2 {
		add(WarnTwoFolds, "n = 2: each fold is a fit to one trajectory")
	}
	if deficient > 0 {
		what := "trajectory"
		if s.Folds < n {
			what = "group"
		}
		add(WarnDeficientFolds, "%d of %d folds %s rank-deficient: without its %s some feature directions have no data and count as zero",
			deficient, s.Folds, isOrAre(deficient), what)
	}
	if s.Rank < s.Features && s.Ridge == 0 {
		add(WarnRank, "the data span %d of %d feature directions; the others count as zero", s.Rank, s.Features)
	}
	k := s.Selected
	last := len(s.Candidates) - 1
	if (k == 0 && best.Lambda > 0 || k == last && best.Lambda < 1) && !s.Flat() {
		end := "lower"
		if k == last {
			end = "upper"
		}
		add(WarnEndOfGrid, "λ̂ = %s is at the %s end of the grid; a wider one may do better", strconv.FormatFloat(best.Lambda, 'g', -1, 64), end)
	}
	return out
}

// countDeficient returns the number of λ's with a rank-deficient A, and the largest number of
// rank-deficient folds at a λ.
func (s *Selection) countDeficient() (singular, deficient int) {
	for i := range s.Candidates {
		c := &s.Candidates[i]
		if c.Singular {
			singular++
		}
		deficient = max(deficient, c.DeficientFolds())
	}
	return singular, deficient
}

func isOrAre(count int) string {
	if count == 1 {
		return "is"
	}
	return "are"
}
