package estimator

import (
	"fmt"
	"math"
	"strconv"
)

// cutLimit is the CutWeight above which truncation matters.
const cutLimit = 0.05

// Warnings returns what makes the result less than it seems, the gravest first,
// a sentence without a full stop each.
func (s *Selection) Warnings() []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	singular, deficient := 0, 0
	for i := range s.Candidates {
		c := &s.Candidates[i]
		if c.Singular {
			singular++
		}
		deficient = max(deficient, c.DeficientFolds())
	}
	everywhere := singular == len(s.Candidates)
	n := s.Trajectories

	switch {
	case everywhere && s.Gamma == 1 && s.Truncated == n && s.OffPolicy == nil:
		add("at γ = 1 with no terminated trajectory and features that span a constant every A is singular; the values are least-norm solutions")
	case singular > 0:
		add("A is rank-deficient at %d of %d λ's, where θ is the least-norm solution", singular, len(s.Candidates))
	}
	if s.CutWeight > cutLimit {
		add("%d of %d trajectories (%.0f %%) %s truncated: what came after the cut has a mean weight of %.2g in their returns",
			s.Truncated, n, 100*float64(s.Truncated)/float64(n), isOrAre(s.Truncated), s.CutWeight)
	}
	if o := s.OffPolicy; o != nil {
		switch {
		case o.Effective == 0:
			add("every importance ratio is 0: the target policy takes none of the actions of the data")
		case o.Few(s.Folds):
			one, many := "trajectory", "trajectories"
			if s.Folds < n {
				one, many = "group", "groups"
			}
			add("few %s carry the weight: with their importance ratios %d count as %.2g, and %s %d has %.0f %% of the weight in returns",
				many, s.Folds, o.Effective, one, o.Heaviest+1, 100*o.LargestShare)
		}
	}
	switch grouped := s.Folds < n; {
	case s.Folds == 2 && grouped:
		add("2 groups: each fold is a fit to one group")
	case s.Folds == 2:
		add("n = 2: each fold is a fit to one trajectory")
	}
	if deficient > 0 {
		what := "trajectory"
		if s.Folds < n {
			what = "group"
		}
		add("%d of %d folds %s rank-deficient: with its %s left out, some feature directions have no data and count as zero",
			deficient, s.Folds, isOrAre(deficient), what)
	}
	if s.Rank < s.Features && s.Ridge == 0 {
		add("the data span %d of %d feature directions; the others count as zero", s.Rank, s.Features)
	}
	k, last, best := s.Selected, len(s.Candidates)-1, s.Best().Lambda
	if (k == 0 && best > 0 || k == last && best < 1) && !s.Flat() {
		end := "lower"
		if k == last {
			end = "upper"
		}
		add("λ̂ = %s is at the %s end of the grid; a wider one may do better", strconv.FormatFloat(best, 'g', -1, 64), end)
	}
	return out
}

func isOrAre(count int) string {
	if count == 1 {
		return "is"
	}
	return "are"
}

// cutWeight returns Selection.CutWeight.
func (p *problem) cutWeight() float64 {
	var sum float64
	steps := 0
	for i, t := range p.data {
		if t.Terminated() {
			continue
		}
		steps += t.Len()
		if p.importances != nil {
			sum += p.importances[i].cut
		} else {
			sum += cutSum(t.Len(), p.opt.Gamma)
		}
	}
	if steps == 0 {
		return 0
	}
	return sum / float64(steps)
}

// cutSum returns Σ_t γ^{H+1−t} over the H steps of a truncated trajectory.
func cutSum(h int, gamma float64) float64 {
	if gamma == 1 {
		return float64(h)
	}
	return gamma * (1 - math.Pow(gamma, float64(h))) / (1 - gamma)
}
