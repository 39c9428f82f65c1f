package estimator

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// TestCovariance compares the covariance of θ with that of solutions by dense matrices
// without one group each, on random problems.
func TestCovariance(t *testing.T) {
	checkKinds(t, func(t *rapid.T, kind string) {
		data, opt := drawData(t, kind), drawOptions(t)
		if rapid.Bool().Draw(t, "grouped") {
			opt.Groups = drawGroups(t, len(data))
		}
		fits := must(LSTD(t.Context(), data, fitOf(opt)))(t)
		for _, fit := range fits {
			got := must(fit.WithCovariance(t.Context(), data, opt.Groups, fitOf(opt)))(t)
			r := newRivals(data, opt)
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
