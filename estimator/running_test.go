package estimator

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// cancellable are all computations that take a Do.
var cancellable = map[string]func(ctx context.Context, data []*Trajectory, opt Options) error{
	"lstd": func(ctx context.Context, data []*Trajectory, opt Options) error {
		return failure(LSTD(ctx, data, opt))
	},
	"leverage": func(ctx context.Context, data []*Trajectory, opt Options) error {
		return failure(Leverage(ctx, data, opt))
	},
	"calibrate": func(ctx context.Context, data []*Trajectory, opt Options) error {
		return failure(Calibrate(ctx, data, &Fit{Lambda: 0.5, Theta: make([]float64, data[0].Dim())}, opt))
	},
	"select": func(ctx context.Context, data []*Trajectory, opt Options) error {
		return failure(Select(ctx, data, opt))
	},
}

// TestCancelAnywhere cancels in each task in turn: the computation must return context.Canceled,
// start no task more (calls of Do that run none are harmless), and never have called Do from a
// task. It also runs under a Do that skips no calls after the end of ctx.
func TestCancelAnywhere(t *testing.T) {
	defer goleak.VerifyNone(t)
	data := synthetic(t, 20, 2, 3, 1)
	for name, compute := range cancellable {
		t.Run(name, func(t *testing.T) {
			for _, stubborn := range []bool{false, true} {
				for at := 0; ; at++ {
					ctx, cancel := context.WithCancel(context.Background())
					tasks, after, dos, depth := 0, 0, 0, 0
					do := func(ctx context.Context, n int, f func(i int)) {
						if depth > 0 {
							t.Fatal("a task called Do")
						}
						if ctx.Err() != nil {
							dos++
						}
						for i := 0; i < n && (stubborn || ctx.Err() == nil); i++ {
							if ctx.Err() != nil {
								after++
							}
							if tasks == at {
								cancel()
							}
							tasks++
							depth++
							f(i)
							depth--
						}
					}
					err := compute(ctx, data, Options{Gamma: 0.9, Lambdas: grid(3), Do: do})
					cancel()
					if tasks <= at { // ran to its end
						if err != nil {
							t.Error(err)
						}
						break
					}
					if !errors.Is(err, context.Canceled) {
						t.Fatalf("cancelled in task %d: error %v", at, err)
					}
					if !stubborn && after > 0 || dos > 2 {
						t.Fatalf("cancelled in task %d: %d more tasks, %d more calls of Do", at, after, dos)
					}
				}
			}
		})
	}
}

// TestCancelSoon cancels work of at least 150 ms and requires the end within a second, with no
// goroutine left. One calibration is as short as the limit and may end before the cancellation.
func TestCancelSoon(t *testing.T) {
	defer goleak.VerifyNone(t)
	data := synthetic(t, 400, 16, 100, 1)
	for name, compute := range cancellable {
		if name == "calibrate" {
			continue
		}
		for _, do := range []func(context.Context, int, func(int)){nil, sequential} {
			const tries = 3 // because the machine may be busy during one
			var took time.Duration
			for range tries {
				ctx, cancel := context.WithTimeout(context.Background(), 15*time.Millisecond)
				start := time.Now()
				err := compute(ctx, data, Options{Gamma: 0.9, Lambdas: grid(200), Do: do})
				took = time.Since(start)
				cancel()
				if !errors.Is(err, context.DeadlineExceeded) {
					t.Errorf("%s: error %v", name, err)
				}
				if took <= time.Second {
					break
				}
			}
			if took > time.Second {
				t.Errorf("%s: took %v", name, took)
			}
		}
	}
}

// looking is a context that ends after a number of checks.
type looking struct {
	context.Context
	left atomic.Int64
}

func (l *looking) Err() error {
	if l.left.Add(-1) < 0 {
		return context.Canceled
	}
	return nil
}

// TestCancelAtAnyLook ends the context between two looks at it, in the middle of long
// trajectories, too, sparse and dense ones: the results of a step cut short are undefined, but
// later steps may read the results and must not fail.
func TestCancelAtAnyLook(t *testing.T) {
	const d, h = 5, 3000
	sparse := make([]float64, (h+1)*d)
	for s := range h + 1 {
		sparse[s*d+s%d] = 1
	}
	long := must(NewTrajectory(d, sparse, make([]float64, h), true))(t)
	data := append(oneHot(t, 3, d, 3), long, synthetic(t, 1, d, h, 1)[0])
	for name, compute := range cancellable {
		for at, step := int64(0), int64(1); ; at, step = at+step, max(1, at/2) {
			ctx := &looking{Context: context.Background()}
			ctx.left.Store(at)
			err := compute(ctx, data, Options{Gamma: 1, Lambdas: grid(3), Do: sequential})
			if err == nil {
				break
			}
			if !errors.Is(err, context.Canceled) {
				t.Fatalf("%s, after %d looks: error %v", name, at, err)
			}
		}
	}
}
