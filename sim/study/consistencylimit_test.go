package study

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// walkLimits are what a walk's estimates tend to as n grows, per λ, by its transition
// matrix alone.
type walkLimits struct {
	theta            [][]float64
	above            []float64 // MSVE less the least of any θ
	step, trajectory []float64 // the LOTO error by either weighting
}

// limitsOf returns those of a walk. A = XᵀD(I − λγP)⁻¹(I − γP)X and b = XᵀD(I − λγP)⁻¹r
// with D the expected visits. The error by trajectory is the sum over the t-th state s_t,
// the length h and the end of their probability times (x(s_t)ᵀθ − G_t)²/h, where
// G_t = γ^(h−t) after leaving at the right, else 0.
func limitsOf(t *testing.T, o sim.Options, gamma float64, lambdas []float64) walkLimits {
	t.Helper()
	d := must.Have(sim.New(o))(t)
	refs := d.(sim.Exact).References()
	n, dim := o.States, d.Dim()
	x := mat.NewDense(n, dim, refs.X)
	move := mat.NewDense(n, n, nil)
	reward := mat.NewVecDense(n, nil)
	reward.SetVec(n-1, 0.5)
	for s := range n - 1 {
		move.Set(s, s+1, 0.5)
		move.Set(s+1, s, 0.5)
	}
	// powers[k] is v·P^k or P^k·v: P is symmetric.
	powers := func(at int, value float64) [][]float64 {
		v := make([]float64, n)
		v[at] = value
		var out [][]float64
		for range 40 * n * n {
			out = append(out, v)
			var next mat.VecDense
			next.MulVec(move, mat.NewVecDense(n, v))
			v = next.RawVector().Data
			if mat.Norm(&next, 1) < 1e-13 {
				break
			}
		}
		return out
	}
	visits, right, left := powers(n/2, 1), powers(n-1, 0.5), powers(0, 0.5)
	mu, length := make([]float64, n), 0.0
	for _, v := range visits {
		for s, p := range v {
			mu[s] += p
			length += p
		}
	}
	// moments of 1 and of G under either weighting
	var weight, cross [2][]float64
	var square [2]float64
	for w := range 2 {
		weight[w], cross[w] = make([]float64, n), make([]float64, n)
	}
	for before, v := range visits {
		for after := range min(len(right), len(left)) {
			g := math.Pow(gamma, float64(after))
			each := [2]float64{1 / length, 1 / float64(before+after+1)}
			for s, p := range v {
				for w, scale := range each {
					weight[w][s] += scale * p * (right[after][s] + left[after][s])
					cross[w][s] += scale * p * right[after][s] * g
					square[w] += scale * p * right[after][s] * g * g
				}
			}
		}
	}
	visited := mat.NewDiagDense(n, mu)
	one := mat.NewDiagDense(n, nil)
	for s := range n {
		one.SetDiag(s, 1)
	}
	var out walkLimits
	for _, lambda := range lambdas {
		var traces, back, a, b, theta mat.Dense
		traces.Scale(-lambda*gamma, move)
		traces.Add(&traces, one)
		back.Scale(-gamma, move)
		back.Add(&back, one)
		var inner, outer, end mat.Dense
		if err := inner.Solve(&traces, &back); err != nil {
			t.Fatal(err)
		}
		if err := end.Solve(&traces, reward); err != nil {
			t.Fatal(err)
		}
		outer.Mul(x.T(), visited)
		a.Product(&outer, &inner, x)
		b.Mul(&outer, &end)
		if err := theta.Solve(&a, &b); err != nil {
			t.Fatal(err)
		}
		errors := [2]float64{square[0], square[1]}
		of := mat.Col(nil, 0, &theta)
		for s := range n {
			v := 0.0
			for j := range dim {
				v += refs.X[s*dim+j] * of[j]
			}
			for w := range errors {
				errors[w] += weight[w][s]*v*v - 2*cross[w][s]*v
			}
		}
		out.theta = append(out.theta, of)
		out.step, out.trajectory = append(out.step, errors[0]), append(out.trajectory, errors[1])
	}
	last := len(lambdas) - 1 // λ = 1, the least of all
	for k := range lambdas {
		out.above = append(out.above, out.step[k]-out.step[last])
	}
	return out
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
		limits := limitsOf(t, c.problem, c.gamma, lambdas)
		if _, least := extent(limits.step); least != 2 {
			t.Errorf("%s: by step λ = %v is the limit", c.problem.Features, lambdas[least])
		}
		if _, least := extent(limits.trajectory); least != c.want {
			t.Fatalf("%s: by trajectory λ = %v is the limit, want %v", c.problem.Features, lambdas[least], lambdas[c.want])
		}
		s := must.Have(analysis.Defaults("random-walk"))(t)
		s.Problem.States, s.Problem.Features, s.Gamma, s.Lambdas, s.Seed = c.problem.States, c.problem.Features, c.gamma, "0,0.5,1", 100
		e := analysis.NewEngine(0)
		plan := ConsistencyPlan{Settings: s, Sizes: []int{n}, Trials: trials}
		var outcomes []*ConsistencyOutcome
		if err := RunConsistency(t.Context(), e, plan, nil, func(o *ConsistencyOutcome) { outcomes = append(outcomes, o) }); err != nil {
			t.Fatal(err)
		}
		for _, o := range outcomes {
			if o.Step != 2 || o.Trajectory != c.want {
				t.Errorf("%s, trial %d: λ̂ = %v by step and %v by trajectory, want 1 and %v", c.problem.Features, o.Trial, lambdas[o.Step], lambdas[o.Trajectory], lambdas[c.want])
			}
		}
		found := must.Have(SummarizeConsistency(e, plan, outcomes))(t)
		z := found.Sizes[0]
		// What an estimate from n trajectories varies adds about as much at every λ.
		for k, m := range z.LSTD {
			if want := limits.above[k]; math.Abs(m.Mean-want) > 4*m.SE+3*z.LSTD[2].Mean {
				t.Errorf("%s, λ = %v: %.4g ± %.2g above the least, in the limit %.4g", c.problem.Features, lambdas[k], m.Mean, m.SE, want)
			}
		}
		if at, other := z.LSTD[2].Mean, limits.above[1]; at > other/10 {
			t.Errorf("%s: λ = 1 is %.4g above the least, λ = 0.5 %.4g in the limit: too alike to tell", c.problem.Features, at, other)
		}
		for k, theta := range limits.theta {
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

// extent returns the index of the largest and of the least value.
func extent(of []float64) (largest, least int) {
	for i, v := range of {
		if v > of[largest] {
			largest = i
		}
		if v < of[least] {
			least = i
		}
	}
	return largest, least
}
