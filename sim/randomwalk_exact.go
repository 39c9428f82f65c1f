package sim

import (
	"fmt"
	"math"
)

// walkValues returns ν_γ of the walk over n states that goes right with some probability, from
// the left. It solves the tridiagonal system (I − γP)ν = r by elimination (Thomas): 1 on the
// diagonal, −γ·right above, −γ·(1−right) below, and r = right in the last state, 0 elsewhere. No
// pivoting is needed because the matrix is diagonally dominant for every γ ≤ 1. O(n).
func walkValues(n int, gamma, right float64) ([]float64, error) {
	if !(gamma >= 0 && gamma <= 1) {
		return nil, fmt.Errorf("gamma %v: want 0 ≤ γ ≤ 1", gamma)
	}
	up, down := float64(gamma*right), float64(gamma*(1-right))
	nu := make([]float64, n)
	ratio := make([]float64, n)
	ratio[0] = up
	// From left to right, ν_s = nu_s + ratio_s·ν_{s+1}. nu stays 0 up to the last state, because
	// no other has a reward.
	for s := 1; s < n; s++ {
		ratio[s] = up / (1 - float64(down*ratio[s-1]))
	}
	nu[n-1] = right / (1 - float64(down*ratio[n-2]))
	for s := n - 2; s >= 0; s-- {
		nu[s] = ratio[s] * nu[s+1]
	}
	return nu, nil
}

// walkVisits returns μ of the walk over n states, in episodes of at most maxSteps transitions:
// the expected number of transitions from each state, normalized.
func walkVisits(n, maxSteps int) []float64 {
	if neverCut(n, maxSteps) {
		return wholeVisits(n)
	}
	return cutVisits(n, maxSteps)
}

// neverCut reports whether visits after maxSteps transitions are beyond the precision of μ. Let P
// be the moves within the chain, symmetric and of norm c = cos(π/(n+1)). The survivors p =
// P^maxSteps·e of a start in the middle have ‖p‖₂ ≤ c^maxSteps. None expects more than the mean
// length of an episode, so that together they add at most the share √n·c^maxSteps to the visits.
func neverCut(n, maxSteps int) bool {
	c := math.Cos(math.Pi / float64(n+1))
	return math.Sqrt(float64(n))*math.Pow(c, float64(maxSteps)) < 0x1p-54
}

// wholeVisits returns the visits of uncut episodes. They rise linearly from both ends to the
// middle, and their sum is the mean length ((n+1)/2)².
func wholeVisits(n int) []float64 {
	mu := make([]float64, n)
	length := (n + 1) / 2 * ((n + 1) / 2)
	for s := range n {
		mu[s] = float64(min(s+1, n-s)) / float64(length)
	}
	return mu
}

// cutVisits returns the visits of episodes cut after maxSteps transitions, by dynamic
// programming: Σ_{t<maxSteps} p_t, where p_0 is the middle and p_{t+1}(s) = ½p_t(s−1) +
// ½p_t(s+1). O(n·maxSteps), with at most about 25,000 steps because of neverCut.
func cutVisits(n, maxSteps int) []float64 {
	// A zero beyond both ends avoids special cases.
	mu := make([]float64, n)
	now := make([]float64, n+2)
	next := make([]float64, n+2)
	now[1+n/2] = 1
	length := 0.0
	for range maxSteps {
		for s := range n {
			mu[s] += now[s+1]
			length += now[s+1]
			next[s+1] = (now[s] + now[s+2]) / 2
		}
		now, next = next, now
	}
	for s := range mu {
		mu[s] /= length
	}
	return mu
}
