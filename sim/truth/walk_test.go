package truth

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"lambdascope/sim"
)

// rolledWalk is the random walk as a domain that can only be run. What its
// rollouts come to is known.
type rolledWalk struct {
	sim.Domain
	exact  sim.Exact
	states int
	reward float64 // for leaving at the right, where the walk has 1
}

func newRolledWalk(t testing.TB, o sim.Options) rolledWalk {
	t.Helper()
	d := domain(t, o)
	return rolledWalk{Domain: d, exact: d.(sim.Exact), states: d.Options().States, reward: 1}
}

func (w rolledWalk) StateBytes() int { return 1 }

func (w rolledWalk) States(seed uint64, i int, out []byte) []byte {
	rng := sim.Stream(seed, i)
	for s := w.states / 2; s >= 0 && s < w.states; s = move(s, rng) {
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
		if s = move(s, rng); s == w.states {
			profile[lag] += w.reward
		}
	}
	return profile
}

func move(s int, rng *rand.Rand) int { return s + int(rng.Uint64()>>63)*2 - 1 }

// TestDrawnWalk holds the values of rollouts, and their stated error, against the
// exact ones.
func TestDrawnWalk(t *testing.T) {
	w := newRolledWalk(t, sim.Options{States: 7})
	p, err := Draw(t.Context(), w, Plan{Seed: 3, Episodes: 5000, States: 2000, Rollouts: 2, Shown: 1000, ShownRollouts: 50}, nil)
	if err != nil {
		t.Fatal(err)
	}
	source := p.Source(w)
	seen := make([]float64, 7)
	for s := range p.States {
		seen[p.state(s)[0]]++
	}
	for s, mu := range w.exact.References().Weights {
		if z := (seen[s] - 2000*mu) / math.Sqrt(2000*mu*(1-mu)); math.Abs(z) > 4.5 {
			t.Errorf("state %d is drawn %v times of 2000, want %v", s+1, seen[s], 2000*mu)
		}
	}
	for _, gamma := range []float64{0, 0.3, 0.95, 1} {
		nu, err := w.exact.Values(gamma)
		if err != nil {
			t.Fatal(err)
		}
		v, err := source.At(gamma)
		if err != nil {
			t.Fatal(err)
		}
		if v.Kind != KindMonteCarlo || v.States() != 2000 || len(v.Nu) != 1000 || v.Refs.Len() != 1000 {
			t.Errorf("%s, %d states, %d of them shown", v.Kind, v.States(), len(v.Nu))
		}
		for part, from := range []int{0, 1000} { // the shown and the others
			var bias, square, stated tally
			for s := from; s < from+1000; s++ {
				e, a := v.sample.nu[s]-nu[p.state(s)[0]], v.sample.apart[s]
				bias.add(e)
				square.add(e*e - a*a)
				stated.add(a * a)
			}
			bias.wantZero(t, "γ = %v, part %d: ν̂ − ν", gamma, part)
			square.wantZero(t, "γ = %v, part %d: (ν̂ − ν)² less the stated one", gamma, part)
			if mse := stated.sum / stated.n; part == 0 && math.Abs(mse-v.MSE) > 1e-12 {
				t.Errorf("γ = %v: MSE %v, want %v", gamma, v.MSE, mse)
			}
		}
	}
}

// TestMSVEIsUnbiased scores a θ against many small truths: the errors average out,
// and are as large as stated.
func TestMSVEIsUnbiased(t *testing.T) {
	w := newRolledWalk(t, sim.Options{Features: "dependent"})
	const gamma = 0.95
	for _, theta := range [][]float64{{0, 0, 0}, {0.1, 0.3, 0.6}} {
		exact, err := Of(w.exact, gamma)
		if err != nil {
			t.Fatal(err)
		}
		want := exact.MSVE(theta)
		var off, variance tally
		negative := 0
		for seed := range uint64(300) {
			p, err := Draw(t.Context(), w, Plan{Seed: 10 * seed, Episodes: 2000, States: 50, Rollouts: 1, Shown: 10, ShownRollouts: 3}, nil)
			if err != nil {
				t.Fatal(err)
			}
			v, err := p.Source(w).At(gamma)
			if err != nil {
				t.Fatal(err)
			}
			msve, se := v.MSVE(theta), v.MSVEError(theta)
			if msve < 0 {
				negative++
			}
			off.add(msve - want)
			variance.add((msve-want)*(msve-want) - se*se)
		}
		off.wantZero(t, "θ = %v: MSVE less the exact one", theta)
		variance.wantZero(t, "θ = %v: its square less the stated one", theta)
		if theta[0] != 0 && negative == 0 {
			t.Errorf("θ = %v: an MSVE of %v is never estimated below 0", theta, want)
		}
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
	if !(math.Abs(mean) <= 4.5*se) && mean != 0 {
		t.Errorf(what+": mean %v, want 0, standard error %v", append(args, mean, se)...)
	}
}
