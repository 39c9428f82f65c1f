package sim

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"lambdascope/estimator"
	"lambdascope/sim/problem"
	"lambdascope/sim/random"
)

// process is the domain of a problem: a finite Markov reward process.
type process struct {
	options Options
	problem *problem.Problem
	dim     int
	refs    func() *References // made when they are first asked for
	table   func() (*estimator.FeatureTable, error)
}

// The feature maps of a problem: the features of the file, and one for each state.
const (
	givenFeatures  = "given"
	oneHotFeatures = "1-hot"
)

// mostInTable is how many states a FeatureTable takes.
const mostInTable = 256

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

// newProcess makes the domain of a problem from options whose shared fields are valid.
func newProcess(o Options) (Domain, error) {
	p := &process{options: o, problem: o.Problem, dim: len(o.Problem.States)}
	name, bias := strings.CutSuffix(o.Features, BiasSuffix)
	if name == givenFeatures {
		p.dim = o.Problem.Dim()
	}
	if bias {
		p.dim++
	}
	p.refs = sync.OnceValue(p.references)
	p.table = sync.OnceValues(func() (*estimator.FeatureTable, error) {
		return estimator.NewFeatureTable(p.dim, p.refs().X)
	})
	return p, nil
}

func (p *process) Options() Options                        { return p.options }
func (p *process) Dim() int                                { return p.dim }
func (p *process) References() *References                 { return p.refs() }
func (p *process) Values(gamma float64) ([]float64, error) { return p.problem.Values(gamma) }

// references returns the states of the problem with their features.
func (p *process) references() *References {
	n := len(p.problem.States)
	mu, _, _ := p.problem.Visits(p.options.MaxSteps)
	r := &References{Dim: p.dim, X: make([]float64, n*p.dim), Weights: slices.Clone(mu)}
	for s := range n {
		p.set(s, r.Features(s))
		r.Labels = append(r.Labels, p.problem.States[s].Name)
	}
	return r
}

// set sets out to the features of a state; out has zeros alone.
func (p *process) set(state int, out []float64) {
	name, bias := strings.CutSuffix(p.options.Features, BiasSuffix)
	if name == givenFeatures {
		copy(out, p.problem.States[state].Features)
	} else {
		out[state] = 1
	}
	if bias {
		out[p.dim-1] = 1
	}
}

// Trajectory draws an episode of the problem.
func (p *process) Trajectory(seed uint64, i int) (*estimator.Trajectory, error) {
	states, rewards, terminated := p.problem.Episode(random.Stream(seed, i), p.options.MaxSteps)
	if len(p.problem.States) <= mostInTable {
		table, err := p.table()
		if err != nil {
			return nil, err
		}
		short := make([]uint8, len(states))
		for t, s := range states {
			short[t] = uint8(s)
		}
		return table.Trajectory(short, slices.Clip(rewards), terminated)
	}
	row := func(step int, out []float64) {
		clear(out)
		p.set(states[step], out)
	}
	return estimator.NewComputedTrajectory(p.dim, row, 8*len(states), slices.Clip(rewards), terminated)
}

// ProcessReplay is an episode of a problem.
type ProcessReplay struct {
	Problem *problem.Problem
	At      []int // H+1 states; problem.End where the episode ended
}

// Len returns H.
func (r *ProcessReplay) Len() int { return len(r.At) - 1 }

// Name returns the name of state t, "end" where the episode ended.
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

// Warnings returns what a problem's file describes but never happens, one sentence each
// without a full stop: states that are not reached, and episodes that are cut. There are none
// of a domain.
func Warnings(o Options) []string {
	p := o.Problem
	if p == nil {
		return nil
	}
	var out []string
	if u := p.Unreached; len(u) > 0 {
		const most = 5
		names := strings.Join(u[:min(most, len(u))], ", ")
		if len(u) > most {
			names += fmt.Sprintf(" and %d more", len(u)-most)
		}
		out = append(out, fmt.Sprintf("no episode reaches these states of %s: %s", p.Name, names))
	}
	const least = 0.001
	if _, _, cut := p.Visits(o.MaxSteps); cut > least {
		out = append(out, fmt.Sprintf("max-steps %d cuts %.3g %% of all episodes; the true values are those of uncut ones", o.MaxSteps, 100*cut))
	}
	return out
}
