package estimator

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
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
			z.AddScaledVec(now, lambda*opt.Gamma, z)
			w.AddScaledVec(now, -opt.Gamma, mat.NewVecDense(d, t.Features(step+1)))
			var outer mat.Dense
			outer.Outer(1, z, w)
			a.Add(a, &outer)
			b.AddScaledVec(b, t.Rewards()[step], z)
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
			g, discount := 0.0, 1.0
			for _, r := range t.Rewards()[step:] {
				g += discount * r
				discount *= s.opt.Gamma
			}
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
	const h = 4e-3
	d1, d2, d3 := difference(h), difference(h/2), difference(h/4)
	e1, e2 := (4*d2-d1)/3, (4*d3-d2)/3
	return float64(len(s.data)) * (16*e2 - e1) / 15
}

// influences returns what the package computes, k×n.
func influences(t testing.TB, data []*Trajectory, opt Options) [][]float64 {
	t.Helper()
	p, err := newProblem(context.Background(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	f, _, err := p.folds(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	for k := range f.influence {
		c := Candidate{Folds: f.errors[k]}
		weights := make([]float64, len(data))
		for i := range weights {
			weights[i] = p.foldWeight(i)
		}
		c.Score, c.SE = meanAndError(c.Folds, nil, weights)
		p.completeInfluence(f.influence[k], &c)
	}
	return f.influence
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
		"deflated":  oneHot(t, 9, 26, 3),
		"tiled":     tiled(t, 6, 14),
		"collinear": mapped(t, long, func(x []float64) []float64 {
			return []float64{x[0], x[1], x[2], x[0] + x[1]/3, x[1] - x[2]}
		}, same),
		"two": mixed[3:5],
	}
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
// included, with differences of the whole score in its weight, by all methods.
func TestInfluence(t *testing.T) {
	for name, data := range differentiated(t) {
		for _, weighting := range []Weighting{ByStep, ByTrajectory} {
			for _, tail := range []Tail{TailNone, TailBootstrap} {
				for _, ridge := range []float64{0, 2} {
					opt := Options{Gamma: 0.9, Lambdas: []float64{0, 0.7, 1}, Ridge: ridge, Weighting: weighting, Tail: tail}
					what := fmt.Sprintf("%s, %v, tail %v, ρ = %v", name, weighting, tail, ridge)
					checkInfluence(t, what, data, opt)
				}
			}
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
			if e := distance(got[k], want[k]) / norm(want[k]); !(e <= 1e-9) {
				t.Errorf("%s, %v, λ = %v: influences off by %.2g", what, method, lambda, e)
			}
		}
	}
}
