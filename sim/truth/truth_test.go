package truth

import (
	"math"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/internal/must"
)

func TestOfWalk(t *testing.T) {
	d := domain(t, sim.Options{})
	v := must.Have(Of(d, 1))(t)
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

// unknown is a domain whose values are not known.
type unknown struct{}

func (unknown) Options() sim.Options                                  { return sim.Options{} }
func (unknown) Dim() int                                              { return 1 }
func (unknown) Trajectory(uint64, int) (*estimator.Trajectory, error) { return nil, nil }

func TestOfNothing(t *testing.T) {
	if v, err := Of(domain(t, sim.Options{}), 1.2); v != nil || err == nil || err.Error() != "gamma 1.2: want 0 ≤ γ ≤ 1" {
		t.Errorf("Of = %v, %v", v, err)
	}
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

// TestMSVEByMoments computes it and its standard error by hand, from moments of one
// feature.
func TestMSVEByMoments(t *testing.T) {
	w := newRolledWalk(t, sim.Options{States: 3, Features: "1-hot"})
	number := func(n, units int, mean ...float64) estimate {
		e := estimate{mean: make([]float64, n), unit: make([]float64, units)}
		copy(e.mean, mean)
		for b := range e.apart {
			e.apart[b] = make([]int32, n)
		}
		return e
	}
	// M has 2 for the features 0 and 2 and for 0 with 1, and .5 for each with the bias.
	x := mapMoments{
		name: "1-hot", dim: 3,
		near:  make([]float64, 4*nodes),
		least: number(nodes, nodes),
		slope: number(4*nodes, nodes),
		pairs: []int{0, 1, 3, 7, 10, 11, 15},
		gram:  number(7, 1, 2, 2, .5, .5, 2, .5, 1),
	}
	for j, theta := range []float64{1, 0, 2, -1} {
		x.near[(j+1)*nodes-1] = theta
		x.slope.mean[(j+1)*nodes-1] = 3
	}
	x.least.mean[nodes-1] = 100
	// Of batch 4, M is larger by 1.5 and 1, MSVE(θ₀) by 8; of batch 5 g by −4.
	x.gram.unit[0], x.gram.apart[4] = .5, []int32{3, 0, 0, 0, 2, 0, 0}
	x.least.unit[nodes-1], x.least.apart[4][nodes-1] = 4, 2
	x.slope.unit[nodes-1], x.slope.apart[5][2*nodes-1] = 2, -2
	m := &Moments{
		Plan: Plan{States: 1}, Visits: 77, size: 1, states: []byte{1}, values: make([]float32, nodes),
		maps: []mapMoments{x},
	}
	m.values[nodes-1] = 6

	at := func(w rolledWalk) *Values {
		s := must.Have(m.Source(w))(t)
		return must.Have(s.At(1))(t)
	}
	v := at(w)
	if v.Kind != KindMonteCarlo || v.States() != 77 || len(v.Nu) != 1 || v.Nu[0] != 6 || v.Refs.Labels[0] != "2" || v.Refs.Weights[0] != 1 {
		t.Errorf("%+v", v)
	}
	// δ is 1, 10, 3 and 1: 100 − 2·3·15 + 2·(1 + 2·1·10 + 9) + (1 + 10 + 3) + 1.
	theta := []float64{2, 10, 5}
	if got := v.MSVE(theta); got != 85 {
		t.Errorf("MSVE = %v, want 85", got)
	}
	if got := v.SquaredNorm([]float64{1, 10, 3}); got != 60 {
		t.Errorf("‖δ‖² = %v, want 60", got)
	}
	// Batch 4: 1.5 + 9 + 8 = 18.5; batch 5: −2·10·(−4) = 80.
	if got, want := v.MSVEError(theta), math.Sqrt((18.5*18.5+80*80)/16/15); math.Abs(got-want) > 1e-12 {
		t.Errorf("standard error %v, want %v", got, want)
	}
	// Of the mean with a δ that is 0 but for the bias: half, but MSVE(θ₀) as it was.
	if got, want := v.MSVEError(theta, []float64{1, 0, 2}), math.Sqrt((13.25*13.25+40*40)/16/15); math.Abs(got-want) > 1e-12 {
		t.Errorf("standard error of the mean %v, want %v", got, want)
	}
	// With a bias of 1, δ has 2 there: −2·3 + (1 + 10 + 3) + 3 more.
	biased := at(newRolledWalk(t, sim.Options{States: 3, Features: "1-hot+bias"}))
	if got := biased.MSVE(append(theta, 1)); got != 96 {
		t.Errorf("MSVE with a bias = %v, want 96", got)
	}
	if got := biased.SquaredNorm([]float64{0, 0, 1, 2}); got != 2+4+2 {
		t.Errorf("‖δ‖² = %v, want 8", got)
	}
	for _, theta := range [][]float64{nil, {1}} {
		if msve, se := v.MSVE(theta), v.MSVEError(theta); !math.IsNaN(msve) || !math.IsNaN(se) {
			t.Errorf("%d numbers: %v ± %v, want NaN", len(theta), msve, se)
		}
	}
	if se := v.MSVEError(); !math.IsNaN(se) {
		t.Errorf("standard error of nothing: %v", se)
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
		v := must.Have(Of(d, 0.9))(t)
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
