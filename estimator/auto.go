package estimator

// The time that a fold takes once its system is summed, in nanoseconds on one core:
// a model of what was measured for 8 ≤ r ≤ 384 and 1 ≤ H ≤ 100. Other machines are
// faster or slower at both ways alike.

// solvingTime is that of a solution from the system: its factors, the proof that
// it is regular, and the error from moments.
func solvingTime(r float64) float64 { return float64(0.025*r*r*r) + float64(3*r*r) }

// updatingTime is that of Woodbury's formula for h steps: G and a correction, K
// and its inverse.
func updatingTime(r, h float64) float64 {
	return float64((float64(0.05*h)+0.8)*r*r) + float64((float64(0.07*r)+10)*h*h) + float64(0.3*h*h*h) + 500
}

// provingTime is that of the inverse of A, once for all trajectories.
func provingTime(r float64) float64 { return 0.2 * r * r * r }

// updatesPay tells which items Woodbury's formula leaves out faster than a
// solution from the system does; none where that does not pay for the inverse of
// A. Up to r = 4·H little can be won, and an update that does not prove accurate
// costs both.
func (p *problem) updatesPay(items []item) []bool {
	const leastShare = 4
	updated := make([]bool, p.folds())
	r, saved := float64(p.r), 0.0
	for _, item := range items {
		h := float64(p.length[item.index])
		if saves := solvingTime(r) - updatingTime(r, h); r > leastShare*h && saves > 0 {
			updated[item.index] = true
			saved += saves
		}
	}
	if saved <= provingTime(r) {
		clear(updated)
	}
	return updated
}
