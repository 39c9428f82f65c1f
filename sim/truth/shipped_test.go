package truth

import (
	"flag"
	"math"
	"testing"

	"lambdascope/assets"
	"lambdascope/sim"
	"lambdascope/sim/random"
	"lambdascope/sim/testutil"
)

var long = flag.Bool("long", false, "also run what takes minutes")

func loaded(t testing.TB, o sim.Options) *Moments {
	t.Helper()
	p := testutil.Get(Shipped(domain(t, o).Options()))(t)
	if p == nil {
		t.Fatalf("nothing is shipped for %+v", o)
	}
	return p
}

// TestShippedIsOfThisProgram repeats the first rollouts, because a change of a rule, a policy or
// a stream calls for new files.
func TestShippedIsOfThisProgram(t *testing.T) {
	total := 0
	for _, o := range Chains() {
		m, d := loaded(t, o), roller(t, o)
		options := d.Options()
		if m.Plan != ShippedPlan(o) || m.Domain != options.Domain || m.Start != options.Start || m.Target != options.Target || m.StateSize != d.StateBytes() {
			t.Errorf("%s: drawn as %+v %q %q %v", ShippedName(o), m.Plan, m.Domain, m.Start, m.Target)
		}
		var names []string
		for i := range m.Maps {
			names = append(names, m.Maps[i].Name)
		}
		for i, f := range mapsOf(t, o) {
			if i >= len(names) || names[i] != f.Options().Features || m.Maps[i].Dim != f.Dim() {
				t.Errorf("%s: feature maps %q, without %q: go run ./sim/truth/draw", ShippedName(o), names, f.Options().Features)
			}
		}
		for _, s := range []int{0, 1, m.States - 1} {
			halves := m.stateValues(d, m.state(s), s)
			for k, v := range m.Values[s*nodes : (s+1)*nodes] {
				if want := float32((halves[0][k] + halves[1][k]) / 2); v != want {
					t.Fatalf("%s: state %s has another value now, %v, was %v: go run ./sim/truth/draw", ShippedName(o), d.StateLabel(m.state(s)), want, v)
				}
			}
		}
		file := testutil.Get(assets.Truth(ShippedName(o)))(t)
		total += len(file)
	}
	if total > 3_300_000 {
		t.Errorf("%d bytes are shipped: want at most 3.3 MB", total)
	}
}

// TestShippedIsPrecise: the standard error of root MSVE is below a thousandth with the default
// features of a domain, and below a hundredth with any, even at the lowest MSVE. If features span
// the values, as at γ = 0, where all values of Mountain Car are −1, both are 0 up to rounding.
func TestShippedIsPrecise(t *testing.T) {
	for _, o := range Chains() {
		eachMap(t, o, func(d sim.Roller, m *Moments, most float64) {
			for _, gamma := range []float64{0, 1e-3, 0.02, 0.3, 0.5, 0.8, 0.95, 0.99, 0.999, 1} {
				v := testutil.Get(m.At(d, gamma))(t)
				theta := v.Least().theta
				msve, rounding := v.MSVE(theta), 1e-13*v.MSVE(make([]float64, d.Dim()))
				if of := v.MSVEError(theta) / msve / 2; !(of < most && of > 0) && !(math.Abs(msve) < rounding) {
					t.Errorf("%s, %s, γ = %v: root MSVE %v ± %.3g %%", ShippedName(o), d.Options().Features, gamma, math.Sqrt(msve), 100*of)
				}
			}
		})
	}
}

// eachMap calls f for each feature map of a chain, with and without a bias, and with the
// largest standard error of root MSVE.
func eachMap(t *testing.T, o sim.Options, f func(d sim.Roller, m *Moments, most float64)) {
	t.Helper()
	m := loaded(t, o)
	for i, of := range mapsOf(t, o) {
		for _, bias := range []string{"", sim.BiasSuffix} {
			o.Features = of.Options().Features + bias
			d := roller(t, o)
			most := 0.01
			if i == 0 && bias == "" {
				most = 0.001
			}
			f(d, m, most)
		}
	}
}

// TestShippedAgainstFreshEpisodes scores the best θ of each feature map on fresh episodes. With V
// = xᵀθ, the mean of (ν̂⁽¹⁾ − V)(ν̂⁽²⁾ − V), from two rollouts of some states, is the MSVE, and
// the mean of (G − V)·x over all states, the slope of the MSVE in θ, is 0. With a target policy,
// importance ratios weight G.
func TestShippedAgainstFreshEpisodes(t *testing.T) {
	const episodes, stride = 200, 13
	for _, o := range Chains() {
		for i, of := range mapsOf(t, o) {
			gammas := []float64{0.5, 0.95, 1}
			if (i > 0 || o.Target != 0) && !*long { // of the same episodes
				gammas = gammas[1:2]
			}
			for _, gamma := range gammas {
				v := testutil.Get(At(of, gamma))(t)
				theta := v.Least().theta
				msve := v.MSVE(theta)
				slopes := make([]tally, of.Dim()) // of each episode, Σ_t
				var square tally
				x, visits := make([]float64, of.Dim()), make([]float64, of.Dim())
				for i := range episodes {
					tr := testutil.Get(of.Trajectory(4, i))(t)
					rng := random.Stream(5, i)
					states := of.States(4, i, nil)
					sums, squares, g := make([]float64, of.Dim()), 0.0, 0.0
					for step := tr.Len() - 1; step >= 0; step-- {
						state := states[step*of.StateBytes() : (step+1)*of.StateBytes()]
						of.StateFeatures(state, x)
						value := dot(theta, x)
						g = gamma*g + tr.Rewards()[step]
						counts := true
						if ratios := tr.Ratios(); ratios != nil && gamma < 1 {
							g *= ratios[step]
						} else if ratios != nil { // whose products over so many steps are too random
							if counts = (step+i)%targetStride == 0; counts {
								g = horner(of.Rollout(state, rng, nil), gamma)
							}
						}
						for j, v := range x {
							if counts {
								sums[j] += (g - value) * v
								visits[j] += math.Abs(v)
							}
						}
						if (step+i)%stride == 0 {
							a := horner(of.Rollout(state, rng, nil), gamma) - value
							b := horner(of.Rollout(state, rng, nil), gamma) - value
							squares += stride * (a*b - msve)
						}
					}
					for j := range sums {
						slopes[j].add(sums[j])
					}
					square.add(squares)
				}
				square.wantZero(t, "%s, %s, γ = %v: the MSVE less %v", ShippedName(o), of.Options().Features, gamma, msve)
				for j, slope := range slopes {
					mean := slope.sum / episodes
					se := math.Sqrt((slope.squares/episodes - mean*mean) / episodes)
					rounding := 1e-7 / (1 + shift - gamma) * visits[j] / episodes
					if !(math.Abs(mean) <= 4.5*se+rounding) {
						t.Errorf("%s, %s, γ = %v: slope %v ± %v of the MSVE in θ_%d", ShippedName(o), of.Options().Features, gamma, mean, se, j)
					}
				}
			}
		}
	}
}

// horner returns Σ_τ γ^τ r_τ.
func horner(rewards []float64, gamma float64) float64 {
	sum := 0.0
	for lag := len(rewards) - 1; lag >= 0; lag-- {
		sum = sum*gamma + rewards[lag]
	}
	return sum
}

// TestShippedFitsTheSettings: other start states have other files, and a step cap that cuts has
// none.
func TestShippedFitsTheSettings(t *testing.T) {
	for _, o := range Chains() {
		p := loaded(t, o)
		o.MaxSteps = p.Longest
		if loaded(t, o) != p {
			t.Errorf("%s: a cap of %d, which does not cut, changes the truth", ShippedName(o), o.MaxSteps)
		}
		o.MaxSteps--
		if v, err := At(domain(t, o), 0.5); v != nil || err != nil {
			t.Errorf("%s: a truth where a cap of %d cuts: %v", ShippedName(o), o.MaxSteps, err)
		}
		if _, err := At(domain(t, o), 1.2); err == nil {
			t.Errorf("%s: γ = 1.2 is taken where there is no truth", ShippedName(o))
		}
	}
	for i, o := range Chains() {
		for _, other := range Chains()[:i] {
			if loaded(t, o) == loaded(t, other) {
				t.Errorf("%+v and %+v have one truth", o, other)
			}
		}
	}
	if p, err := Shipped(sim.Options{Domain: "another"}); p != nil || err != nil {
		t.Errorf("another: %v, %v", p, err)
	}
}
