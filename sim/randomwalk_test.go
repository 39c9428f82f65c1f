package sim

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/internal/must"
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

// stateOf returns the state whose features are x.
func stateOf(t *testing.T, refs *References, x []float64) int {
	t.Helper()
	for s := range refs.Len() {
		if slices.Equal(refs.Features(s), x) {
			return s
		}
	}
	t.Fatalf("no state has the features %v", x)
	return 0
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

// A trajectory starts in the middle, moves by one, and is paid only for leaving
// at the right, whatever the feature map shows of its states.
func TestWalkTransitions(t *testing.T) {
	for _, o := range []Options{{States: 3}, {States: 5, Features: "dependent"}, {States: 9, Features: "dependent+bias"}, {States: 51, Features: "1-hot+bias"}} {
		d := mustWalk(t, o)
		n := d.Options().States
		left, right := 0, 0
		for i := range 200 {
			tr := mustDraw(t, d, 7, i)
			if !tr.Terminated() || tr.Dim() != d.Dim() {
				t.Fatalf("trajectory %d: terminated %v, d = %d", i, tr.Terminated(), tr.Dim())
			}
			at := n / 2
			for step := range tr.Len() {
				s := stateOf(t, d.References(), tr.Features(step))
				if step == 0 && s != at || step > 0 && s != at-1 && s != at+1 {
					t.Fatalf("N = %d, trajectory %d: from state %d to %d at step %d", n, i, at, s, step)
				}
				at = s
				if r := tr.Rewards()[step]; step < tr.Len()-1 && r != 0 {
					t.Fatalf("reward %v before the end", r)
				}
			}
			if slices.ContainsFunc(tr.Features(tr.Len()), func(x float64) bool { return x != 0 }) {
				t.Fatal("a terminal state with features")
			}
			switch r := tr.Rewards()[tr.Len()-1]; {
			case at == n-1 && r == 1:
				right++
			case at == 0 && r == 0:
				left++
			default:
				t.Fatalf("reward %v for leaving from state %d", r, at)
			}
		}
		if z := float64(right-left) / math.Sqrt(200); math.Abs(z) > 4 {
			t.Errorf("N = %d: %d left, %d right", n, left, right)
		}
	}
}

func TestWalkTruncation(t *testing.T) {
	whole := mustNew(t, Options{})
	for _, most := range []int{1, 2, 3, 9, 20} {
		d := mustNew(t, Options{MaxSteps: most})
		truncated := 0
		for i := range 100 {
			a, b := mustDraw(t, whole, 3, i), mustDraw(t, d, 3, i)
			if b.Len() != min(a.Len(), most) || b.Terminated() != (a.Len() <= most) {
				t.Fatalf("max steps %d: %d transitions, terminated %v, of %d", most, b.Len(), b.Terminated(), a.Len())
			}
			if !b.Terminated() {
				truncated++
			}
			for step := range b.Len() + 1 {
				if !slices.Equal(a.Features(step), b.Features(step)) {
					t.Fatalf("max steps %d: features differ at step %d", most, step)
				}
			}
			if !slices.Equal(a.Rewards()[:b.Len()], b.Rewards()) {
				t.Fatalf("max steps %d: rewards differ", most)
			}
		}
		if truncated == 0 {
			t.Errorf("max steps %d: nothing truncated", most)
		}
	}
}

// The states visited do not depend on the feature map, and different seeds and
// indices give different walks.
func TestWalkStreams(t *testing.T) {
	a := mustNew(t, Options{States: 21}).(*randomWalk)
	b := mustNew(t, Options{States: 21, Features: "dependent+bias"}).(*randomWalk)
	seen := map[string]bool{}
	for seed := range uint64(20) {
		for i := range 20 {
			states, _ := a.states(seed, i, nil)
			other, _ := b.states(seed, i, nil)
			if !slices.Equal(states, other) {
				t.Fatal("the feature map changes the walk")
			}
			seen[string(states)] = true
		}
	}
	// Of 400 walks of 121 transitions on average, hardly any two are equal.
	if len(seen) < 398 {
		t.Errorf("%d different walks of 400", len(seen))
	}
}

// Lengths, visits and returns of many walks against what is known exactly,
// within 4.5 standard errors estimated from the same walks.
func TestWalkStatistics(t *testing.T) {
	const gamma = 0.95
	for _, c := range []struct{ n, walks int }{{3, 20000}, {5, 20000}, {21, 4000}} {
		d := mustWalk(t, Options{States: c.n})
		nu := must.Have(d.Values(gamma))(t)
		refs := d.References()
		mean := float64((c.n + 1) * (c.n + 1) / 4)
		var length, start sample
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
				share[s].add(visits[s] - refs.Weights[s]*float64(h))
				if visits[s] > 0 {
					value[s].add(tr.Rewards()[h-1] * math.Pow(gamma, float64(h-1-first[s])))
				}
			}
			start.add(float64(slices.Index(tr.Features(0), 1)))
		}
		if start.mean() != float64(c.n/2) {
			t.Errorf("N = %d: starts at %v on average", c.n, start.mean())
		}
		length.want(t, fmt.Sprintf("N = %d: length", c.n), mean)
		for s := range c.n {
			share[s].want(t, fmt.Sprintf("N = %d: visits to %d, less μ·H", c.n, s+1), 0)
			value[s].want(t, fmt.Sprintf("N = %d: return from %d", c.n, s+1), nu[s])
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
