package estimator

import (
	"cmp"
	"container/list"
	"slices"
	"sync"
	"weak"
)

// Cache keeps sums over single trajectories from one call to the next: A_i and b_i, the
// moments of states and returns, and what scales and ranks are found by. A selection whose
// n, grid, ridge, weighting, tail or method differs then accumulates what is new alone.
// Options.Cache hands it to Select and the like, whose results are the same to the last
// bit without it.
//
// Sums are found by the identity of a trajectory, which a Cache does not keep alive, by γ
// and λ, and by the length of blocks, on which rounding depends: it is the same for 8 to
// 24 λ's, unless very many trajectories share the memory for them. Where data need another
// scaling, sums change by powers of two, which is exact; those where numbers might be
// rounded near the ends of their range are accumulated again.
//
// A Cache holds no more than a number of bytes, and drops what was used longest ago. A
// selection uses it only where it has room for all its sums, about n·(k+4)·(d²+d) numbers
// of 8 bytes, and no systems of it where a selection can't have those of all trajectories
// in memory at once, where features are linearly dependent and there is no ridge, nor where
// groups are left out. Trajectories with importance ratios use none. To have all sums
// found saves half of a selection's time at d = 16; to keep those of new trajectories takes
// a sixth more.
//
// A Cache is safe for concurrent use, by calls on any data. What it drops stays in memory
// as long as a call uses it.
type Cache struct {
	mu          sync.Mutex
	limit, size int
	order       list.List // of *cachedSums, the last used in front
	entries     map[sumsKey]*list.Element
	rooms       map[int]*rooms // by their numbers
	roomBytes   int            // of size
	crowded     bool           // rooms of more lengths were asked for than are noted
	round       int            // how often room has been made
}

// NewCache returns a Cache of at most that many bytes. One of 0 keeps nothing.
func NewCache(bytes int) *Cache {
	return &Cache{limit: bytes, entries: make(map[sumsKey]*list.Element), rooms: make(map[int]*rooms)}
}

// sumsKey says what sums are of, but for λ and the scaling.
type sumsKey struct {
	trajectory weak.Pointer[Trajectory]
	gamma      float64 // 0 where it does not matter
	// block is what sums at several λ's were made by: the length of the blocks of lags, 0
	// for a pass for each λ, momentsBlock for the moments of states and returns, and others
	// below 0 for what else is summed.
	block        int
	bootstrapped bool // the returns, by Options.Tail
}

// momentsBlock is sumsKey.block of moments.
const momentsBlock = -1

// cachedSum is one system, which nobody changes.
type cachedSum struct {
	lambda  float64 // 0 for moments
	scaling *scaling
	sum     system
	zeros   int // of a Gram matrix, how many numbers of the states are zero
}

// cachedSums are the sums of one key.
type cachedSums struct {
	key   sumsKey
	sums  []cachedSum // by increasing λ; replaced by another slice when any is added
	bytes int
	round int // of the Cache when they were last used
}

// sumsBytes is what an entry takes besides its sums, and sumBytes what each of them does
// besides its numbers.
const (
	sumsBytes = 256
	sumBytes  = 64
)

// Bytes returns how much the Cache holds.
func (c *Cache) Bytes() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.size
}

// Resize sets how many bytes the Cache holds at most.
func (c *Cache) Resize(bytes int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit = bytes
	for numbers, r := range c.rooms {
		c.dropRooms(numbers, r)
	}
	c.shrink()
}

// holds tells whether there is room for some numbers, in sums of some keys.
func (c *Cache) holds(keys, sums, numbers int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return keys*sumsBytes+sums*sumBytes+8*numbers <= c.limit
}

// get returns the sums of a key.
func (c *Cache) get(key sumsKey) []cachedSum {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, ok := c.entries[key]
	if !ok {
		return nil
	}
	c.order.MoveToFront(e)
	had := e.Value.(*cachedSums)
	had.round = c.round
	return had.sums
}

// put adds sums by increasing λ, which nobody changes, to those of a key, in place of
// those of the same λ's.
func (c *Cache) put(key sumsKey, sums []cachedSum) {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := sums
	if e, ok := c.entries[key]; ok {
		all = mergeSums(sums, e.Value.(*cachedSums).sums)
		c.remove(e)
	}
	bytes := sumsBytes
	for _, s := range all {
		bytes += sumBytes + 8*len(s.sum)
	}
	c.entries[key] = c.order.PushFront(&cachedSums{key, all, bytes, c.round})
	c.size += bytes
	c.shrink()
}

// mergeSums returns the sums of both, of the same λ the first.
func mergeSums(first, second []cachedSum) []cachedSum {
	out := make([]cachedSum, 0, len(first)+len(second))
	for len(first) > 0 && len(second) > 0 {
		switch a, b := first[0].lambda, second[0].lambda; {
		case a > b:
			out, second = append(out, second[0]), second[1:]
			continue
		case a == b:
			second = second[1:]
		}
		out, first = append(out, first[0]), first[1:]
	}
	return append(append(out, first...), second...)
}

// shrink drops what was used longest ago until the rest is within the limit.
func (c *Cache) shrink() {
	for c.size > c.limit {
		c.remove(c.order.Back())
	}
}

func (c *Cache) remove(e *list.Element) {
	sums := c.order.Remove(e).(*cachedSums)
	delete(c.entries, sums.key)
	c.size -= sums.bytes
}

// findSum returns the sum at λ among sums by increasing λ; nil where there is none.
func findSum(sums []cachedSum, lambda float64) *cachedSum {
	i, ok := slices.BinarySearchFunc(sums, lambda, func(s cachedSum, lambda float64) int { return cmp.Compare(s.lambda, lambda) })
	if !ok {
		return nil
	}
	return &sums[i]
}
