package estimator

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"
)

// groupedScore is weightedScore where whole groups are left out: group g counts
// weights[g] times in every fit but that without it, and in the mean.
type groupedScore struct {
	*weightedScore
	groups [][]int // by the first trajectory of each
}

func newGroupedScore(data []*Trajectory, opt Options, lambda float64) *groupedScore {
	return &groupedScore{newWeightedScore(data, opt, lambda), groupsOf(opt.Groups)}
}

// groupsOf returns the trajectories of each group.
func groupsOf(labels []int) (out [][]int) {
	var seen []int
	for i, label := range labels {
		g := slices.Index(seen, label)
		if g < 0 {
			g = len(seen)
			seen, out = append(seen, label), append(out, nil)
		}
		out[g] = append(out[g], i)
	}
	return out
}

// fold returns the fit without group g.
func (s *groupedScore) fold(g int, weights []float64) solution {
	d := s.data[0].Dim()
	c, y := mat.NewDense(d, d, nil), mat.NewVecDense(d, nil)
	for h, members := range s.groups {
		if h == g {
			continue
		}
		for _, j := range members {
			var a mat.Dense
			a.Scale(weights[h], s.as[j])
			c.Add(c, &a)
			y.AddScaledVec(y, weights[h], s.bs[j])
		}
	}
	for j := range d {
		c.Set(j, j, c.At(j, j)+s.opt.Ridge)
	}
	return s.ref.solve(s.inside, s.q, c, y, false)
}

// loss returns ℓ of a group at θ, its weight in the score, and the root mean square of
// what predicts its returns.
func (s *groupedScore) loss(g int, theta []float64) (loss, weight, size float64) {
	for _, i := range s.groups[g] {
		t := s.data[i]
		own, squares := 0.0, 0.0
		for step := range t.Len() {
			x := slices.Clone(t.Features(step))
			g, discount := returnOf(t, step, s.opt.Gamma)
			if s.opt.Tail == TailBootstrap && !t.Terminated() {
				for j, v := range t.Features(t.Len()) {
					x[j] -= discount * v
				}
			}
			e := -g
			for j, v := range x {
				e += v * theta[j]
				squares += v / s.ref.scale[j] * v / s.ref.scale[j]
			}
			own += e * e
		}
		v := float64(t.Len())
		if s.opt.Weighting == ByTrajectory {
			v = 1
		}
		weight += v
		loss += v * own / float64(t.Len())
		size += v * squares / float64(t.Len())
	}
	return loss / weight, weight, math.Sqrt(size / weight)
}

func (s *groupedScore) score(weights []float64) float64 {
	sum, total := 0.0, 0.0
	for g, w := range weights {
		loss, v, _ := s.loss(g, s.fold(g, weights).theta)
		sum += w * v * loss
		total += w * v
	}
	return sum / total
}

func (s *groupedScore) ones() []float64 {
	out := make([]float64, len(s.groups))
	for g := range out {
		out[g] = 1
	}
	return out
}

// influence is that of weightedScore.
func (s *groupedScore) influence(g int) float64 {
	difference := func(h float64) float64 {
		up, down := s.ones(), s.ones()
		up[g], down[g] = 1+h, 1-h
		return (s.score(up) - s.score(down)) / (2 * h)
	}
	const h = 2e-3
	d1, d2, d3 := difference(h), difference(h/2), difference(h/4)
	e1, e2 := (4*d2-d1)/3, (4*d3-d2)/3
	return float64(len(s.groups)) * (16*e2 - e1) / 15
}

// reference returns the results of a selection.
func (s *groupedScore) reference() *reference {
	out := *s.ref
	out.folds, out.loss, out.size = nil, nil, nil
	for g := range s.groups {
		fold := s.fold(g, s.ones())
		loss, _, size := s.loss(g, fold.theta)
		out.folds, out.loss, out.size = append(out.folds, fold), append(out.loss, loss), append(out.size, size)
	}
	return &out
}

// drawGroups deals n trajectories, at least 2, into at least 2 groups.
func drawGroups(t *rapid.T, n int) []int {
	count := rapid.IntRange(2, n).Draw(t, "groups")
	out := make([]int, n)
	for i := range out {
		if out[i] = 100 - i; i >= count {
			out[i] = 100 - rapid.IntRange(0, count-1).Draw(t, "group")
		}
	}
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "order"), 3))
	random.Shuffle(n, func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

// groupLabels deals the trajectories of TestInfluence into groups, some of one.
func groupLabels(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i % max(2, n*2/3)
	}
	return out
}

// TestGroupInfluence compares the influence of every group on the score with differences
// of the whole score in its weight.
func TestGroupInfluence(t *testing.T) {
	for name, data := range differentiated(t) {
		labels := groupLabels(len(data))
		if name == "two" {
			continue // one trajectory a group
		}
		if groups := len(groupsOf(labels)); groups == len(data) || groups < 3 {
			t.Fatalf("%s: %d groups of %d trajectories", name, groups, len(data))
		}
		for i, weighting := range []Weighting{ByStep, ByTrajectory} {
			opt := Options{Gamma: 0.9, Lambdas: []float64{0.7}, Ridge: float64(2 * i), Weighting: weighting, Tail: Tail(i), Groups: labels}
			if data[0].Dim() <= 10 {
				opt.Lambdas = []float64{0, 0.7}
				checkGroupInfluence(t, name, data, opt)
				opt.Ridge, opt.Tail = 2-opt.Ridge, 1-opt.Tail
			}
			checkGroupInfluence(t, name, data, opt)
		}
	}
}

func checkGroupInfluence(t *testing.T, name string, data []*Trajectory, opt Options) {
	t.Helper()
	want := make([][]float64, len(opt.Lambdas))
	for k, lambda := range opt.Lambdas {
		s := newGroupedScore(data, opt, lambda)
		for g := range s.groups {
			want[k] = append(want[k], s.influence(g))
		}
	}
	for _, opt.Method = range append(methods, Auto) {
		got := influences(t, data, opt)
		s := mustSelect(t, data, opt)
		for k, lambda := range opt.Lambdas {
			if e := distance(got[k], want[k]); !(e <= 1e-9*norm(want[k])) {
				t.Errorf("%s, %v, tail %v, ρ = %v, %v, λ = %v: influences off by %.2g", name, opt.Weighting, opt.Tail, opt.Ridge, opt.Method, lambda, e/norm(want[k]))
			}
			c := &s.Candidates[k]
			se := widened(standardError(want[k], want[s.Selected]), c.PairedSE, c.shrinkage, s.Best().shrinkage)
			if e := math.Abs(c.RefitSE - se); !(e <= 1e-8*se) {
				t.Errorf("%s, %v, λ = %v: standard error %v, want %v", name, opt.Method, lambda, c.RefitSE, se)
			}
		}
	}
}

// TestGroupsInParts divides groups into parts of parts, and λ's into chunks.
func TestGroupsInParts(t *testing.T) {
	data := synthetic(t, 300, 3, 30, 1)
	labels := make([]int, len(data))
	for i := range labels {
		labels[i] = i * i % 101
	}
	for _, weighting := range []Weighting{ByStep, ByTrajectory} {
		opt := Options{Gamma: 0.95, Lambdas: grid(5), Weighting: weighting, Groups: labels}
		opt.Method = Naive
		want := mustSelect(t, data, opt)
		for _, opt.Method = range []Method{Cached, RSM, Woodbury} {
			for _, budget := range []int{0, 100, 2000, defaultBudget} {
				p, err := newProblem(context.Background(), data, opt)
				if err != nil {
					t.Fatal(err)
				}
				p.budget = budget
				got, err := p.run(context.Background(), p.newJackknife())
				if err != nil {
					t.Fatal(err)
				}
				for k := range want.Candidates {
					a, b := &got.Candidates[k], &want.Candidates[k]
					if e := relative(a.Folds, b.Folds, 0); e > 1e-11 {
						t.Errorf("%v, budget %d: folds off by %.2g", opt.Method, budget, e)
					}
					if e := math.Abs(a.RefitSE - b.RefitSE); e > 1e-9*b.RefitSE {
						t.Errorf("%v, budget %d: standard error off by %.2g of %.2g", opt.Method, budget, e, b.RefitSE)
					}
				}
			}
		}
	}
}

// TestGroupsElsewhere holds what else counts groups against a selection.
func TestGroupsElsewhere(t *testing.T) {
	data := append(synthetic(t, 12, 4, 9, 1), truncatedSynthetic(t, 8, 4, 6, 2)...)
	for _, weighting := range []Weighting{ByStep, ByTrajectory} {
		opt := Options{Gamma: 0.9, Lambdas: grid(3), Weighting: weighting, Tail: TailBootstrap, Groups: groupLabels(len(data))}
		groups := groupsOf(opt.Groups)
		ridges := []float64{0, 0.5}
		surface, err := SelectRidge(context.Background(), data, ridgesOf(opt, ridges))
		if err != nil {
			t.Fatal(err)
		}
		for j, rho := range ridges {
			opt.Ridge = rho
			got, want := surface.Selections[j], mustSelect(t, data, opt)
			for k := range want.Candidates {
				a, b := &got.Candidates[k], &want.Candidates[k]
				if relative(a.Folds, b.Folds, 0) > 1e-9 || math.Abs(a.RefitSE-b.RefitSE) > 1e-9*b.LOTO || a.NotRuledOut != b.NotRuledOut {
					t.Errorf("ridge %v: %v ± %v, want %v ± %v", rho, a.Folds, a.RefitSE, b.Folds, b.RefitSE)
				}
			}
		}
		opt.Ridge = 0
		s := mustSelect(t, data, opt)
		refined, err := Refine(context.Background(), data, opt, s)
		if err != nil {
			t.Fatal(err)
		}
		opt.Lambdas = []float64{refined.Lambda}
		if again := mustSelect(t, data, opt).Best(); relative(refined.Folds, again.Folds, 0) > 1e-9 {
			t.Errorf("refined folds %v, want %v", refined.Folds, again.Folds)
		}

		of, err := leverageAt(context.Background(), data, opt, 0.4)
		if err != nil {
			t.Fatal(err)
		}
		alone := opt
		alone.Groups = nil
		each, err := leverageAt(context.Background(), data, alone, 0.4)
		if err != nil {
			t.Fatal(err)
		}
		for g, members := range groups {
			want := 0.0
			for _, i := range members {
				want += each[i]
			}
			if math.Abs(of[g]-want) > 1e-9 {
				t.Errorf("leverage of group %d: %v, want %v", g, of[g], want)
			}
		}

		errors := make([]float64, len(data))
		for _, members := range groups {
			var others []*Trajectory
			for i := range data {
				if !slices.Contains(members, i) {
					others = append(others, data[i])
				}
			}
			opt := alone
			opt.Lambdas = []float64{s.Best().Lambda}
			fits, err := LSTD(context.Background(), others, fitOf(opt))
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range members {
				if errors[i], err = SquaredError(data[i], fits[0].Theta, opt.Gamma, opt.Tail); err != nil {
					t.Fatal(err)
				}
			}
		}
		if score, se, err := Combine(data, errors, opt.Weighting, opt.Groups); err != nil || math.Abs(score-s.Best().LOTO) > 1e-9*score || math.Abs(se-s.Best().SE) > 1e-9*score {
			t.Errorf("%v ± %v, want %v ± %v", score, se, s.Best().LOTO, s.Best().SE)
		}
	}
}

// TestGroupsRefused meets the errors.
func TestGroupsRefused(t *testing.T) {
	data := synthetic(t, 3, 2, 5, 1)
	for want, groups := range map[string][]int{
		"all 3 trajectories are of one group": {4, 4, 4},
		"groups of 2 trajectories":            {1, 2},
	} {
		opt := Options{Gamma: 0.9, Lambdas: grid(2), Groups: groups}
		if _, err := Select(context.Background(), data, opt); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want one with %q", groups, err, want)
		}
		if _, err := SelectRidge(context.Background(), data, ridgesOf(opt, []float64{0, 1})); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: error %v, want one with %q", groups, err, want)
		}
	}
	s := mustSelect(t, data, Options{Gamma: 0.9, Lambdas: grid(2), Groups: []int{1, 2, 1}})
	if text := fmt.Sprint(s.Warnings()); !strings.Contains(text, "2 groups: each fold is a fit to one group") {
		t.Error(text)
	}
}

// TestGroupsByUpdates checks that updates leave out groups, by step and as a whole, and
// that folds are not all solved from their own systems in place of them.
func TestGroupsByUpdates(t *testing.T) {
	all := differentiated(t)
	for _, name := range []string{"wide", "long"} {
		data := all[name]
		opt := Options{Gamma: 0.9, Lambdas: []float64{0, 0.7}, Ridge: 2, Groups: groupLabels(len(data))}
		byStep := false
		for _, members := range groupsOf(opt.Groups) {
			steps := 0
			for _, i := range members {
				steps += data[i].Len()
			}
			byStep = byStep || len(members) > 1 && steps <= data[0].Dim()
		}
		if byStep != (name == "wide") {
			t.Fatalf("%s: some group by step: %v", name, byStep)
		}
		for _, opt.Method = range []Method{RSM, Woodbury} {
			for _, c := range mustSelect(t, data, opt).Candidates {
				if slices.Contains(c.Status, FoldRefit) {
					t.Errorf("%s, %v: %v", name, opt.Method, c.Status)
				}
			}
		}
	}
}
