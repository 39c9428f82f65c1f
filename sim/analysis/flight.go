package analysis

import (
	"context"
	"sync"

	"lambdascope/sim/panics"
)

// flights runs each piece of work once however many ask for it, and ends it
// when none of them waits any more.
type flights[K comparable, V any] struct {
	mu     sync.Mutex
	active map[K]*flight[V]
}

type flight[V any] struct {
	waiting int
	cancel  context.CancelFunc
	done    chan struct{}
	value   V
	err     error
}

// do returns what work returns for the key, joining work under way. When ctx
// ends it returns ctx's error at once; the work is cancelled with its last
// waiter. A panic of the work is that of all who wait.
func (f *flights[K, V]) do(ctx context.Context, key K, work func(ctx context.Context) (V, error)) (V, error) {
	f.mu.Lock()
	fl, ok := f.active[key]
	if !ok {
		inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
		fl = &flight[V]{cancel: cancel, done: make(chan struct{})}
		if f.active == nil {
			f.active = make(map[K]*flight[V])
		}
		f.active[key] = fl
		go func() {
			defer cancel()
			fl.err = panics.Guard(func() (err error) {
				fl.value, err = work(inner)
				return err
			})
			f.mu.Lock()
			if f.active[key] == fl {
				delete(f.active, key)
			}
			f.mu.Unlock()
			close(fl.done)
		}()
	}
	fl.waiting++
	f.mu.Unlock()

	select {
	case <-fl.done:
		panics.Raise(fl.err)
		return fl.value, fl.err
	case <-ctx.Done():
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	if fl.waiting--; fl.waiting == 0 {
		fl.cancel()
		if f.active[key] == fl { // a newcomer starts afresh
			delete(f.active, key)
		}
	}
	var none V
	return none, ctx.Err()
}

// Once returns what work returns for a key, which has a type of the caller's own. All
// who ask for the key while work is under way get what it returns; it is cancelled
// when none of them waits any more.
func (e *Engine) Once(ctx context.Context, key any, work func(ctx context.Context) (any, error)) (any, error) {
	return e.shared.do(ctx, key, work)
}
