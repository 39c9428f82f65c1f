package estimator

import (
	"context"
	"math"
	"testing"

	"pgregory.net/rapid"

	"lambdascope/estimator/internal/dense"
)

func relative(got, want []float64, floor float64) float64 {
	if e := distance(got, want); e != 0 {
		return e / max(norm(want), floor)
	}
	return 0
}

// TestAgreement compares every method with the definitions on random problems:
// θ, ℓ_i, rank and the deficient folds.
func TestAgreement(t *testing.T) {
	checkKinds(t, func(t *rapid.T, kind string) {
		data, opt := drawData(t, kind), drawOptions(t)
		refs := make([]*reference, len(opt.Lambdas))
		for k, lambda := range opt.Lambdas {
			refs[k] = newReference(data, opt.Gamma, lambda, opt.Ridge)
		}
		checkFoldWeights(t, data, opt, refs)
		checkMethods(t, data, opt, refs)
	})
}

// checkMethods compares a selection by every method with the references, one per
// λ.
func checkMethods(t *rapid.T, data []*Trajectory, opt Options, refs []*reference) {
	t.Helper()
	for _, method := range append(methods, Auto) {
		opt.Method = method
		s, err := Select(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		for k := range refs {
			checkCandidate(t, method, s, &s.Candidates[k], refs[k])
		}
	}
}

func isDeficient(c *Candidate, i int) bool { return c.Status[i] == FoldDeficient }

func checkCandidate(t *rapid.T, method Method, s *Selection, c *Candidate, ref *reference) {
	t.Helper()
	if s.Rank != ref.rank {
		t.Errorf("rank %d, want %d", s.Rank, ref.rank)
	}
	if !ref.whole.borderline {
		checkWeights(t, method.String()+": θ", c.Theta, c.Singular, ref.whole, ref)
	}
	for i, want := range ref.folds {
		if want.borderline {
			continue
		}
		if isDeficient(c, i) != want.deficient {
			t.Errorf("%v, λ = %v: fold %d deficient %v, want %v (rcond %.2g)",
				method, c.Lambda, i+1, c.Status[i], want.deficient, want.rcond)
		}
		tolerance := lossTolerance(i, ref)
		if e := math.Abs(c.Folds[i]-ref.loss[i]) / max(ref.loss[i], 1e-6*ref.meanG2); !(e <= tolerance) {
			t.Errorf("%v, λ = %v: ℓ_%d = %v, want %v: off by %.2g, allowed %.2g",
				method, c.Lambda, i+1, c.Folds[i], ref.loss[i], e, tolerance)
		}
	}
}

// foldTolerance returns the demand on θ, 1e−9 + 20εκ with the κ = ‖A‖₂/σ of the
// least singular value that the rule keeps. Where it keeps none, θ = 0, and only
// the sums of ℓ are rounded.
func foldTolerance(s solution, ref *reference) float64 {
	if s.kept == 0 {
		return 1e-13
	}
	const epsilon = 0x1p-52
	return 1e-9 + 20*epsilon*ref.normA/s.kept
}

// lossTolerance returns the demand on ℓ_i. An error δ of θ changes the error e of
// a step by xᵀδ, so ℓ by 2·√ℓ·‖x‖‖δ‖: where a prediction nearly cancels its
// return, the rounding of θ weighs ‖x‖‖θ‖/√ℓ times as much.
func lossTolerance(i int, ref *reference) float64 {
	amplified := ref.size[i] * norm(ref.inScale(ref.folds[i].theta)) / math.Sqrt(max(ref.loss[i], 1e-6*ref.meanG2))
	return 1e-9 + (foldTolerance(ref.folds[i], ref)-1e-9)*max(1, amplified)
}

func checkWeights(t *rapid.T, what string, got []float64, deficient bool, want solution, ref *reference) {
	t.Helper()
	if deficient != want.deficient {
		t.Errorf("%s deficient %v, want %v (rcond %.2g)", what, deficient, want.deficient, want.rcond)
	}
	e := relative(ref.inScale(got), ref.inScale(want.theta), 1e-3*norm(ref.inScale(ref.whole.theta)))
	if tolerance := foldTolerance(want, ref); !(e <= tolerance) {
		t.Errorf("%s = %v, want %v: off by %.2g, allowed %.2g", what, got, want.theta, e, tolerance)
	}
}

// checkFoldWeights compares θ_(i), which no result shows, through leaveOut.
func checkFoldWeights(t *rapid.T, data []*Trajectory, opt Options, refs []*reference) {
	t.Helper()
	opt.Do = sequential
	p, err := newProblem(context.Background(), data, opt)
	if err != nil {
		t.Fatal(err)
	}
	err = p.leaveOut(context.Background(), p.each(), visit{open: ignore, shut: ignore,
		whole: func(*workspace, int, dense.System) {},
		fold: func(ws *workspace, f leftOut) {
			k, i, others := f.k, f.i, f.others
			want := refs[k].folds[i]
			if want.borderline {
				return
			}
			p.regularize(others.Matrix(p.r))
			deficient := ws.solver.Solve(ws.theta, others.Matrix(p.r), others.Vector(p.r))
			theta, err := p.weights(ws.theta)
			if err != nil {
				t.Fatal(err)
			}
			checkWeights(t, "θ of a fold", theta, deficient, want, refs[k])
		},
	})
	if err != nil {
		t.Fatal(err)
	}
}

func sequential(ctx context.Context, n int, f func(i int)) {
	for i := 0; i < n && ctx.Err() == nil; i++ {
		f(i)
	}
}
