package engine

import (
	"container/list"
	"context"
	"sync"
	"time"

	"lambdascope/sim/panics"
)

// cache keeps the most recently used values, bounded in bytes, and runs concurrent requests
// for a key once. A cache is safe for concurrent use.
type cache struct {
	mu          sync.Mutex
	limit, size int
	order       list.List // of *cached, most recently used first
	entries     map[any]*list.Element
	flights     map[any]*flight // work in progress
}

type cached struct {
	key, value any
	bytes      int
}

// flight is work in progress, shared by all callers of once with the same key.
type flight struct {
	waiting int
	cancel  context.CancelFunc
	done    chan struct{}
	value   any
	err     error
}

// entryBytes is the overhead of an entry of the cache, in bytes.
const entryBytes = 300

func newCache(limit int) *cache {
	return &cache{limit: limit, entries: make(map[any]*list.Element), flights: make(map[any]*flight)}
}

func (c *cache) get(key any) (any, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[key]
	if !ok {
		return nil, false
	}
	c.order.MoveToFront(e)
	return e.Value.(*cached).value, true
}

// put stores a value of the given size in bytes, and drops the least recently used values. A
// value larger than the limit is not stored, and the key keeps the old value.
func (c *cache) put(key, value any, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	bytes += entryBytes
	if bytes > c.limit {
		return
	}
	if e, ok := c.entries[key]; ok {
		c.remove(e)
	}
	c.entries[key] = c.order.PushFront(&cached{key, value, bytes})
	c.size += bytes
	c.trim()
}

// resize sets the limit in bytes.
func (c *cache) resize(limit int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit = limit
	c.trim()
}

func (c *cache) trim() {
	for c.size > c.limit {
		c.remove(c.order.Back())
	}
}

func (c *cache) remove(e *list.Element) {
	v := c.order.Remove(e).(*cached)
	delete(c.entries, v.key)
	c.size -= v.bytes
}

// holds reports whether a value of the given size in bytes takes at most half of the cache.
func (c *cache) holds(bytes int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes <= c.limit/2
}

// once returns the result of work for the key, and joins work in progress. When ctx ends, once
// returns ctx's error immediately; the work is cancelled when the last waiter leaves. A panic
// of the work reaches every waiter.
func (c *cache) once(ctx context.Context, key any, work func(ctx context.Context) (any, error)) (any, error) {
	if err := ctx.Err(); err != nil { // otherwise quick work might finish first
		return nil, err
	}
	c.mu.Lock()
	fl, ok := c.flights[key]
	if !ok {
		inner, cancel := context.WithCancel(context.WithoutCancel(ctx))
		fl = &flight{cancel: cancel, done: make(chan struct{})}
		c.flights[key] = fl
		go func() {
			defer cancel()
			fl.err = panics.Guard(func() (err error) {
				fl.value, err = work(inner)
				return err
			})
			c.mu.Lock()
			c.land(key, fl)
			c.mu.Unlock()
			close(fl.done)
		}()
	}
	fl.waiting++
	c.mu.Unlock()

	select {
	case <-fl.done:
		panics.Raise(fl.err)
		return fl.value, fl.err
	case <-ctx.Done():
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if fl.waiting--; fl.waiting == 0 {
		fl.cancel()
		c.land(key, fl) // so that the next caller starts afresh
	}
	return nil, ctx.Err()
}

// land forgets a flight. The caller holds the lock.
func (c *cache) land(key any, fl *flight) {
	if c.flights[key] == fl {
		delete(c.flights, key)
	}
}

// Lookup returns the cached value of a key, if any. Use a private type for keys, so that keys of
// different callers never collide.
func (e *Engine) Lookup(key any) (value any, ok bool) { return e.cache.get(key) }

// Store caches a value of the given size in bytes, unless the value is larger than the cache.
func (e *Engine) Store(key, value any, bytes int) { e.cache.put(key, value, bytes) }

// Holds reports whether a value of the given size in bytes takes at most half of the cache.
func (e *Engine) Holds(bytes int) bool { return e.cache.holds(bytes) }

// flightKey identifies work in progress. The key includes the limit of processor time, because
// the limit stops the work for all callers.
type flightKey struct {
	key       any
	processor time.Duration
}

// Cached returns the cached value of a key, or else the result of work, which also returns the
// approximate size of the value in bytes. Concurrent calls with equal keys and limits share one
// run of work; the work is cancelled when the last caller leaves.
func Cached[V any](ctx context.Context, e *Engine, key any, work func(ctx context.Context) (value V, bytes int, err error)) (V, error) {
	v, ok := e.cache.get(key)
	var err error
	if !ok {
		v, err = e.cache.once(ctx, flightKey{key, e.Limits(ctx).Processor}, func(ctx context.Context) (any, error) {
			value, bytes, err := work(ctx)
			if err == nil {
				e.cache.put(key, value, bytes)
			}
			return value, err
		})
	}
	if err != nil {
		var none V
		return none, err
	}
	return v.(V), nil
}
