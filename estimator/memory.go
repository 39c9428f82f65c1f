package estimator

// What a selection of λ takes in memory at most beside its data, in bytes, and what is
// known of each fold and λ: the totals, and what is kept so that nothing is summed twice.
const (
	// SumBytes bounds the totals, and what λ's share of each trajectory.
	SumBytes = 8 * defaultBudget
	// KeptBytes bounds all of it where the systems of trajectories are kept: for all λ's,
	// or for a chunk of them at a time.
	KeptBytes = keptBudgets * SumBytes
)
