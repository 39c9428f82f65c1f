package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// mapped returns data with features and rewards changed; the maps may keep what
// they are given.
func mapped(t testing.TB, data []*Trajectory, features func(x []float64) []float64, reward func(r float64) float64) []*Trajectory {
	t.Helper()
	out := make([]*Trajectory, len(data))
	for i, trajectory := range data {
		var x, r []float64
		for s := 0; s <= trajectory.Len(); s++ {
			x = append(x, features(trajectory.Features(s))...)
		}
		for _, v := range trajectory.Rewards() {
			r = append(r, reward(v))
		}
		var err error
		if out[i], err = NewTrajectory(trajectory.Dim(), x, r, trajectory.Terminated()); err != nil {
			t.Fatal(err)
		}
		out[i].ratios = trajectory.ratios
	}
	return out
}

func same[T any](v T) T { return v }

func mustSelect(t testing.TB, data []*Trajectory, opt Options) *Selection {
	t.Helper()
	s, err := Select(context.Background(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// invariant calls check with well-conditioned data, and with 1-hot data of which
// folds are deficient, for every method.
func invariant(t *testing.T, check func(t *testing.T, data []*Trajectory, opt Options)) {
	for name, data := range map[string][]*Trajectory{
		"dense":   append(synthetic(t, 6, 4, 7, 1), truncatedSynthetic(t, 3, 4, 5, 2)...),
		"one-hot": oneHot(t, 6, 5, 3),
	} {
		for _, method := range methods {
			t.Run(fmt.Sprint(name, "/", method), func(t *testing.T) {
				check(t, data, Options{Gamma: 0.9, Lambdas: grid(4), Method: method})
			})
		}
	}
}

func truncatedSynthetic(t testing.TB, n, d, h int, seed uint64) []*Trajectory {
	t.Helper()
	out := synthetic(t, n, d, h, seed)
	for i, trajectory := range out {
		last := trajectory.Features(h - 1)
		features := append(append([]float64(nil), trajectory.features[:h*d]...), last...)
		for j := range last {
			features[h*d+j] = 0.5 + 0.5*last[j]
		}
		var err error
		if out[i], err = NewTrajectory(d, features, trajectory.Rewards(), false); err != nil {
			t.Fatal(err)
		}
	}
	return out
}

// oneHot draws n short walks over d states; the first alone visits state 1.
func oneHot(t testing.TB, n, d int, seed uint64) []*Trajectory {
	t.Helper()
	random := rand.New(rand.NewPCG(seed, 1))
	var out []*Trajectory
	for i := range n {
		var x [][]float64
		var r []float64
		for s := range 5 {
			row := make([]float64, d)
			if i == 0 && s == 0 {
				row[0] = 1
			} else {
				row[1+random.IntN(d-1)] = 1
			}
			x, r = append(x, row), append(r, random.NormFloat64())
		}
		out = append(out, mustTrajectory(t, x, r, true))
	}
	return out
}

// TestRewardScale multiplies the rewards by c: θ goes with c, ℓ with c²; for a
// power of two to the last bit.
func TestRewardScale(t *testing.T) {
	invariant(t, func(t *testing.T, data []*Trajectory, opt Options) {
		base := mustSelect(t, data, opt)
		for _, c := range []float64{-1, 8, 0x1p-40, 0x1p60, 3.7, 1e-6} {
			exact := isPowerOfTwo(c)
			scaled := mustSelect(t, mapped(t, data, same, func(r float64) float64 { return c * r }), opt)
			for k := range base.Candidates {
				want, got := base.Candidates[k], scaled.Candidates[k]
				near(t, exact, got.LOTO, c*c*want.LOTO)
				near(t, exact, got.SE, c*c*want.SE)
				near(t, exact, got.RefitSE, c*c*want.RefitSE)
				near(t, exact, got.PairedSE, c*c*want.PairedSE)
				for i := range want.Folds {
					near(t, exact, got.Folds[i], c*c*want.Folds[i])
				}
				if exact {
					for j := range want.Theta {
						near(t, true, got.Theta[j], c*want.Theta[j])
					}
				}
				if got.NotRuledOut != want.NotRuledOut || got.DeficientFolds() != want.DeficientFolds() {
					t.Errorf("c = %v, λ = %v: set or deficient folds differ", c, want.Lambda)
				}
			}
			if scaled.Selected != base.Selected {
				t.Errorf("c = %v: another λ", c)
			}
		}
	})
}

func isPowerOfTwo(c float64) bool {
	fraction, _ := math.Frexp(math.Abs(c))
	return fraction == 0.5
}

// near asks for equal bits, or for 1e−11: the condition of the data here is some
// hundreds.
func near(t *testing.T, exact bool, got, want float64) {
	t.Helper()
	if exact && got != want || !(math.Abs(got-want) <= 1e-11*math.Abs(want)) {
		t.Errorf("got %v, want %v (exact: %v)", got, want, exact)
	}
}

// TestFeatureScale measures one feature in another unit: no fold changes, not by
// a bit where the unit is a power of two. Only its weight does.
func TestFeatureScale(t *testing.T) {
	invariant(t, func(t *testing.T, data []*Trajectory, opt Options) {
		base := mustSelect(t, data, opt)
		for _, c := range []float64{0x1p20, 0x1p-300, 1e6, 1e-6} {
			exact := isPowerOfTwo(c)
			scaled := mustSelect(t, mapped(t, data, func(x []float64) []float64 {
				x = append([]float64(nil), x...)
				x[1] *= c
				return x
			}, same), opt)
			for k := range base.Candidates {
				want, got := base.Candidates[k], scaled.Candidates[k]
				near(t, exact, got.RefitSE, want.RefitSE)
				for i := range want.Folds {
					near(t, exact, got.Folds[i], want.Folds[i])
				}
				for j, v := range want.Theta {
					if j == 1 {
						v /= c
					}
					near(t, exact, got.Theta[j], v)
				}
				if got.DeficientFolds() != want.DeficientFolds() {
					t.Errorf("c = %v, λ = %v: %d deficient folds, not %d", c, want.Lambda, got.DeficientFolds(), want.DeficientFolds())
				}
			}
		}
	})
}

// TestOrder permutes the trajectories: nothing but rounding changes.
func TestOrder(t *testing.T) {
	invariant(t, func(t *testing.T, data []*Trajectory, opt Options) {
		base := mustSelect(t, data, opt)
		order := rand.New(rand.NewPCG(5, 5)).Perm(len(data))
		permuted := make([]*Trajectory, len(data))
		for to, from := range order {
			permuted[to] = data[from]
		}
		s := mustSelect(t, permuted, opt)
		if s.Selected != base.Selected {
			t.Error("another λ")
		}
		for k := range base.Candidates {
			want, got := base.Candidates[k], s.Candidates[k]
			near(t, false, got.LOTO, want.LOTO)
			near(t, false, got.SE, want.SE)
			near(t, false, got.RefitSE, want.RefitSE)
			for to, from := range order {
				near(t, false, got.Folds[to], want.Folds[from])
				if isDeficient(&got, to) != isDeficient(&want, from) {
					t.Errorf("fold %d is deficient in one order alone", from+1)
				}
			}
		}
	})
}

// TestFeatureMixing replaces x by Mx, M a permutation or a rotation: where all
// folds are regular, θ becomes M⁻ᵀθ and no prediction changes.
func TestFeatureMixing(t *testing.T) {
	const d = 4
	random := rand.New(rand.NewPCG(9, 9))
	var qr mat.QR
	noise := mat.NewDense(d, d, nil)
	for i := range d {
		for j := range d {
			noise.Set(i, j, random.NormFloat64())
		}
	}
	qr.Factorize(noise)
	var rotation mat.Dense
	qr.QTo(&rotation)
	permutation := mat.NewDense(d, d, nil)
	for i, j := range []int{2, 0, 3, 1} {
		permutation.Set(i, j, 1)
	}
	data := append(synthetic(t, 6, d, 7, 1), truncatedSynthetic(t, 3, d, 5, 2)...)
	for name, m := range map[string]*mat.Dense{"permutation": permutation, "rotation": &rotation} {
		mixed := mapped(t, data, func(x []float64) []float64 {
			var y mat.VecDense
			y.MulVec(m, mat.NewVecDense(d, x))
			return y.RawVector().Data
		}, same)
		for _, method := range methods {
			t.Run(fmt.Sprint(name, "/", method), func(t *testing.T) {
				opt := Options{Gamma: 0.9, Lambdas: grid(4), Method: method}
				base, s := mustSelect(t, data, opt), mustSelect(t, mixed, opt)
				for k := range base.Candidates {
					for i, want := range base.Candidates[k].Folds {
						near(t, false, s.Candidates[k].Folds[i], want)
					}
					var theta mat.VecDense
					theta.MulVec(m, mat.NewVecDense(d, base.Candidates[k].Theta))
					if e := relative(s.Candidates[k].Theta, theta.RawVector().Data, 0); e > 1e-11 {
						t.Errorf("θ off by %.2g", e)
					}
				}
			})
		}
	}
}
