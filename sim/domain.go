// Package sim simulates trajectories of episodic problems under a fixed policy, with feature
// maps, from random streams that are addressed by index.
//
// # A new domain
//
// Write the rules, the policy and the features, one file each, and implement Domain. Values in closed
// form implement Exact, as randomwalk_exact.go does; others implement Roller. Add an entry to entries in
// registry.go: the defaults, the names of the feature maps, build, and steps, the mean length of an
// episode, by which memory is reserved. The name that build gets ends in +bias where the user asks for an
// intercept. Set columns and use observedMap, so that maps of observations work, too. Flags, controls,
// help, completion and most tests of all domains follow. Feature maps are described in aboutFeatures in
// sim/settings/maps.go, and named for fits in features.go.
//
// For a Roller, add the domain to Chains and ShippedPlan in sim/truth/shipped.go and run go run
// ./sim/truth/draw NAME. A known mean reward of the next transition (RewardModel) makes true values more
// exact. Replayer draws the replay, with cases in picture.go and replaywords.go of tui/page/folds;
// without it the replay shows features.
//
// A new domain first fails tests that list the domains. go test ./tui/cli -run 'Guide|Transcripts' -update
// mends the help and the guide's table; the others, in sim and sim/settings, name the place to change.
//
// The package may import estimator and sim/textfmt.
package sim

import (
	"math/rand/v2"

	"lambdascope/estimator"
	"lambdascope/sim/problem"
)

// Domain is a policy-evaluation problem: a Markov chain (a simulator under its policy) and a
// feature map. A Domain is immutable and safe for concurrent use.
//
// With Options.Target the problem is off-policy. Trajectories, and the states that score
// estimates, come from the simulator's policy, the behaviour. The values belong to another
// policy, the target, and trajectories have importance ratios.
type Domain interface {
	// Options returns the options of the domain, with defaults filled in.
	Options() Options
	// Dim returns d, the number of features.
	Dim() int
	// Trajectory draws trajectory i (from 0) of a seed. The result depends on the two numbers and
	// the options alone, not on other draws. An episode that has not terminated after MaxSteps
	// transitions is truncated.
	Trajectory(seed uint64, i int) (*estimator.Trajectory, error)
}

// Exact is a Domain with an exact value function.
type Exact interface {
	Domain
	// References returns the states that score estimates. All calls return the same value;
	// callers must not change it.
	References() *References
	// Values returns ν_γ at the reference states, M numbers. The error names a γ outside [0, 1].
	Values(gamma float64) ([]float64, error)
}

// Roller is a Domain whose values are estimated by episodes from sampled states. A state is
// encoded in StateBytes bytes, little-endian, the same with every feature map.
type Roller interface {
	Domain
	// StateBytes returns the size of an encoded state.
	StateBytes() int
	// States appends the encoded states before each transition of trajectory i (from 0) of a
	// seed. MaxSteps does not apply, and the terminal state is left out.
	States(seed uint64, i int, out []byte) []byte
	// StateFeatures sets out, d numbers, to the features of an encoded state.
	StateFeatures(state []byte, out []float64)
	// StateLabel describes an encoded state in a few words.
	StateLabel(state []byte) string
	// Rollout runs an episode of the target policy, or of the behaviour without Options.Target,
	// from an encoded state to the end. MaxSteps does not apply. Rollout adds the reward at each
	// lag τ = 0, 1, … to profile[τ] and returns the profile, extended as needed. From a terminal
	// state it adds nothing.
	Rollout(state []byte, rng *rand.Rand, profile []float64) []float64
}

// RewardModel is a Roller with a known mean reward of the next transition, 0 from a terminal
// state.
type RewardModel interface {
	Roller
	NextReward(state []byte) float64
}

// References are M states with weights: MSVE(θ) = Σ_s μ(s) (ν(s) − x_sᵀθ)². In an Exact domain
// the weight of a state is its share of the expected transitions of an episode, truncated after MaxSteps.
type References struct {
	Dim     int       // d
	X       []float64 // M×d, row by row
	Weights []float64 // μ, M numbers that sum to 1
	Labels  []string  // M short names; nil for states without names
}

// Len returns M.
func (r *References) Len() int { return len(r.Weights) }

// Features returns the features of reference state s, from 0. Callers must not change the shared
// slice.
func (r *References) Features(s int) []float64 {
	return r.X[s*r.Dim : (s+1)*r.Dim : (s+1)*r.Dim]
}

// Options choose and shape a domain. The zero value of a field means the default. Fields without
// a meaning for the domain must be zero. Options are comparable. The tags name the fields in the
// JSON of a result.
type Options struct {
	// Domain is one of Domains; "random-walk" by default.
	Domain string `json:"domain,omitempty"`
	// Problem replaces the domain, which is then empty.
	Problem *problem.Problem `json:"-"`
	// Features is one of FeatureMaps, or a map of observations, with "+bias" for an intercept;
	// the first of FeatureMaps by default.
	Features string `json:"features,omitempty"`
	// States is the number of states of random-walk: odd, 3 … 51; 5 by default.
	States int `json:"states,omitempty"`
	// Start is where episodes of mountain-car start, "default" or "uniform".
	Start string `json:"start,omitempty"`
	// Target chooses the policy to evaluate, by the probability of a step to the right in the
	// random walk, or of a random action in Mountain Car with the default start; see TargetsOf. 0
	// is the behaviour, 0.5 or 0.25.
	Target float64 `json:"target,omitempty"`
	// MaxSteps is the number of transitions after which an episode is truncated, 1 … 10 million;
	// 5000 by default for mountain-car, 100000 elsewhere.
	MaxSteps int `json:"max_steps,omitempty"`
}

// Name returns the name of the domain or the problem for messages.
func (o Options) Name() string {
	if o.Problem != nil {
		return o.Problem.Name
	}
	return o.Domain
}
