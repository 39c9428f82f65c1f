package estimator

// Flat tells that no λ's score differs from the selected one's by more than
// rounding, as at γ = 0, where λ plays no part.
func (s *Selection) Flat() bool {
	for k := range s.Candidates {
		if s.Candidates[k].Diff > s.rounding() {
			return false
		}
	}
	return true
}
