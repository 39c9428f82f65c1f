package estimator

// Selected returns the index of λ̂ by a weighting of the LOTO errors, whatever that of the
// passes is, as the ℓ_i do not depend on it: that of Selection.Selected of passes with
// this weighting. There must be a trajectory at least.
func (s *Scores) Selected(w Weighting) int {
	weight := func(i int) float64 {
		if w == ByTrajectory {
			return 1
		}
		return float64(s.lengths[i])
	}
	var total, meanG2 float64
	for i, h := range s.lengths {
		total += weight(i)
		meanG2 += weight(i) * s.sumG2[i] / float64(h)
	}
	meanG2 /= total
	scores := make([]float64, len(s.errors))
	for k, errors := range s.errors {
		for i, l := range errors {
			scores[k] += float64(weight(i) * l)
		}
		scores[k] /= total
	}
	return smallestWithin(len(scores), func(k int) float64 { return scores[k] }, meanG2)
}
