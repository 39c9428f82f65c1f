package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"lambdascope/sim/textfmt"
)

// TooLong is the error of work stopped at the limit of processor time.
type TooLong struct{ Limit time.Duration }

func (t *TooLong) Error() string {
	return fmt.Sprintf("stopped after %s s of processor time, the most that is allowed here: want fewer trajectories, λ's or features", textfmt.Short(t.Limit.Seconds(), 3))
}

// meter counts processor time and stops work beyond the limit. Running calls count, because a
// single call can take seconds.
type meter struct {
	limit time.Duration // 0 for none
	stop  func(error)
	above *meter // outer meter, also counts the work; may be nil

	mu      sync.Mutex
	used    time.Duration // by finished calls
	running map[*clock]bool
}

// meterKey is the key of a meter in a context.
type meterKey struct{}

// meterOf returns the meter of ctx's work. The meter may be nil, and then counts nothing.
func meterOf(ctx context.Context) *meter {
	m, _ := ctx.Value(meterKey{}).(*meter)
	return m
}

// begin starts the count of a call.
func (m *meter) begin(c *clock) {
	for ; m != nil; m = m.above {
		m.mu.Lock()
		m.running[c] = true
		m.mu.Unlock()
	}
}

// end ends the count of a call, and adds the time taken.
func (m *meter) end(c *clock, took time.Duration) {
	for ; m != nil; m = m.above {
		m.mu.Lock()
		delete(m.running, c)
		m.used += took
		m.mu.Unlock()
	}
}

// spent returns the processor time of all calls, running calls included.
func (m *meter) spent() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	total := m.used
	for c := range m.running {
		total += c.now()
	}
	return total
}

// check stops the work if the time spent exceeds the limit.
func (m *meter) check() {
	if m.limit > 0 && m.spent() > m.limit {
		m.stop(&TooLong{m.limit})
	}
}

// watch checks the work every few milliseconds until ended is called.
func (m *meter) watch() (ended func()) {
	if m.limit <= 0 {
		return func() {}
	}
	const interval = 10 * time.Millisecond
	quit := make(chan struct{})
	go func() {
		tick := time.NewTicker(interval)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				m.check()
			case <-quit:
				return
			}
		}
	}()
	return func() { close(quit) }
}

// Limited calls work with a context that ends when the Engine has spent the limit of processor
// time on the work (0: no limit), and returns the time spent. Beyond the limit the error is a
// *TooLong, even if the work finished first. Work shared with other callers continues for the
// others.
func Limited(ctx context.Context, limit time.Duration, work func(ctx context.Context) error) (time.Duration, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	m := &meter{limit: limit, stop: stop, above: meterOf(ctx), running: make(map[*clock]bool)}
	defer m.watch()()
	err := work(context.WithValue(ctx, meterKey{}, m))
	m.check()
	var long *TooLong
	if errors.As(context.Cause(ctx), &long) {
		err = long
	}
	return m.spent(), err
}
