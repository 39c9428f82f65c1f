package estimator

import (
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"
)

// influences returns the influences of a selection, k×n.
func influences(t testing.TB, data []*Trajectory, opt Options) [][]float64 {
	t.Helper()
	s := mustSelect(t, data, opt)
	out := make([][]float64, len(opt.Lambdas))
	for k, c := range s.Candidates {
		for i := range s.Folds {
			out[k] = append(out[k], float64(s.Folds)*(c.LOTO-s.LOTOWithout(i, k)))
		}
	}
	return out
}

// differentiated are data of every kind relevant to the jackknife, small enough for differences.
func differentiated(t testing.TB) map[string][]*Trajectory {
	mixed := synthetic(t, 3, 3, 9, 1)
	mixed = append(mixed, synthetic(t, 2, 3, 5, 2)...)
	mixed = append(mixed, truncatedSynthetic(t, 3, 3, 7, 3)...)
	long := append(synthetic(t, 4, 5, 40, 4), truncatedSynthetic(t, 2, 5, 30, 5)...)
	repeated := append(append(mixed[:6:6], mixed[1], mixed[1]), mixed[6], mixed[6])
	wide := append(synthetic(t, 9, 14, 3, 6), truncatedSynthetic(t, 4, 14, 2, 7)...)
	return map[string][]*Trajectory{
		"mixed":     mixed,
		"long":      long,
		"repeated":  repeated,
		"wide":      wide,
		"deficient": oneHot(t, 5, 6, 3),
		"deflated":  overlapping(t, 6, 4),
		"tiled":     tiled(t),
		"collinear": mapped(t, long, func(x []float64) []float64 {
			return []float64{x[0], x[1], x[2], x[0] + x[1]/3, x[1] - x[2]}
		}, same),
		"two":             mixed[3:5],
		"off-policy":      offPolicy(t, mixed, 1),
		"wide off-policy": offPolicy(t, wide, 2),
	}
}

// overlapping draws n walks. Walk i visits own states of its own, and the first three states of
// walk i+1.
func overlapping(t testing.TB, n, own int) []*Trajectory {
	t.Helper()
	random := rand.New(rand.NewPCG(13, 1))
	data := make([]*Trajectory, n)
	for i := range data {
		var x [][]float64
		var r []float64
		for s := range own + 3 {
			row := make([]float64, n*own)
			row[(i*own+s)%len(row)] = 1
			x, r = append(x, row), append(r, random.NormFloat64())
		}
		data[i] = mustTrajectory(t, x, r, true)
	}
	return data
}

// tiled draws walks over a line seen through two tilings, terminated.
func tiled(t testing.TB) []*Trajectory {
	return drawTrajectories(t, "tiles", rand.New(rand.NewPCG(11, 1)), 28, 6, 32, "terminated")
}

// TestInfluence compares the influence of every trajectory or group on the LOTO error, refits
// included, with differences of the LOTO error in its weight. Data that need many singular values
// run with fewer options.
func TestInfluence(t *testing.T) {
	for name, data := range differentiated(t) {
		t.Run(name, func(t *testing.T) {
			large := data[0].Dim() > 10
			for _, groups := range [][]int{nil, groupLabels(len(data))} {
				for _, weighting := range []Weighting{ByStep, ByTrajectory} {
					for _, tail := range []Tail{TailNone, TailBootstrap} {
						for _, ridge := range []float64{0, 2} {
							opt := Options{Gamma: 0.9, Lambdas: []float64{0, 0.7}, Ridge: ridge, Weighting: weighting, Tail: tail, Groups: groups}
							if large || groups != nil {
								if (weighting == ByTrajectory) != (ridge > 0) || (tail == TailBootstrap) != (ridge > 0) {
									continue
								}
								opt.Lambdas = []float64{0.7}
							}
							checkInfluence(t, data, opt)
						}
					}
				}
			}
		})
	}
	for _, file := range vectorFiles(t) { // the small ones, among them badly scaled and collinear features
		_, data, opt := readVector(t, file)
		if len(data) > 12 {
			continue
		}
		t.Run(filepath.Base(file), func(t *testing.T) {
			opt.Lambdas = []float64{opt.Lambdas[len(opt.Lambdas)/2]}
			for _, opt.Tail = range []Tail{TailNone, TailBootstrap} {
				checkInfluence(t, data, opt)
			}
		})
	}
}

func checkInfluence(t *testing.T, data []*Trajectory, opt Options) {
	t.Helper()
	want := differences(data, opt)
	got := influences(t, data, opt)
	for k, lambda := range opt.Lambdas {
		if e := distance(got[k], want[k]); !(e <= 1e-9*norm(want[k])) {
			t.Errorf("%v, tail %v, ρ = %v, groups %v, λ = %v: influences off by %.2g", opt.Weighting, opt.Tail, opt.Ridge, opt.Groups, lambda, e/norm(want[k]))
		}
	}
}

// differences returns the influences by differences, k×n.
func differences(data []*Trajectory, opt Options) [][]float64 {
	out := make([][]float64, len(opt.Lambdas))
	for k, lambda := range opt.Lambdas {
		ref := newReference(data, opt, lambda)
		for g := range ref.groups {
			out[k] = append(out[k], ref.influence(g))
		}
	}
	return out
}

// TestRefitSE compares the standard errors, the λ's not ruled out, and σ with the definitions, from
// influences by differences and from leverages.
func TestRefitSE(t *testing.T) {
	mixed := differentiated(t)["mixed"]
	for _, groups := range [][]int{nil, groupLabels(len(mixed))} {
		for _, ridge := range []float64{0, 0.01, 2} {
			for _, weighting := range []Weighting{ByStep, ByTrajectory} {
				opt := Options{Gamma: 0.9, Lambdas: []float64{0, 0.5, 1}, Ridge: ridge, Weighting: weighting, Groups: groups}
				s, want := mustSelect(t, mixed, opt), differences(mixed, opt)
				sigmas := make([]float64, len(opt.Lambdas))
				for k, lambda := range opt.Lambdas {
					sigmas[k] = 1
					for _, h := range leverageAt(t, mixed, opt, lambda) {
						sigmas[k] -= h / 3
					}
				}
				if got := s.Shrinkage; math.Abs(got-slices.Max(sigmas)) > 1e-10 {
					t.Errorf("ρ = %v: σ = %v, want the largest of %v", ridge, got, sigmas)
				}
				count, widened := 0, false
				for k, c := range s.Candidates {
					n, mean, sum := float64(len(want[k])), 0.0, 0.0
					for i, v := range want[k] {
						mean += (v - want[s.Selected][i]) / n
					}
					for i, v := range want[k] {
						d := v - want[s.Selected][i] - mean
						sum += d * d
					}
					se := math.Sqrt(sum / (n * (n - 1)))
					if max(sigmas[k], sigmas[s.Selected]) > 0.05 && c.PairedSE > se {
						se, widened = c.PairedSE, true
					}
					if !(math.Abs(c.RefitSE-se) <= 1e-8*(se+1e-3*s.Best().LOTO)) {
						t.Errorf("ρ = %v, %v, λ = %v: standard error %v, want %v", ridge, weighting, c.Lambda, c.RefitSE, se)
					}
					not := c.Diff <= s.Quantile*c.RefitSE
					if c.NotRuledOut != not {
						t.Errorf("ρ = %v, %v, λ = %v: not ruled out: %v, D = %v ± %v", ridge, weighting, c.Lambda, c.NotRuledOut, c.Diff, c.RefitSE)
					}
					if not {
						count++
					}
				}
				if got, _, largest := s.NotRuledOut(); got != count || largest < s.Best().Lambda {
					t.Errorf("%d not ruled out, the largest %v; want %d, λ̂ = %v among them", got, largest, count, s.Best().Lambda)
				}
				if ridge == 2 && groups == nil && !widened {
					t.Errorf("%v: no error is widened", weighting)
				}
			}
		}
	}
}

// TestQuantile compares with a table of Student's t.
func TestQuantile(t *testing.T) {
	for n, want := range map[float64]float64{0: 6.31375151467504, 1.2: 6.31375151467504, 2: 6.31375151467504, 3: 2.91998558035373, 6: 2.01504837333302, 10: 1.83311293265624, 100: 1.66039115549598, 100_000: 1.64486886495} {
		if got := quantile(n); math.Abs(got-want) > 1e-8 {
			t.Errorf("n = %v: %v, want %v", n, got, want)
		}
	}
}
