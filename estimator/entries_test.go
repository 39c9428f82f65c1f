package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// entry is a way to compute a selection. For all data and options, all entries agree with the
// definitions, with the vectors, and with the laws below.
type entry struct {
	name   string
	groups bool // it can leave out groups
	enter  func(data []*Trajectory, opt Options, random *rand.Rand) (*Selection, error)
}

// entries are the table's columns; its rows are kinds of data, and options.
var entries = func() (out []entry) {
	ctx := context.Background()
	return append(out,
		entry{"selection", true, func(data []*Trajectory, opt Options, _ *rand.Rand) (*Selection, error) {
			return Select(ctx, data, opt)
		}},
		entry{"one of some ridges", true, func(data []*Trajectory, opt Options, _ *rand.Rand) (*Selection, error) {
			s, err := SelectRidge(ctx, data, []float64{opt.Ridge, 1 + 2*opt.Ridge}, opt)
			if err != nil {
				return nil, err
			}
			return s.Selections[0], nil
		}},
		entry{"passes over blocks", false, func(data []*Trajectory, opt Options, random *rand.Rand) (*Selection, error) {
			s, err := inPasses(data, opt, random)
			return s.Selection, err
		}},
	)
}()

// eachEntry calls check with every entry that supports the folds of the options.
func eachEntry(opt Options, check func(e entry)) {
	for _, e := range entries {
		if e.groups || opt.Groups == nil {
			check(e)
		}
	}
}

// TestEntries compares the results of every entry with the definitions, on random problems.
func TestEntries(t *testing.T) {
	checkKinds(t, func(t *rapid.T, kind string) {
		data, opt := drawData(t, kind), drawOptions(t)
		opt.Tail = rapid.SampledFrom([]Tail{TailNone, TailBootstrap}).Draw(t, "tail")
		if rapid.Bool().Draw(t, "in groups") {
			opt.Groups = drawGroups(t, len(data))
		}
		var refs []*reference
		for _, lambda := range opt.Lambdas {
			refs = append(refs, newReference(data, opt, lambda))
		}
		steps, cut := 0, 0
		for _, trajectory := range data {
			if steps += trajectory.Len(); !trajectory.Terminated() {
				cut++
			}
		}
		groups, plain := len(refs[0].groups), *refs[0]
		plain.opt.Tail = TailNone
		sum, total := 0.0, 0.0
		for g, v := range plain.weight { // the LOTO error of predicting 0
			loss, _, _ := plain.error(g, make([]float64, len(plain.scale)))
			sum, total = sum+v*loss, total+v
		}
		seed := rapid.Uint64().Draw(t, "parts")
		eachEntry(opt, func(e entry) {
			s, err := e.enter(data, opt, rand.New(rand.NewPCG(seed, 1)))
			if err != nil {
				t.Fatalf("%s: %v", e.name, err)
			}
			if s.Folds != groups || s.Trajectories != len(data) || s.Steps != steps || s.Truncated != cut || s.Features != data[0].Dim() || s.Quantile != quantile(s.Effective) {
				t.Errorf("%s: %+v, want %d folds, %d trajectories, %d cut, %d steps", e.name, s, groups, len(data), cut, steps)
			}
			if e := math.Abs(s.MeanSquaredReturn-sum/total) / (sum / total); e > 1e-12 {
				t.Errorf("mean squared return %v, want %v", s.MeanSquaredReturn, sum/total)
			}
			for k := range refs {
				checkCandidate(t, e.name, s, &s.Candidates[k], refs[k])
			}
			checkStatistics(t, e.name, s, plain.weight)
		})
	})
}

// checkStatistics compares the statistics of a selection with sums over its folds.
func checkStatistics(t *rapid.T, what string, s *Selection, weights []float64) {
	t.Helper()
	n := float64(len(weights))
	statistics := func(of func(i int) float64) (mean, se float64) {
		total := 0.0
		for i, v := range weights {
			total += v
			mean += v * of(i)
		}
		mean /= total
		for i, v := range weights {
			se += math.Pow(v*(of(i)-mean), 2)
		}
		return mean, math.Sqrt(n/(n-1)*se) / total
	}
	if s.OffPolicy == nil {
		checkWeight(t, s, weights)
	}
	best, least := s.Best(), math.Inf(1)
	for k := range s.Candidates {
		c := &s.Candidates[k]
		least = min(least, c.LOTO)
		loto, se := statistics(func(i int) float64 { return c.Folds[i] })
		diff, paired := statistics(func(i int) float64 { return c.Folds[i] - best.Folds[i] })
		for _, pair := range [][2]float64{{c.LOTO, loto}, {c.SE, se}, {c.Diff, diff}, {c.PairedSE, paired}} {
			if math.Abs(pair[0]-pair[1]) > 1e-9*loto {
				t.Errorf("%s, λ = %v: %v ± %v, difference %v ± %v: want %v ± %v, %v ± %v", what, c.Lambda, c.LOTO, c.SE, c.Diff, c.PairedSE, loto, se, diff, paired)
			}
		}
		tolerance := 1e-9 * max(best.LOTO, s.MeanSquaredReturn)
		if bound := s.Quantile*c.RefitSE + tolerance; c.NotRuledOut != (c.Diff <= bound) && math.Abs(c.Diff-bound) > 1e-3*tolerance {
			t.Errorf("%s, λ = %v: not ruled out %v at %v ± %v", what, c.Lambda, c.NotRuledOut, c.Diff, c.RefitSE)
		}
	}
	tolerance := 1e-9 * max(least, s.MeanSquaredReturn)
	for k := range s.Candidates[:s.Selected+1] {
		above := s.Candidates[k].LOTO - least
		if (above <= tolerance) != (k == s.Selected) && math.Abs(above-tolerance) > 1e-3*tolerance {
			t.Errorf("%s: selected %d, and number %d is %g above the least", what, s.Selected, k, above)
		}
	}
}

// TestEntriesAgree compares all results of entries, standard errors included, with Select. Select
// is the reference because TestInfluence compares its influences with the definitions.
func TestEntriesAgree(t *testing.T) {
	all := differentiated(t)
	base := append(truncatedSynthetic(t, 8, 4, 30, 1), synthetic(t, 16, 4, 30, 2)...)
	all["many"] = append(synthetic(t, 40, 4, 6, 1), truncatedSynthetic(t, 20, 4, 30, 2)...)
	all["unused"] = mapped(t, base, func(x []float64) []float64 { return []float64{0, x[0], 0, x[3]} }, same)
	all["scales"] = mapped(t, base, func(x []float64) []float64 { return []float64{1e6 * x[0], x[1], 1e-7 * x[2], x[3]} }, same)
	all["repeats"] = append(offPolicy(t, base, 1), base[:9]...)
	for name, data := range all {
		for i, groups := range [][]int{nil, nil, nil, groupLabels(len(data))} {
			opt := Options{
				Gamma: 0.95, Lambdas: grid(5), Ridge: []float64{0, 0.5, 20}[i%3],
				Weighting: Weighting(i % 2), Tail: Tail(i / 2), Groups: groups,
			}
			want := mustSelect(t, data, opt)
			eachEntry(opt, func(e entry) {
				t.Run(fmt.Sprintf("%s/%d/%s", name, i, e.name), func(t *testing.T) {
					checkSame(t, mustEnter(t, e, data, opt), want)
				})
			})
		}
	}
}

// checkSame compares all results of two selections.
func checkSame(t *testing.T, got, want *Selection) {
	t.Helper()
	near := func(what string, got, want, size float64) {
		t.Helper()
		if e := math.Abs(got - want); !(e <= 1e-9*max(math.Abs(want), size)) {
			t.Errorf("%s %v, want %v: off by %.2g", what, got, want, e/max(math.Abs(want), size))
		}
	}
	if got.Selected != want.Selected || got.Rank != want.Rank || got.Steps != want.Steps || got.Truncated != want.Truncated || got.Trajectories != want.Trajectories || got.Features != want.Features {
		t.Errorf("selected %d, rank %d, %d steps, %d truncated; want %d, %d, %d, %d",
			got.Selected, got.Rank, got.Steps, got.Truncated, want.Selected, want.Rank, want.Steps, want.Truncated)
	}
	near("mean squared return", got.MeanSquaredReturn, want.MeanSquaredReturn, 0)
	near("cut weight", got.CutWeight, want.CutWeight, 0)
	near("shrinkage", got.Shrinkage, want.Shrinkage, 0.1)
	near("quantile", got.Quantile, want.Quantile, 0)
	if !slices.Equal(got.Warnings(), want.Warnings()) {
		t.Errorf("warnings %q; want %q", got.Warnings(), want.Warnings())
	}
	for k := range want.Candidates {
		g, w := &got.Candidates[k], &want.Candidates[k]
		at := fmt.Sprintf("λ = %v: ", w.Lambda)
		near(at+"LOTO error", g.LOTO, w.LOTO, 1e-6*want.MeanSquaredReturn)
		near(at+"its error", g.SE, w.SE, 1e-6*want.MeanSquaredReturn)
		near(at+"difference", g.Diff, w.Diff, w.LOTO)
		near(at+"error with refits", g.RefitSE, w.RefitSE, 1e-3*want.Best().LOTO)
		near(at+"paired error", g.PairedSE, w.PairedSE, 1e-3*w.LOTO)
		if g.NotRuledOut != w.NotRuledOut || g.Singular != w.Singular {
			t.Errorf("%snot ruled out %v, singular %v; want %v, %v", at, g.NotRuledOut, g.Singular, w.NotRuledOut, w.Singular)
		}
		for i, l := range w.Folds {
			near(fmt.Sprintf("%sfold %d: ℓ", at, i+1), g.Folds[i], l, 1e-6*want.MeanSquaredReturn)
			if isDeficient(g, i) != isDeficient(w, i) {
				t.Errorf("%sfold %d %v, want %v", at, i+1, g.Status[i], w.Status[i])
			}
		}
		for j, v := range w.Theta {
			near(fmt.Sprintf("%sθ_%d", at, j+1), g.Theta[j], v, norm(w.Theta))
		}
	}
}

// TestVectors compares what every entry returns with the results of independent
// implementations.
func TestVectors(t *testing.T) {
	for _, file := range vectorFiles(t) {
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
	return must(e.enter(data, opt, rand.New(rand.NewPCG(1, 1))))(t)
}

// lawful calls check with every entry, on well-conditioned data and on 1-hot data with deficient
// folds.
func lawful(t *testing.T, check func(t *testing.T, e entry, data []*Trajectory, opt Options)) {
	for name, data := range map[string][]*Trajectory{
		"dense":   append(synthetic(t, 6, 4, 7, 1), truncatedSynthetic(t, 3, 4, 5, 2)...),
		"one-hot": oneHot(t, 6, 5, 3),
	} {
		opt := Options{Gamma: 0.9, Lambdas: grid(4)}
		eachEntry(opt, func(e entry) {
			t.Run(fmt.Sprint(name, "/", e.name), func(t *testing.T) { check(t, e, data, opt) })
		})
	}
}

// near requires equal bits, or 1e−11, since the condition of the data here is some hundreds.
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
		for _, c := range []float64{-1, 8, 0x1p-40, 0x1p60, 0x1p480, 0x1p-460, 3.7, 1e-6} {
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

// TestFeatureScale measures a feature in another unit. Only the weight of the feature may change;
// for a power of two, no fold changes by a bit.
func TestFeatureScale(t *testing.T) {
	lawful(t, func(t *testing.T, e entry, data []*Trajectory, opt Options) {
		base := mustEnter(t, e, data, opt)
		for _, c := range []float64{0x1p20, 0x1p-300, 0x1p990, 0x1p1020, 0x1p-960, 1e6, 1e-6} {
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
