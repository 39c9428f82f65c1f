package analysis

import (
	"container/list"
	"context"
	"sync"

	"lambdascope/sim/panics"
)

// cache keeps the values used last, up to a number of bytes, and has each piece of work
// done once however many ask for it. It is safe for concurrent use.
type cache struct {
	mu          sync.Mutex
	limit, size int
	order       list.List // of *cached, the last used in front
	entries     map[any]*list.Element
	flights     map[any]*flight // work under way
}

type cached struct {
	key, value any
	bytes      int
}

// flight is work under way for all who wait for it.
type flight struct {
	waiting int
	cancel  context.CancelFunc
	done    chan struct{}
	value   any
	err     error
}

// entryBytes is what an entry of the cache takes besides its contents.
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

// put keeps value, of that many bytes, and drops what was used longest ago. A
// value larger than the whole cache is not kept, and what the key has stays.
func (c *cache) put(key, value any, bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
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

// resize sets how many bytes are kept.
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

// holds reports whether a value of so many bytes takes at most half of the cache.
func (c *cache) holds(bytes int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return bytes <= c.limit/2
}

// once returns what work returns for the key, joining work under way. When ctx
// ends it returns ctx's error at once; the work is cancelled with its last
// waiter. A panic of the work is that of all who wait.
func (c *cache) once(ctx context.Context, key any, work func(ctx context.Context) (any, error)) (any, error) {
	if err := ctx.Err(); err != nil { // which quick work could be ready before
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
		c.land(key, fl) // a newcomer starts afresh
	}
	return nil, ctx.Err()
}

// land forgets a flight. It is called with the lock.
func (c *cache) land(key any, fl *flight) {
	if c.flights[key] == fl {
		delete(c.flights, key)
	}
}

// Cached returns what the cache has for a key, which has a type of the caller's own, or
// else what work returns, with about how many bytes that takes in the cache. All who ask
// for the key while work is under way get what it returns; it is cancelled when none of
// them waits any more.
func Cached[V any](ctx context.Context, e *Engine, key any, work func(ctx context.Context) (value V, bytes int, err error)) (V, error) {
	v, ok := e.cache.get(key)
	var err error
	if !ok {
		v, err = e.cache.once(ctx, key, func(ctx context.Context) (any, error) {
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
