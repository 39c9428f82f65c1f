package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// entry is a way to a selection. Whatever the data and the options, all ways agree with the
// definitions, with the vectors, and with the laws below.
type entry struct {
	name   string
	groups bool // it can leave out groups
	enter  func(data []*Trajectory, opt Options, random *rand.Rand) (*Selection, error)
}

// entries are the table's columns; its rows are kinds of data, and options.
var entries = func() (out []entry) {
	ctx := context.Background()
	for _, method := range append(methods, Auto) {
		out = append(out, entry{method.String(), true, func(data []*Trajectory, opt Options, _ *rand.Rand) (*Selection, error) {
			opt.Method = method
			return Select(ctx, data, opt)
		}})
	}
	return append(out,
		entry{"a turn with a cache", true, func(data []*Trajectory, opt Options, random *rand.Rand) (*Selection, error) {
			opt.Cache = NewCache(1 << 20)
			before, n := opt, 1+random.IntN(len(data))
			before.Lambdas = opt.Lambdas[random.IntN(len(opt.Lambdas)):]
			if opt.Groups != nil {
				before.Groups = opt.Groups[:n]
			}
			_, _ = Select(ctx, data[:n], before) // one trajectory, or group, is too few
			return Select(ctx, data, opt)
		}},
		entry{"one of some ridges", true, func(data []*Trajectory, opt Options, _ *rand.Rand) (*Selection, error) {
			s, err := SelectRidge(ctx, data, RidgeOptions{
				Gamma: opt.Gamma, Lambdas: opt.Lambdas, Weighting: opt.Weighting, Tail: opt.Tail, Groups: opt.Groups,
				Ridges: []float64{opt.Ridge, 1 + 2*opt.Ridge},
			})
			if err != nil {
				return nil, err
			}
			return s.Selections[0], nil
		}},
		entry{"beside selectors", true, func(data []*Trajectory, opt Options, _ *rand.Rand) (*Selection, error) {
			s, _, err := SelectBy(ctx, data, opt, Selectors())
			return s, err
		}},
		entry{"passes over parts", false, func(data []*Trajectory, opt Options, random *rand.Rand) (*Selection, error) {
			s, err := inPasses(data, opt, random)
			return s.Selection, err
		}},
	)
}()

// eachEntry calls check with every entry that can leave out what the options say.
func eachEntry(opt Options, check func(e entry)) {
	for _, e := range entries {
		if e.groups || opt.Groups == nil {
			check(e)
		}
	}
}

// TestEntries compares what every entry returns with the definitions, on random problems.
func TestEntries(t *testing.T) {
	checkKinds(t, func(t *rapid.T, kind string) {
		data, opt := drawData(t, kind), drawOptions(t)
		opt.Tail = rapid.SampledFrom([]Tail{TailNone, TailBootstrap}).Draw(t, "tail")
		labels := sequence(len(data))
		if rapid.Bool().Draw(t, "in groups") {
			labels = drawGroups(t, len(data))
			opt.Groups = labels
		}
		of := opt
		of.Groups = labels
		var scores []*groupedScore
		var refs []*reference
		for k, lambda := range opt.Lambdas {
			scores = append(scores, newGroupedScore(data, of, lambda))
			refs = append(refs, scores[k].reference())
		}
		seed := rapid.Uint64().Draw(t, "parts")
		eachEntry(opt, func(e entry) {
			s, err := e.enter(data, opt, rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatalf("%s: %v", e.name, err)
			}
			if groups := len(scores[0].groups); s.Folds != groups || s.Trajectories != len(data) || s.Quantile != quantile(s.Effective) {
				t.Errorf("%s: %d folds, %d trajectories, quantile %v: want %d, %d, %v", e.name, s.Folds, s.Trajectories, s.Quantile, groups, len(data), quantile(s.Effective))
			}
			for k := range refs {
				c := &s.Candidates[k]
				checkCandidate(t, e.name, s, c, refs[k])
				var weights []float64
				for g := range scores[k].groups {
					_, v, _ := scores[k].loss(g, c.Theta)
					weights = append(weights, v)
				}
				if loto, se := meanAndError(c.Folds, nil, weights); math.Abs(loto-c.LOTO) > 1e-12*loto || math.Abs(se-c.SE) > 1e-9*loto {
					t.Errorf("%s: LOTO error %v ± %v, want %v ± %v", e.name, c.LOTO, c.SE, loto, se)
				}
			}
			// The mean of the squared returns is the LOTO error of predicting 0.
			sum, total := 0.0, 0.0
			plain := *scores[0].weightedScore
			plain.opt.Tail = TailNone
			for g := range scores[0].groups {
				loss, v, _ := (&groupedScore{&plain, scores[0].groups}).loss(g, make([]float64, data[0].Dim()))
				sum += v * loss
				total += v
			}
			if e := math.Abs(s.MeanSquaredReturn-sum/total) / (sum / total); e > 1e-12 {
				t.Errorf("mean squared return %v, want %v", s.MeanSquaredReturn, sum/total)
			}
		})
	})
}

// sequence returns 0, 1 … n−1.
func sequence(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// TestVectors compares what every entry returns with the results of independent
// implementations.
func TestVectors(t *testing.T) {
	files, err := filepath.Glob("testdata/vectors/*.json")
	if err != nil || len(files) < 14 {
		t.Fatalf("%d vectors, %v: want 14", len(files), err)
	}
	for _, file := range files {
		v, data, opt := readVector(t, file)
		eachEntry(opt, func(e entry) {
			t.Run(filepath.Base(file)+"/"+e.name, func(t *testing.T) {
				for weighting, want := range map[Weighting]float64{ByStep: v.Selected.Step, ByTrajectory: v.Selected.Trajectory} {
					opt.Weighting = weighting
					s := mustEnter(t, e, data, opt)
					checkVector(t, v, s)
					if got := s.Best().Lambda; got != want {
						t.Errorf("%v weighting selects λ = %v, want %v", weighting, got, want)
					}
				}
			})
		})
	}
}

func mustEnter(t *testing.T, e entry, data []*Trajectory, opt Options) *Selection {
	t.Helper()
	s, err := e.enter(data, opt, rand.New(rand.NewPCG(1, 1)))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// lawfulData are well-conditioned data, and 1-hot data of which folds are deficient.
func lawfulData(t *testing.T) map[string][]*Trajectory {
	return map[string][]*Trajectory{
		"dense":   append(synthetic(t, 6, 4, 7, 1), truncatedSynthetic(t, 3, 4, 5, 2)...),
		"one-hot": oneHot(t, 6, 5, 3),
	}
}

// lawful calls check with every entry and all lawful data.
func lawful(t *testing.T, check func(t *testing.T, e entry, data []*Trajectory, opt Options)) {
	for name, data := range lawfulData(t) {
		opt := Options{Gamma: 0.9, Lambdas: grid(4)}
		eachEntry(opt, func(e entry) {
			t.Run(fmt.Sprint(name, "/", e.name), func(t *testing.T) { check(t, e, data, opt) })
		})
	}
}

// near asks for equal bits, or for 1e−11: the condition of the data here is some
// hundreds.
func near(t *testing.T, exact bool, got, want float64) {
	t.Helper()
	if exact && got != want || !(math.Abs(got-want) <= 1e-11*math.Abs(want)) {
		t.Errorf("got %v, want %v (exact: %v)", got, want, exact)
	}
}

func isPowerOfTwo(c float64) bool {
	fraction, _ := math.Frexp(math.Abs(c))
	return fraction == 0.5
}

// TestRewardScale multiplies the rewards by c: θ goes with c, ℓ with c²; for a
// power of two to the last bit.
func TestRewardScale(t *testing.T) {
	lawful(t, func(t *testing.T, e entry, data []*Trajectory, opt Options) {
		base := mustEnter(t, e, data, opt)
		for _, c := range []float64{-1, 8, 0x1p-40, 0x1p60, 3.7, 1e-6} {
			exact := isPowerOfTwo(c)
			scaled := mustEnter(t, e, mapped(t, data, same, func(r float64) float64 { return c * r }), opt)
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

// TestFeatureScale measures one feature in another unit: no fold changes, not by
// a bit where the unit is a power of two. Only its weight does.
func TestFeatureScale(t *testing.T) {
	lawful(t, func(t *testing.T, e entry, data []*Trajectory, opt Options) {
		base := mustEnter(t, e, data, opt)
		for _, c := range []float64{0x1p20, 0x1p-300, 1e6, 1e-6} {
			exact := isPowerOfTwo(c)
			scaled := mustEnter(t, e, mapped(t, data, func(x []float64) []float64 {
				x = slices.Clone(x)
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
	lawful(t, func(t *testing.T, e entry, data []*Trajectory, opt Options) {
		base := mustEnter(t, e, data, opt)
		order := rand.New(rand.NewPCG(5, 5)).Perm(len(data))
		permuted := make([]*Trajectory, len(data))
		for to, from := range order {
			permuted[to] = data[from]
		}
		s := mustEnter(t, e, permuted, opt)
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

// TestTwice has every trajectory twice, and leaves it out with its double: A and b double,
// and every fold stays what it is.
func TestTwice(t *testing.T) {
	lawful(t, func(t *testing.T, e entry, data []*Trajectory, opt Options) {
		if !e.groups {
			t.Skip("no groups")
		}
		base := mustEnter(t, e, data, opt)
		opt.Groups = append(sequence(len(data)), sequence(len(data))...)
		twice := mustEnter(t, e, append(slices.Clone(data), data...), opt)
		if twice.Selected != base.Selected || twice.Folds != base.Folds {
			t.Errorf("selected %d of %d folds, want %d of %d", twice.Selected, twice.Folds, base.Selected, base.Folds)
		}
		for k, want := range base.Candidates {
			got := twice.Candidates[k]
			near(t, false, got.LOTO, want.LOTO)
			near(t, false, got.SE, want.SE)
			near(t, false, got.RefitSE, want.RefitSE)
			for i := range want.Folds {
				near(t, false, got.Folds[i], want.Folds[i])
			}
		}
	})
}

// TestGroupNames: groups of one trajectory each are none, and groups of any names the same,
// to the last bit.
func TestGroupNames(t *testing.T) {
	lawful(t, func(t *testing.T, e entry, data []*Trajectory, opt Options) {
		if !e.groups {
			t.Skip("no groups")
		}
		data = append(data, data[3], data[5])
		want := bits(t, mustEnter(t, e, data, opt), nil)
		opt.Groups = rand.New(rand.NewPCG(1, 1)).Perm(len(data))
		if got := bits(t, mustEnter(t, e, data, opt), nil); got != want {
			t.Error("groups of one have other bits than none")
		}
		opt.Groups = groupLabels(len(data))
		want = bits(t, mustEnter(t, e, data, opt), nil)
		for i, g := range opt.Groups {
			opt.Groups[i] = math.MaxInt32 - 7*g
		}
		opt.Do = shuffled
		if got := bits(t, mustEnter(t, e, data, opt), nil); got != want {
			t.Error("other names of groups, other bits")
		}
	})
}

// TestFeatureMixing replaces x by Mx, M a permutation or a rotation: where all
// folds are regular, θ becomes M⁻ᵀθ and no prediction changes.
func TestFeatureMixing(t *testing.T) {
	const d = 4
	permutation := mat.NewDense(d, d, nil)
	for i, j := range []int{2, 0, 3, 1} {
		permutation.Set(i, j, 1)
	}
	data := append(synthetic(t, 6, d, 7, 1), truncatedSynthetic(t, 3, d, 5, 2)...)
	opt := Options{Gamma: 0.9, Lambdas: grid(4)}
	for name, m := range map[string]*mat.Dense{"permutation": permutation, "rotation": orthogonal(d, rand.New(rand.NewPCG(9, 9)))} {
		mixed := mapped(t, data, func(x []float64) []float64 {
			var y mat.VecDense
			y.MulVec(m, mat.NewVecDense(d, x))
			return y.RawVector().Data
		}, same)
		eachEntry(opt, func(e entry) {
			t.Run(fmt.Sprint(name, "/", e.name), func(t *testing.T) {
				base, s := mustEnter(t, e, data, opt), mustEnter(t, e, mixed, opt)
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
		})
	}
}
