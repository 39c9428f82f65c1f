// Package engine shares the processors, the memory and the results of a process among analyses:
// a pool of workers in fair shares, a meter of processor time, limits, and a cache in bytes.
//
//	session ── Share ──┐            ┌── worker ──▶ meter: stops work beyond the limit
//	session ── Share ──┼─▶ pool ────┤
//	no Share ──────────┘  least     └── worker
//	                      used first
//
// Recent use of a Share decays by half in each second, use(t) = use(0)·2⁻ᵗ, so that a busy session
// delays itself and not the others. Cached runs work for equal keys once.
//
// The package may import sim, sim/settings, sim/panics and sim/textfmt.
package engine

import (
	"runtime"
	"sync/atomic"
)

// Engine shares processors, memory and results. One Engine serves a whole process. An Engine is
// safe for concurrent use.
type Engine struct {
	pool   *pool
	memory workMemory
	cache  *cache
	one    atomic.Bool // see SingleUser

	collected atomic.Uint64 // bytes allocated until the last collection by Prepare
}

// DefaultCacheBytes is the usual size of the cache of an Engine.
const DefaultCacheBytes = 128 << 20

// New returns an Engine with a cache of cacheBytes bytes and one worker per processor.
func New(cacheBytes int) *Engine {
	return &Engine{pool: newPool(runtime.GOMAXPROCS(0)), cache: newCache(cacheBytes)}
}

// Workers returns the number of workers, one per processor.
func (e *Engine) Workers() int { return e.pool.workers }
