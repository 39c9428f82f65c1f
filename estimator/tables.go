package estimator

import (
	"slices"
	"sync"
)

// tables keeps the memory of two finished fold loops for later loops, because the system clears
// fresh memory page by page. Without tables, 200 trajectories of 2048 take three times the processor
// time after a key press. The garbage collector would empty a sync.Pool between two key presses.
var tables struct {
	sync.Mutex
	free [][]float64 // by increasing capacity
}

const (
	mostTables = 2
	// largestTable is the most numbers of a table to keep: 32 MiB.
	largestTable = 8 << 20
)

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

// returnTable keeps a table, in place of the smallest if there are more than mostTables.
func returnTable(t []float64) {
	if cap(t) > largestTable {
		return
	}
	tables.Lock()
	defer tables.Unlock()
	i, _ := slices.BinarySearchFunc(tables.free, cap(t), func(a []float64, n int) int { return cap(a) - n })
	tables.free = slices.Insert(tables.free, i, t)
	if len(tables.free) > mostTables {
		tables.free = slices.Delete(tables.free, 0, 1)
	}
}
