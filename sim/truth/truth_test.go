package truth

import (
	"math"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
)

func walk(t *testing.T, o sim.Options) sim.Domain {
	t.Helper()
	d, err := sim.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestOfWalk(t *testing.T) {
	d := walk(t, sim.Options{})
	v, err := Of(d, 1)
	if err != nil {
		t.Fatal(err)
	}
	if v.Kind != "exact" || v.MSE != 0 || v.Refs != d.References() {
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
	v, err := Of(walk(t, sim.Options{}), 1.2)
	if v != nil || err == nil || err.Error() != "gamma 1.2: want 0 ≤ γ ≤ 1" {
		t.Errorf("Of = %v, %v", v, err)
	}
}

// unknown is a domain whose values are not known.
type unknown struct{}

func (unknown) Options() sim.Options                                  { return sim.Options{} }
func (unknown) Dim() int                                              { return 1 }
func (unknown) Trajectory(uint64, int) (*estimator.Trajectory, error) { return nil, nil }
func (unknown) References() *sim.References                           { return nil }

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
	for _, c := range []struct{ mse, msve float64 }{
		{0, 1.75},
		{0.75, 1},
		{2, -0.25}, // below the truth's own error
	} {
		v.MSE = c.mse
		if got := v.MSVE(theta); got != c.msve {
			t.Errorf("MSE %v: MSVE = %v, want %v", c.mse, got, c.msve)
		}
	}
	for _, theta := range [][]float64{nil, {1}, {1, 2, 3}} {
		if got := v.MSVE(theta); !math.IsNaN(got) {
			t.Errorf("%d numbers: MSVE = %v, want NaN", len(theta), got)
		}
	}
	v.MSE = 0
	if got := v.MSVE([]float64{math.NaN(), 0}); !math.IsNaN(got) {
		t.Errorf("θ with NaN: MSVE = %v", got)
	}
}
