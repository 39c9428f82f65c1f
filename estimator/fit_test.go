package estimator

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// TestCovariance compares the covariance of θ with the covariance of solutions by dense matrices
// without each group, on random problems.
func TestCovariance(t *testing.T) {
	checkKinds(t, func(t *rapid.T, kind string) {
		data, opt := drawData(t, kind), drawOptions(t)
		if rapid.Bool().Draw(t, "grouped") {
			opt.Groups = drawGroups(t, len(data))
		}
		fits := must(LSTD(t.Context(), data, fitOf(opt)))(t)
		for _, fit := range fits {
			got := must(fit.WithCovariance(t.Context(), data, opt.Groups, fitOf(opt)))(t)
			r := newDenseFits(data, opt)
			psi, want := r.jackknife(fit.Lambda)
			tolerance := 1e-9 + 200*0x1p-52*r.condition*r.condition
			if r.borderline || tolerance > 1e-3 {
				continue
			}
			// Entries in scaled coordinates, against the largest there could be: the mean
			// squared return, as far as the system amplifies it.
			d, largest := len(fit.Theta), 0.0
			for i := range d {
				largest = max(largest, want.At(i, i)*r.coords.scale[i]*r.coords.scale[i])
			}
			size := norm(r.coords.inScale(fit.Theta))
			floor := 1e-6 * size * size
			for i := range d {
				for j := range d {
					scale := r.coords.scale[i] * r.coords.scale[j]
					if e := math.Abs(got.Covariance[i*d+j]-want.At(i, j)) * scale; !(e <= tolerance*max(largest, floor)) {
						t.Fatalf("λ = %v: covariance %v, want %v: off by %.2g of %.2g, allowed %.2g", fit.Lambda, got.Covariance[i*d+j], want.At(i, j), e, largest, tolerance)
					}
				}
			}
			if want, ok := r.effective(fit.Theta, psi, tolerance); ok {
				opt.Weighting, opt.Lambdas = ByStep, []float64{fit.Lambda}
				want = min(want, must(Select(t.Context(), data, opt))(t).Effective)
				if got.Gamma != opt.Gamma || math.Abs(got.Effective-want) > (1e-5+10*tolerance)*want {
					t.Errorf("λ = %v: γ %v, %v trajectories count, want %v", fit.Lambda, got.Gamma, got.Effective, want)
				}
			}
			for _, trajectory := range data {
				x := trajectory.Features(0)
				v := mat.NewVecDense(d, append([]float64(nil), x...))
				inner := math.Sqrt(max(0, mat.Inner(v, mat.NewDense(d, d, got.Covariance), v)))
				if se := got.StandardError(x); math.Abs(se-inner) > 1e-7*max(inner, norm(x)*math.Sqrt(mat.Norm(mat.NewDense(d, d, got.Covariance), 2))) {
					t.Fatalf("standard error %v, want %v", se, inner)
				}
				if value := got.Value(x); math.Abs(value-mat.Dot(v, mat.NewVecDense(d, fit.Theta))) > 1e-12*norm(x)*norm(fit.Theta) {
					t.Fatalf("value %v", value)
				}
			}
		}
	})
}

// fitted returns the fit at the first λ of opt, with its covariance.
func fitted(t *testing.T, data []*Trajectory, opt Options) Fit {
	t.Helper()
	fits := must(LSTD(t.Context(), data, fitOf(opt)))(t)
	return must(fits[0].WithCovariance(t.Context(), data, opt.Groups, fitOf(opt)))(t)
}

// denseFits are fits to some or all groups by definition, with dense matrices and singular
// values. denseFits shares no code with the package, so that errors do not cancel.
type denseFits struct {
	data   []*Trajectory
	gamma  float64
	ridge  float64
	coords *reference
	// condition is the largest of the systems solved, borderline as in solution.
	condition  float64
	borderline bool
}

func newDenseFits(data []*Trajectory, opt Options) *denseFits {
	return &denseFits{data: data, gamma: opt.Gamma, ridge: opt.Ridge, coords: newReference(data, opt, 1)}
}

// group returns the system of a group at a λ, without a ridge.
func (r *denseFits) group(g int, lambda float64) denseSystem {
	sum := newDenseSystem(r.data[0].Dim())
	for _, i := range r.coords.groups[g] {
		own := systemOf(r.data[i], r.gamma, lambda, r.coords.inverse)
		if r.data[i].Ratios() == nil { // A itself shows the size of its terms
			own.terms = 0
		}
		sum.add(own)
	}
	return sum
}

// whole returns the system, with the ridge, of all groups but one, −1 for none.
func (r *denseFits) whole(leave int, lambda float64) denseSystem {
	d := r.data[0].Dim()
	sum := newDenseSystem(d)
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
func (r *denseFits) solve(system denseSystem, y *mat.VecDense) *mat.VecDense {
	s := r.coords.solve(r.coords.inverse, r.coords.q, system.a, y, true)
	r.borderline = r.borderline || s.borderline
	if s.kept > 0 {
		r.condition = max(r.condition, max(r.coords.normA, system.terms)/s.kept)
	}
	return mat.NewVecDense(len(s.theta), s.theta)
}

// shift returns A⁻¹(b_i − A_iθ) of a group, with its part of the ridge.
func (r *denseFits) shift(whole denseSystem, theta *mat.VecDense, i int, lambda float64) *mat.VecDense {
	own := r.group(i, lambda)
	g := mat.NewVecDense(theta.Len(), nil)
	g.MulVec(own.a, theta)
	g.SubVec(own.b, g)
	g.AddScaledVec(g, -r.ridge/float64(len(r.coords.groups)), theta)
	return r.solve(whole, g)
}

// jackknife returns ψ_j − ψ̄ and the covariance of θ at a λ by solutions without one group
// each, as Fit.WithCovariance has them.
func (r *denseFits) jackknife(lambda float64) ([]*mat.VecDense, *mat.Dense) {
	n, d := len(r.coords.groups), r.data[0].Dim()
	whole := r.whole(-1, lambda)
	theta := r.solve(whole, whole.b)
	psi, mean := make([]*mat.VecDense, n), mat.NewVecDense(d, nil)
	for i := range r.coords.groups {
		rest := r.whole(i, lambda)
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

// effective returns one more than the harmonic mean of the degrees of freedom of the weights that
// vary. It returns false if the tolerance of the weights leaves open which weights vary.
func (r *denseFits) effective(theta []float64, psi []*mat.VecDense, tolerance float64) (float64, bool) {
	n, d := float64(len(psi)), psi[0].Len()
	squares, fourths := make([]float64, d), make([]float64, d)
	largest, size := 0.0, 0.0 // of squares: the variation, and the variation if the whole weight varied
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
