// Package background runs work in the background of a Bubble Tea program and reports progress
// as messages. The command that waits for the work raises a panic of the work again, because
// Bubble Tea recovers panics of commands. Of this module the package imports sim/panics alone.
package background

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/panics"
)

const (
	// Interval is the least time between two messages of a job, because readers can't follow
	// more than fifteen frames a second.
	Interval = 66 * time.Millisecond
	// Patience is the time after which the screen reports that work still runs.
	Patience = 100 * time.Millisecond
)

// Job is work for a key. The newest work runs. Call the methods from Update.
type Job[K comparable, V any] struct {
	Key  K     // subject of the work; the zero value means no work
	Now  V     // latest result, which belongs to an earlier key until Key has a result
	Err  error // why the work for Key failed
	Slow bool  // work takes longer than Patience

	// First is the least time to the first message of partial results, because quick work
	// should show its end alone. Zero means Interval.
	First time.Duration

	cancel context.CancelFunc // of the last run; also ends work that outlives it
	run    *run[V]            // nil without running work
}

// run is one run of a job. The address of a run identifies its messages.
type run[V any] struct {
	since  time.Time
	latest atomic.Pointer[V]
	fresh  chan struct{} // holds one note that latest is new
	ended  chan error
	err    error // of the work; set before its last message
}

// Msg says that a job has a newer result, still runs, or has ended.
type Msg struct {
	Ended bool
	run   any // the *run[V] that sends the message
}

// Work finds results for a key. It may call put from several goroutines. The context ends when
// newer work starts, so that old work stops.
type Work[V any] func(ctx context.Context, put func(V)) error

// Start stops the current work and runs work for a key.
func (j *Job[K, V]) Start(ctx context.Context, key K, work Work[V]) tea.Cmd {
	j.Slow = j.Slow && j.Running() // the user keeps waiting
	j.Stop()
	ctx, j.cancel = context.WithCancel(ctx)
	r := &run[V]{since: time.Now(), fresh: make(chan struct{}, 1), ended: make(chan error, 1)}
	j.run = r
	j.Key = key
	j.Err = nil
	go func() {
		r.ended <- panics.Guard(func() error { return work(ctx, r.put) })
	}()
	if j.First > 0 {
		return r.await(j.First)
	}
	return j.Await()
}

// Ensure runs work for a key unless the key is current.
func (j *Job[K, V]) Ensure(ctx context.Context, key K, work Work[V]) tea.Cmd {
	if key == j.Key {
		return nil
	}
	return j.Start(ctx, key, work)
}

// Proceed starts wanted work for the current key unless it is complete, failed or runs
// already, and stops unwanted work.
func (j *Job[K, V]) Proceed(ctx context.Context, wanted, complete bool, work Work[V]) tea.Cmd {
	if !wanted {
		j.Stop()
	} else if j.Err == nil && !complete && !j.Running() {
		return j.Start(ctx, j.Key, work)
	}
	return nil
}

// Take stops the current work and makes a key with a first result current.
func (j *Job[K, V]) Take(key K, now V) {
	j.Stop()
	j.Key = key
	j.Now = now
	j.Err = nil
}

// Begun reports whether the job has a key.
func (j *Job[K, V]) Begun() bool {
	var none K
	return j.Key != none
}

// Running reports whether work runs.
func (j *Job[K, V]) Running() bool { return j.run != nil }

// Elapsed returns the time since the work began; 0 without running work.
func (j *Job[K, V]) Elapsed() time.Duration {
	if j.run == nil {
		return 0
	}
	return time.Since(j.run.since)
}

// Stop ends the current work, if any. Receive ignores further messages of the work.
func (j *Job[K, V]) Stop() {
	j.run = nil
	if j.cancel != nil {
		j.cancel()
	}
}

// Forget ends the current work, so that Ensure starts work for the same key again.
func (j *Job[K, V]) Forget() {
	j.Stop()
	var none K
	j.Key = none
}

// Receive takes up a message of the current work and returns the command that waits for the
// next message. It reports false for a message of other work.
func (j *Job[K, V]) Receive(msg Msg) (next tea.Cmd, mine bool) {
	r := j.run
	if r == nil || msg.run != any(r) {
		return nil, false
	}
	if v := r.latest.Load(); v != nil {
		j.Now = *v
	}
	if !msg.Ended {
		j.Slow = j.Slow || j.Elapsed() >= Patience
		return j.Await(), true
	}
	j.run = nil
	j.Slow = false
	if err := r.err; !errors.Is(err, context.Canceled) {
		j.Err = err
	}
	return nil, true
}

// Receiver is a job of any key and result.
type Receiver interface {
	Receive(msg Msg) (next tea.Cmd, mine bool)
}

// Deliver hands a message to the job that sent it. It returns the command that waits for the next
// message, and the job, or nil for a message of other work.
func Deliver(msg tea.Msg, jobs ...Receiver) (next tea.Cmd, from Receiver) {
	if m, ok := msg.(Msg); ok {
		for _, j := range jobs {
			if next, mine := j.Receive(m); mine {
				return next, j
			}
		}
	}
	return nil, nil
}

// Await returns the command that waits for the next message of the current work.
func (j *Job[K, V]) Await() tea.Cmd { return j.run.await(Interval) }

// put makes a result the latest.
func (r *run[V]) put(v V) {
	r.latest.Store(&v)
	select {
	case r.fresh <- struct{}{}:
	default: // the last note has not been read
	}
}

// await returns the command that waits for the end of the work, for a result after a pause, or
// for Patience, because slow work reports that it still runs.
func (r *run[V]) await(pause time.Duration) tea.Cmd {
	return func() tea.Msg {
		select {
		case err := <-r.ended:
			return r.end(err)
		case <-time.After(pause):
		}
		select {
		case err := <-r.ended:
			return r.end(err)
		case <-r.fresh:
		case <-time.After(Patience - pause):
		}
		return Msg{run: r}
	}
}

// end returns the last message of the work.
func (r *run[V]) end(err error) tea.Msg {
	panics.Raise(err)
	r.err = err
	return Msg{Ended: true, run: r}
}
