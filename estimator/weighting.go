package estimator

// Weighting is the way to combine the LOTO errors of trajectories into the LOTO error of a λ.
type Weighting int

const (
	// ByStep weights each trajectory by its length: Σ H_i ℓ_i / Σ H_i. The sum estimates the MSVE
	// plus the variance of the return for any lengths.
	ByStep Weighting = iota
	// ByTrajectory is the plain mean of the ℓ_i, the paper's formula read for trajectories of
	// varying length. If length depends on the outcome, as is usual, the mean favours other
	// estimates than the MSVE does.
	ByTrajectory

	weightings // their number
)

var weightingNames = []string{"step", "trajectory"}

// Weight returns the weight of a trajectory of some steps.
func (w Weighting) Weight(steps int) float64 {
	if w == ByTrajectory {
		return 1
	}
	return float64(steps)
}

// String returns the name: one of WeightingNames.
func (w Weighting) String() string { return nameOf("Weighting", int(w), weightingNames) }

// WeightingNames returns the names in the order of the constants, the default first.
func WeightingNames() []string { return append([]string(nil), weightingNames...) }
