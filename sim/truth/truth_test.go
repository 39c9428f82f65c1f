package truth

import (
	"math"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/testutil"
)

func TestOfWalk(t *testing.T) {
	d := domain(t, sim.Options{})
	v := testutil.Get(At(d, 1))(t)
	if v.Kind != "exact" || v.MSE != 0 || v.Refs != d.(sim.Exact).References() {
		t.Errorf("values %+v", v)
	}
	for s, nu := range v.Nu {
		if want := float64(s+1) / 6; math.Abs(nu-want) > 1e-15 {
			t.Errorf("ν(%d) = %v, want %v", s+1, nu, want)
		}
	}
	// ν − 0 weighted by μ: (1·1 + 2·4 + 3·9 + 2·16 + 1·25)/(9·36) = 93/324.
	if got := v.MSVE(make([]float64, 5)); math.Abs(got-93.0/324) > 1e-15 {
		t.Errorf("MSVE(0) = %v, want %v", got, 93.0/324)
	}
	if got := v.MSVE(v.Nu); got != 0 {
		t.Errorf("MSVE(ν) = %v, want 0", got)
	}
}

// unknown is a domain with unknown values.
type unknown struct{}

func (unknown) Options() sim.Options                                  { return sim.Options{} }
func (unknown) Dim() int                                              { return 1 }
func (unknown) Trajectory(uint64, int) (*estimator.Trajectory, error) { return nil, nil }

func TestOfNothing(t *testing.T) {
	if v, err := At(domain(t, sim.Options{}), 1.2); v != nil || err == nil || err.Error() != "gamma 1.2: want 0 ≤ γ ≤ 1" {
		t.Errorf("values %v, %v", v, err)
	}
	if v, err := At(unknown{}, 0.5); v != nil || err != nil {
		t.Errorf("values %v, %v, want nothing", v, err)
	}
}

// TestMSVE compares with numbers by hand, and with the quadratic form in θ.
func TestMSVE(t *testing.T) {
	v := &Values{
		Nu:   []float64{1, -2, 3},
		Refs: &sim.References{Dim: 2, X: []float64{1, 0, 0, 1, 2, -1}, Weights: []float64{0.5, 0.25, 0.25}},
	}
	theta := []float64{2, -1}
	// Values 2, −1, 5; errors −1, −1, −2; ½·1 + ¼·1 + ¼·4 = 1.75.
	if got := v.MSVE(theta); got != 1.75 {
		t.Errorf("MSVE = %v, want 1.75", got)
	}
	if got := v.MSVEError(theta); got != 0 {
		t.Errorf("standard error %v, want 0", got)
	}
	// ½·4 + ¼·1 + ¼·25 = 8.5.
	if got := v.SquaredNorm(theta); got != 8.5 {
		t.Errorf("‖δ‖² = %v, want 8.5", got)
	}
	for _, theta := range [][]float64{nil, {1}, {1, 2, 3}} {
		if got := v.MSVE(theta); !math.IsNaN(got) {
			t.Errorf("%d numbers: MSVE = %v, want NaN", len(theta), got)
		}
		if got := v.MSVEError(theta); !math.IsNaN(got) {
			t.Errorf("%d numbers: standard error %v, want NaN", len(theta), got)
		}
	}
	if got := v.MSVE([]float64{math.NaN(), 0}); !math.IsNaN(got) {
		t.Errorf("θ with NaN: MSVE = %v", got)
	}
	for _, o := range []sim.Options{{}, {Domain: "2048"}, {Domain: "mountain-car"}} {
		d := domain(t, o)
		v := testutil.Get(At(d, 0.9))(t)
		theta, delta := make([]float64, d.Dim()), make([]float64, d.Dim())
		plus, minus := make([]float64, d.Dim()), make([]float64, d.Dim())
		for j := range theta {
			theta[j], delta[j] = 1/float64(j+1), float64(j%3)-0.7
			plus[j], minus[j] = theta[j]+delta[j], theta[j]-delta[j]
		}
		middle := v.MSVE(theta)
		want := (v.MSVE(plus)+v.MSVE(minus))/2 - middle
		if got := v.SquaredNorm(delta); math.Abs(got-want) > 1e-12*(want+math.Abs(middle)) {
			t.Errorf("%s: ‖δ‖² = %v, want %v", d.Options().Domain, got, want)
		}
		// The error of a mean of one θ twice equals the error of θ. The error of a mean of two is at most the mean of both errors.
		se, other := v.MSVEError(plus), v.MSVEError(minus)
		if twice := v.MSVEError(plus, plus); math.Abs(twice-se) > 1e-9*se {
			t.Errorf("%s: ± %v of one twice, want %v", d.Options().Domain, twice, se)
		}
		if mean := v.MSVEError(plus, minus); mean > (se+other)/2*(1+1e-9) || (mean == 0) != (v.Kind == KindExact) {
			t.Errorf("%s: ± %v of a mean, ± %v and %v of each", d.Options().Domain, mean, se, other)
		}
		if got := v.SquaredNorm(make([]float64, d.Dim())); got != 0 {
			t.Errorf("%s: ‖0‖² = %v", d.Options().Domain, got)
		}
		if got := v.SquaredNorm(theta[1:]); !math.IsNaN(got) {
			t.Errorf("%s: of too few numbers %v, want NaN", d.Options().Domain, got)
		}
	}
}
