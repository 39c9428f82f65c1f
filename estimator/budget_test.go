package estimator

import (
	"context"
	"runtime"
	"sync"
	"testing"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// TestBudget divides the trajectories into parts of parts: the folds stay those
// of one part but for the order of the sums.
func TestBudget(t *testing.T) {
	data := synthetic(t, 300, 3, 4, 1)
	for _, method := range []Method{Cached, RSM} {
		opt := Options{Gamma: 0.95, Lambdas: grid(5), Method: method}
		want := mustSelect(t, data, opt)
		// q = 12: three levels, two, one, and λ's in chunks without division.
		for _, budget := range []int{0, 1, 100, 2000, 8000} {
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
				// 300 additions of numbers of one sign or so: 300ε·κ, κ < 100.
				if e := relative(got.Candidates[k].Folds, want.Candidates[k].Folds, 0); e > 1e-11 {
					t.Errorf("%v, budget %d: folds off by %.2g", method, budget, e)
				}
				if e := relative(got.Candidates[k].Theta, want.Candidates[k].Theta, 0); e > 1e-11 {
					t.Errorf("%v, budget %d: θ off by %.2g", method, budget, e)
				}
			}
		}
	}
}

// TestEveryFoldOnce counts the calls of leaveOut, and checks that others and the
// moments are those of the fold.
func TestEveryFoldOnce(t *testing.T) {
	for _, n := range []int{2, 3, 16, 17, 40, 257} {
		data := synthetic(t, n, 2, 3, uint64(n))
		opt := Options{Gamma: 0.9, Lambdas: grid(3)}
		p, err := newProblem(context.Background(), data, opt)
		if err != nil {
			t.Fatal(err)
		}
		r := p.r
		own := make([][]dense.System, len(opt.Lambdas)) // A_i and b_i
		total := make([]dense.System, len(opt.Lambdas))
		ws := newWorkspace(r, nil)
		for k := range own {
			total[k] = make(dense.System, r*r+r)
			for i := range data {
				s := make(dense.System, r*r+r)
				p.load(&ws.episode, i)
				p.accumulate(ws, k, s)
				own[k] = append(own[k], s)
				kernels.Add(total[k], s)
			}
		}
		for _, budget := range []int{0, 1, 60, 500, defaultBudget} {
			p.budget = budget
			var mu sync.Mutex
			seen := map[[2]int]int{}
			whole := map[int]int{}
			err := p.leaveOut(context.Background(), p.each(), visit{open: ignore, shut: ignore, whole: func(_ *workspace, k int, s dense.System) {
				mu.Lock()
				defer mu.Unlock()
				whole[k]++
				if e := distance(s, total[k]); e > 1e-13*norm(total[k]) {
					t.Errorf("n = %d, budget %d: whole off by %.2g", n, budget, e)
				}
			}, fold: func(ws *workspace, f leftOut) {
				k, i, others, moments := f.k, f.i, f.others, f.moments
				want := append(dense.System(nil), total[k]...)
				for j, v := range own[k][i] {
					want[j] -= v
				}
				fresh := make(dense.System, r*r+r)
				p.load(&ws.episode, i)
				ws.moments(fresh.Matrix(r), fresh.Vector(r))
				mu.Lock()
				defer mu.Unlock()
				seen[[2]int{k, i}]++
				if whole[k] != 1 {
					t.Errorf("n = %d, budget %d: fold %d before the whole", n, budget, i)
				}
				if e := distance(others, want); e > 1e-13*norm(total[k]) {
					t.Errorf("n = %d, budget %d: fold %d off by %.2g", n, budget, i, e)
				}
				if distance(moments, fresh) != 0 {
					t.Errorf("n = %d, budget %d: moments of fold %d are another's", n, budget, i)
				}
				if e := distance(f.own, own[k][i]); e > 1e-13*norm(own[k][i]) {
					t.Errorf("n = %d, budget %d: the system of fold %d is off by %.2g", n, budget, i, e)
				}
			}})
			if err != nil {
				t.Fatal(err)
			}
			for k := range opt.Lambdas {
				for i := range data {
					if c := seen[[2]int{k, i}]; c != 1 {
						t.Errorf("n = %d, budget %d: fold %d of λ %d visited %d times", n, budget, i, k, c)
					}
				}
			}
		}
	}
}

// TestMemory measures what lives while folds are at work on n = 1000, k = 101,
// d = 16, whose systems would take 220 MB.
func TestMemory(t *testing.T) {
	data := synthetic(t, 1000, 16, 2, 1)
	p, err := newProblem(context.Background(), data, Options{Gamma: 0.9, Lambdas: grid(101)})
	if err != nil {
		t.Fatal(err)
	}
	live := func() uint64 {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	before, most := live(), uint64(0)
	var mu sync.Mutex
	err = p.leaveOut(context.Background(), p.each(), visit{open: ignore, shut: ignore, views: 1, whole: func(_ *workspace, k int, _ dense.System) {
		if k%5 == 0 {
			mu.Lock()
			defer mu.Unlock()
			most = max(most, live())
		}
	}, fold: func(*workspace, leftOut) {}, projected: func(int, int, int, float64) {}})
	if err != nil {
		t.Fatal(err)
	}
	if mib := float64(most-before) / (1 << 20); mib > 64 || mib < 1 {
		t.Errorf("%.1f MiB more: want at most 64", mib)
	}
}

// ignore is for visits that need not know which λ's are at work.
func ignore([]int) {}
