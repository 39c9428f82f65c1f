package sim

import (
	"bytes"
	"cmp"
	"fmt"
	"strconv"

	"lambdascope/estimator"
	"lambdascope/sim/random"
)

// randomWalk is Sutton's chain of N states. An episode starts in the middle and goes left or
// right with probability ½. Both ends are terminal; leaving at the right pays 1, every other
// transition 0. A target policy goes right with another probability.
type randomWalk struct {
	options     Options
	refs        *References // all N states, from the left
	left, right float64     // the importance ratios of the moves
}

// walkRight is the behaviour's probability to go right.
const walkRight = 0.5

// randomWalkEntry describes the walk to the registry.
func randomWalkEntry() entry {
	return entry{
		preset: Preset{
			Options:      Options{Domain: "random-walk", States: 5, Features: "1-hot", MaxSteps: 100_000},
			Gamma:        0.95,
			Trajectories: 20,
		},
		// One feature for each state, which represent the true values exactly, or (N+1)/2
		// features of unit length that neighbouring states share, too few for them.
		features: []string{"1-hot", "dependent"},
		columns:  1, // the state's place in the chain
		targets:  &Targets{Behaviour: walkRight, Least: 0.05, Most: 0.95},
		build:    newRandomWalk,
		steps: func(o Options) float64 {
			half := float64(o.States+1) / 2
			return half * half
		},
	}
}

// newRandomWalk makes a walk from options with valid shared fields.
func newRandomWalk(o Options) (Domain, error) {
	n := cmp.Or(o.States, randomWalkEntry().preset.Options.States)
	o.States = n
	if n < 3 || n > 51 || n%2 == 0 {
		return nil, fmt.Errorf("states %d: want an odd number from 3 to 51", n)
	}
	m := newWalkFeatures(o.Features, n)
	refs := &References{Dim: m.dim(), X: featureTable(m, n), Weights: walkVisits(n, o.MaxSteps), Labels: make([]string, n)}
	for s := range n {
		refs.Labels[s] = strconv.Itoa(s + 1)
	}
	w := &randomWalk{options: o, refs: refs}
	right := w.targetRight()
	w.right, w.left = right/walkRight, (1-right)/(1-walkRight)
	return w, nil
}

func (w *randomWalk) Options() Options        { return w.options }
func (w *randomWalk) Dim() int                { return w.refs.Dim }
func (w *randomWalk) References() *References { return w.refs }
func (w *randomWalk) Values(gamma float64) ([]float64, error) {
	return walkValues(w.options.States, gamma, w.targetRight())
}

// targetRight returns the probability of a step to the right under the target policy.
func (w *randomWalk) targetRight() float64 {
	if w.options.Target == 0 {
		return walkRight
	}
	return w.options.Target
}

// Trajectory draws a walk. The mean length is ((N+1)/2)² transitions.
func (w *randomWalk) Trajectory(seed uint64, i int) (*estimator.Trajectory, error) {
	var room [512]uint8 // avoids allocations for almost every walk
	states, terminated := w.states(seed, i, room[:0])
	h := len(states)
	if !terminated {
		h--
	}
	rewards := make([]float64, h)
	if terminated && int(states[h-1]) == w.options.States-1 {
		rewards[h-1] = 1
	}
	kept := bytes.Clone(states)
	row := func(step int, out []float64) {
		at := int(kept[step]) * w.refs.Dim
		copy(out, w.refs.X[at:at+w.refs.Dim])
	}
	t, err := estimator.NewComputedTrajectory(w.refs.Dim, row, len(kept), rewards, terminated)
	if err != nil || w.options.Target == 0 {
		return t, err
	}
	return t.WithRatios(w.ratios(states, h))
}

// ratios returns the importance ratios of h transitions through states. A last transition without
// a next state leaves the chain at the nearest end.
func (w *randomWalk) ratios(states []uint8, h int) []float64 {
	ratios := make([]float64, h)
	for t := range ratios {
		right := int(states[t]) == w.options.States-1
		if t+1 < len(states) {
			right = states[t+1] > states[t]
		}
		if ratios[t] = w.left; right {
			ratios[t] = w.right
		}
	}
	return ratios
}

// states appends the states that trajectory i of a seed visits, from 0 at the left, and reports
// whether it terminated. The terminal state is left out, because the last state is next to it.
func (w *randomWalk) states(seed uint64, i int, out []uint8) ([]uint8, bool) {
	rng := random.Stream(seed, i)
	s := w.options.States / 2
	for range w.options.MaxSteps {
		out = append(out, uint8(s))
		if rng.Uint64()>>63 == 1 {
			s++
		} else {
			s--
		}
		if s < 0 || s == w.options.States {
			return out, true
		}
	}
	return append(out, uint8(s)), false
}
