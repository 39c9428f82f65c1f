package job

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"
)

// Collector has what work has found by now.
type Collector[S any] interface {
	// Now returns what there is, which does not change. It may be called at any time.
	Now() S
}

// Run is work for a key whose results come one by one into a collector. It can be stopped
// and gone on with, and the collector of another key may have of it what both have.
type Run[K comparable, C Collector[S], S any] struct {
	Job // adds to the collector

	Key K
	Of  C     // what the results are collected in
	Now S     // what it had when there was news last
	Err error // why there is no more

	begun bool
}

// Begun tells whether there has been a key.
func (r *Run[K, C, S]) Begun() bool { return r.begun }

// Is tells whether the run is of a key.
func (r *Run[K, C, S]) Is(key K) bool { return r.begun && r.Key == key }

// Take takes up a key and its collector, or why there can be no results. What runs is
// stopped.
func (r *Run[K, C, S]) Take(key K, of C, err error) {
	r.Stop()
	r.Key, r.Of, r.Now, r.Err, r.begun = key, of, of.Now(), err, true
}

// Proceed stops work that is not wanted, and starts what is, unless it runs or can't go on.
func (r *Run[K, C, S]) Proceed(ctx context.Context, wanted, complete bool, work func(ctx context.Context, news func()) error) tea.Cmd {
	switch {
	case !wanted:
		r.Stop()
	case r.Err == nil && !complete && !r.Running():
		return r.Start(ctx, work)
	}
	return nil
}

// Receive takes a message, tells whether it is of the work that runs now, and returns the
// command that waits for the next.
func (r *Run[K, C, S]) Receive(msg Msg) (next tea.Cmd, mine bool) {
	if next, mine = r.Job.Receive(msg); !mine {
		return nil, false
	}
	if msg.Ended && msg.Err != nil && !errors.Is(msg.Err, context.Canceled) {
		r.Err = msg.Err
	}
	r.Now = r.Of.Now()
	return next, true
}
