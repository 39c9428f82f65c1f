package truth

import (
	"math"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
)

func TestOfWalk(t *testing.T) {
	d := domain(t, sim.Options{})
	v, err := Of(d, 1)
	if err != nil {
		t.Fatal(err)
	}
	if v.Kind != "exact" || v.MSE != 0 || v.Refs != d.(sim.Exact).References() {
		t.Errorf("Of = %+v", v)
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

func TestOfErrors(t *testing.T) {
	v, err := Of(domain(t, sim.Options{}), 1.2)
	if v != nil || err == nil || err.Error() != "gamma 1.2: want 0 ≤ γ ≤ 1" {
		t.Errorf("Of = %v, %v", v, err)
	}
}

// unknown is a domain whose values are not known.
type unknown struct{}

func (unknown) Options() sim.Options                                  { return sim.Options{} }
func (unknown) Dim() int                                              { return 1 }
func (unknown) Trajectory(uint64, int) (*estimator.Trajectory, error) { return nil, nil }

func TestOfUnknown(t *testing.T) {
	if v, err := Of(unknown{}, 0.5); v != nil || err != nil {
		t.Errorf("Of = %v, %v, want nothing", v, err)
	}
}

func TestMSVE(t *testing.T) {
	v := &Values{
		Nu: []float64{1, -2, 3},
		Refs: &sim.References{
			Dim:     2,
			X:       []float64{1, 0, 0, 1, 2, -1},
			Weights: []float64{0.5, 0.25, 0.25},
		},
	}
	theta := []float64{2, -1}
	// Values 2, −1, 5; errors −1, −1, −2; ½·1 + ¼·1 + ¼·4 = 1.75.
	if got := v.MSVE(theta); got != 1.75 {
		t.Errorf("MSVE = %v, want 1.75", got)
	}
	if got := v.MSVEError(theta); got != 0 {
		t.Errorf("standard error %v, want 0", got)
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
}

// TestMSVEOfASample: it is the mean over states of the product of two errors, one
// from each half, and its standard error is that of this mean.
func TestMSVEOfASample(t *testing.T) {
	w := newRolledWalk(t, sim.Options{Features: "1-hot+bias"})
	p := &Profiles{Plan: Plan{States: 4, Rollouts: 2, Shown: 1, ShownRollouts: 4}, size: 1, states: []byte{1, 4, 1, 0}}
	first, second := []float64{1, 4, -2, 0}, []float64{3, 2, -1, 0}
	for s := range first {
		for h, v := range []float64{first[s], second[s]} {
			half := &p.halves[h]
			half.sums = append(half.sums, int32(v)*int32(p.rollouts(s)))
			half.ends = append(half.ends, s+1)
		}
	}
	v, err := p.Source(w).At(1)
	if err != nil {
		t.Fatal(err)
	}
	if v.MSE != 1 || len(v.Nu) != 1 || v.Nu[0] != 2 || v.Refs.Labels[0] != "2" || v.Refs.Weights[0] != 1 {
		t.Errorf("%+v", v)
	}
	// States 2, 5, 2 and 1 are estimated at 1, 1, 1 and 2. The errors are 0, 3, −3,
	// −2 and 2, 1, −2, −2; their products 0, 3, 6, 4.
	theta := []float64{1, 0, 5, 7, 0, 1}
	if got := v.MSVE(theta); math.Abs(got-13.0/4) > 1e-14 {
		t.Errorf("MSVE = %v, want 13/4", got)
	}
	if got, want := v.MSVEError(theta), math.Sqrt((61-4*13.0/4*13/4)/3/4); math.Abs(got-want) > 1e-14 {
		t.Errorf("standard error %v, want %v", got, want)
	}
	for _, theta := range [][]float64{nil, {1}} {
		if msve, se := v.MSVE(theta), v.MSVEError(theta); !math.IsNaN(msve) || !math.IsNaN(se) {
			t.Errorf("%d numbers: %v ± %v, want NaN", len(theta), msve, se)
		}
	}
}

// TestSquaredNorm: what the MSVE, a quadratic in θ, has for its square term.
func TestSquaredNorm(t *testing.T) {
	small := &Values{
		Nu:   []float64{1, -2, 3},
		Refs: &sim.References{Dim: 2, X: []float64{1, 0, 0, 1, 2, -1}, Weights: []float64{0.5, 0.25, 0.25}},
	}
	// Values 2, −1 and 5: ½·4 + ¼·1 + ¼·25 = 8.5.
	if got := small.SquaredNorm([]float64{2, -1}); got != 8.5 {
		t.Errorf("‖δ‖² = %v, want 8.5", got)
	}
	for _, o := range []sim.Options{{}, {Domain: "2048"}, {Domain: "mountain-car"}} {
		d := domain(t, o)
		v, err := Of(d, 0.9)
		if err != nil {
			t.Fatal(err)
		}
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
		if got := v.SquaredNorm(make([]float64, d.Dim())); got != 0 {
			t.Errorf("%s: ‖0‖² = %v", d.Options().Domain, got)
		}
		if got := v.SquaredNorm(theta[1:]); !math.IsNaN(got) {
			t.Errorf("%s: of too few numbers %v, want NaN", d.Options().Domain, got)
		}
	}
}
