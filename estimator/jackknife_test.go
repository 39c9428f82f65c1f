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

	"lambdascope/estimator/internal/dense"
)

// weightedScore returns the score of one λ, by the definitions, where trajectory i
// counts weights[i] times in every fit but its own and in the mean: dense gonum
// matrices, refits from the transitions and singular values throughout. scale and q
// are those of all data, which do not depend on weights. It shares no code with the
// package.
type weightedScore struct {
	data   []*Trajectory
	opt    Options
	ref    *reference // for scale and the rule of deficient matrices
	q      *mat.Dense
	as     []*mat.Dense
	bs     []*mat.VecDense
	inside *mat.DiagDense
}

func newWeightedScore(data []*Trajectory, opt Options, lambda float64) *weightedScore {
	s := &weightedScore{data: data, opt: opt, ref: newReference(data, opt.Gamma, lambda, opt.Ridge)}
	d := data[0].Dim()
	var states []float64
	for _, t := range data {
		for step := 0; step <= t.Len(); step++ {
			for j, v := range t.Features(step) {
				states = append(states, v/s.ref.scale[j])
			}
		}
	}
	if s.q = identity(d); opt.Ridge == 0 {
		s.q = spanned(mat.NewDense(len(states)/d, d, states), d)
	}
	s.inside = mat.NewDiagDense(d, nil)
	for j, v := range s.ref.scale {
		s.inside.SetDiag(j, 1/v)
	}
	for _, t := range data {
		a, b := mat.NewDense(d, d, nil), mat.NewVecDense(d, nil)
		z, w := mat.NewVecDense(d, nil), mat.NewVecDense(d, nil)
		for step := range t.Len() {
			now := mat.NewVecDense(d, t.Features(step))
			z.AddScaledVec(now, lambda*opt.Gamma*ratioOf(t, step-1), z)
			w.AddScaledVec(now, -opt.Gamma*ratioOf(t, step), mat.NewVecDense(d, t.Features(step+1)))
			var outer mat.Dense
			outer.Outer(1, z, w)
			a.Add(a, &outer)
			b.AddScaledVec(b, ratioOf(t, step)*t.Rewards()[step], z)
		}
		s.as, s.bs = append(s.as, a), append(s.bs, b)
	}
	return s
}

// at returns the score, and the least rcond of a fold that is not deficient.
func (s *weightedScore) at(weights []float64) (score, rcond float64) {
	d := s.data[0].Dim()
	var sum, total float64
	rcond = 1
	for i, t := range s.data {
		c, y := mat.NewDense(d, d, nil), mat.NewVecDense(d, nil)
		for j, w := range weights {
			if j != i {
				var a mat.Dense
				a.Scale(w, s.as[j])
				c.Add(c, &a)
				y.AddScaledVec(y, w, s.bs[j])
			}
		}
		for j := range d {
			c.Set(j, j, c.At(j, j)+s.opt.Ridge)
		}
		fold := s.ref.solve(s.inside, s.q, c, y, false)
		if !fold.deficient {
			rcond = min(rcond, fold.rcond)
		}
		loss := 0.0
		for step := range t.Len() {
			g, discount := returnOf(t, step, s.opt.Gamma)
			e := mat.Dot(mat.NewVecDense(d, t.Features(step)), mat.NewVecDense(d, fold.theta)) - g
			if s.opt.Tail == TailBootstrap && !t.Terminated() {
				e -= discount * mat.Dot(mat.NewVecDense(d, t.Features(t.Len())), mat.NewVecDense(d, fold.theta))
			}
			loss += e * e
		}
		v := float64(t.Len())
		if s.opt.Weighting == ByTrajectory {
			v = 1
		}
		sum += weights[i] * v * loss / float64(t.Len())
		total += weights[i] * v
	}
	return sum / total, rcond
}

// influence returns n times the derivative of the score in the weight of a
// trajectory, by central differences extrapolated to a step of zero twice (Ridders).
func (s *weightedScore) influence(j int) float64 {
	weights := make([]float64, len(s.data))
	for i := range weights {
		weights[i] = 1
	}
	difference := func(h float64) float64 {
		weights[j] = 1 + h
		up, _ := s.at(weights)
		weights[j] = 1 - h
		down, _ := s.at(weights)
		weights[j] = 1
		return (up - down) / (2 * h)
	}
	const h = 2e-3
	d1, d2, d3 := difference(h), difference(h/2), difference(h/4)
	e1, e2 := (4*d2-d1)/3, (4*d3-d2)/3
	return float64(len(s.data)) * (16*e2 - e1) / 15
}

// influences returns what the package computes, k×n.
func influences(t testing.TB, data []*Trajectory, opt Options) (out [][]float64) {
	t.Helper()
	p, err := newProblem(context.Background(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	f := p.newFolds(func(k int, influence []float64) {
		if k != len(out) {
			t.Errorf("influences of λ %d in place of %d", k, len(out))
		}
		out = append(out, append([]float64(nil), influence...))
	})
	if _, err := p.byMethod(context.Background(), f); err != nil {
		t.Fatal(err)
	}
	return out
}

// differentiated are data of every kind that the jackknife meets, small enough for
// differences.
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
		"tiled":     tiled(t, 6, 14),
		"collinear": mapped(t, long, func(x []float64) []float64 {
			return []float64{x[0], x[1], x[2], x[0] + x[1]/3, x[1] - x[2]}
		}, same),
		"two": mixed[3:5],
	}
}

// overlapping draws n walks over more states each than are its own, which is as many
// as said.
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
func tiled(t testing.TB, n, tiles int) []*Trajectory {
	t.Helper()
	random := rand.New(rand.NewPCG(11, 1))
	data := make([]*Trajectory, n)
	for i := range data {
		position := float64(tiles) * (float64(i) + 0.5) / float64(n)
		var x [][]float64
		var r []float64
		for range 12 + random.IntN(20) {
			row := make([]float64, 2*tiles)
			row[int(position)] = 1
			row[tiles+min(tiles-1, int(position+0.5))] = 1
			x, r = append(x, row), append(r, 1+random.NormFloat64())
			position = min(float64(tiles)-0.01, max(0, position+random.NormFloat64()))
		}
		data[i] = mustTrajectory(t, x, r, true)
	}
	return data
}

// TestInfluence compares every influence of a trajectory on the score, refits
// included, with differences of the whole score in its weight, by all methods. What
// takes many singular values goes through fewer options.
func TestInfluence(t *testing.T) {
	for name, data := range differentiated(t) {
		t.Run(name, func(t *testing.T) {
			large := data[0].Dim() > 10
			for _, weighting := range []Weighting{ByStep, ByTrajectory} {
				for _, tail := range []Tail{TailNone, TailBootstrap} {
					for _, ridge := range []float64{0, 2} {
						opt := Options{Gamma: 0.9, Lambdas: []float64{0, 0.7}, Ridge: ridge, Weighting: weighting, Tail: tail}
						if large {
							if (weighting == ByTrajectory) != (ridge > 0) || (tail == TailBootstrap) != (ridge > 0) {
								continue
							}
							opt.Lambdas = []float64{0.7}
						}
						checkInfluence(t, fmt.Sprintf("%v, tail %v, ρ = %v", weighting, tail, ridge), data, opt)
					}
				}
			}
		})
	}
}

// TestInfluenceMeets checks that the data of TestInfluence take every way that a fold
// is solved.
func TestInfluenceMeets(t *testing.T) {
	all := differentiated(t)
	problem := func(name string) *problem {
		p, err := newProblem(context.Background(), all[name], Options{Gamma: 0.9, Lambdas: []float64{0.7}})
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	if items, _ := problem("repeated").distinct(); len(items) != 7 {
		t.Errorf("%d distinct trajectories", len(items))
	}
	if problem("tiled").null == nil || problem("collinear").basis == nil {
		t.Error("no features that are collinear, or none that are sparse")
	}
	ok, _, _ := statuses(mustSelect(t, all["wide"], Options{Gamma: 0.9, Lambdas: []float64{0.7}, Method: Woodbury}))
	if ok != len(all["wide"]) {
		t.Errorf("%d folds by updates", ok)
	}
	const deflated = 24 // coordinates, from which null spaces are taken out of the system
	for name, large := range map[string]bool{"deficient": false, "deflated": true} {
		p := problem(name)
		if (p.r >= deflated) != large {
			t.Errorf("%s: %d coordinates", name, p.r)
		}
		p.opt.Do = sequential
		seen := false
		err := p.leaveOut(context.Background(), p.each(), visit{open: ignore, shut: ignore,
			whole: func(*workspace, int, dense.System) {},
			fold: func(ws *workspace, f leftOut) {
				seen = seen || p.solveFold(ws, ws.theta, f.others) == FoldDeficient
			},
		})
		if err != nil || !seen {
			t.Errorf("%s: no such fold (%v)", name, err)
		}
	}
}

func checkInfluence(t *testing.T, what string, data []*Trajectory, opt Options) {
	t.Helper()
	want := make([][]float64, len(opt.Lambdas))
	for k, lambda := range opt.Lambdas {
		s := newWeightedScore(data, opt, lambda)
		for i := range data {
			want[k] = append(want[k], s.influence(i))
		}
	}
	for _, method := range append(methods, Auto) {
		opt.Method = method
		got := influences(t, data, opt)
		for k, lambda := range opt.Lambdas {
			if e := distance(got[k], want[k]); !(e <= 1e-9*norm(want[k])) {
				t.Errorf("%s, %v, λ = %v: influences off by %.2g", what, method, lambda, e/norm(want[k]))
			}
		}
	}
}

// TestInfluenceOfVectors does so for the small ones of the vectors, among them badly
// scaled and collinear features; truncated ones with both tails.
func TestInfluenceOfVectors(t *testing.T) {
	files, err := filepath.Glob("testdata/vectors/*.json")
	if err != nil || len(files) == 0 {
		t.Fatal("no vectors", err)
	}
	for _, file := range files {
		_, data, opt := readVector(t, file)
		if len(data) > 12 {
			continue
		}
		opt.Lambdas = []float64{opt.Lambdas[len(opt.Lambdas)/2]}
		for _, opt.Tail = range []Tail{TailNone, TailBootstrap} {
			checkInfluence(t, filepath.Base(file), data, opt)
		}
	}
}

// TestInfluencesSumToZero: without a ridge the score is the same for all weights times
// a factor, so that its derivatives in them sum to zero.
func TestInfluencesSumToZero(t *testing.T) {
	data := append(synthetic(t, 30, 4, 12, 1), truncatedSynthetic(t, 10, 4, 17, 2)...)
	for _, method := range append(methods, Auto) {
		for _, weighting := range []Weighting{ByStep, ByTrajectory} {
			for _, tail := range []Tail{TailNone, TailBootstrap} {
				opt := Options{Gamma: 0.9, Lambdas: grid(3), Method: method, Weighting: weighting, Tail: tail}
				for k, influence := range influences(t, data, opt) {
					sum, size := 0.0, 0.0
					for _, v := range influence {
						sum += v
						size += math.Abs(v)
					}
					if !(math.Abs(sum) <= 1e-11*size) || size == 0 {
						t.Errorf("%v, %v, tail %v, λ = %v: influences of size %v sum to %v", method, weighting, tail, opt.Lambdas[k], size, sum)
					}
				}
				opt.Ridge = 5
				sum := 0.0
				for _, v := range influences(t, data, opt)[1] {
					sum += v
				}
				if math.Abs(sum) < 1e-6 {
					t.Errorf("%v: with a ridge they sum to %v, too", method, sum)
				}
			}
		}
	}
}

// TestRefitsOfTwo: with one trajectory in each fit no weight changes it, and the errors
// with refits are the paired ones.
func TestRefitsOfTwo(t *testing.T) {
	data := append(synthetic(t, 1, 3, 30, 1), synthetic(t, 1, 3, 20, 2)...)
	for _, method := range append(methods, Auto) {
		for _, weighting := range []Weighting{ByStep, ByTrajectory} {
			s := mustSelect(t, data, Options{Gamma: 0.9, Lambdas: grid(5), Method: method, Weighting: weighting})
			for _, c := range s.Candidates {
				if !(math.Abs(c.RefitSE-c.PairedSE) <= 1e-9*c.PairedSE) {
					t.Errorf("%v, %v, λ = %v: %v with refits, %v paired", method, weighting, c.Lambda, c.RefitSE, c.PairedSE)
				}
			}
		}
	}
}

// TestRefitSE holds the standard errors, the set and σ to the definitions, from the
// influences by differences and from the leverages.
func TestRefitSE(t *testing.T) {
	mixed := differentiated(t)["mixed"]
	for _, ridge := range []float64{0, 0.01, 2} {
		for _, weighting := range []Weighting{ByStep, ByTrajectory} {
			opt := Options{Gamma: 0.9, Lambdas: []float64{0, 0.5, 1}, Ridge: ridge, Weighting: weighting}
			s := mustSelect(t, mixed, opt)
			n := float64(len(mixed))
			sigmas := make([]float64, len(opt.Lambdas))
			want := make([][]float64, len(opt.Lambdas))
			for k, lambda := range opt.Lambdas {
				w := newWeightedScore(mixed, opt, lambda)
				for i := range mixed {
					want[k] = append(want[k], w.influence(i))
				}
				h, err := leverageAt(context.Background(), mixed, opt, lambda)
				if err != nil {
					t.Fatal(err)
				}
				sigmas[k] = 1
				for _, v := range h {
					sigmas[k] -= v / 3
				}
			}
			if got := s.Shrinkage; math.Abs(got-slices.Max(sigmas)) > 1e-10 {
				t.Errorf("ρ = %v: σ = %v, want the largest of %v", ridge, got, sigmas)
			}
			count, widened := 0, false
			for k, c := range s.Candidates {
				mean, sum := 0.0, 0.0
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
				not := c.Diff <= 1.894578605061305*c.RefitSE // 7 degrees of freedom
				if c.NotRuledOut != not {
					t.Errorf("ρ = %v, %v, λ = %v: not ruled out: %v, D = %v ± %v", ridge, weighting, c.Lambda, c.NotRuledOut, c.Diff, c.RefitSE)
				}
				if not {
					count++
				}
			}
			if got, _, _ := s.NotRuledOut(); got != count {
				t.Errorf("%d not ruled out, want %d", got, count)
			}
			if ridge == 2 && !widened {
				t.Errorf("%v: no error is widened", weighting)
			}
			if _, _, largest := s.NotRuledOut(); largest < s.Best().Lambda {
				t.Error("λ̂ is not among the λ's")
			}
		}
	}
}

// TestShrinkageOfSpannedDirections adds a feature that another repeats, and one that
// is always zero: the ridge takes no more of what can be fitted than with half of it.
func TestShrinkageOfSpannedDirections(t *testing.T) {
	data := synthetic(t, 20, 3, 10, 1)
	small := Options{Gamma: 0.9, Lambdas: grid(3), Ridge: 1e-6}
	more := make([]*Trajectory, len(data))
	for i, d := range data {
		var x [][]float64
		for s := 0; s <= d.Len(); s++ {
			f := d.Features(s)
			x = append(x, []float64{f[0], f[1], f[2], 0, 2 * f[1]})
		}
		more[i] = mustTrajectory(t, x, d.Rewards(), true)
	}
	for _, method := range append(methods, Auto) {
		small.Method = method
		if s := mustSelect(t, more, small); !(s.Shrinkage < 1e-6) || s.Rank != 3 {
			t.Errorf("%v: σ = %v, rank %d", method, s.Shrinkage, s.Rank)
		}
	}
}

// TestMethodsAgreeHowSure compares what all methods say of D, on regular, deficient
// and repeated folds, and for a budget that divides the trajectories.
func TestMethodsAgreeHowSure(t *testing.T) {
	all := differentiated(t)
	all["many"] = append(synthetic(t, 40, 4, 6, 1), truncatedSynthetic(t, 20, 4, 30, 2)...)
	for name, data := range all {
		for _, ridge := range []float64{0, 1} {
			opt := Options{Gamma: 0.95, Lambdas: grid(6), Ridge: ridge, Method: Naive}
			want := mustSelect(t, data, opt)
			compare := func(what string, got *Selection) {
				t.Helper()
				for k, w := range want.Candidates {
					g := got.Candidates[k]
					if e := math.Abs(g.RefitSE-w.RefitSE) / (w.RefitSE + 1e-3*want.Best().LOTO); !(e <= 1e-8) {
						t.Errorf("%s, ρ = %v, %s, λ = %v: standard error off by %.2g", name, ridge, what, w.Lambda, e)
					}
					if g.NotRuledOut != w.NotRuledOut {
						t.Errorf("%s, ρ = %v, %s, λ = %v: not ruled out: %v", name, ridge, what, w.Lambda, g.NotRuledOut)
					}
				}
				if math.Abs(got.Shrinkage-want.Shrinkage) > 1e-9 {
					t.Errorf("%s, ρ = %v, %s: σ = %v, want %v", name, ridge, what, got.Shrinkage, want.Shrinkage)
				}
			}
			for _, method := range append(methods[1:len(methods):len(methods)], Auto) {
				opt.Method = method
				compare(method.String(), mustSelect(t, data, opt))
			}
			for _, method := range []Method{Naive, Cached} {
				opt.Method = method
				for _, budget := range []int{0, 500} {
					p, err := newProblem(context.Background(), data, opt)
					if err != nil {
						t.Fatal(err)
					}
					p.budget = budget
					s, err := p.run(context.Background(), p.newJackknife())
					if err != nil {
						t.Fatal(err)
					}
					compare(fmt.Sprintf("%v, budget %d", method, budget), s)
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

// TestRidgesHowSure holds the selections of SelectRidge to those of Select, and the
// difference between two ridges to the influences on both.
func TestRidgesHowSure(t *testing.T) {
	ridges := []float64{0, 0.1, 2, 5, 40}
	for name, data := range differentiated(t) {
		opt := Options{Gamma: 0.95, Lambdas: grid(4)}
		surface, err := SelectRidge(context.Background(), data, ridgesOf(opt, ridges))
		if err != nil {
			t.Fatal(err)
		}
		influence := make([][]float64, len(ridges))
		for j, rho := range ridges {
			opt.Ridge = rho
			got, want := surface.Selections[j], mustSelect(t, data, opt)
			for k, w := range want.Candidates {
				if e := math.Abs(got.Candidates[k].RefitSE-w.RefitSE) / (w.RefitSE + 1e-3*want.Best().LOTO); !(e <= 1e-8) {
					t.Errorf("%s, ρ = %v, λ = %v: standard error off by %.2g", name, rho, w.Lambda, e)
				}
			}
			if math.Abs(got.Shrinkage-want.Shrinkage) > 1e-9 {
				t.Errorf("%s, ρ = %v: σ = %v, want %v", name, rho, got.Shrinkage, want.Shrinkage)
			}
			influence[j] = influences(t, data, opt)[got.Selected]
		}
		for j := range ridges {
			d := surface.Against[j]
			diff, se, not := d.Diff, d.SE, d.NotRuledOut
			if j == surface.Best {
				if diff != 0 || se != 0 || !not {
					t.Errorf("%s: the best ridge is %v ± %v from itself", name, diff, se)
				}
				continue
			}
			n := float64(len(data))
			mean, sum := 0.0, 0.0
			for i, v := range influence[j] {
				mean += (v - influence[surface.Best][i]) / n
			}
			for i, v := range influence[j] {
				d := v - influence[surface.Best][i] - mean
				sum += d * d
			}
			want := math.Sqrt(sum / (n * (n - 1)))
			if max(surface.Selections[j].Shrinkage, surface.Selections[surface.Best].Shrinkage) > 0.05 {
				best := surface.Selections[surface.Best]
				_, paired := meanAndError(surface.Selections[j].Best().Folds, best.Best().Folds, best.weights)
				want = max(want, paired)
			}
			if !(math.Abs(se-want) <= 1e-8*want) || not != (diff <= surface.Selections[0].Quantile*se) {
				t.Errorf("%s, ρ = %v: %v ± %v, want ± %v; not ruled out: %v", name, ridges[j], diff, se, want, not)
			}
		}
	}
}

// TestRidgesInPasses has room for the sensitivities of few ridges at a time.
func TestRidgesInPasses(t *testing.T) {
	p := &problem{r: 256, budget: defaultBudget, opt: Options{Lambdas: grid(11)}}
	for _, c := range []struct{ items, ridges, most int }{{1000, 100, 1}, {4, 5, 5}} {
		if got := p.ridgesTogether(c.items, c.ridges); got < 1 || got > c.most {
			t.Errorf("%d items: %d of %d ridges together", c.items, got, c.ridges)
		}
	}
	p.r = 4
	if got := p.ridgesTogether(1000, 5); got != 5 {
		t.Errorf("%d of 5 ridges together", got)
	}
}

// TestRefineHowSure puts the refined λ into the grid: λ̂ of the grid is as sure of it as
// it is of λ̂.
func TestRefineHowSure(t *testing.T) {
	found := 0
	for seed := range uint64(20) {
		data := synthetic(t, 8, 4, 9, seed)
		for _, ridge := range []float64{0, 30} {
			opt := Options{Gamma: 0.95, Lambdas: grid(6), Ridge: ridge}
			s := mustSelect(t, data, opt)
			r, err := Refine(context.Background(), data, opt, s)
			if err != nil {
				t.Fatal(err)
			}
			if r.Lambda == s.Best().Lambda {
				continue
			}
			found++
			opt.Lambdas = append(grid(6), r.Lambda)
			slices.Sort(opt.Lambdas)
			both := mustSelect(t, data, opt)
			if both.Best().Lambda != r.Lambda {
				t.Fatalf("λ̂ = %v, refined to %v", both.Best().Lambda, r.Lambda)
			}
			c := both.Candidates[slices.Index(opt.Lambdas, s.Best().Lambda)]
			if !(math.Abs(c.RefitSE-r.RefitSE) <= 1e-8*c.RefitSE) || c.NotRuledOut != r.NotRuledOut || !(math.Abs(c.PairedSE-r.PairedSE) <= 1e-8*c.PairedSE) {
				t.Errorf("seed %d, ρ = %v: %v ± %v, want ± %v", seed, ridge, r.Diff, r.RefitSE, c.RefitSE)
			}
		}
	}
	if found < 10 {
		t.Errorf("refined %d times", found)
	}
}

// BenchmarkJackknife compares selections with folds alone, and with those of the
// paper's method: n = 1000 trajectories the size of 2048's, d = 16, k = 21.
func BenchmarkJackknife(b *testing.B) {
	data := synthetic(b, 1000, 16, 118, 1)
	for _, c := range []struct {
		name   string
		plain  bool
		method Method
	}{{"without", true, Auto}, {"with", false, Auto}, {"rsm-without", true, RSM}} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				p, err := newProblem(context.Background(), data, Options{Gamma: 0.95, Lambdas: grid(21), Method: c.method})
				if err != nil {
					b.Fatal(err)
				}
				j := p.newJackknife()
				if c.plain {
					j = nil
				}
				if _, err := p.run(context.Background(), j); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
