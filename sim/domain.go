// Package sim is where trajectories come from: episodic problems under a fixed
// policy, with feature maps, drawn from random streams that are addressed by
// index.
//
// It may import estimator and sim/words.
package sim

import (
	"math/rand/v2"

	"lambdascope/estimator"
	"lambdascope/sim/problem"
)

// Domain is a policy-evaluation problem: a Markov chain (a simulator under its
// policy) and a feature map. A Domain is immutable and safe for concurrent use.
//
// Where Options.Target is set the problem is off-policy: trajectories, and the states
// that estimates are scored on, are those of the simulator's policy, the behaviour;
// the values are those of another policy, the target, and trajectories have
// importance ratios.
type Domain interface {
	// Options returns the options the domain was made with, defaults filled in.
	Options() Options
	// Dim returns d, the number of features.
	Dim() int
	// Trajectory draws trajectory i (from 0) of a seed. It depends on the two
	// numbers and the options alone, not on what else was drawn. An episode
	// that has not terminated after MaxSteps transitions is truncated.
	Trajectory(seed uint64, i int) (*estimator.Trajectory, error)
}

// Exact is a Domain whose value function is known exactly.
type Exact interface {
	Domain
	// References returns the states at which value functions are compared, in
	// the same value each time: do not change it.
	References() *References
	// Values returns ν_γ at each of the reference states, M numbers. The error
	// names a γ outside [0, 1].
	Values(gamma float64) ([]float64, error)
}

// Roller is a Domain whose values are estimated by running it from sampled
// states. A state is encoded in StateBytes bytes, little-endian, the same with
// every feature map.
type Roller interface {
	Domain
	// StateBytes returns the size of an encoded state.
	StateBytes() int
	// States appends to out, encoded, the states that the transitions of
	// trajectory i (from 0) of a seed start from, whatever MaxSteps is: the
	// terminal state is left out, and nothing is truncated.
	States(seed uint64, i int, out []byte) []byte
	// StateFeatures sets out, d numbers, to the features of an encoded state.
	StateFeatures(state []byte, out []float64)
	// StateLabel describes an encoded state in a few words.
	StateLabel(state []byte) string
	// Rollout runs an episode of the target policy, which is the behaviour's unless
	// Options.Target is set, from an encoded state to its end, whatever MaxSteps
	// is, and adds the reward at each lag τ = 0, 1, … to profile[τ],
	// which it appends to as need be and returns. From a terminal state nothing
	// is added.
	Rollout(state []byte, rng *rand.Rand, profile []float64) []float64
}

// RewardModel is a Roller whose mean reward at the next transition is known, 0 from a
// terminal state.
type RewardModel interface {
	Roller
	NextReward(state []byte) float64
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
	Domain string // one of Domains; "random-walk"
	// Problem is drawn from in place of a domain, which is then empty.
	Problem  *problem.Problem
	States   int    // random-walk: odd, 3 … 51; 5
	Start    string // mountain-car: where episodes start, "default" or "uniform"; "default"
	Features string // one of FeatureMaps, with "+bias" after it for an intercept; the first of them
	MaxSteps int    // transitions after which an episode is truncated, 1 … 10 million; 5000 for mountain-car, 100000 elsewhere
	// Target chooses the policy whose values are estimated: its probability to go right
	// in the random walk, and of a random action in Mountain Car started by default; see
	// TargetsOf. The behaviour's own, 0.5 and 0.25, is 0.
	Target float64
}

// Name returns what messages call the domain or the problem.
func (o Options) Name() string {
	if o.Problem != nil {
		return o.Problem.Name
	}
	return o.Domain
}
