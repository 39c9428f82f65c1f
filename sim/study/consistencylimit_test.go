package study

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// walkLimits returns what θ tends to as n grows, and the MSVE above the least of any θ, for
// each λ of a grid that ends in 1, by the transition matrix of a walk alone:
// A = XᵀD(I − λγP)⁻¹(I − γP)X and b = XᵀD(I − λγP)⁻¹r with D the expected visits. At λ = 1 θ
// has the least MSVE, so that by Pythagoras the others are above it by ‖X(θ − θ₁)‖²_D.
func walkLimits(t *testing.T, o sim.Options, gamma float64, lambdas []float64) (thetas [][]float64, above []float64) {
	t.Helper()
	d := must.Have(sim.New(o))(t)
	refs := d.(sim.Exact).References()
	n, dim := o.States, d.Dim()
	x := mat.NewDense(n, dim, refs.X)
	reward := mat.NewDense(n, 1, nil)
	reward.Set(n-1, 0, 0.5)
	less := func(factor float64) *mat.Dense { // I − factor·P
		out := mat.NewDense(n, n, nil)
		for s := range n {
			out.Set(s, s, 1)
			if s > 0 {
				out.Set(s, s-1, -factor/2)
				out.Set(s-1, s, -factor/2)
			}
		}
		return out
	}
	start := mat.NewDense(n, 1, nil)
	start.Set(n/2, 0, 1)
	var visits mat.Dense // P is symmetric
	must.Succeed(t, visits.Solve(less(1), start))
	visits.Scale(1/mat.Sum(&visits), &visits)
	mu := mat.NewDiagDense(n, mat.Col(nil, 0, &visits))
	for _, lambda := range lambdas {
		var inner, end, outer, a, b, theta mat.Dense
		must.Succeed(t, inner.Solve(less(lambda*gamma), less(gamma)))
		must.Succeed(t, end.Solve(less(lambda*gamma), reward))
		outer.Mul(x.T(), mu)
		a.Product(&outer, &inner, x)
		b.Mul(&outer, &end)
		must.Succeed(t, theta.Solve(&a, &b))
		thetas = append(thetas, mat.Col(nil, 0, &theta))
	}
	for _, theta := range thetas {
		var off, fit mat.VecDense
		off.SubVec(mat.NewVecDense(dim, theta), mat.NewVecDense(dim, thetas[len(thetas)-1]))
		fit.MulVec(x, &off)
		above = append(above, mat.Inner(&fit, mu, &fit))
	}
	return thetas, above
}

// TestConsistencyLimits compares the experiment at n = 10⁴ with the limits of walks: one
// on which either weighting tends to λ = 1, and one on which weights by trajectory do not.
func TestConsistencyLimits(t *testing.T) {
	const trials, n = 6, 10_000
	lambdas := []float64{0, 0.5, 1}
	for _, c := range []struct {
		problem sim.Options
		gamma   float64
		want    int // λ that weights by trajectory tend to
	}{
		{sim.Options{Domain: "random-walk", States: 9, Features: "identity"}, 0.9, 0},
		{sim.Options{Domain: "random-walk", States: 5, Features: "dependent"}, 0.95, 2},
	} {
		thetas, above := walkLimits(t, c.problem, c.gamma, lambdas)
		s := must.Have(analysis.Defaults("random-walk"))(t)
		s.Problem.States, s.Problem.Features, s.Gamma, s.Lambdas, s.Seed = c.problem.States, c.problem.Features, c.gamma, "0,0.5,1", 100
		e := analysis.NewEngine(0)
		plan := ConsistencyPlan{Settings: s, Sizes: []int{n}, Trials: trials}
		var outcomes []*ConsistencyOutcome
		must.Succeed(t, RunConsistency(t.Context(), e, plan, func(o *ConsistencyOutcome) { outcomes = append(outcomes, o) }))
		for _, o := range outcomes {
			if o.Step != 2 || o.Trajectory != c.want {
				t.Errorf("%s, trial %d: λ̂ = %v by step and %v by trajectory, want 1 and %v", c.problem.Features, o.Trial, lambdas[o.Step], lambdas[o.Trajectory], lambdas[c.want])
			}
		}
		found := must.Have(SummarizeConsistency(e, plan, outcomes))(t)
		z := found.Sizes[0]
		// What an estimate from n trajectories varies adds about as much at every λ.
		for k, m := range z.LSTD {
			if want := above[k]; math.Abs(m.Mean-want) > 4*m.SE+3*z.LSTD[2].Mean {
				t.Errorf("%s, λ = %v: %.4g ± %.2g above the least, in the limit %.4g", c.problem.Features, lambdas[k], m.Mean, m.SE, want)
			}
		}
		if at, other := z.LSTD[2].Mean, above[1]; at > other/10 {
			t.Errorf("%s: λ = 1 is %.4g above the least, λ = 0.5 %.4g in the limit: too alike to tell", c.problem.Features, at, other)
		}
		for k, theta := range thetas {
			for j, want := range theta {
				var all []float64
				for _, o := range outcomes {
					all = append(all, o.Theta[k][j])
				}
				if m := meanOf(all); math.Abs(m.Mean-want) > 5*m.SE {
					t.Errorf("%s, λ = %v: θ_%d is %.5g ± %.2g, in the limit %.5g", c.problem.Features, lambdas[k], j, m.Mean, m.SE, want)
				}
			}
		}
		if z.Step != z.LSTD[2] || z.Trajectory != z.LSTD[c.want] {
			t.Errorf("%s: %v and %v are not those of λ̂", c.problem.Features, z.Step, z.Trajectory)
		}
	}
}
