package estimator

import (
	"math/rand/v2"

	"pgregory.net/rapid"
)

// drawGroups deals n trajectories, at least 2, into at least 2 groups.
func drawGroups(t *rapid.T, n int) []int {
	count := rapid.IntRange(2, n).Draw(t, "groups")
	out := make([]int, n)
	for i := range out {
		if out[i] = 100 - i; i >= count {
			out[i] = 100 - rapid.IntRange(0, count-1).Draw(t, "group")
		}
	}
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 3))
	random.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// groupLabels deals the trajectories of TestInfluence into groups, some with a single trajectory.
func groupLabels(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i % max(2, n*2/3)
	}
	return out
}
