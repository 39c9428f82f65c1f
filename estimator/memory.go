package estimator

// What a selection of λ takes in memory at most beside its data, in bytes, and what is
// known of each fold and λ: the sums that are needed at any time, if these have room,
// and what is kept so that nothing is accumulated twice.
const (
	// SumBytes bounds the sums over groups of trajectories, and what λ's share of each.
	SumBytes = 8 * defaultBudget
	// KeptBytes bounds all of it where the systems of trajectories are kept: for all λ's,
	// or for a chunk of them at a time.
	KeptBytes = keptBudgets * SumBytes
	// KeptInPartBytes bounds the systems that are kept where λ's have no room to share
	// what they could, or few would fit in a chunk.
	KeptInPartBytes = SumBytes * 3 / 2
)
