package estimator

import (
	"math"
	"slices"
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
		fits := must(LSTD(t.Context(), data, opt))(t)
		for _, fit := range fits {
			got := must(fit.WithCovariance(t.Context(), data, opt))(t)
			ref := newReference(data, opt, fit.Lambda)
			psi, want := ref.jackknife()
			condition, borderline := ref.condition()
			tolerance := 1e-9 + 200*0x1p-52*condition*condition
			if borderline || tolerance > 1e-3 {
				continue
			}
			// Entries in scaled coordinates, against the largest there could be: the mean
			// squared return, as far as the system amplifies it.
			d, largest := len(fit.Theta), 0.0
			for i := range d {
				largest = max(largest, want.At(i, i)*ref.scale[i]*ref.scale[i])
			}
			size := norm(ref.inScale(fit.Theta))
			floor := 1e-6 * size * size
			for i := range d {
				for j := range d {
					scale := ref.scale[i] * ref.scale[j]
					if e := math.Abs(got.Covariance[i*d+j]-want.At(i, j)) * scale; !(e <= tolerance*max(largest, floor)) {
						t.Fatalf("λ = %v: covariance %v, want %v: off by %.2g of %.2g, allowed %.2g", fit.Lambda, got.Covariance[i*d+j], want.At(i, j), e, largest, tolerance)
					}
				}
			}
			if want, ok := ref.effective(fit.Theta, psi, tolerance); ok {
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

// TestCovarianceRidge has a fold whose matrix is −ρ before the ridge, so that the ridge makes it
// singular: the infinitesimal shift of the fold has its part of the ridge.
func TestCovarianceRidge(t *testing.T) {
	make := func(x, end, reward float64) *Trajectory {
		return must(NewTrajectory(1, []float64{x, end}, []float64{reward}, false))(t)
	}
	// A_j is x(x − end), and b_j is the reward times x: 4, −1 and −1, with sums of 2 and 6.
	data := []*Trajectory{make(2, 0, 1), make(1, 2, 3), make(1, 2, 1)}
	const ridge, n = 2, 3
	a, b := []float64{4, -1, -1}, []float64{2, 3, 1}
	theta := 6. / (2 + ridge)
	psi := []float64{
		n / (2. + ridge) * (b[0] - a[0]*theta - ridge*theta/n),
		(n - 1) * (theta - 3./(3+ridge)),
		(n - 1) * (theta - 5./(3+ridge)),
	}
	mean, want := (psi[0]+psi[1]+psi[2])/n, 0.0
	for _, v := range psi {
		want += (v - mean) * (v - mean) / (n * (n - 1))
	}
	got := fitted(t, data, Options{Gamma: 1, Lambdas: []float64{0}, Ridge: ridge})
	if e := math.Abs(got.Covariance[0] - want); !(e <= 1e-12*want) || got.Theta[0] != theta {
		t.Errorf("θ = %v ± √%v, want %v ± √%v", got.Theta[0], got.Covariance[0], theta, want)
	}
}

// fitted returns the fit at the first λ of opt, with its covariance.
func fitted(t *testing.T, data []*Trajectory, opt Options) Fit {
	t.Helper()
	fits := must(LSTD(t.Context(), data, opt))(t)
	return must(fits[0].WithCovariance(t.Context(), data, opt))(t)
}

// jackknife returns ψ_g − ψ̄ and the covariance of θ by the folds, as Fit.WithCovariance has them.
func (ref *reference) jackknife() ([]*mat.VecDense, *mat.Dense) {
	n, d := len(ref.groups), len(ref.scale)
	theta := mat.NewVecDense(d, ref.whole.theta)
	psi, mean := make([]*mat.VecDense, n), mat.NewVecDense(d, nil)
	for g, fold := range ref.folds {
		psi[g] = mat.NewVecDense(d, nil)
		if fold.deficient {
			psi[g].ScaleVec(float64(n), ref.shift(g))
		} else {
			psi[g].SubVec(theta, mat.NewVecDense(d, fold.theta))
			psi[g].ScaleVec(float64(n-1), psi[g])
		}
		mean.AddScaledVec(mean, 1/float64(n), psi[g])
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

// shift returns A⁻¹(b_g − A_gθ) of a group, with its part of the ridge.
func (ref *reference) shift(g int) *mat.VecDense {
	ones := slices.Repeat([]float64{1}, len(ref.groups))
	theta := mat.NewVecDense(len(ref.scale), ref.whole.theta)
	a, y := ref.system(-1, ones)
	y.ScaleVec(-ref.opt.Ridge/float64(len(ref.groups)), theta)
	for _, i := range ref.groups[g] {
		var own mat.VecDense
		own.MulVec(ref.as[i], theta)
		own.SubVec(ref.bs[i], &own)
		y.AddVec(y, &own)
	}
	return mat.NewVecDense(len(ref.scale), ref.solve(ref.inverse, ref.q, a, y, false).theta)
}

// effective returns one more than the harmonic mean of the degrees of freedom of the weights that
// vary. It returns false if the tolerance of the weights leaves open which weights vary.
func (ref *reference) effective(theta []float64, psi []*mat.VecDense, tolerance float64) (float64, bool) {
	n, d := float64(len(psi)), psi[0].Len()
	squares, fourths := make([]float64, d), make([]float64, d)
	largest, size := 0.0, 0.0 // of squares: the variation, and the variation if the whole weight varied
	for j := range d {
		size = max(size, n*math.Pow((n-1)*theta[j]*ref.scale[j], 2))
		for _, p := range psi {
			v := math.Pow(p.AtVec(j)*ref.scale[j], 2)
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
