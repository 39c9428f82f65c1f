package analysis

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"
)

// TooLong is the error of work that was stopped because it took more processor
// time than it was allowed.
type TooLong struct{ Limit time.Duration }

func (t *TooLong) Error() string {
	return fmt.Sprintf("stopped after %.3g s of processor time, the most that is allowed here: want fewer trajectories, λ's or features", t.Limit.Seconds())
}

// meter counts processor time, and stops the work that has had too much of it.
type meter struct {
	used  atomic.Int64
	limit time.Duration
	stop  func(error)
	above *meter // that counts this work too; nil for none
}

// meterKey is the key of a meter in a context.
type meterKey struct{}

// meterOf returns the meter of a context's work; nil, which counts nothing, for
// none.
func meterOf(ctx context.Context) *meter {
	m, _ := ctx.Value(meterKey{}).(*meter)
	return m
}

func (m *meter) add(took time.Duration) {
	for ; m != nil; m = m.above {
		if used := time.Duration(m.used.Add(int64(took))); m.limit > 0 && used > m.limit {
			m.stop(&TooLong{m.limit})
		}
	}
}

// Limited calls work with a context that ends once the Engine has spent the
// processor time of limit on it (0: no limit), and returns the time that was spent.
// The error is then a *TooLong. Work that others wait for too goes on for them.
func Limited(ctx context.Context, limit time.Duration, work func(ctx context.Context) error) (time.Duration, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	m := &meter{limit: limit, stop: stop, above: meterOf(ctx)}
	err := work(context.WithValue(ctx, meterKey{}, m))
	var long *TooLong
	if errors.As(context.Cause(ctx), &long) && err != nil {
		err = long
	}
	return time.Duration(m.used.Load()), err
}
