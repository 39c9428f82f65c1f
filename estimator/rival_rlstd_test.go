package estimator

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

func mustRLSTD(t testing.TB, data []*Trajectory, opt Options) []RLSTDFit {
	t.Helper()
	fits, err := RLSTD(context.Background(), data, fitOf(opt))
	if err != nil {
		t.Fatal(err)
	}
	return fits
}

// recursed returns A + ρI and b at the k-th λ, in a workspace whose inverse and
// theta are what the recursion makes of the data, unproven.
func recursed(t testing.TB, data []*Trajectory, opt Options, k int) (*problem, *workspace, dense.System) {
	t.Helper()
	p, err := newProblem(context.Background(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	ws, s := newWorkspace(p.r, nil), make(dense.System, p.r*p.r+p.r)
	ws.start(p.ridge)
	for i := range data {
		p.load(&ws.episode, i)
		p.accumulate(ws, k, s)
		ws.recur(opt.Gamma * opt.Lambdas[k])
	}
	p.regularize(s.Matrix(p.r))
	return p, ws, s
}

// TestRLSTDIsLSTD compares RLSTD with the definition of LSTD with the same ridge,
// solved by singular values, on random problems of all kinds.
func TestRLSTDIsLSTD(t *testing.T) {
	refits, fits := 0, 0
	checkKinds(t, func(t *rapid.T, kind string) {
		data := drawData(t, kind)
		opt := Options{
			Gamma:   rapid.SampledFrom([]float64{0, 0.5, 0.95, 1}).Draw(t, "γ"),
			Lambdas: []float64{0, 0.7, 1},
			Ridge:   math.Pow(10, rapid.Float64Range(-14, 2).Draw(t, "log ρ")),
		}
		got, err := RLSTD(context.Background(), data, fitOf(opt))
		if err != nil {
			t.Fatal(err)
		}
		for k, lambda := range opt.Lambdas {
			ref := newReference(data, opt.Gamma, lambda, opt.Ridge)
			if got[k].Lambda != lambda {
				t.Errorf("λ = %v, want %v", got[k].Lambda, lambda)
			}
			if !ref.whole.borderline {
				checkWeights(t, "θ", got[k].Theta, got[k].Singular, ref.whole, ref)
			}
			if fits++; got[k].Refit {
				refits++
			}
		}
	})
	if refits*20 < fits || refits*2 > fits { // 16 % are expected
		t.Errorf("%d of %d fits by the system: want some of both sorts", refits, fits)
	}
}

// TestRLSTDIsLSTDInManyDimensions draws up to 40 features and compares RLSTD with
// LSTD, to the rounding of two solutions of one system.
func TestRLSTDIsLSTDInManyDimensions(t *testing.T) {
	refits, fits := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		d := rapid.IntRange(9, 40).Draw(t, "d")
		state := stateOf(rapid.SampledFrom(kinds).Draw(t, "kind"), d, random)
		var data []*Trajectory
		for range rapid.IntRange(1, 6).Draw(t, "n") {
			var x [][]float64
			var rewards []float64
			for range 1 + random.IntN(40) {
				x, rewards = append(x, state()), append(rewards, random.NormFloat64())
			}
			trajectory, err := NewTrajectory(d, flatten(append(x, state())), rewards, random.IntN(2) == 0)
			if err != nil {
				t.Fatal(err)
			}
			data = append(data, trajectory)
		}
		opt := Options{
			Gamma:   rapid.SampledFrom([]float64{0, 0.9, 1}).Draw(t, "γ"),
			Lambdas: []float64{rapid.Float64Range(0, 1).Draw(t, "λ")},
			Ridge:   math.Pow(10, rapid.Float64Range(-10, 2).Draw(t, "log ρ")),
		}
		want, err := LSTD(context.Background(), data, fitOf(opt))
		if err != nil {
			t.Fatal(err)
		}
		got, err := RLSTD(context.Background(), data, fitOf(opt))
		if err != nil {
			t.Fatal(err)
		}
		if fits++; got[0].Refit {
			refits++
			if got[0].Singular != want[0].Singular || relative(got[0].Theta, want[0].Theta, 0) != 0 {
				t.Errorf("refit to %v, want %v", got[0], want[0])
			}
			return
		}
		p, err := newProblem(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		r := p.r
		if r == 0 { // features of zeros
			return
		}
		ws, s := newWorkspace(r, nil), make(dense.System, r*r+r)
		for i := range data {
			p.load(&ws.episode, i)
			p.accumulate(ws, 0, s)
		}
		p.regularize(s.Matrix(r))
		condition := mat.Cond(mat.NewDense(r, r, s.Matrix(r)), 2)
		e := relative(scaled(p, got[0].Theta), scaled(p, want[0].Theta), 0)
		const epsilon = 0x1p-52
		if tolerance := 2e-10 + 20*epsilon*condition; !(e <= tolerance) || got[0].Singular {
			t.Errorf("off by %.2g, allowed %.2g; singular %v", e, tolerance, got[0].Singular)
		}
	})
	// A seventh or so is expected, and too few fits to see that may have none.
	if fits >= 100 && (refits == 0 || refits == fits) {
		t.Errorf("%d of %d fits by the system: want some of both sorts", refits, fits)
	}
}

func flatten(rows [][]float64) []float64 {
	var out []float64
	for _, r := range rows {
		out = append(out, r...)
	}
	return out
}

// scaled returns θ in the problem's coordinates, for a problem with a ridge.
func scaled(p *problem, theta []float64) []float64 {
	out := make([]float64, p.d)
	for j := range out {
		at := j
		if p.kept != nil {
			at = p.kept[j]
		}
		out[j] = theta[at] * p.scale[j]
	}
	return out
}

// TestRLSTDIsTheRecursion follows equation 8 of the paper in rational arithmetic,
// in the features' own units: M and θ must be those of the recursion before
// anything proves or corrects them.
func TestRLSTDIsTheRecursion(t *testing.T) {
	const d = 3
	random := rand.New(rand.NewPCG(5, 5))
	var data []*Trajectory
	for i := range 3 {
		var x [][]float64
		var rewards []float64
		for range 4 {
			x = append(x, []float64{float64(random.IntN(7) - 3), 16 * float64(random.IntN(7)-3), float64(random.IntN(7)-3) / 4})
			rewards = append(rewards, float64(random.IntN(9)-4))
		}
		data = append(data, mustTrajectory(t, x, rewards[1:], i > 0))
	}
	// Sizes that are numbers of few bits keep the fractions short.
	opt := Options{Gamma: 0.5, Lambdas: []float64{0, 0.5, 1}, Ridge: 0.25}
	for k, lambda := range opt.Lambdas {
		m, theta := exactRecursion(data, opt.Gamma, lambda, opt.Ridge)
		p, ws, _ := recursed(t, data, opt, k)
		got, err := p.weights(ws.theta)
		if err != nil {
			t.Fatal(err)
		}
		if e := relative(got, theta, 0); e > 1e-13 {
			t.Errorf("λ = %v: θ = %v, want %v: off by %.2g", lambda, got, theta, e)
		}
		for i := range d {
			for j := range d {
				ws.inverse[i*d+j] /= p.scale[i] * p.scale[j]
			}
		}
		if e := relative(ws.inverse, m, 0); e > 1e-13 {
			t.Errorf("λ = %v: M = %v, want %v: off by %.2g", lambda, ws.inverse, m, e)
		}
		fit := mustRLSTD(t, data, opt)[k]
		if e := relative(fit.Theta, theta, 0); e > 1e-13 || fit.Refit || fit.Singular {
			t.Errorf("λ = %v: %+v, want θ = %v: off by %.2g", lambda, fit, theta, e)
		}
	}
}

// exactRecursion returns M and θ = M b of RLSTD(λ) from (1/ρ)I.
func exactRecursion(data []*Trajectory, gamma, lambda, ridge float64) (inverse, theta []float64) {
	d := data[0].Dim()
	rat := func(v float64) *big.Rat { return new(big.Rat).SetFloat64(v) }
	times := func(a, b *big.Rat) *big.Rat { return new(big.Rat).Mul(a, b) }
	zeros := func(n int) []*big.Rat {
		out := make([]*big.Rat, n)
		for i := range out {
			out[i] = new(big.Rat)
		}
		return out
	}
	m, b := zeros(d*d), zeros(d)
	for j := range d {
		m[j*d+j].Inv(rat(ridge))
	}
	decay := times(rat(gamma), rat(lambda))
	for _, trajectory := range data {
		z, w := zeros(d), zeros(d)
		for s := range trajectory.Len() {
			for j, x := range trajectory.Features(s) {
				z[j] = new(big.Rat).Add(times(decay, z[j]), rat(x))
				w[j] = new(big.Rat).Sub(rat(x), times(rat(gamma), rat(trajectory.Features(s + 1)[j])))
				b[j].Add(b[j], times(z[j], rat(trajectory.Rewards()[s])))
			}
			left, right, denominator := zeros(d), zeros(d), rat(1)
			for i := range d {
				for j := range d {
					left[i].Add(left[i], times(m[i*d+j], z[j]))
					right[j].Add(right[j], times(w[i], m[i*d+j]))
				}
			}
			for i := range d {
				denominator.Add(denominator, times(w[i], left[i]))
			}
			for i := range d {
				for j := range d {
					step := times(left[i], right[j])
					m[i*d+j].Sub(m[i*d+j], step.Quo(step, denominator))
				}
			}
		}
	}
	for i := range d {
		sum := new(big.Rat)
		for j := range d {
			sum.Add(sum, times(m[i*d+j], b[j]))
			v, _ := m[i*d+j].Float64()
			inverse = append(inverse, v)
		}
		v, _ := sum.Float64()
		theta = append(theta, v)
	}
	return inverse, theta
}

// TestRLSTDAfter compares the fits to the first trajectories with those to them alone.
func TestRLSTDAfter(t *testing.T) {
	data := synthetic(t, 12, 9, 15, 3)
	for _, ridge := range []float64{1, 1e-15} { // proven, and refitted
		opt := Options{Gamma: 0.9, Lambdas: grid(4), Ridge: ridge}
		numbers := []int{1, 2, 5, 12}
		got, err := RLSTDAfter(context.Background(), data, numbers, fitOf(opt))
		if err != nil {
			t.Fatal(err)
		}
		refits := 0
		for j, n := range numbers {
			for k, want := range mustRLSTD(t, data[:n], opt) {
				fit := got[j][k]
				if fit.Lambda != want.Lambda || fit.Refit != want.Refit || fit.Singular != want.Singular {
					t.Errorf("ρ = %g, n = %d: %+v, want %+v", ridge, n, fit, want)
				}
				// The scale, a power of two, changes the pivots of a refit alone.
				if e := relative(fit.Theta, want.Theta, 0); e > 1e-12 || e > 0 && !fit.Refit {
					t.Errorf("ρ = %g, n = %d: θ = %v, want %v: off by %.2g", ridge, n, fit.Theta, want.Theta, e)
				}
				if fit.Refit {
					refits++
				}
			}
		}
		if (refits > 0) != (ridge < 1) {
			t.Errorf("ρ = %g: %d refits", ridge, refits)
		}
	}
	for _, wrong := range [][]int{{0}, {2, 2}, {3, 1}, {13}} {
		_, err := RLSTDAfter(context.Background(), data, wrong, FitOptions{Gamma: 0.9, Lambdas: grid(2), Ridge: 1})
		saying(t, "wrong numbers", err, "want increasing numbers, at most 12")
	}
}

// TestRLSTDOfOneFeature compares with Σ z r / (ρ + Σ z w).
func TestRLSTDOfOneFeature(t *testing.T) {
	for _, gamma := range []float64{0, 0.9, 1} {
		for _, ridge := range []float64{1e-8, 1e-3, 1, 1e6} {
			data := append(synthetic(t, 3, 1, 9, 1), truncatedSynthetic(t, 3, 1, 5, 2)...)
			opt := Options{Gamma: gamma, Lambdas: grid(5), Ridge: ridge}
			for k, fit := range mustRLSTD(t, data, opt) {
				a, b := ridge, 0.0
				for _, trajectory := range data {
					z := 0.0
					for s, r := range trajectory.Rewards() {
						x, next := trajectory.Features(s)[0], trajectory.Features(s + 1)[0]
						z = gamma*opt.Lambdas[k]*z + x
						a += z * (x - gamma*next)
						b += z * r
					}
				}
				if math.Abs(fit.Theta[0]-b/a) > 1e-12*math.Abs(b/a) || fit.Refit {
					t.Errorf("γ = %v, ρ = %v: %+v, want θ = %v", gamma, ridge, fit, b/a)
				}
			}
		}
	}
}

// TestRLSTDPastSingularSteps goes through a step whose denominator 1 + wᵀMz is
// zero, or nearly: A + ρI = 1 + δ − 1 there, and 4 more at the end.
func TestRLSTDPastSingularSteps(t *testing.T) {
	lost := 0
	for _, delta := range []float64{0, 1e-17, 1e-16, 1e-15, 1e-14, 1e-13, 1e-12, 1e-11, 1e-10, 1e-8, 1e-4, -1e-16, -1e-13, -1e-10, -1e-4} {
		for _, first := range []float64{0.7, 1, 1.3} {
			// γ = 1, λ = 0: the step adds x(x − x′) = −1 + δ.
			next := first + (1-delta)/first
			data := []*Trajectory{
				mustTrajectory(t, [][]float64{{first}, {next}}, []float64{1}, false),
				mustTrajectory(t, [][]float64{{2}, {0}}, []float64{3}, true),
			}
			want := (first + 6) / (1 + first*(first-next) + 4)
			opt := Options{Gamma: 1, Lambdas: []float64{0}, Ridge: 1}
			fit := mustRLSTD(t, data, opt)[0]
			if math.Abs(fit.Theta[0]-want) > 1e-9*want || fit.Singular {
				t.Errorf("δ = %g: %+v, want θ = %v", delta, fit, want)
			}
			if delta == 0 && first == 1 && !fit.Refit {
				t.Errorf("a denominator of 0, but no refit: %+v", fit)
			}
			p, ws, _ := recursed(t, data, opt, 0)
			if !(math.Abs(ws.theta[0]/p.scale[0]-want) < 1e-6*want) {
				lost++
			}
		}
	}
	if lost < 5 {
		t.Errorf("the plain recursion loses its digits in %d cases: too few to tell", lost)
	}

	// Nothing after the step: A + ρI = 0, and θ = 0 is the solution of least norm.
	data := []*Trajectory{mustTrajectory(t, [][]float64{{1}, {2}}, []float64{1}, false)}
	fit := mustRLSTD(t, data, Options{Gamma: 1, Lambdas: []float64{0}, Ridge: 1})[0]
	if fit.Theta[0] != 0 || !fit.Singular || !fit.Refit {
		t.Errorf("A + ρI = 0: %+v", fit)
	}
}

// TestRLSTDPastSingularMatrices does the same in more dimensions: a step w =
// −Aᵀz/zᵀz makes A singular, up to rounding, so that the plain recursion returns
// finite and wrong numbers.
func TestRLSTDPastSingularMatrices(t *testing.T) {
	lost, refits := 0, 0
	for seed := range uint64(30) {
		d := 2 + int(seed)%8
		opt := Options{Gamma: 1, Lambdas: []float64{0}, Ridge: 0.5}
		before := synthetic(t, 2, d, 2*d, seed)
		p, _, s := recursed(t, before, opt, 0)
		x := synthetic(t, 1, d, 1, seed+100)[0].Features(0)
		next := append([]float64(nil), x...) // x − w
		for j := range d {
			for i := range d {
				a := s.Matrix(d)[i*d+j] * p.scale[i] * p.scale[j]
				next[j] += a * x[i] / kernels.Dot(x, x)
			}
		}
		data := append(before, mustTrajectory(t, [][]float64{x, next}, []float64{1}, false))
		data = append(data, synthetic(t, 2, d, 2*d, seed+200)...)
		ref := newReference(data, 1, 0, opt.Ridge)
		fit := mustRLSTD(t, data, opt)[0]
		if e := relative(ref.inScale(fit.Theta), ref.inScale(ref.whole.theta), 0); e > foldTolerance(ref.whole, ref) || fit.Singular {
			t.Errorf("d = %d: θ = %v, want %v: off by %.2g", d, fit.Theta, ref.whole.theta, e)
		}
		p, ws, _ := recursed(t, data, opt, 0)
		if plain, err := p.weights(ws.theta); err != nil || !(relative(plain, ref.whole.theta, 0) < 1e-6) {
			lost++
		}
		if fit.Refit {
			refits++
		}
	}
	if lost < 10 || refits < 10 {
		t.Errorf("the plain recursion loses its digits in %d cases, refitted in %d: too few to tell", lost, refits)
	}
}

// TestRLSTDRefitsWhereTheRidgeIsLost: the recursion stands for usual ridges, and
// does not where (1/ρ)I swallows the data.
func TestRLSTDRefitsWhereTheRidgeIsLost(t *testing.T) {
	data := synthetic(t, 20, 8, 30, 1)
	for ridge, want := range map[float64]bool{1: false, 1e-3: false, 1e-8: false, 1e-15: true, 1e-100: true, 1e-310: true, 5e-324: true} {
		for _, fit := range mustRLSTD(t, data, Options{Gamma: 0.95, Lambdas: grid(3), Ridge: ridge}) {
			if fit.Refit != want {
				t.Errorf("ρ = %g, λ = %v: refit %v", ridge, fit.Lambda, fit.Refit)
			}
		}
	}
}

// TestCorrectionNeedsNumbers gives the correction a θ out of range.
func TestCorrectionNeedsNumbers(t *testing.T) {
	for _, c := range []struct {
		what        string
		theta, want float64
		settles     bool
	}{
		{"exact", 3, 3, true},
		{"near", 3.1, 3, true},
		{"far", 1e8, 3, true},
		{"NaN", nan, 0, false},
		{"infinite", inf, 0, false},
	} {
		ws := newWorkspace(1, nil)
		ws.inverse[0], ws.theta[0] = 0.5*(1+0.9e-4), c.theta
		if got := ws.correct(ws.theta, ws.inverse, dense.System{2, 6}); got != c.settles || got && math.Abs(ws.theta[0]-c.want) > 1e-10*c.want {
			t.Errorf("%s: settled %v at %v", c.what, got, ws.theta[0])
		}
	}
}

// TestRLSTDForgetsTheOrder shuffles the trajectories.
func TestRLSTDForgetsTheOrder(t *testing.T) {
	data := append(synthetic(t, 12, 6, 10, 1), truncatedSynthetic(t, 6, 6, 4, 2)...)
	opt := Options{Gamma: 0.9, Lambdas: grid(4), Ridge: 1e-4}
	want := mustRLSTD(t, data, opt)
	random := rand.New(rand.NewPCG(2, 2))
	for range 5 {
		random.Shuffle(len(data), func(i, j int) { data[i], data[j] = data[j], data[i] })
		for k, fit := range mustRLSTD(t, data, opt) {
			if e := relative(fit.Theta, want[k].Theta, 0); e > 1e-12 || fit.Refit {
				t.Errorf("λ = %v: off by %.2g, refit %v", fit.Lambda, e, fit.Refit)
			}
		}
	}
}

// TestRLSTDDeterminism asks for the same bits from any order of the work.
func TestRLSTDDeterminism(t *testing.T) {
	data := synthetic(t, 20, 5, 10, 1)
	opt := Options{Gamma: 0.9, Lambdas: grid(7), Ridge: 0.1}
	want := mustRLSTD(t, data, opt)
	for _, do := range []func(context.Context, int, func(int)){sequential, reversed, shuffled} {
		opt.Do = do
		for k, fit := range mustRLSTD(t, data, opt) {
			if distance(fit.Theta, want[k].Theta) != 0 || fit.Refit != want[k].Refit {
				t.Errorf("λ = %v: %v, want %v", fit.Lambda, fit, want[k])
			}
		}
	}
}

func TestRLSTDErrors(t *testing.T) {
	data := synthetic(t, 3, 2, 4, 1)
	ok := Options{Gamma: 0.9, Lambdas: grid(3), Ridge: 1}
	for what, c := range map[string]struct {
		change func(o *Options)
		words  string
	}{
		"no ridge":       {func(o *Options) { o.Ridge = 0 }, "ridge 0: want a finite number > 0, the inverse of RLSTD's initial variance"},
		"negative ridge": {func(o *Options) { o.Ridge = -1 }, "ridge -1: want a finite number > 0"},
		"NaN ridge":      {func(o *Options) { o.Ridge = nan }, "ridge NaN: want a finite number > 0"},
		"infinite ridge": {func(o *Options) { o.Ridge = inf }, "ridge +Inf: want a finite number > 0"},
		"γ":              {func(o *Options) { o.Gamma = 2 }, "gamma 2"},
		"no λ":           {func(o *Options) { o.Lambdas = []float64{} }, "no lambdas"},
	} {
		opt := ok
		c.change(&opt)
		_, err := RLSTD(context.Background(), data, fitOf(opt))
		saying(t, what, err, c.words)
	}
	_, err := RLSTD(context.Background(), nil, fitOf(ok))
	saying(t, "no data", err, "no trajectories")
	if fits := mustRLSTD(t, data[:1], ok); len(fits) != 3 {
		t.Errorf("one trajectory: %v", fits)
	}
}

// TestRLSTDOverflow: numbers that do not fit are an error or a refit, never a
// result that is not a number; and an error where LSTD has one.
func TestRLSTDOverflow(t *testing.T) {
	failed := 0
	for _, features := range []float64{0x1p-1000, 0x1p-530, 1, 0x1p500, 0x1p1000} {
		for _, rewards := range []float64{0x1p-1000, 1, 0x1p500} {
			for _, ridge := range []float64{5e-324, 1e-300, 1e-12, 1, 1e300} {
				data := mapped(t, synthetic(t, 5, 2, 4, 1), func(x []float64) []float64 {
					return []float64{features * x[0], x[1]}
				}, func(r float64) float64 { return rewards * r })
				opt := Options{Gamma: 0.9, Lambdas: grid(3), Ridge: ridge}
				want, wantErr := LSTD(context.Background(), data, fitOf(opt))
				got, err := RLSTD(context.Background(), data, fitOf(opt))
				if err != nil || wantErr != nil {
					if failed++; err == nil || wantErr == nil {
						t.Errorf("features %g, rewards %g, ρ = %g: error %v, LSTD's %v", features, rewards, ridge, err, wantErr)
					}
					continue
				}
				for k, fit := range got {
					if e := relative(fit.Theta, want[k].Theta, 0); !(e <= 1e-9) || !finite(fit.Theta) {
						t.Errorf("features %g, rewards %g, ρ = %g: %+v, want %+v", features, rewards, ridge, fit, want[k])
					}
				}
			}
		}
	}
	if failed == 0 {
		t.Error("no error in any case")
	}
}

func TestRLSTDAllocatesNothingPerTransition(t *testing.T) {
	for _, d := range []int{3, 20} {
		data := synthetic(t, 4, d, 30, 1)
		p, ws, s := recursed(t, data, Options{Gamma: 0.9, Lambdas: grid(2), Ridge: 0.1}, 1)
		for name, f := range map[string]func(){
			"start":   func() { ws.start(p.ridge) },
			"recur":   func() { ws.recur(0.5) },
			"correct": func() { ws.correct(ws.theta, ws.inverse, s) },
		} {
			if n := testing.AllocsPerRun(20, f); n != 0 {
				t.Errorf("d = %d: %s allocates %v times", d, name, n)
			}
		}
	}
}
