package estimator

import (
	"fmt"
	"strconv"
)

// weightOf is the spread of weight over folds.
type weightOf struct {
	folds               int
	sum, least, largest float64
	squares             scaledNorm
	heaviest            int
}

// add adds the next fold.
func (w *weightOf) add(v float64) {
	w.sum += v
	w.squares.add(v)
	if w.folds == 0 || v < w.least {
		w.least = v
	}
	if v > w.largest {
		w.largest = v
		w.heaviest = w.folds
	}
	w.folds++
}

// effective returns the effective number of folds, see Selection.Effective.
func (w *weightOf) effective() float64 {
	if w.sum == 0 {
		return 0
	}
	if w.least == w.largest { // the formula rounds
		return float64(w.folds)
	}
	root := w.sum / w.squares.root()
	return min(float64(root*root), float64(w.folds))
}

// largestShare returns the largest share of the weight.
func (w *weightOf) largestShare() float64 {
	if w.sum == 0 {
		return 0
	}
	return w.largest / w.sum
}

// FewCarry reports whether the effective number of folds is below half of their number. Warnings
// then includes WarnUneven.
func (s *Selection) FewCarry() bool { return s.Effective < float64(s.Folds)/2 }

// carriedBy returns the text of WarnUneven: the effective number of folds, and the heaviest
// share.
func (s *Selection) carriedBy() string {
	one, many := "trajectory", "trajectories"
	if s.Folds < s.Trajectories {
		one, many = "group", "groups"
	}
	if s.OffPolicy != nil {
		if s.Effective == 0 {
			return "every importance ratio is 0: the target policy takes none of the actions of the data"
		}
		return fmt.Sprintf("few %s carry the weight: with their importance ratios %d count as %s, and %s %d has %.0f %% of the weight in returns",
			many, s.Folds, countAs(s.Effective), one, s.Heaviest, 100*s.LargestShare)
	}
	all := s.Steps
	what := "steps"
	if s.Weighting == ByTrajectory {
		all = s.Trajectories
		what = "trajectories"
	}
	return fmt.Sprintf("%d %s count as %s: one has %.0f of %d %s", s.Folds, many, countAs(s.Effective), s.LargestShare*float64(all), all, what)
}

// countAs formats an effective number, with two digits below 100.
func countAs(n float64) string {
	if n < 99.5 {
		return strconv.FormatFloat(n, 'g', 2, 64)
	}
	return strconv.FormatFloat(n, 'f', 0, 64)
}
