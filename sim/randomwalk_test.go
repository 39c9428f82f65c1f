package sim

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lambdascope/estimator"
	"lambdascope/sim/testutil"
)

func mustDraw(t testing.TB, d Domain, seed uint64, i int) *estimator.Trajectory {
	t.Helper()
	tr := testutil.Get(d.Trajectory(seed, i))(t)
	return tr
}

func mustWalk(t testing.TB, o Options) Exact {
	t.Helper()
	return mustNew(t, o).(Exact)
}

// discounted solves (I − γP)x = b.
func discounted(t *testing.T, p mat.Matrix, gamma float64, b []float64) []float64 {
	t.Helper()
	n := len(b)
	var a mat.Dense
	a.Scale(-gamma, p)
	for s := range n {
		a.Set(s, s, 1+a.At(s, s))
	}
	var x mat.VecDense
	testutil.Check(t, x.SolveVec(&a, mat.NewVecDense(n, b)))
	return x.RawVector().Data
}

// TestWalkValues compares with known values of five states, and with a dense solve for other
// lengths and target policies.
func TestWalkValues(t *testing.T) {
	near := func(what string, got, want []float64, tolerance float64) {
		t.Helper()
		for s := range want {
			if !(math.Abs(got[s]-want[s]) <= tolerance) {
				t.Errorf("%s: ν(%d) = %v, want %v", what, s+1, got[s], want[s])
			}
		}
	}
	five := mustWalk(t, Options{})
	near("γ = 0.95", testutil.Get(five.Values(0.95))(t), []float64{0.1017238, 0.21415536, 0.34912959, 0.52085431, 0.7474058}, 5e-8)
	near("γ = 1", testutil.Get(five.Values(1))(t), []float64{1. / 6, 2. / 6, 3. / 6, 4. / 6, 5. / 6}, 1e-14)
	for _, n := range []int{3, 5, 21, 51} {
		for _, target := range []float64{0.05, 0.3, 0.5, 0.6, 0.7, 0.95} {
			p, r := mat.NewDense(n, n, nil), make([]float64, n)
			for s := range n - 1 {
				p.Set(s, s+1, target)
				p.Set(s+1, s, 1-target)
			}
			r[n-1] = target
			for _, gamma := range []float64{0, 0.5, 0.95, 1} {
				got := testutil.Get(mustWalk(t, Options{States: n, Target: target}).Values(gamma))(t)
				near(fmt.Sprintf("N = %d, target %v, γ = %v", n, target, gamma), got, discounted(t, p, gamma, r), 1e-12)
			}
		}
	}
	for _, gamma := range []float64{-0.1, 1.2, math.NaN(), math.Inf(1)} {
		_, err := five.Values(gamma)
		if want := fmt.Sprintf("gamma %v: want 0 ≤ γ ≤ 1", gamma); err == nil || err.Error() != want {
			t.Errorf("Values(%v): %v, want %q", gamma, err, want)
		}
	}
}

// TestWalkVisits: a cap that cuts changes the visited states, not the values.
func TestWalkVisits(t *testing.T) {
	for _, c := range []struct {
		n, most int
		want    []float64 // visits, before they are normalised
	}{
		{5, 0, []float64{1, 2, 3, 2, 1}},
		{5, 1, []float64{0, 0, 1, 0, 0}},
		{5, 2, []float64{0, .5, 1, .5, 0}},
		{5, 3, []float64{.25, .5, 1.5, .5, .25}},
		{3, 4, []float64{.75, 1.5, .75}},
	} {
		d := mustWalk(t, Options{States: c.n, MaxSteps: c.most})
		sum := 0.0
		for _, v := range c.want {
			sum += v
		}
		for s, mu := range d.References().Weights {
			if math.Abs(mu-c.want[s]/sum) > 1e-15 || d.References().Labels[s] != strconv.Itoa(s+1) {
				t.Errorf("N = %d, max steps %d: μ(%q) = %v, want %v", c.n, c.most, d.References().Labels[s], mu, c.want[s]/sum)
			}
		}
		if got, want := testutil.Get(d.Values(1))(t), testutil.Get(mustWalk(t, Options{States: c.n}).Values(1))(t); !slices.Equal(got, want) {
			t.Errorf("N = %d, max steps %d: ν %v, want %v", c.n, c.most, got, want)
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
}

// sample sums numbers and their squares.
type sample struct{ n, sum, squares float64 }

func (s *sample) add(x float64) { s.n++; s.sum += x; s.squares += x * x }

// want checks the mean, within 4.5 standard errors.
func (s *sample) want(t *testing.T, what string, want float64) {
	t.Helper()
	mean := s.sum / s.n
	se := math.Sqrt(max(0, s.squares/s.n-mean*mean) / (s.n - 1))
	if !(math.Abs(mean-want) <= 4.5*se) {
		t.Errorf("%s: mean %v of %v, want %v, standard error %v", what, mean, s.n, want, se)
	}
}
