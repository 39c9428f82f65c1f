package estimator

import (
	"context"
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

func mustSelectBy(t failing, data []*Trajectory, opt Options) (*Selection, []Choice) {
	t.Helper()
	s, choices, err := SelectBy(context.Background(), data, opt, Selectors())
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range choices {
		if c.Selector != Selectors()[i] {
			t.Fatal("choices in another order")
		}
	}
	return s, choices
}

// rivals are the selectors that LOTO errors do not decide, by their definitions, with
// dense matrices and singular values throughout. They share no code with the package.
type rivals struct {
	data   []*Trajectory
	gamma  float64
	ridge  float64
	coords *reference
	// condition is the largest of the systems solved, borderline as in solution.
	condition  float64
	borderline bool
	floor      float64 // of e²
	// amplified is what a relative error of values becomes in the shares of e² and Σ:
	// where both are small beside the returns, θ₁ and θ₀ nearly cancel.
	amplified float64
}

func newRivals(data []*Trajectory, opt Options) *rivals {
	r := &rivals{data: data, gamma: opt.Gamma, ridge: opt.Ridge, coords: newReference(data, opt, 1)}
	r.floor = 1e-18 * r.coords.meanG2
	return r
}

// group returns the system of a group, without a ridge, for a λ of each state.
func (r *rivals) group(g int, lambda func(x *mat.VecDense) float64) rivalSystem {
	sum := newRivalSystem(r.data[0].Dim())
	for _, i := range r.coords.groups[g] {
		own := systemOf(r.data[i], r.gamma, lambda, r.coords.inverse)
		if r.data[i].Ratios() == nil { // A itself tells how large its terms are
			own.terms = 0
		}
		sum.add(own)
	}
	return sum
}

// whole returns the system, with the ridge, of all groups but one, −1 for none.
func (r *rivals) whole(leave int, lambda func(*mat.VecDense) float64) rivalSystem {
	d := r.data[0].Dim()
	sum := newRivalSystem(d)
	for g := range r.coords.groups {
		if g != leave {
			sum.add(r.group(g, lambda))
		}
	}
	for j := range d {
		sum.a.Set(j, j, sum.a.At(j, j)+r.ridge)
	}
	return sum
}

// solve returns A⁻¹y of a system's A by the rule of reference.
func (r *rivals) solve(system rivalSystem, y *mat.VecDense) *mat.VecDense {
	s := r.coords.solve(r.coords.inverse, r.coords.q, system.a, y, true)
	r.borderline = r.borderline || s.borderline
	if s.kept > 0 {
		r.condition = max(r.condition, max(r.coords.normA, system.terms)/s.kept)
	}
	return mat.NewVecDense(len(s.theta), s.theta)
}

func (r *rivals) fit(lambda func(*mat.VecDense) float64) *mat.VecDense {
	whole := r.whole(-1, lambda)
	return r.solve(whole, whole.b)
}

// shift returns A⁻¹(b_i − A_iθ) of a group, with its part of the ridge.
func (r *rivals) shift(whole rivalSystem, theta *mat.VecDense, i int, lambda float64) *mat.VecDense {
	own := r.group(i, constant(lambda))
	g := mat.NewVecDense(theta.Len(), nil)
	g.MulVec(own.a, theta)
	g.SubVec(own.b, g)
	g.AddScaledVec(g, -r.ridge/float64(len(r.coords.groups)), theta)
	return r.solve(whole, g)
}

// covariance returns Σ of θ at a λ.
func (r *rivals) covariance(theta *mat.VecDense, lambda float64) *mat.Dense {
	n, d := float64(len(r.coords.groups)), theta.Len()
	whole := r.whole(-1, constant(lambda))
	sum := mat.NewDense(d, d, nil)
	for i := range r.coords.groups {
		h := r.shift(whole, theta, i, lambda)
		var outer mat.Dense
		outer.Outer(n/(n-1), h, h)
		sum.Add(sum, &outer)
	}
	return sum
}

// jackknife returns ψ_j − ψ̄ and the covariance of θ at a λ by solutions without one group
// each, as Fit.WithCovariance has them.
func (r *rivals) jackknife(lambda float64) ([]*mat.VecDense, *mat.Dense) {
	n, d := len(r.coords.groups), r.data[0].Dim()
	whole := r.whole(-1, constant(lambda))
	theta := r.solve(whole, whole.b)
	psi, mean := make([]*mat.VecDense, n), mat.NewVecDense(d, nil)
	for i := range r.coords.groups {
		rest := r.whole(i, constant(lambda))
		without := r.coords.solve(r.coords.inverse, r.coords.q, rest.a, rest.b, true)
		r.borderline = r.borderline || without.borderline
		psi[i] = mat.NewVecDense(d, nil)
		if without.kept > 0 {
			r.condition = max(r.condition, max(r.coords.normA, rest.terms)/without.kept)
		}
		if without.deficient {
			psi[i].ScaleVec(float64(n), r.shift(whole, theta, i, lambda))
		} else {
			psi[i].SubVec(theta, mat.NewVecDense(d, without.theta))
			psi[i].ScaleVec(float64(n-1), psi[i])
		}
		mean.AddScaledVec(mean, 1/float64(n), psi[i])
	}
	sum := mat.NewDense(d, d, nil)
	for _, p := range psi {
		p.SubVec(p, mean)
		var outer mat.Dense
		outer.Outer(1/float64(n*(n-1)), p, p)
		sum.Add(sum, &outer)
	}
	return psi, sum
}

// effective returns one more than the harmonic mean of the degrees of freedom of the weights
// that vary; false where it is hard to say which do, of weights known to a tolerance.
func (r *rivals) effective(theta []float64, psi []*mat.VecDense, tolerance float64) (float64, bool) {
	n, d := float64(len(psi)), psi[0].Len()
	squares, fourths := make([]float64, d), make([]float64, d)
	largest, size := 0.0, 0.0 // of squares: what varies, and what would if all of a weight did
	for j := range d {
		size = max(size, n*math.Pow((n-1)*theta[j]*r.coords.scale[j], 2))
		for _, p := range psi {
			v := math.Pow(p.AtVec(j)*r.coords.scale[j], 2)
			squares[j] += v
			fourths[j] += v * v
		}
		largest = max(largest, squares[j])
	}
	inverse, varying := 0.0, 0.0
	for j, v := range squares {
		switch {
		case v > 1e-6*largest && v > 1e6*tolerance*tolerance*size:
			inverse += max(1/(n-1), (fourths[j]/v/v-1/n)/2)
			varying++
		case v > 1e-24*max(largest, size):
			return 0, false
		}
	}
	if varying == 0 {
		return n, true
	}
	return 1 + varying/inverse, true
}

func (r *rivals) share(squared, variance, floor float64) float64 {
	if squared <= floor {
		return 0
	}
	return squared / (squared + max(0, variance))
}

// greedy returns θ of Greedy, and what plug-in chooses with its θ.
func (r *rivals) greedy() (theta *mat.VecDense, lambda float64, plugIn *mat.VecDense) {
	ones := r.fit(constant(1))
	cov := r.covariance(ones, 1)
	zeros := r.fit(constant(0))
	theta = zeros
	for range 4 {
		var difference mat.VecDense
		difference.SubVec(ones, theta)
		theta = r.fit(func(x *mat.VecDense) float64 {
			e := mat.Dot(x, &difference)
			return r.share(e*e, mat.Inner(x, cov, x), r.floor)
		})
	}
	var difference mat.VecDense
	difference.SubVec(ones, zeros)
	squared, variance, steps := 0.0, 0.0, 0.0
	for _, t := range r.data {
		for s := range t.Len() {
			x := mat.NewVecDense(t.Dim(), append([]float64(nil), t.Features(s)...))
			e := mat.Dot(x, &difference)
			squared += e * e
			variance += mat.Inner(x, cov, x)
			steps++
		}
	}
	lambda = r.share(squared, variance, steps*r.floor)
	r.amplified = 1
	if sum := squared + variance; sum > 0 {
		r.amplified = max(1, math.Sqrt(steps*r.coords.meanG2/sum))
	}
	return theta, lambda, r.fit(constant(lambda))
}

// bellman returns the projected Bellman error of a λ.
func (r *rivals) bellman(lambda float64) float64 {
	d := r.data[0].Dim()
	gram := mat.NewDense(d, d, nil)
	for _, t := range r.data {
		for s := range t.Len() {
			x := mat.NewVecDense(d, nil)
			x.MulVec(r.coords.inverse, mat.NewVecDense(d, append([]float64(nil), t.Features(s)...)))
			var outer mat.Dense
			outer.Outer(1, x, x)
			gram.Add(gram, &outer)
		}
	}
	var svd mat.SVD
	if !svd.Factorize(gram, mat.SVDThin) {
		panic("singular values do not converge")
	}
	var v mat.Dense
	svd.VTo(&v)
	values := svd.Values(nil)
	for _, value := range values {
		share := value / values[0]
		r.borderline = r.borderline || share >= 1e-12 && share <= 1e-8
		if share > 1e-8 {
			r.condition = max(r.condition, 1/share)
		}
	}
	total := 0.0
	for i := range r.coords.groups {
		whole := r.whole(i, constant(lambda))
		theta := r.solve(whole, whole.b)
		own := r.group(i, constant(0))
		g := mat.NewVecDense(d, nil)
		g.MulVec(own.a, theta)
		g.SubVec(own.b, g)
		g.MulVec(r.coords.inverse, g)
		for k, value := range values {
			if value > 1e-10*values[0] {
				along := mat.Dot(v.ColView(k), g)
				total += along * along / value
			}
		}
	}
	return total
}

// TestSelectors compares every selector with its definition on random problems.
func TestSelectors(t *testing.T) {
	checkKinds(t, func(t *rapid.T, kind string) {
		data, opt := drawData(t, kind), drawOptions(t)
		if rapid.Bool().Draw(t, "without ends") {
			opt.Lambdas = []float64{0.2, 0.5, 0.8}
		}
		if rapid.Bool().Draw(t, "grouped") {
			opt.Groups = drawGroups(t, len(data))
		}
		opt.Tail = rapid.SampledFrom([]Tail{TailNone, TailBootstrap}).Draw(t, "tail")
		opt.Method = rapid.SampledFrom(append(methods, Auto)).Draw(t, "method")
		s, got := mustSelectBy(t, data, opt)
		checkBySelection(t, s, got)

		r := newRivals(data, opt)
		theta, lambda, plugIn := r.greedy()
		// θ₁, θ₀ and Σ are each off by about εκ, and a refit multiplies what comes in by
		// its own κ.
		tolerance := 1e-9 + 200*0x1p-52*r.condition*r.condition*r.amplified
		const useless = 1e-3
		if r.borderline || tolerance > useless {
			return
		}
		for name, want := range map[Selector]*mat.VecDense{Greedy: theta, PlugIn: plugIn} {
			scaled := r.coords.inScale(want.RawVector().Data)
			floor := 1e-3 * norm(r.coords.inScale(r.coords.whole.theta))
			if e := relative(r.coords.inScale(got[name].Theta), scaled, floor); !(e <= tolerance) {
				t.Errorf("%s: θ = %v, want %v: off by %.2g, allowed %.2g", name, got[name].Theta, want.RawVector().Data, e, tolerance)
			}
		}
		if e := math.Abs(got[PlugIn].Lambda - lambda); !(e <= tolerance) {
			t.Errorf("plug-in: λ = %v, want %v: off by %.2g, allowed %.2g", got[PlugIn].Lambda, lambda, e, tolerance)
		}
		if !math.IsNaN(got[Greedy].Lambda) {
			t.Errorf("greedy: λ = %v, want none", got[Greedy].Lambda)
		}

		errors, least := make([]float64, len(opt.Lambdas)), math.Inf(1)
		r.condition = 0
		for k, l := range opt.Lambdas {
			errors[k] = r.bellman(l)
			least = min(least, errors[k])
		}
		tolerance = 1e-8 + 200*0x1p-52*r.condition
		if r.borderline || tolerance > useless {
			return
		}
		for k, l := range opt.Lambdas {
			slack := tolerance * (least + r.floor*float64(s.Steps) + 1e-6*r.coords.meanG2)
			if l == got[Bellman].Lambda && errors[k] > least+slack {
				t.Errorf("bellman: λ = %v of error %v, want the least of %v", l, errors[k], errors)
			}
			if l < got[Bellman].Lambda && errors[k] < least-slack {
				t.Errorf("bellman: λ = %v, want a smaller one of %v", l, errors)
			}
		}
	})
}

// checkBySelection checks the selectors that the selection decides, and that it is that
// of Select.
func checkBySelection(t *rapid.T, s *Selection, got []Choice) {
	t.Helper()
	best := s.Best()
	if c := got[LOTO]; c.Lambda != best.Lambda || distance(c.Theta, best.Theta) != 0 {
		t.Errorf("loto: %+v, want λ̂ = %v", c, best.Lambda)
	}
	mean, count := make([]float64, s.Features), 0.0
	for k := range s.Candidates {
		if c := &s.Candidates[k]; c.NotRuledOut {
			if smallest := got[Smallest]; count == 0 && (smallest.Lambda != c.Lambda || distance(smallest.Theta, c.Theta) != 0) {
				t.Errorf("smallest: %+v, want λ = %v", smallest, c.Lambda)
			}
			count++
			for j, v := range c.Theta {
				mean[j] += v
			}
		}
	}
	average := got[Average]
	for j, v := range mean {
		want := (best.Theta[j] + v/count) / 2
		if math.Abs(average.Theta[j]-want) > 1e-12*(math.Abs(best.Theta[j])+math.Abs(v)) {
			t.Errorf("average: θ_%d = %v, want %v", j+1, average.Theta[j], want)
		}
	}
	if single := !math.IsNaN(average.Lambda); single != (count == 1) {
		t.Errorf("average of %v λ's has λ = %v", count, average.Lambda)
	}
}

// TestSelectorsInvariance: powers of two in the units of features and rewards, and the
// order of the trajectories, change nothing else.
func TestSelectorsInvariance(t *testing.T) {
	opt := Options{Gamma: 0.9, Lambdas: grid(4)}
	for kind, data := range lawfulData(t) {
		_, want := mustSelectBy(t, data, opt)
		reorder := append(append([]*Trajectory(nil), data[2:]...), data[:2]...)
		for name, c := range map[string]struct {
			data      []*Trajectory
			by        float64 // what θ is multiplied with
			tolerance float64
		}{
			"features": {mapped(t, data, func(x []float64) []float64 {
				out := make([]float64, len(x))
				for j, v := range x {
					out[j] = math.Ldexp(v, 40*(j%3)-30)
				}
				return out
			}, same), 1, 0},
			"small rewards": {mapped(t, data, same, func(r float64) float64 { return math.Ldexp(r, -440) }), 0x1p-440, 0},
			"large rewards": {mapped(t, data, same, func(r float64) float64 { return math.Ldexp(r, 440) }), 0x1p440, 0},
			"order":         {reorder, 1, 1e-9},
		} {
			_, got := mustSelectBy(t, c.data, opt)
			for i, w := range want {
				g, s := got[i], w.Selector
				if e := math.Abs(g.Lambda - w.Lambda); e > c.tolerance || math.IsNaN(g.Lambda) != math.IsNaN(w.Lambda) {
					t.Errorf("%s, %s: %s: λ = %v, want %v", kind, name, s, g.Lambda, w.Lambda)
				}
				for j, v := range w.Theta {
					theta := g.Theta[j] / c.by
					if name == "features" {
						theta = math.Ldexp(theta, 40*(j%3)-30)
					}
					if !(math.Abs(theta-v) <= c.tolerance*norm(w.Theta)) {
						t.Errorf("%s, %s: %s: θ_%d = %v, want %v", kind, name, s, j+1, theta, v)
					}
				}
			}
		}
	}
}

// TestSelectorsWithoutRewards: there is nothing to compare, and λ = 0 is chosen.
func TestSelectorsWithoutRewards(t *testing.T) {
	data := mapped(t, synthetic(t, 6, 3, 5, 1), same, func(float64) float64 { return 0 })
	_, got := mustSelectBy(t, data, Options{Gamma: 0.9, Lambdas: grid(5)})
	for _, c := range got {
		if norm(c.Theta) != 0 || c.Lambda > 0 {
			t.Errorf("%s: %+v, want θ = 0 by λ = 0", c.Selector, c)
		}
	}
}

// TestBellmanFavoursZero: where two states look alike, LSTD(0) has no projected Bellman
// error and the worst values.
func TestBellmanFavoursZero(t *testing.T) {
	var data []*Trajectory
	for range 6 { // start → middle → end, of which only start and end look alike
		data = append(data, mustTrajectory(t, [][]float64{{1, 0}, {0, 1}, {1, 0}, {0, 0}}, []float64{0, 0, 1}, true))
	}
	_, got := mustSelectBy(t, data, Options{Gamma: 1, Lambdas: grid(11)})
	if l := got[Bellman].Lambda; l != 0 {
		t.Errorf("bellman chooses λ = %v, want 0", l)
	}
}
