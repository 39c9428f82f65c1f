package estimator

// The time of a fold once its system is summed, in multiplications by tiles of
// about 0.07 ns each: a model of what was measured for 8 ≤ d ≤ 384, 1 ≤ H ≤ 100.

// solvingCost is that of a solution from the system: its factors, the proof that
// it is regular, and the error from moments.
func solvingCost(r float64) float64 { return r*r*r/3 + 40*r*r }

// updatingCost is that of Woodbury's formula for h steps: G and a correction, K,
// and its inverse.
func updatingCost(r, h float64) float64 {
	return (h+12)*r*r + (r+140)*h*h + 6*h*h*h + 7000
}

// provingCost is that of the inverse of A, once for all trajectories.
func provingCost(r float64) float64 { return 3 * r * r * r }

// updatesPay tells which items Woodbury's formula leaves out faster than a
// solution from the system does; none where that does not pay for the inverse of
// A. Up to 4·H coordinates little can be won, and an update that turns out not
// to be accurate costs both.
func (p *problem) updatesPay(items []item) []bool {
	const leastShare = 4
	updated := make([]bool, len(p.data))
	r, saved := float64(p.r), 0.0
	for _, item := range items {
		h := float64(p.data[item.index].Len())
		if saves := solvingCost(r) - updatingCost(r, h); r > leastShare*h && saves > 0 {
			updated[item.index] = true
			saved += saves
		}
	}
	if saved <= provingCost(r) {
		clear(updated)
	}
	return updated
}
