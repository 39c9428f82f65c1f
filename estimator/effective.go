package estimator

import (
	"fmt"
	"math"
	"strconv"
)

// weightOf is the spread of weight over folds.
type weightOf struct {
	effective    float64 // number of folds, see Selection.Effective
	largestShare float64
	heaviest     int
}

// spreadOf returns the spread of weight over n folds.
func spreadOf(n int, weight func(fold int) float64) weightOf {
	var out weightOf
	var squares scaledNorm
	sum, largest, least := 0.0, 0.0, math.Inf(1)
	for fold := range n {
		v := weight(fold)
		sum += v
		squares.add(v)
		least = min(least, v)
		if v > largest {
			largest, out.heaviest = v, fold
		}
	}
	if sum == 0 {
		return out
	}
	out.largestShare = largest / sum
	if root := sum / squares.root(); least < largest {
		out.effective = min(float64(root*root), float64(n))
	} else {
		out.effective = float64(n) // exact, since the formula rounds
	}
	return out
}

// carried returns the spread over folds of the weight in the LOTO error: with importance ratios
// the weight in returns, otherwise the number of steps or trajectories.
func (p *problem) carried() weightOf {
	if !p.ratios {
		return spreadOf(p.folds(), func(fold int) float64 { return p.foldWeights[fold] })
	}
	return spreadOf(p.folds(), func(fold int) float64 {
		weight, members := 0.0, p.together(fold)
		for _, i := range members {
			weight += p.importances[i].weight
		}
		return weight / float64(len(members))
	})
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
	all, what := s.Steps, "steps"
	if s.Weighting == ByTrajectory {
		all, what = s.Trajectories, "trajectories"
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
