package estimator

import (
	"math"
	"slices"
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
		fits, err := LSTD(t.Context(), data, fitOf(opt))
		if err != nil {
			t.Fatal(err)
		}
		for _, fit := range fits {
			got, err := fit.WithCovariance(t.Context(), data, opt.Groups, fitOf(opt))
			if err != nil {
				t.Fatal(err)
			}
			r := newRivals(data, opt)
			want := r.jackknife(fit.Lambda)
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

// TestCovarianceByRefits compares errors of values with fits to the data without a
// trajectory, or a group; where such a fit is rank-deficient, with derivatives: a trajectory whose
// features and rewards are multiplied by √(1 + ε) has a weight of 1 + ε in A and b.
func TestCovarianceByRefits(t *testing.T) {
	for name, data := range differentiated(t) {
		for _, opt := range []Options{
			{Gamma: .9, Lambdas: []float64{.4}},
			{Gamma: .95, Lambdas: []float64{1}, Ridge: 3},
			{Gamma: .9, Lambdas: []float64{.7}, Ridge: 1e-3, Groups: groupLabels(len(data))},
		} {
			fit := fitted(t, data, opt)
			groups := groupsOf(sequence(len(data)))
			if opt.Groups != nil {
				groups = groupsOf(opt.Groups)
			}
			selection, err := Select(t.Context(), data, opt)
			if err != nil {
				t.Fatal(err)
			}
			n, d := float64(len(groups)), len(fit.Theta)
			shifts := make([][]float64, len(groups))
			for g, members := range groups {
				shifts[g] = make([]float64, d)
				if selection.Candidates[0].Status[g] == FoldDeficient {
					const step = 1e-5
					up, down := weighted(t, data, members, 1+step, opt), weighted(t, data, members, 1-step, opt)
					for j := range d {
						shifts[g][j] = n * (up[j] - down[j]) / (2 * step)
					}
					continue
				}
				var rest []*Trajectory
				for i, trajectory := range data {
					if !slices.Contains(members, i) {
						rest = append(rest, trajectory)
					}
				}
				fits, err := LSTD(t.Context(), rest, fitOf(opt))
				if err != nil {
					t.Fatal(err)
				}
				for j := range d {
					shifts[g][j] = (n - 1) * (fit.Theta[j] - fits[0].Theta[j])
				}
			}
			// The variance of a linear function of the weights, and its degrees of freedom.
			varies := func(x []float64) (variance, freedom float64) {
				along, mean := make([]float64, len(groups)), 0.0
				for g := range groups {
					for j, v := range x {
						along[g] += v * shifts[g][j]
					}
					mean += along[g] / n
				}
				squares, fourths := 0.0, 0.0
				for _, v := range along {
					squares += math.Pow(v-mean, 2)
					fourths += math.Pow(v-mean, 4)
				}
				freedom = 2 * squares * squares / (fourths - squares*squares/n)
				return squares / (n * (n - 1)), min(freedom, n-1)
			}
			for _, trajectory := range data {
				x := trajectory.Features(0)
				want, _ := varies(x)
				if se := fit.StandardError(x); math.Abs(se-math.Sqrt(want)) > 1e-5*math.Sqrt(want) {
					t.Errorf("%s, λ = %v, ρ = %v: standard error %v, want %v", name, fit.Lambda, opt.Ridge, se, math.Sqrt(want))
				}
			}
			if name == "collinear" && opt.Ridge == 0 {
				continue // which weights are of least norm depends on the sizes of features in the refit
			}
			inverse, varying := 0.0, 0.0
			for j := range d {
				x := make([]float64, d)
				x[j] = 1
				if variance, freedom := varies(x); variance > 0 {
					inverse += 1 / freedom
					varying++
				}
			}
			want := min(selection.Effective, 1+varying/inverse)
			if fit.Gamma != opt.Gamma || math.Abs(fit.Effective-want) > 1e-5*want {
				t.Errorf("%s, λ = %v: γ %v, %v effective trajectories of %v, want %v", name, fit.Lambda, fit.Gamma, fit.Effective, n, want)
			}
		}
	}
}

// weighted returns θ of a fit in which some trajectories have a weight.
func weighted(t *testing.T, data []*Trajectory, members []int, weight float64, opt Options) []float64 {
	t.Helper()
	some := append([]*Trajectory(nil), data...)
	root := math.Sqrt(weight)
	for _, i := range members {
		some[i] = mapped(t, data[i:i+1], func(x []float64) []float64 {
			out := make([]float64, len(x))
			for j, v := range x {
				out[j] = root * v
			}
			return out
		}, func(r float64) float64 { return root * r })[0]
	}
	fits, err := LSTD(t.Context(), some, fitOf(opt))
	if err != nil {
		t.Fatal(err)
	}
	return fits[0].Theta
}

func TestCovarianceRefuses(t *testing.T) {
	data := synthetic(t, 3, 2, 4, 1)
	fit := Fit{Lambda: .5, Theta: []float64{1, 2}}
	_, err := fit.WithCovariance(t.Context(), data[:1], nil, FitOptions{Gamma: .9})
	saying(t, "one trajectory", err, "1 trajectories: want at least 2")
	_, err = fit.WithCovariance(t.Context(), data, []int{4, 4, 4}, FitOptions{Gamma: .9})
	saying(t, "one group", err, "want at least 2 groups")
	fit.Theta = []float64{1}
	_, err = fit.WithCovariance(t.Context(), data, nil, FitOptions{Gamma: .9})
	saying(t, "another θ", err, "a fit of 1 features to trajectories of 2")
}

// fitted returns the fit at the first λ of opt, with its covariance.
func fitted(t *testing.T, data []*Trajectory, opt Options) Fit {
	t.Helper()
	fits, err := LSTD(t.Context(), data, fitOf(opt))
	if err != nil {
		t.Fatal(err)
	}
	fit, err := fits[0].WithCovariance(t.Context(), data, opt.Groups, fitOf(opt))
	if err != nil {
		t.Fatal(err)
	}
	return fit
}
