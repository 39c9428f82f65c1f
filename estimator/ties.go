package estimator

import "math"

// OneSE returns the one-standard-error choices: the smallest and the largest λ
// that is not told apart from λ̂.
func (s *Selection) OneSE() (smallest, largest float64) {
	first := true
	for i := range s.Candidates {
		if c := &s.Candidates[i]; c.Tied {
			if first {
				smallest, first = c.Lambda, false
			}
			largest = c.Lambda
		}
	}
	return smallest, largest
}

// ToTellApart returns about how many trajectories would put the difference of
// the k-th λ from λ̂ at one standard error, n·(SE/D)²; infinite where there is no
// difference but rounding.
func (s *Selection) ToTellApart(k int) float64 {
	c := &s.Candidates[k]
	if c.Diff <= selectionTolerance*max(s.Best().Score, s.MeanSquaredReturn) {
		return math.Inf(1)
	}
	q := c.DiffSE / c.Diff
	return float64(s.Trajectories) * q * q
}

// Flat tells that no λ's score differs from the selected one's by more than
// rounding, as at γ = 0, where λ plays no part.
func (s *Selection) Flat() bool {
	for k := range s.Candidates {
		if !math.IsInf(s.ToTellApart(k), 1) {
			return false
		}
	}
	return true
}
