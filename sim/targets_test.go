package sim

import (
	"math"
	"slices"
	"testing"
)

// targeted returns problems with a target policy.
func targeted() []Options {
	return []Options{
		{Target: 0.7},
		{States: 9, Target: 0.45},
		{States: 5, MaxSteps: 4, Target: 0.05},
		{States: 3, Features: "dependent+bias", Target: 0.95},
		{Domain: "mountain-car", Target: 0.15},
		{Domain: "mountain-car", Features: "rbf", MaxSteps: 120, Target: 0.2},
	}
}

// TestTargetsKeepTheBehaviour: a target changes neither the behaviour nor the trajectories,
// except for the ratios.
func TestTargetsKeepTheBehaviour(t *testing.T) {
	for _, o := range targeted() {
		off := mustNew(t, o)
		o.Target = 0
		on := mustNew(t, o)
		if off, ok := off.(Exact); ok && !slices.Equal(off.References().Weights, on.(Exact).References().Weights) {
			t.Errorf("%+v: other weights of the states", off.Options())
		}
		for i := range 50 {
			a, b := mustDraw(t, on, 3, i), mustDraw(t, off, 3, i)
			if a.Len() != b.Len() || a.Terminated() != b.Terminated() || !slices.Equal(a.Rewards(), b.Rewards()) {
				t.Fatalf("%+v: trajectory %d differs", off.Options(), i)
			}
			for step := range a.Len() + 1 {
				if !slices.Equal(a.Features(step), b.Features(step)) {
					t.Fatalf("%+v: trajectory %d: features at step %d differ", off.Options(), i, step)
				}
			}
			if a.Ratios() != nil || len(b.Ratios()) != b.Len() {
				t.Fatalf("%+v: trajectory %d: ratios %v without a target, %d of %d with one", off.Options(), i, a.Ratios(), len(b.Ratios()), b.Len())
			}
		}
	}
}

// TestRatios: a ratio is the probability of the action under the target divided by the
// probability under the behaviour.
func TestRatios(t *testing.T) {
	for _, o := range targeted() {
		d := mustNew(t, o)
		first, second := 0, 0 // going right or the action that pumps, and others
		for i := range 100 {
			replay := d.(Replayer).Replay(3, i)
			for step, ratio := range mustDraw(t, d, 3, i).Ratios() {
				var is bool
				var target, behaviour float64 // probabilities of the first kind
				switch r := replay.(type) {
				case *WalkReplay:
					is, target, behaviour = r.At[step+1] > r.At[step], o.Target, 0.5
				case *CarReplay:
					pumps := -1
					if r.Velocities[step] > 0.025*r.Positions[step]+0.01 {
						pumps = 1
					}
					is, target, behaviour = r.Actions[step] == pumps, 1-o.Target+o.Target/3, 1-0.25+0.25/3
				}
				first++
				if !is {
					first, second = first-1, second+1
					if target, behaviour = 1-target, 1-behaviour; o.Domain != "" {
						target, behaviour = target/2, behaviour/2 // of two actions
					}
				}
				if want := target / behaviour; math.Abs(ratio-want) > 1e-15 {
					t.Fatalf("%+v: ratio %v in step %d of %+v, want %v", o, ratio, step, replay, want)
				}
			}
		}
		if first == 0 || second == 0 {
			t.Errorf("%+v: %d and %d steps", o, first, second)
		}
	}
}
