package estimator

import (
	"slices"
	"sync"
)

// tables keeps the memory of two finished fold loops for later loops, because the system clears
// fresh memory page by page. Without tables, 200 games of 2048 take three times the processor
// time after a key press. The garbage collector would empty a sync.Pool between two key presses.
var tables struct {
	sync.Mutex
	free [][]float64 // by increasing capacity
}

// mostKept is the largest total size of the tables kept, in numbers: 80 MiB, enough for a
// selection that keeps one λ and for what follows it.
const mostKept = 10 << 20

// borrowTable returns a table of n arbitrary numbers; return it with returnTable.
func borrowTable(n int) []float64 {
	tables.Lock()
	defer tables.Unlock()
	for i, t := range tables.free {
		if cap(t) >= n {
			tables.free = slices.Delete(tables.free, i, i+1)
			return t[:n]
		}
	}
	return make([]float64, n)
}

// returnTable keeps a table, in place of the smallest if all together are above mostKept.
func returnTable(t []float64) {
	tables.Lock()
	defer tables.Unlock()
	i, _ := slices.BinarySearchFunc(tables.free, cap(t), func(a []float64, n int) int { return cap(a) - n })
	tables.free = slices.Insert(tables.free, i, t)
	total := 0
	for _, t := range tables.free {
		total += cap(t)
	}
	for ; total > mostKept; tables.free = slices.Delete(tables.free, 0, 1) {
		total -= cap(tables.free[0])
	}
}
