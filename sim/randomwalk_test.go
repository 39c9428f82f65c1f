package sim

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/must"
)

func mustDraw(t testing.TB, d Domain, seed uint64, i int) *estimator.Trajectory {
	t.Helper()
	tr, err := d.Trajectory(seed, i)
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func mustWalk(t testing.TB, o Options) Exact {
	t.Helper()
	return mustNew(t, o).(Exact)
}

func TestWalkValuesClosedForms(t *testing.T) {
	near := func(n int, gamma float64, want []float64, tolerance float64) {
		t.Helper()
		got, err := mustWalk(t, Options{States: n}).Values(gamma)
		if err != nil {
			t.Fatal(err)
		}
		for s := range want {
			if math.Abs(got[s]-want[s]) > tolerance {
				t.Errorf("N = %d, γ = %v: ν(%d) = %v, want %v", n, gamma, s+1, got[s], want[s])
			}
		}
	}
	near(5, 0.95, []float64{0.1017238, 0.21415536, 0.34912959, 0.52085431, 0.7474058}, 5e-8)
	near(5, 0, []float64{0, 0, 0, 0, 0.5}, 0)
	for n := 3; n <= 51; n += 2 {
		linear := make([]float64, n)
		for s := range n {
			linear[s] = float64(s+1) / float64(n+1)
		}
		near(n, 1, linear, 1e-13)
		// ν(i) = sinh(iκ)/(γ sinh((N+1)κ)) with cosh κ = 1/γ solves the recursion.
		for _, gamma := range []float64{0.5, 0.95, 0.999} {
			kappa := math.Acosh(1 / gamma)
			nu := make([]float64, n)
			for s := range n {
				nu[s] = math.Sinh(float64(s+1)*kappa) / (gamma * math.Sinh(float64(n+1)*kappa))
			}
			near(n, gamma, nu, 1e-12)
		}
	}
}

func TestWalkValuesErrors(t *testing.T) {
	d := mustWalk(t, Options{})
	for _, gamma := range []float64{-0.1, 1.2, math.NaN(), math.Inf(1)} {
		_, err := d.Values(gamma)
		if want := fmt.Sprintf("gamma %v: want 0 ≤ γ ≤ 1", gamma); err == nil || err.Error() != want {
			t.Errorf("Values(%v): %v, want %q", gamma, err, want)
		}
	}
}

func TestWalkReferences(t *testing.T) {
	refs := mustWalk(t, Options{}).References()
	for s, k := range []float64{1, 2, 3, 2, 1} {
		if refs.Weights[s] != k/9 {
			t.Errorf("μ(%d) = %v, want %v/9", s+1, refs.Weights[s], k)
		}
	}
	if want := []string{"1", "2", "3", "4", "5"}; !slices.Equal(refs.Labels, want) {
		t.Errorf("labels %q", refs.Labels)
	}
	for n := 3; n <= 51; n += 2 {
		sum := 0.0
		for _, mu := range mustWalk(t, Options{States: n}).References().Weights {
			sum += mu
		}
		if math.Abs(sum-1) > 1e-14 {
			t.Errorf("N = %d: μ sums to %v", n, sum)
		}
	}
}

func TestWalkFeatures(t *testing.T) {
	h, q := 1/math.Sqrt(2), 1/math.Sqrt(3)
	for _, c := range []struct {
		n        int
		features string
		want     [][]float64
	}{
		{3, "1-hot", [][]float64{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}},
		{3, "1-hot+bias", [][]float64{{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}}},
		{3, "dependent", [][]float64{{1, 0}, {h, h}, {0, 1}}},
		{5, "dependent", [][]float64{{1, 0, 0}, {h, h, 0}, {q, q, q}, {0, h, h}, {0, 0, 1}}},
		{5, "dependent+bias", [][]float64{{1, 0, 0, 1}, {h, h, 0, 1}, {q, q, q, 1}, {0, h, h, 1}, {0, 0, 1, 1}}},
		{7, "dependent", [][]float64{{1, 0, 0, 0}, {h, h, 0, 0}, {q, q, q, 0}, {.5, .5, .5, .5}, {0, q, q, q}, {0, 0, h, h}, {0, 0, 0, 1}}},
	} {
		d := mustWalk(t, Options{States: c.n, Features: c.features})
		refs := d.References()
		if d.Dim() != len(c.want[0]) || refs.Dim != d.Dim() || refs.Len() != c.n || len(refs.X) != c.n*d.Dim() {
			t.Fatalf("N = %d, %s: d = %d, references %d×%d of %d numbers", c.n, c.features, d.Dim(), refs.Len(), refs.Dim, len(refs.X))
		}
		for s, want := range c.want {
			if !slices.Equal(refs.Features(s), want) {
				t.Errorf("N = %d, %s: state %d has %v, want %v", c.n, c.features, s, refs.Features(s), want)
			}
		}
	}
	for n := 3; n <= 51; n += 2 {
		refs := mustWalk(t, Options{States: n, Features: "dependent"}).References()
		if refs.Dim != (n+1)/2 {
			t.Errorf("N = %d: %d dependent features", n, refs.Dim)
		}
		for s := range n {
			sum := 0.0
			for _, x := range refs.Features(s) {
				sum += x * x
			}
			if math.Abs(sum-1) > 1e-14 {
				t.Errorf("N = %d: the features of state %d have squared length %v", n, s, sum)
			}
		}
	}
}

// Lengths, visits and returns of many walks against what is known exactly,
// within 4.5 standard errors estimated from the same walks. A cap changes the states
// that the data hold, not their values.
func TestWalkStatistics(t *testing.T) {
	const gamma = 0.95
	for _, c := range []struct{ n, most, walks int }{{3, 0, 20000}, {5, 0, 20000}, {21, 0, 4000}, {5, 4, 20000}, {5, 12, 20000}, {21, 40, 6000}} {
		d := mustWalk(t, Options{States: c.n, MaxSteps: c.most})
		nu := must.Have(d.Values(gamma))(t)
		mu := d.References().Weights
		var length sample
		share := make([]sample, c.n) // visits less μ times the length: mean 0
		value := make([]sample, c.n) // return after the first visit to each state
		for i := range c.walks {
			tr := mustDraw(t, d, 11, i)
			h := tr.Len()
			length.add(float64(h))
			visits, first := make([]float64, c.n), make([]int, c.n)
			for step := h - 1; step >= 0; step-- {
				s := slices.Index(tr.Features(step), 1)
				visits[s]++
				first[s] = step
			}
			for s := range c.n {
				share[s].add(visits[s] - mu[s]*float64(h))
				if visits[s] > 0 {
					value[s].add(tr.Rewards()[h-1] * math.Pow(gamma, float64(h-1-first[s])))
				}
			}
		}
		name := fmt.Sprintf("N = %d, max steps %d", c.n, c.most)
		for s := range c.n {
			if mu[s] == 0 && share[s].squares == 0 {
				continue // beyond the cap
			}
			share[s].want(t, fmt.Sprintf("%s: visits to %d, less μ·H", name, s+1), 0)
			if c.most == 0 {
				value[s].want(t, fmt.Sprintf("%s: return from %d", name, s+1), nu[s])
			}
		}
		if c.most == 0 {
			length.want(t, name+": length", float64((c.n+1)*(c.n+1)/4))
		}
	}
}

// sample sums numbers and their squares.
type sample struct{ n, sum, squares float64 }

func (s *sample) add(x float64) { s.n++; s.sum += x; s.squares += x * x }

func (s *sample) mean() float64 { return s.sum / s.n }

// want checks the mean, within 4.5 standard errors.
func (s *sample) want(t *testing.T, what string, want float64) {
	t.Helper()
	mean := s.mean()
	se := math.Sqrt((s.squares/s.n - mean*mean) / (s.n - 1))
	if !(math.Abs(mean-want) <= 4.5*se) {
		t.Errorf("%s: mean %v of %v, want %v, standard error %v", what, mean, s.n, want, se)
	}
}
