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

// actions reports for each step of a replay whether the action is the preferred one of the target
// policy: to the right, or the action that pumps.
func actions(replay Replay) (own []bool) {
	switch r := replay.(type) {
	case *WalkReplay:
		for step := range r.Len() {
			own = append(own, r.At[step+1] > r.At[step])
		}
	case *CarReplay:
		for step, action := range r.Actions {
			own = append(own, (action == 1) == (r.Velocities[step] > 0.025*r.Positions[step]+0.01) && action != 0)
		}
	}
	return own
}

// TestRatios: a ratio is the probability of the action under the target divided by the
// probability under the behaviour.
func TestRatios(t *testing.T) {
	for _, o := range targeted() {
		target, behaviour := o.Target, 0.5 // probabilities of the preferred action
		if o.Domain != "" {
			target, behaviour = 1-o.Target+o.Target/3, 1-0.25+0.25/3
		}
		want := map[bool]float64{true: target / behaviour, false: (1 - target) / (1 - behaviour)}
		d := mustNew(t, o)
		seen := map[bool]bool{}
		for i := range 100 {
			ratios := mustDraw(t, d, 3, i).Ratios()
			for step, own := range actions(d.(Replayer).Replay(3, i)) {
				seen[own] = true
				if math.Abs(ratios[step]-want[own]) > 1e-15 {
					t.Fatalf("%+v: ratio %v in step %d of trajectory %d, want %v", o, ratios[step], step, i, want[own])
				}
			}
		}
		if len(seen) != 2 {
			t.Errorf("%+v: %v", o, seen)
		}
	}
}
