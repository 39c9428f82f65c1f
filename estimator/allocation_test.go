package estimator

import (
	"context"
	"testing"

	"lambdascope/estimator/internal/dense"
)

// TestKernelsAllocateNothing covers what runs per transition or per fold.
func TestKernelsAllocateNothing(t *testing.T) {
	for _, d := range []int{3, 20} { // short loops, and gonum's
		data := append(synthetic(t, 6, d, 30, 1), truncatedSynthetic(t, 1, d, 4, 1)...)
		p, err := newProblem(context.Background(), data, Options{Gamma: 0.9, Lambdas: grid(2), Ridge: 0.1})
		if err != nil {
			t.Fatal(err)
		}
		ws := newWorkspace(p.r, nil)
		s, moments := make(dense.System, p.r*p.r+p.r), make(dense.System, p.r*p.r+p.r)
		for i := range data {
			p.load(&ws.episode, i)
			p.accumulate(ws, 1, s)
		}
		ws.moments(moments.Matrix(p.r), moments.Vector(p.r))
		p.regularize(s.Matrix(p.r))
		if ws.solver.Solve(ws.theta, s.Matrix(p.r), s.Vector(p.r)) {
			t.Fatal("the matrix is deficient")
		}
		if !ws.solver.Inverse(ws.inverse, s.Matrix(p.r)) {
			t.Fatal("no inverse")
		}
		last := len(data) - 1
		for name, f := range map[string]func(){
			"load":             func() { p.load(&ws.episode, last) },
			"accumulate":       func() { p.accumulate(ws, 1, s) },
			"moments":          func() { ws.moments(moments.Matrix(p.r), moments.Vector(p.r)) },
			"solve":            func() { ws.solver.Solve(ws.theta, s.Matrix(p.r), s.Vector(p.r)) },
			"errorFromMoments": func() { p.errorFromMoments(ws, leftOut{i: last, moments: moments}, ws.theta, ws.slope) },
			"squaredError":     func() { ws.episode.squaredError(ws.theta, ws.slope) },
			"shermanMorrison":  func() { ws.shermanMorrison(ws.inverse, ws.z, ws.theta, 1e-9) },
			"applyInverse":     func() { ws.applyInverse(ws.theta, ws.inverse, s) },
			"isInverse":        func() { isInverse(ws.inverse, s.Matrix(p.r), p.r, ws.residue) },
		} {
			if n := testing.AllocsPerRun(20, f); n != 0 {
				t.Errorf("d = %d: %s allocates %v times", d, name, n)
			}
		}
	}
}

// TestFoldsAllocateLittle runs whole selections: beyond a part's own arrays
// nothing may be allocated per fold.
func TestFoldsAllocateLittle(t *testing.T) {
	opt := Options{Gamma: 0.9, Lambdas: grid(20), Do: sequential, Method: Cached}
	allocations := func(n int) float64 {
		data := synthetic(t, n, 4, 5, 1)
		return testing.AllocsPerRun(3, func() { mustSelect(t, data, opt) })
	}
	few, many := allocations(50), allocations(250)
	// 4000 folds more: per λ and 16 trajectories two sums, and under the race
	// detector, which drops pooled memory at random, some workspaces.
	if more, folds := many-few, 20*200.; more > folds {
		t.Errorf("%v allocations for %v folds more", more, folds)
	}
}
