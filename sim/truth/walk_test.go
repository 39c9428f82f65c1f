package truth

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/random"
	"lambdascope/sim/testutil"
)

// rolledWalk is the random walk as a Roller. Its moments are known.
type rolledWalk struct {
	sim.Domain
	exact  sim.Exact
	states int
	target float64 // probability to go right
}

// rolledWalks returns the walk with each of its feature maps.
func rolledWalks(t testing.TB, states int) []sim.Roller { return rolledWalksTo(t, states, 0) }

// rolledWalksTo returns the walks with a target policy.
func rolledWalksTo(t testing.TB, states int, target float64) []sim.Roller {
	t.Helper()
	maps := testutil.Get(sim.FeatureMaps(sim.Options{}))(t)
	var out []sim.Roller
	for _, f := range maps {
		out = append(out, newRolledWalk(t, sim.Options{States: states, Features: f, Target: target}))
	}
	return out
}

func newRolledWalk(t testing.TB, o sim.Options) rolledWalk {
	t.Helper()
	d := domain(t, o)
	w := rolledWalk{Domain: d, exact: d.(sim.Exact), states: d.Options().States, target: 0.5}
	if o.Target != 0 {
		w.target = o.Target
	}
	return w
}

func (w rolledWalk) StateBytes() int { return 1 }

func (w rolledWalk) States(seed uint64, i int, out []byte) []byte {
	rng := random.Stream(seed, i)
	for s := w.states / 2; s >= 0 && s < w.states; s = move(s, rng, 0.5) {
		out = append(out, byte(s))
	}
	return out
}

func (w rolledWalk) StateFeatures(state []byte, out []float64) {
	copy(out, w.exact.References().Features(int(state[0])))
}

func (w rolledWalk) StateLabel(state []byte) string { return strconv.Itoa(int(state[0]) + 1) }

func (w rolledWalk) Rollout(state []byte, rng *rand.Rand, profile []float64) []float64 {
	s := int(state[0])
	for lag := 0; s >= 0 && s < w.states; lag++ {
		if lag == len(profile) {
			profile = append(profile, 0)
		}
		if s = move(s, rng, w.target); s == w.states {
			profile[lag]++
		}
	}
	return profile
}

// move moves right with a probability.
func move(s int, rng *rand.Rand, right float64) int {
	if random.Unit(rng) >= 1-right {
		return s + 1
	}
	return s - 1
}

// TestDrawnWalk compares many small samples with the exact truth, for several θ, for the
// behaviour and for a target: the errors have the claimed size, and mean 0.
func TestDrawnWalk(t *testing.T) {
	for target, repeats := range map[float64]uint64{0: 100, 0.7: 40} {
		t.Run(fmt.Sprint(target), func(t *testing.T) { testDrawnWalk(t, target, repeats) })
	}
}

func testDrawnWalk(t *testing.T, target float64, repeats uint64) {
	maps := rolledWalksTo(t, 7, target)
	gammas := []float64{0, 0.3, 0.95, 1}
	type key struct {
		features string
		gamma    float64
		theta    int
	}
	off, excess := map[key]*tally{}, map[key]*tally{}
	for seed := range repeats {
		plan := Plan{Seed: 10 * seed, Episodes: 320, Every: 2, Rollouts: 2, States: 2, Pool: 2, StateRollouts: 1}
		m := testutil.Get(Draw(maps, plan))(t)
		for _, features := range []string{"1-hot", "1-hot+bias", "dependent", "dependent+bias"} {
			w := newRolledWalk(t, sim.Options{States: 7, Features: features, Target: target})
			for _, gamma := range gammas {
				v := testutil.Get(m.At(w, gamma))(t)
				exact := testutil.Get(At(w.exact, gamma))(t)
				zero, some := make([]float64, w.Dim()), make([]float64, w.Dim())
				for j := range some {
					some[j] = float64(j)/10 - 0.2
				}
				for i, theta := range [][]float64{zero, some} {
					k := key{features, gamma, i}
					if off[k] == nil {
						off[k], excess[k] = new(tally), new(tally)
					}
					e, se := v.MSVE(theta)-exact.MSVE(theta), v.MSVEError(theta)
					off[k].add(e)
					excess[k].add(e*e - se*se)
				}
			}
		}
	}
	for k, of := range off {
		of.wantZero(t, "%v: MSVE less the exact one", k)
		excess[k].wantZero(t, "%v: its square less the stated one", k)
	}
}

// TestShownStates: shown states are a sample from μ, and the errors of their values have the
// claimed size.
func TestShownStates(t *testing.T) {
	const states = 3000
	maps := rolledWalks(t, 7)
	m := testutil.Get(Draw(maps, Plan{Seed: 3, Episodes: 5000, Every: 100, Rollouts: 1, States: states, Pool: 5000, StateRollouts: 20}))(t)
	w := maps[0].(rolledWalk)
	seen := make([]float64, 7)
	for s := range states {
		seen[m.state(s)[0]]++
	}
	for s, mu := range w.exact.References().Weights {
		if z := (seen[s] - states*mu) / math.Sqrt(states*mu*(1-mu)); math.Abs(z) > 4.5 {
			t.Errorf("state %d is drawn %v times of %d, want %v", s+1, seen[s], states, states*mu)
		}
	}
	for _, gamma := range []float64{0, 0.3, 0.95, 1} {
		nu := testutil.Get(w.exact.Values(gamma))(t)
		v := testutil.Get(m.At(w, gamma))(t)
		var bias, square tally
		for s, got := range v.Nu {
			e := got - nu[m.state(s)[0]]
			bias.add(e)
			square.add(e*e - v.MSE)
		}
		bias.wantZero(t, "γ = %v: ν̂ − ν", gamma)
		square.wantZero(t, "γ = %v: (ν̂ − ν)² less the stated one", gamma)
	}
}

// tally sums numbers and their squares.
type tally struct{ n, sum, squares float64 }

func (s *tally) add(x float64) { s.n++; s.sum += x; s.squares += x * x }

// wantZero checks that the mean is 0, within 4.5 standard errors.
func (s *tally) wantZero(t *testing.T, what string, args ...any) {
	t.Helper()
	mean := s.sum / s.n
	se := math.Sqrt((s.squares/s.n - mean*mean) / (s.n - 1))
	if !(math.Abs(mean) <= 4.5*se) && math.Abs(mean) > 1e-15 {
		t.Errorf(what+": mean %v, want 0, standard error %v", append(args, mean, se)...)
	}
}
