// Package memory allocates scratch slices and recycles them.
package memory

import (
	"math"
	"sync"
)

// Slabs are pieces of memory of 2^smallestSlab to 2^largestSlab numbers that one selection
// leaves to the next: a first touch of memory takes longer than what is summed there.
const (
	smallestSlab = 17 // 1 MiB
	largestSlab  = 20 // 8 MiB
)

var slabPools [largestSlab - smallestSlab + 1]sync.Pool

// touch writes to each page of new memory, which is of zeros. A page that is read first, as
// by what adds to it, costs two faults, and the second has to reach all processors.
func touch(x []float64) {
	if populate(x) {
		return
	}
	const page = 4096 / 8
	for i := 0; i < len(x); i += page {
		x[i] = 0
	}
	if len(x) > 0 {
		x[len(x)-1] = 0
	}
}

// Arena hands out room in slabs until all of it is given back.
type Arena struct {
	mu    sync.Mutex
	slabs []*[]float64
	rest  []float64 // of the last slab
}

// Take returns room for some numbers, of any values.
func (a *Arena) Take(n int) []float64 {
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.rest) < n {
		slab := takeSlab(n)
		a.slabs = append(a.slabs, slab)
		a.rest = *slab
	}
	out := a.rest[:n:n]
	a.rest = a.rest[n:]
	return out
}

// Free gives all back. Nobody may use it any more.
func (a *Arena) Free() {
	for _, slab := range a.slabs {
		if poison {
			for i := range *slab {
				(*slab)[i] = math.NaN()
			}
		}
		if class := slabClass(len(*slab)); class < len(slabPools) {
			slabPools[class].Put(slab)
		}
	}
	a.slabs, a.rest = nil, nil
}

// slabClass returns the index of the pool of slabs that hold n numbers, beyond the last
// for those too large to keep.
func slabClass(n int) int {
	class := 0
	for n > 1<<(smallestSlab+class) {
		class++
	}
	return class
}

func takeSlab(n int) *[]float64 {
	class := slabClass(n)
	if class >= len(slabPools) {
		slab := make([]float64, n)
		return &slab
	}
	if slab, ok := slabPools[class].Get().(*[]float64); ok {
		return slab
	}
	slab := make([]float64, 1<<(smallestSlab+class))
	touch(slab[:max(n, 1<<smallestSlab)]) // all of one that others share
	return &slab
}

// Resize returns a slice of length n, x's own memory where that is enough.
func Resize(x []float64, n int) []float64 {
	if cap(x) < n {
		x = make([]float64, n)
		touch(x)
	}
	return x[:n]
}
