package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// dealt returns regions drawn at random, the same for trajectories that are the same.
func dealt(data []*Trajectory, count int, seed uint64) *Regions {
	out := &Regions{Count: count}
	for _, t := range data {
		random := rand.New(rand.NewPCG(seed, math.Float64bits(t.Rewards()[0])))
		of := make([]uint8, t.Len())
		for step := range of {
			of[step] = uint8(random.IntN(count))
		}
		out.Of = append(out.Of, of)
	}
	return out
}

// bySign divides states by the sign of their first feature, and of the second where there
// are to be more regions than two.
func bySign(data []*Trajectory, count int) *Regions {
	out := &Regions{Count: count}
	for _, t := range data {
		of := make([]uint8, t.Len())
		for step := range of {
			x := t.Features(step)
			if x[0] > 0 {
				of[step] = 1
			}
			if count > 2 && x[1] > 0 {
				of[step] += 2
			}
			of[step] %= uint8(count)
		}
		out.Of = append(out.Of, of)
	}
	return out
}

func mustSelectRegions(t testing.TB, data []*Trajectory, opt Options, regions *Regions) (*Selection, *RegionSelection) {
	t.Helper()
	s := mustSelect(t, data, opt)
	r, err := SelectRegions(context.Background(), data, opt, regions, s)
	if err != nil {
		t.Fatal(err)
	}
	return s, r
}

// newRegionalScore is newWeightedScore with a λ of each region.
func newRegionalScore(data []*Trajectory, opt Options, regions *Regions, lambdas []float64) *weightedScore {
	return newWeightedScore(data, opt, 0).by(regions, lambdas)
}

// by returns the score with a λ of each region, by the definition of the trace.
func (s *weightedScore) by(regions *Regions, lambdas []float64) *weightedScore {
	out := *s
	out.as, out.bs = nil, nil
	d := s.data[0].Dim()
	for i, t := range s.data {
		a, b := mat.NewDense(d, d, nil), mat.NewVecDense(d, nil)
		for step := range t.Len() {
			// z_t = Σ_{s≤t} γ^{t−s} λ(x_{s+1})κ_s⋯λ(x_t)κ_{t−1} x_s
			z, factor := mat.NewVecDense(d, nil), 1.0
			for from := step; from >= 0; from-- {
				z.AddScaledVec(z, factor, mat.NewVecDense(d, t.Features(from)))
				if from > 0 {
					factor *= s.opt.Gamma * lambdas[regions.Of[i][from]] * ratioOf(t, from-1)
				}
			}
			w, ratio := mat.NewVecDense(d, nil), ratioOf(t, step)
			w.AddScaledVec(mat.NewVecDense(d, t.Features(step)), -s.opt.Gamma*ratio, mat.NewVecDense(d, t.Features(step+1)))
			var outer mat.Dense
			outer.Outer(1, z, w)
			a.Add(a, &outer)
			b.AddScaledVec(b, ratio*t.Rewards()[step], z)
		}
		out.as, out.bs = append(out.as, a), append(out.bs, b)
	}
	return &out
}

// all returns the score with every trajectory counted once.
func (s *weightedScore) all() float64 {
	score, _ := s.at(slices.Repeat([]float64{1}, len(s.data)))
	return score
}

// whole returns θ of all trajectories.
func (s *weightedScore) whole() []float64 {
	d := s.data[0].Dim()
	c, y := mat.NewDense(d, d, nil), mat.NewVecDense(d, nil)
	for i := range s.data {
		c.Add(c, s.as[i])
		y.AddVec(y, s.bs[i])
	}
	for j := range d {
		c.Set(j, j, c.At(j, j)+s.opt.Ridge)
	}
	return s.ref.solve(s.inside, s.q, c, y, false).theta
}

// TestRegionalFolds compares scores, θ and the influences of trajectories with the
// definition, on data of every kind.
func TestRegionalFolds(t *testing.T) {
	sets := differentiated(t)
	sets["off-policy"] = offPolicy(t, append(synthetic(t, 5, 3, 9, 1), truncatedSynthetic(t, 3, 3, 7, 3)...), 1)
	for name, data := range sets {
		t.Run(name, func(t *testing.T) {
			for i, opt := range []Options{
				{Gamma: 0.9},
				{Gamma: 1, Weighting: ByTrajectory, Ridge: 2},
				{Gamma: 0.9, Tail: TailBootstrap},
			} {
				if data[0].Dim() > 10 && i > 0 {
					continue // many singular values
				}
				opt.Lambdas = grid(3)
				regions, lambdas := dealt(data, 3, 5), [][]float64{{0, 1, 0.4}, {0.9, 0.2, 0.7}}
				if data[0].Dim() > 10 {
					lambdas = lambdas[:1]
				}
				p, err := newFoldProblem(context.Background(), data, opt)
				if err != nil {
					t.Fatal(err)
				}
				p = p.regionalAt(regions, lambdas)
				var influences [][]float64
				f := p.newFolds(func(_ int, influence []float64) { influences = append(influences, slices.Clone(influence)) })
				if err := p.cached(context.Background(), f); err != nil {
					t.Fatal(err)
				}
				s, err := p.selection(context.Background(), f, nil, Cached)
				if err != nil {
					t.Fatal(err)
				}
				for k := range lambdas {
					c, want := s.Candidates[k], newRegionalScore(data, opt, regions, lambdas[k])
					if score := want.all(); !(math.Abs(c.Score-score) <= 1e-9*score) {
						t.Errorf("%+v, λ's %v: LOTO error %v, want %v", opt, lambdas[k], c.Score, score)
					}
					if theta := want.whole(); !(distance(c.Theta, theta) <= 1e-9*norm(theta)) {
						t.Errorf("%+v, λ's %v: θ = %v, want %v", opt, lambdas[k], c.Theta, theta)
					}
					var influence []float64
					for i := range data {
						influence = append(influence, want.influence(i))
					}
					if e := distance(influences[k], influence); !(e <= 1e-8*norm(influence)) {
						t.Errorf("%+v, λ's %v: influences off by %.2g", opt, lambdas[k], e/norm(influence))
					}
				}
			}
		})
	}
}

// TestRegionsWithoutRoom has folds of groups and several λ's at a time.
func TestRegionsWithoutRoom(t *testing.T) {
	data := synthetic(t, 30, 3, 20, 3)
	opt := Options{Gamma: 0.95, Lambdas: grid(2)}
	regions := bySign(data, 3)
	lambdas := [][]float64{{0, 0.5, 1}, {0.3, 0.9, 0}, {1, 1, 0.2}, {0.5, 0, 0}}
	p, err := newFoldProblem(context.Background(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	want, err := p.regionalAt(regions, lambdas).run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	p.budget = 40 // two λ's at a time
	got, err := p.regionalAt(regions, lambdas).run(context.Background(), nil)
	if err != nil {
		t.Fatal(err)
	}
	for k := range lambdas {
		if a, b := got.Candidates[k].Score, want.Candidates[k].Score; !(math.Abs(a-b) <= 1e-12*b) {
			t.Errorf("λ's %v: LOTO error %v with little memory, %v with enough", lambdas[k], a, b)
		}
	}
}

// TestEqualRegions has the same λ in all regions: LSTD(λ), and the folds of Select.
func TestEqualRegions(t *testing.T) {
	for name, data := range map[string][]*Trajectory{
		"dense": synthetic(t, 12, 4, 30, 1), "truncated": truncatedSynthetic(t, 9, 3, 12, 2), "sparse": oneHot(t, 20, 5, 3),
	} {
		opt := Options{Gamma: 0.95, Lambdas: grid(5), Method: Cached}
		s := mustSelect(t, data, opt)
		fits, err := LSTD(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		p, err := newFoldProblem(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		for _, count := range []int{1, 2, 4} {
			var lambdas [][]float64
			for _, l := range opt.Lambdas {
				lambdas = append(lambdas, slices.Repeat([]float64{l}, count))
			}
			got, err := p.regionalAt(dealt(data, count, 1), lambdas).run(context.Background(), nil)
			if err != nil {
				t.Fatal(err)
			}
			for k, c := range got.Candidates {
				want := s.Candidates[k]
				if e := distance(c.Theta, fits[k].Theta); !(e <= 1e-12*norm(fits[k].Theta)) {
					t.Errorf("%s, %d regions, λ = %v: θ off by %.2g", name, count, want.Lambda, e)
				}
				if e := distance(c.Folds, want.Folds); !(e <= 1e-12*norm(want.Folds)) {
					t.Errorf("%s, %d regions, λ = %v: folds off by %.2g", name, count, want.Lambda, e)
				}
				if !slices.Equal(c.Status, want.Status) {
					t.Errorf("%s, %d regions, λ = %v: status %v, want %v", name, count, want.Lambda, c.Status, want.Status)
				}
			}
		}
	}
}

// TestOneRegion chooses what Select does.
func TestOneRegion(t *testing.T) {
	for seed := range uint64(10) {
		data := synthetic(t, 12, 4, 20, seed)
		for _, opt := range []Options{{Gamma: 0.95, Lambdas: grid(6)}, {Gamma: 0, Lambdas: grid(3)}, {Gamma: 1, Lambdas: []float64{0.5}, Ridge: 3}} {
			s, r := mustSelectRegions(t, data, opt, bySign(data, 1))
			if !reflect.DeepEqual(r.Candidate, *s.Best()) || !slices.Equal(r.Lambdas, []float64{s.Best().Lambda}) || !r.Settled {
				t.Errorf("seed %d: λ = %v, want %v", seed, r.Lambdas, s.Best().Lambda)
			}
		}
	}
}

// TestRegionsAgainstAll compares two regions with all pairs of λ's: the descent ends where
// no change of one λ helps, never above one λ, and says how often there is a better pair.
func TestRegionsAgainstAll(t *testing.T) {
	const seeds, k = 40, 5
	least, gained := 0, 0
	for seed := range uint64(seeds) {
		data := synthetic(t, 7, 3, 12, seed)
		opt := Options{Gamma: 0.95, Lambdas: grid(k)}
		regions := bySign(data, 2)
		s, r := mustSelectRegions(t, data, opt, regions)
		definition := newWeightedScore(data, opt, 0)
		scores := make([][]float64, k)
		lowest := math.Inf(1)
		for i, first := range opt.Lambdas {
			for _, second := range opt.Lambdas {
				score := definition.by(regions, []float64{first, second}).all()
				scores[i] = append(scores[i], score)
				lowest = min(lowest, score)
			}
		}
		at := [2]int{slices.Index(opt.Lambdas, r.Lambdas[0]), slices.Index(opt.Lambdas, r.Lambdas[1])}
		tolerance := 1e-8 * (lowest + s.MeanSquaredReturn)
		if score := scores[at[0]][at[1]]; !(math.Abs(r.Score-score) <= 1e-9*score) {
			t.Errorf("seed %d: LOTO error %v at %v, want %v", seed, r.Score, r.Lambdas, score)
		}
		if !r.Settled || r.Score > s.Best().Score || r.Diff > 0 || !(math.Abs(r.Score-s.Best().Score-r.Diff) <= 1e-12*r.Score) {
			t.Errorf("seed %d: %v, %v from one λ's %v, settled %v", seed, r.Score, r.Diff, s.Best().Score, r.Settled)
		}
		for j := range k {
			if min(scores[j][at[1]], scores[at[0]][j]) < r.Score-tolerance {
				t.Errorf("seed %d: a change of one λ from %v helps", seed, r.Lambdas)
			}
		}
		if r.Score <= lowest+tolerance {
			least++
		}
		if r.Diff < 0 {
			gained++
			if one := r.Lambdas[0] == r.Lambdas[1]; one == math.IsNaN(r.Lambda) {
				t.Errorf("seed %d: λ = %v of %v", seed, r.Lambda, r.Lambdas)
			}
		}
		if most := k * k; r.Evaluations > most || r.Evaluations < 2*k-1 {
			t.Errorf("seed %d: %d evaluations of %d pairs", seed, r.Evaluations, most)
		}
	}
	t.Logf("of %d data sets, %d end at the least of all pairs, and in %d that is below one λ", seeds, least, gained)
	if gained < seeds/3 || least < seeds*3/4 {
		t.Errorf("of %d data sets, only %d end at the least of all pairs, and %d below one λ", seeds, least, gained)
	}
}

// TestRegionsHowSure compares the standard error of the gain with the influences by
// definition.
func TestRegionsHowSure(t *testing.T) {
	found := 0
	for seed := range uint64(8) {
		data := synthetic(t, 8, 3, 12, seed)
		for _, ridge := range []float64{0, 40} {
			opt := Options{Gamma: 0.95, Lambdas: grid(5), Ridge: ridge}
			regions := bySign(data, 4)
			s, r := mustSelectRegions(t, data, opt, regions)
			if r.Diff == 0 {
				continue
			}
			found++
			one, many := newWeightedScore(data, opt, s.Best().Lambda), newRegionalScore(data, opt, regions, r.Lambdas)
			n := float64(len(data))
			var differences []float64
			mean := 0.0
			for i := range data {
				differences = append(differences, many.influence(i)-one.influence(i))
				mean += differences[i] / n
			}
			sum := 0.0
			for _, v := range differences {
				sum += (v - mean) * (v - mean)
			}
			se := math.Sqrt(sum / n / (n - 1))
			if ridge > 0 {
				se = max(se, r.PairedSE)
			}
			if !(math.Abs(r.RefitSE-se) <= 1e-7*se) || r.NotRuledOut != (-r.Diff <= s.Quantile*se) {
				t.Errorf("seed %d, ρ = %v: %v ± %v, want ± %v", seed, ridge, r.Diff, r.RefitSE, se)
			}
		}
	}
	if found < 8 {
		t.Errorf("λ by region %d times", found)
	}
}

// TestRegionsOfGroups leaves out whole groups.
func TestRegionsOfGroups(t *testing.T) {
	data := synthetic(t, 9, 3, 10, 4)
	opt := Options{Gamma: 0.9, Lambdas: grid(4), Groups: []int{0, 0, 1, 1, 1, 2, 3, 3, 2}}
	regions := bySign(data, 2)
	s, r := mustSelectRegions(t, data, opt, regions)
	want := &groupedScore{newRegionalScore(data, opt, regions, r.Lambdas), groupsOf(opt.Groups)}
	score, total := 0.0, 0.0
	for g, members := range want.groups {
		theta := mat.NewVecDense(3, want.fold(g, []float64{1, 1, 1, 1}).theta)
		for _, i := range members {
			for step := range data[i].Len() {
				ret, discount := 0.0, 1.0
				for _, v := range data[i].Rewards()[step:] {
					ret += discount * v
					discount *= opt.Gamma
				}
				e := mat.Dot(mat.NewVecDense(3, data[i].Features(step)), theta) - ret
				score += e * e
				total++
			}
		}
	}
	if score /= total; !(math.Abs(r.Score-score) <= 1e-10*score) || r.Score > s.Best().Score {
		t.Errorf("LOTO error %v, want %v, at most one λ's %v", r.Score, score, s.Best().Score)
	}
}

// TestRegionsOfRepeats has equal trajectories that go through other regions: they are
// not the same fold.
func TestRegionsOfRepeats(t *testing.T) {
	data := synthetic(t, 5, 3, 12, 2)
	data = append(data, data...)
	opt := Options{Gamma: 0.95, Lambdas: grid(4)}
	regions := bySign(data, 2)
	for _, of := range regions.Of[5:] {
		for step := range of {
			of[step] = 1 - of[step]
		}
	}
	_, r := mustSelectRegions(t, data, opt, regions)
	for _, lambdas := range [][]float64{r.Lambdas, {0, 1}} {
		p, err := newFoldProblem(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		s, err := p.regionalAt(regions, [][]float64{lambdas}).run(context.Background(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := s.Best().Score, newRegionalScore(data, opt, regions, lambdas).all(); !(math.Abs(got-want) <= 1e-10*want) {
			t.Errorf("λ's %v: LOTO error %v, want %v", lambdas, got, want)
		}
	}
}

// TestRegionsOfLittle has regions without states, of a single state, and of first states
// alone: λ̂ stays where λ plays no part.
func TestRegionsOfLittle(t *testing.T) {
	data := synthetic(t, 10, 3, 15, 6)
	opt := Options{Gamma: 0.95, Lambdas: grid(6)}
	firsts := &Regions{Count: 4}
	for range data {
		of := slices.Repeat([]uint8{1}, 15)
		of[0] = 3
		firsts.Of = append(firsts.Of, of)
	}
	firsts.Of[0][1] = 0 // the only state of its region; region 2 has none
	s, r := mustSelectRegions(t, data, opt, firsts)
	if r.Lambdas[2] != s.Best().Lambda || r.Lambdas[3] != s.Best().Lambda || r.Score > s.Best().Score || len(r.Lambdas) != 4 {
		t.Errorf("λ's %v, one %v", r.Lambdas, s.Best().Lambda)
	}
	if got, want := fmt.Sprint(firsts.Steps()), "[1 139 0 10]"; got != want {
		t.Errorf("steps %s, want %s", got, want)
	}
	least := math.Inf(1)
	for _, first := range opt.Lambdas {
		for _, second := range opt.Lambdas {
			least = min(least, newRegionalScore(data, opt, firsts, []float64{first, second, 0, 0}).all())
		}
	}
	if r.Score > s.Best().Score || r.Score < least-1e-9*least {
		t.Errorf("LOTO error %v of λ's %v, the least is %v", r.Score, r.Lambdas, least)
	}

	// λ plays no part where nothing has a trace.
	short := synthetic(t, 6, 2, 1, 1)
	s, r = mustSelectRegions(t, short, opt, bySign(short, 2))
	if r.Evaluations != 0 || !r.Settled || !reflect.DeepEqual(r.Candidate, *s.Best()) {
		t.Errorf("%d evaluations of single transitions, λ's %v", r.Evaluations, r.Lambdas)
	}
}

func TestRegionsThatDoNotFit(t *testing.T) {
	data := synthetic(t, 3, 2, 4, 1)
	opt := Options{Gamma: 0.95, Lambdas: grid(3)}
	s := mustSelect(t, data, opt)
	good := bySign(data, 2).Of
	for want, regions := range map[string]*Regions{
		"0 regions: want 1 to 4":                      {Of: good},
		"5 regions: want 1 to 4":                      {Count: 5, Of: good},
		"regions of 2 trajectories":                   {Count: 2, Of: good[:2]},
		"trajectory 3: regions of 3 states":           {Count: 2, Of: [][]uint8{good[0], good[1], good[2][:3]}},
		"trajectory 2, step 4: region 2: want 0 to 1": {Count: 2, Of: [][]uint8{good[0], {0, 1, 0, 2}, good[2]}},
	} {
		if _, err := SelectRegions(context.Background(), data, opt, regions, s); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

// regionBits returns every number of a selection by region, bit by bit.
func regionBits(r *RegionSelection) string {
	out := fmt.Sprintln(r.Lambdas, r.Evaluations, r.Rounds, r.Settled, r.NotRuledOut, r.Status)
	for _, numbers := range [][]float64{r.Theta, r.Folds, {r.Score, r.SE, r.Diff, r.RefitSE, r.PairedSE}} {
		for _, v := range numbers {
			out += fmt.Sprintf("%x ", math.Float64bits(v))
		}
	}
	return out
}

// TestRegionsDeterminism asks for the same bits on any number of processors and for any
// order of the work, of k-means, too.
func TestRegionsDeterminism(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for name, data := range map[string][]*Trajectory{
		"dense": synthetic(t, 40, 4, 12, 1), "deficient": oneHot(t, 6, 5, 3), "truncated": truncatedSynthetic(t, 20, 3, 5, 4),
	} {
		want := ""
		for _, processors := range []int{1, 8} {
			runtime.GOMAXPROCS(processors)
			for order, do := range map[string]func(context.Context, int, func(int)){
				"default": nil, "sequential": sequential, "reversed": reversed, "shuffled": shuffled,
			} {
				opt := Options{Gamma: 0.95, Lambdas: grid(4), Do: do}
				regions, centres, err := KMeans(context.Background(), data, 3, 5, do)
				if err != nil {
					t.Fatal(err)
				}
				_, r := mustSelectRegions(t, data, opt, regions)
				got := fmt.Sprintln(regions, centres) + regionBits(r)
				if want == "" {
					want = got
				}
				if got != want {
					t.Errorf("%s: other bits on %d processors, %s", name, processors, order)
				}
			}
		}
	}
}
