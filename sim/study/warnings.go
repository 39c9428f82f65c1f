package study

import (
	"fmt"
	"math"

	"lambdascope/estimator"
)

// cutWeight is the mean discount of what truncated returns miss above which it
// matters.
const cutWeight = 0.05

// warnings returns what makes the result less than it seems, the gravest first,
// a sentence without a full stop each.
func warnings(a *Analysis, data []*estimator.Trajectory) []string {
	var out []string
	add := func(format string, args ...any) { out = append(out, fmt.Sprintf(format, args...)) }
	sel := a.Selection
	singular, deficient := 0, 0
	for i := range sel.Candidates {
		c := &sel.Candidates[i]
		if c.Singular {
			singular++
		}
		deficient = max(deficient, c.DeficientFolds())
	}
	everywhere := singular == len(sel.Candidates)
	n := sel.Trajectories

	switch {
	case everywhere && a.Settings.Gamma == 1 && sel.Truncated == n:
		add("at γ = 1 with no terminated trajectory and features that span a constant every A is singular; the values are least-norm solutions")
	case singular > 0:
		add("A is rank-deficient at %d of %d λ's, where θ is the least-norm solution", singular, len(sel.Candidates))
	}
	if w := meanCutWeight(data, a.Settings.Gamma); w > cutWeight {
		add("%d of %d trajectories (%.0f %%) %s truncated: such returns miss what came after the cut, at a mean weight of %.2g, and can rank λ's wrongly",
			sel.Truncated, n, 100*float64(sel.Truncated)/float64(n), isOrAre(sel.Truncated), w)
	}
	if n == 2 {
		add("n = 2: each fold is a fit to one trajectory, and a standard error from two numbers means little")
	}
	if deficient > 0 {
		add("%d of %d folds %s rank-deficient: with its trajectory left out, some feature directions have no data and count as zero",
			deficient, n, isOrAre(deficient))
	}
	if sel.Rank < sel.Features && a.Settings.Ridge == 0 {
		add("the data span %d of %d feature directions; the others count as zero", sel.Rank, sel.Features)
	}
	if k, last := sel.Selected, len(sel.Candidates)-1; !a.sameScores() && (k == 0 || k == last) {
		end := "lower"
		if k == last {
			end = "upper"
		}
		l := sel.Best().Lambda
		if l == 0 || l == 1 {
			add("λ̂ = %s is at the %s end of the grid", formatNumber(l), end)
		} else {
			add("λ̂ = %s is at the %s end of the grid; a wider one may do better", formatNumber(l), end)
		}
	}
	return out
}

func isOrAre(count int) string {
	if count == 1 {
		return "is"
	}
	return "are"
}

// meanCutWeight returns the mean, over the steps t of the truncated
// trajectories, of γ^(H+1−t): the discount of the first reward that the cut-off
// return misses.
func meanCutWeight(data []*estimator.Trajectory, gamma float64) float64 {
	var sum float64
	steps := 0
	for _, t := range data {
		if t.Terminated() {
			continue
		}
		h := t.Len()
		steps += h
		if gamma == 1 {
			sum += float64(h)
		} else {
			sum += gamma * (1 - math.Pow(gamma, float64(h))) / (1 - gamma)
		}
	}
	if steps == 0 {
		return 0
	}
	return sum / float64(steps)
}
