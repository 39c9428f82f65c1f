package sim

import "fmt"

// walkValues returns ν_γ of the walk over n states, from the left. It solves
// (I − γP)ν = r, which is tridiagonal with 1 on the diagonal and −γ/2 beside it,
// by elimination (Thomas); r is ½ in the last state, 0 elsewhere. The matrix is
// diagonally dominant for every γ ≤ 1, so no pivoting is needed. O(n).
func walkValues(n int, gamma float64) ([]float64, error) {
	if !(gamma >= 0 && gamma <= 1) {
		return nil, fmt.Errorf("gamma %v: want 0 ≤ γ ≤ 1", gamma)
	}
	half := gamma / 2
	nu, ratio := make([]float64, n), make([]float64, n)
	ratio[0] = half
	// Going right, ν_s = nu_s + ratio_s·ν_{s+1}; nu stays 0 up to the last
	// state, the only one with a reward.
	for s := 1; s < n; s++ {
		ratio[s] = half / (1 - float64(half*ratio[s-1]))
	}
	nu[n-1] = 0.5 / (1 - float64(half*ratio[n-2]))
	for s := n - 2; s >= 0; s-- {
		nu[s] = ratio[s] * nu[s+1]
	}
	return nu, nil
}

// walkVisits returns μ of the walk over n states: the expected visits of an
// episode from the middle, normalised. They rise linearly from either end to the
// middle, and their sum is the mean length ((n+1)/2)². A low MaxSteps, which cuts
// the data, does not change μ.
func walkVisits(n int) []float64 {
	mu := make([]float64, n)
	length := (n + 1) / 2 * ((n + 1) / 2)
	for s := range n {
		mu[s] = float64(min(s+1, n-s)) / float64(length)
	}
	return mu
}
