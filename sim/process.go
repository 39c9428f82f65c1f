package sim

import (
	"slices"
	"strings"
	"sync"

	"lambdascope/estimator"
	"lambdascope/sim/problem"
	"lambdascope/sim/random"
)

// process is the domain of a problem: a finite Markov reward process.
type process struct {
	options  Options
	problem  *problem.Problem
	features stateMap[int]
	refs     func() *References // made at the first use
}

// The feature maps of a problem: the features of the file, and one feature for each state.
const (
	givenFeatures  = "given"
	oneHotFeatures = "1-hot"
)

// processEntry describes a problem to the registry.
func processEntry(p *problem.Problem) entry {
	e := entry{
		preset:   Preset{Options: Options{Problem: p, Features: oneHotFeatures, MaxSteps: p.MaxSteps}, Gamma: p.Gamma, Trajectories: 20},
		features: []string{oneHotFeatures},
		build:    newProcess,
		steps: func(o Options) float64 {
			_, length, _ := p.Visits(o.MaxSteps)
			return length
		},
	}
	if p.Dim() > 0 {
		e.preset.Options.Features = givenFeatures
		e.features = []string{givenFeatures, oneHotFeatures}
	}
	return e
}

// newProcess makes the domain of a problem from options with valid shared fields.
func newProcess(o Options) (Domain, error) {
	p := &process{options: o, problem: o.Problem}
	name, bias := strings.CutSuffix(o.Features, BiasSuffix)
	p.features = oneHot(len(o.Problem.States), bias)
	if name == givenFeatures {
		p.features = stateMap[int]{o.Problem.Dim(), func(s int, out []float64) { copy(out, o.Problem.States[s].Features) }, bias}
	}
	p.refs = sync.OnceValue(p.references)
	return p, nil
}

func (p *process) Options() Options                        { return p.options }
func (p *process) Dim() int                                { return p.features.dim() }
func (p *process) References() *References                 { return p.refs() }
func (p *process) Values(gamma float64) ([]float64, error) { return p.problem.Values(gamma) }

// references returns the states of the problem with their features.
func (p *process) references() *References {
	mu, _, _ := p.problem.Visits(p.options.MaxSteps)
	r := &References{Dim: p.Dim(), X: featureTable(p.features, len(p.problem.States)), Weights: slices.Clone(mu)}
	for _, s := range p.problem.States {
		r.Labels = append(r.Labels, s.Name)
	}
	return r
}

// Trajectory draws an episode of the problem.
func (p *process) Trajectory(seed uint64, i int) (*estimator.Trajectory, error) {
	states, rewards, terminated := p.problem.Episode(random.Stream(seed, i), p.options.MaxSteps)
	short := make([]uint16, len(states)) // room for problem.MaxStates
	for t, s := range states {
		short[t] = uint16(s)
	}
	row := func(step int, out []float64) { p.features.set(int(short[step]), out) }
	return estimator.NewComputedTrajectory(p.Dim(), row, 2*len(short), slices.Clip(rewards), terminated)
}

// ProcessReplay is an episode of a problem.
type ProcessReplay struct {
	Problem *problem.Problem
	At      []int // H+1 states; problem.End after a terminated episode
}

// Len returns H.
func (r *ProcessReplay) Len() int { return len(r.At) - 1 }

// Name returns the name of state t, "end" for the end.
func (r *ProcessReplay) Name(t int) string {
	if r.At[t] == problem.End {
		return "end"
	}
	return r.Problem.States[r.At[t]].Name
}

// Replay returns the episode.
func (p *process) Replay(seed uint64, i int) Replay {
	states, _, terminated := p.problem.Episode(random.Stream(seed, i), p.options.MaxSteps)
	if terminated {
		states = append(states, problem.End)
	}
	return &ProcessReplay{Problem: p.problem, At: states}
}
