package estimator

import (
	"context"
	"testing"

	"lambdascope/estimator/internal/dense"
)

// TestLoadThatEndsEarly uses what a cancelled load leaves behind: it means
// nothing, but must be safe to go through.
func TestLoadThatEndsEarly(t *testing.T) {
	short, long := make([]float64, 6*5), make([]float64, 5001*5)
	for s := range 5 {
		short[s*5+s] = 1
	}
	for s := range 5001 {
		long[s*5+s%5] = 1
		long[s*5+(s+1)%5] = 2
	}
	var data []*Trajectory
	for _, x := range [][]float64{short, long} {
		tr, err := NewTrajectory(5, x, make([]float64, len(x)/5-1), true)
		if err != nil {
			t.Fatal(err)
		}
		data = append(data, tr)
	}
	p, err := newProblem(context.Background(), data, Options{Gamma: 1, Lambdas: []float64{0.5}})
	if err != nil {
		t.Fatal(err)
	}
	ws := p.borrow()
	p.load(&ws.episode, 0)
	ws.episode.sparse, ws.episode.first, ws.episode.at = true, []int{0}, nil
	p.stop = func() bool { return true }
	p.load(&ws.episode, 1)
	s := make(dense.System, p.systemSize())
	p.accumulate(ws, 0, s)
	p.accumulateAll(context.Background(), ws, []int{0}, 1, func(int) dense.System { return s })
	ws.moments(s.Matrix(p.r), s.Vector(p.r))
	ws.remove(ws.inverse, 0.5)
	ws.retrace(ws.inverse, 0.5)
	p.padded(ws, nil, 0)
	ws.recur(0.5)
	ws.episode.squaredError(ws.theta, ws.slope)
}

// TestDivisionKeepsTheBudget holds the totals of large problems to the budget, or to what a
// single λ needs at least.
func TestDivisionKeepsTheBudget(t *testing.T) {
	for _, c := range []struct{ n, r, k int }{{4000, 256, 11}, {100_000, 128, 2}, {1000, 16, 101}, {100, 193, 11}, {100_000, 16, 1001}, {2, 256, 5}} {
		p := &problem{r: c.r, budget: defaultBudget, opt: Options{Lambdas: grid(c.k)}}
		d := p.divide(c.n, 1)
		numbers := d.chunk * d.parts * max(2*p.systemSize(), p.paddedSize())
		if mib := float64(numbers) / (1 << 17); mib > 48 {
			t.Errorf("n = %d, d = %d, k = %d: %.0f MiB by %+v", c.n, c.r, c.k, mib, d)
		}
	}
}
