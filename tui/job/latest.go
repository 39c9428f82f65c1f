package job

import (
	"context"
	"sync/atomic"

	tea "charm.land/bubbletea/v2"
)

// Latest is the latest result of work for a key. While work for another key goes on, it
// is still that of the key before. The zero key is none.
type Latest[K comparable, V any] struct {
	Key   K     // that the work is or was for
	Value *V    // what was found last; nil before the first
	Err   error // of the work for Key
	Slow  bool  // that goes on long enough to say so

	job   Job
	found *atomic.Pointer[V]
}

// Of starts work for a key, in place of what runs, unless it is the one at hand. The work
// calls put with what it has found, perhaps more than once.
func (l *Latest[K, V]) Of(ctx context.Context, key K, work func(ctx context.Context, put func(*V)) error) tea.Cmd {
	if key == l.Key {
		return nil
	}
	l.Key, l.Err, l.Slow = key, nil, false
	found := new(atomic.Pointer[V])
	l.found = found
	return l.job.Start(ctx, func(ctx context.Context, news func()) error {
		news() // which arrives only if there is time for it
		return work(ctx, func(v *V) {
			found.Store(v)
			news()
		})
	})
}

// Running tells whether work runs that has not ended.
func (l *Latest[K, V]) Running() bool { return l.job.Running() }

// Stop ends the work that runs. It starts again when it is asked for again.
func (l *Latest[K, V]) Stop() {
	var none K
	l.Key = none
	l.job.Stop()
}

// Receive takes a message, tells whether it is of the work that runs now, and returns the
// command that waits for the next.
func (l *Latest[K, V]) Receive(msg Msg) (next tea.Cmd, mine bool) {
	if next, mine = l.job.Receive(msg); !mine {
		return nil, false
	}
	l.Slow, l.Err = !msg.Ended, msg.Err
	if v := l.found.Load(); v != nil {
		l.Value = v
	}
	return next, true
}
