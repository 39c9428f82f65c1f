package truth

import (
	"math"
	"slices"
	"sync"
	"testing"

	"lambdascope/sim"
)

func loaded(t testing.TB, o sim.Options) *Profiles {
	t.Helper()
	p, err := Shipped(domain(t, o).Options())
	if err != nil {
		t.Fatal(err)
	}
	if p == nil {
		t.Fatalf("nothing is shipped for %+v", o)
	}
	return p
}

// TestShippedIsOfThisProgram runs the first rollouts again: a change of a rule, a
// policy or a stream calls for new files.
func TestShippedIsOfThisProgram(t *testing.T) {
	for _, o := range chains() {
		p, d := loaded(t, o), roller(t, o)
		options := d.Options()
		if p.Plan != ShippedPlan() || p.Domain != options.Domain || p.Start != options.Start || p.size != d.StateBytes() {
			t.Errorf("%s: drawn as %+v %q %q", ShippedName(o), p.Plan, p.Domain, p.Start)
		}
		if len(p.states) != p.States*p.size || p.halves[0].ends[p.States-1] != len(p.halves[0].sums) {
			t.Errorf("%s: %d bytes of states", ShippedName(o), len(p.states))
		}
		for _, s := range []int{0, 1, p.Shown, p.Shown + 1, p.States - 1} {
			for h := range p.halves {
				rng := sim.Stream(p.Seed+streamRollouts+uint64(h), s)
				var profile []float64
				for range p.rollouts(s) {
					profile = d.Rollout(p.state(s), rng, profile)
				}
				sums, err := whole(profile)
				if err != nil || !slices.Equal(sums, p.halves[h].of(s)) {
					t.Fatalf("%s: state %s has other rollouts now: run lambdascope truth", ShippedName(o), d.StateLabel(p.state(s)))
				}
			}
		}
	}
}

// TestShippedAgainstFreshRollouts: within their stated error, the values of some
// states are those of fresh rollouts.
func TestShippedAgainstFreshRollouts(t *testing.T) {
	const states, rollouts = 60, 200
	for _, o := range chains() {
		p, d := loaded(t, o), roller(t, o)
		source := p.Source(d)
		for _, gamma := range []float64{0, 0.5, 0.95, 1} {
			v, err := source.At(gamma)
			if err != nil {
				t.Fatal(err)
			}
			var off, stated tally
			for s := range states {
				rng := sim.Stream(99, s)
				var fresh tally
				for range rollouts {
					g, discount := 0.0, 1.0
					for _, r := range d.Rollout(p.state(s), rng, nil) {
						g += discount * r
						discount *= gamma
					}
					fresh.add(g)
				}
				mean := fresh.sum / fresh.n
				variance := (fresh.squares - fresh.n*mean*mean) / (fresh.n - 1)
				e := v.Nu[s] - mean
				off.add(e)
				// What the two means miss by, less what rollouts of this variance do.
				stated.add(e*e - variance*(1.0/rollouts+1/(2*float64(p.rollouts(s)))))
			}
			off.wantZero(t, "%s, γ = %v: ν less that of fresh rollouts", ShippedName(o), gamma)
			stated.wantZero(t, "%s, γ = %v: its square less what it should be", ShippedName(o), gamma)
		}
	}
}

// TestShippedStatesAreOfTheData compares μ with trajectories: the mean value of
// the reference states at γ = 1 is E Σ_t G_t / E H, and likewise for each raw
// feature.
func TestShippedStatesAreOfTheData(t *testing.T) {
	for _, o := range chains() {
		d := domain(t, o)
		v, err := Of(d, 1)
		if err != nil {
			t.Fatal(err)
		}
		mean, squares := make([]float64, d.Dim()+1), make([]float64, d.Dim()+1)
		m := float64(v.States())
		v.sample.eachState(func(s int, x []float64) {
			for j, x := range append(slices.Clone(x), v.sample.nu[s]) {
				mean[j] += x / m
				squares[j] += x * x / m
			}
		})
		off := make([]tally, d.Dim()+1) // Σ_t (x_t − mean), 0 on average
		steps := 0.0
		for i := range 2000 {
			tr, err := d.Trajectory(4, i)
			if err != nil {
				t.Fatal(err)
			}
			sum := make([]float64, d.Dim()+1)
			g := 0.0
			for step := tr.Len() - 1; step >= 0; step-- {
				g += tr.Rewards()[step]
				for j, x := range append(slices.Clone(tr.Features(step)), g) {
					sum[j] += x - mean[j]
				}
			}
			for j := range sum {
				off[j].add(sum[j])
			}
			steps += float64(tr.Len())
		}
		for j := range off {
			ofStates := (squares[j] - mean[j]*mean[j]) / m
			ofData := off[j].squares / (steps * steps)
			if z := off[j].sum / steps / math.Sqrt(ofStates+ofData); !(math.Abs(z) < 4.5) {
				t.Errorf("%s: feature %d of %d and the return: mean %v of the reference states, z = %v", ShippedName(o), j, d.Dim(), mean[j], z)
			}
		}
	}
}

// TestShippedFitsTheSettings: other start states have another file, and a step
// cap that cuts has none.
func TestShippedFitsTheSettings(t *testing.T) {
	for _, o := range chains() {
		p := loaded(t, o)
		o.MaxSteps = p.Longest
		if loaded(t, o) != p {
			t.Errorf("%s: a cap of %d, which does not cut, changes the truth", ShippedName(o), o.MaxSteps)
		}
		o.MaxSteps--
		if v, err := Of(domain(t, o), 0.5); v != nil || err != nil {
			t.Errorf("%s: a truth where a cap of %d cuts: %v", ShippedName(o), o.MaxSteps, err)
		}
		if source, err := New(domain(t, o)); source != nil || err != nil || source.Bytes() != 0 {
			t.Errorf("%s: %v, %v", ShippedName(o), source, err)
		}
		if _, err := Of(domain(t, o), 1.2); err == nil {
			t.Errorf("%s: γ = 1.2 is taken where there is no truth", ShippedName(o))
		}
	}
	if loaded(t, chains()[1]) == loaded(t, chains()[2]) {
		t.Error("both starts of Mountain Car have one truth")
	}
	if p, err := Shipped(sim.Options{Domain: "another"}); p != nil || err != nil {
		t.Errorf("another: %v, %v", p, err)
	}
}

// TestShippedAtOnce asks from many sides (for the race detector).
func TestShippedAtOnce(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		for _, o := range chains() {
			wg.Go(func() {
				if v, err := Of(domain(t, o), 0.9); err != nil || len(v.Nu) != ShippedPlan().Shown {
					t.Error(err)
				}
			})
		}
	}
	wg.Wait()
}
