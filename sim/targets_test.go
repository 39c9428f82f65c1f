package sim

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lambdascope/sim/must"
	"lambdascope/sim/random"
)

// targeted are problems with a target policy, and the same ones without.
func targeted() []Options {
	return []Options{
		{Target: 0.7}, {States: 9, Target: 0.45}, {States: 5, MaxSteps: 4, Target: 0.05}, {States: 3, Features: "dependent+bias", Target: 0.95},
		{Domain: "mountain-car", Target: 0.15}, {Domain: "mountain-car", Features: "rbf", MaxSteps: 120, Target: 0.2},
	}
}

// The behaviour is the same whatever the target: so are the trajectories, and only with
// a target have they ratios.
func TestTargetsKeepTheBehaviour(t *testing.T) {
	for _, o := range targeted() {
		off := mustNew(t, o)
		o.Target = 0
		on := mustNew(t, o)
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

// The behaviour's own policy as a target is none.
func TestTargetOfTheBehaviour(t *testing.T) {
	for o, behaviour := range map[Options]float64{{}: 0.5, {Domain: "mountain-car"}: 0.25} {
		targets, err := TargetsOf(o)
		if err != nil || targets.Behaviour != behaviour {
			t.Fatalf("%q: %+v, %v", o.Domain, targets, err)
		}
		want := mustNew(t, o).Options()
		o.Target = behaviour
		if got := mustNew(t, o).Options(); got != want {
			t.Errorf("target %v: %+v, want %+v", behaviour, got, want)
		}
	}
	if targets, err := TargetsOf(Options{Domain: "2048"}); targets != nil || err != nil {
		t.Errorf("2048: %+v, %v", targets, err)
	}
}

// The ratio of a move is the target's probability of it over the behaviour's.
func TestWalkRatios(t *testing.T) {
	for _, o := range targeted()[:4] {
		d := mustNew(t, o)
		right := 0
		for i := range 100 {
			tr := mustDraw(t, d, 3, i)
			r := must.Have(d.(Replayer).Replay(3, i))(t)
			at := r.(*WalkReplay).At
			for step, ratio := range tr.Ratios() {
				want := (1 - o.Target) / 0.5
				if at[step+1] > at[step] {
					want = o.Target / 0.5
					right++
				}
				if math.Abs(ratio-want) > 1e-15 {
					t.Fatalf("%+v: ratio %v from state %d to %d, want %v", o, ratio, at[step], at[step+1], want)
				}
			}
		}
		if right == 0 {
			t.Errorf("%+v: no move to the right", o)
		}
	}
}

// So is that of an action of the car.
func TestCarRatios(t *testing.T) {
	for _, o := range targeted()[4:] {
		d := mustNew(t, o)
		for i := range 30 {
			tr := mustDraw(t, d, 3, i)
			r := must.Have(d.(Replayer).Replay(3, i))(t)
			drive := r.(*CarReplay)
			for step, ratio := range tr.Ratios() {
				pump := -1
				if drive.Velocities[step] > 0.025*drive.Positions[step]+0.01 {
					pump = 1
				}
				probability := func(share float64) float64 {
					if drive.Actions[step] == pump {
						return 1 - share + share/3
					}
					return share / 3
				}
				if want := probability(o.Target) / probability(0.25); math.Abs(ratio-want) > 1e-15 {
					t.Fatalf("%+v: ratio %v of action %d in %v, %v; want %v", o, ratio, drive.Actions[step], drive.Positions[step], drive.Velocities[step], want)
				}
			}
		}
	}
}

// The target draws actions with its own probabilities.
func TestCarTargetPolicy(t *testing.T) {
	rng := random.Stream(8, 0)
	at := car{-0.41, 0} // where it goes forward
	for _, share := range []float64{0.15, 0.2, 0.25} {
		actions := make([]int, 3)
		for range 100_000 {
			actions[at.policy(sixtieths(share), rng.Uint64())]++
		}
		wantShares(t, fmt.Sprintf("%v random: actions", share), actions, []float64{share / 3, share / 3, 1 - share/3*2})
	}
}

// The values of a target against a dense solve of (I − γP)ν = r.
func TestWalkTargetValues(t *testing.T) {
	for _, n := range []int{3, 5, 21, 51} {
		for _, target := range []float64{0.05, 0.3, 0.5, 0.6, 0.7, 0.95} {
			for _, gamma := range []float64{0, 0.5, 0.95, 1} {
				got, err := mustWalk(t, Options{States: n, Target: target}).Values(gamma)
				if err != nil {
					t.Fatal(err)
				}
				a, r := mat.NewDense(n, n, nil), mat.NewVecDense(n, nil)
				for s := range n {
					a.Set(s, s, 1)
					if s > 0 {
						a.Set(s, s-1, -gamma*(1-target))
					}
					if s < n-1 {
						a.Set(s, s+1, -gamma*target)
					}
				}
				r.SetVec(n-1, target)
				var want mat.VecDense
				if err := want.SolveVec(a, r); err != nil {
					t.Fatal(err)
				}
				for s := range n {
					if math.Abs(got[s]-want.AtVec(s)) > 1e-12 {
						t.Errorf("N = %d, target %v, γ = %v: ν(%d) = %v, want %v", n, target, gamma, s+1, got[s], want.AtVec(s))
					}
				}
			}
		}
	}
}

// They are the mean returns of the behaviour's walks, each weighted with the product of
// the ratios. The states are weighted as the
// behaviour visits them.
func TestWalkTargetStatistics(t *testing.T) {
	const gamma = 0.95
	for _, target := range []float64{0.3, 0.6, 0.7} {
		d := mustWalk(t, Options{Target: target})
		nu := must.Have(d.Values(gamma))(t)
		if !slices.Equal(d.References().Weights, mustWalk(t, Options{}).References().Weights) {
			t.Errorf("target %v: other weights of the states", target)
		}
		var weighted sample
		for i := range 20_000 {
			tr := mustDraw(t, d, 13, i)
			g := 0.0
			for step := tr.Len() - 1; step >= 0; step-- {
				g = tr.Ratios()[step] * (tr.Rewards()[step] + gamma*g)
			}
			weighted.add(g)
		}
		weighted.want(t, fmt.Sprintf("target %v: weighted return", target), nu[2])
	}
}

// So are weighted returns of the car those of the target's drives, both cut
// after 60 steps: later ones count little.
func TestCarTargetStatistics(t *testing.T) {
	const gamma = 0.9 // so that few ratios count
	for _, target := range []float64{0.15, 0.2} {
		d := mustNew(t, Options{Domain: "mountain-car", MaxSteps: 60, Target: target}).(Roller)
		var off sample
		for i := range 8000 {
			tr := mustDraw(t, d, 13, i)
			g := 0.0
			for step := tr.Len() - 1; step >= 0; step-- {
				g = tr.Ratios()[step] * (tr.Rewards()[step] + gamma*g)
			}
			state := d.States(13, i, nil)[:d.StateBytes()]
			rolled := 0.0
			rewards := d.Rollout(state, random.Stream(14, i), nil)
			rewards = rewards[:min(len(rewards), 60)]
			for lag := len(rewards) - 1; lag >= 0; lag-- {
				rolled = rewards[lag] + gamma*rolled
			}
			off.add(g - rolled)
		}
		off.want(t, fmt.Sprintf("target %v: weighted returns, less those of rollouts", target), 0)
	}
}
