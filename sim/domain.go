// Package sim is where trajectories come from: episodic problems under a fixed
// policy, with feature maps, drawn from random streams that are addressed by
// index.
package sim

import (
	"lambdascope/estimator"
	"math/rand/v2"
)

// Domain is a policy-evaluation problem: a Markov chain (a simulator under its
// policy) and a feature map. A Domain is immutable and safe for concurrent use.
type Domain interface {
	// Options returns the options the domain was made with, defaults filled in.
	Options() Options
	// Dim returns d, the number of features.
	Dim() int
	// Trajectory draws trajectory i (from 0) of a seed. It depends on the two
	// numbers and the options alone, not on what else was drawn. An episode
	// that has not terminated after MaxSteps transitions is truncated. The
	// error names a negative i.
	Trajectory(seed uint64, i int) (*estimator.Trajectory, error)
	// References returns the states at which value functions are compared, in
	// the same value each time: do not change it.
	References() *References
}

// Exact is a Domain whose value function is known exactly.
type Exact interface {
	Domain
	// Values returns ν_γ at each of the reference states, M numbers. The error
	// names a γ outside [0, 1].
	Values(gamma float64) ([]float64, error)
}

// Roller is a Domain that can be run from a given reference state.
type Roller interface {
	Domain
	// Rollout runs an episode from reference state ref and calls visit with
	// each reward and its lag τ = 0, 1, …, to the episode's end or until visit
	// returns false.
	Rollout(ref int, rng *rand.Rand, visit func(lag int, reward float64) bool)
}

// References are M states with weights: MSVE(θ) = Σ_s μ(s) (ν(s) − x_sᵀθ)².
type References struct {
	Dim     int       // d
	X       []float64 // M×d, row by row
	Weights []float64 // μ, M numbers that sum to 1
	Labels  []string  // M short names, or nil where states have none
}

// Len returns M.
func (r *References) Len() int { return len(r.Weights) }

// Features returns the features of reference state s, from 0. The slice is
// shared: do not change it.
func (r *References) Features(s int) []float64 {
	return r.X[s*r.Dim : (s+1)*r.Dim : (s+1)*r.Dim]
}

// Options choose and shape a domain. The zero value of a field means its
// default; fields that mean nothing for the domain must be zero. Options are
// comparable.
type Options struct {
	Domain   string // one of Domains; "random-walk"
	States   int    // random-walk: odd, 3 … 51; 5
	Features string // one of FeatureMaps, with "+bias" after it for an intercept; "1-hot"
	MaxSteps int    // transitions after which an episode is truncated, 1 … 10 million; 100000
}
