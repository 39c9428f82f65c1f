package memory

import (
	"syscall"
	"unsafe"
)

// populate has the system map all pages of new memory in one call, which costs a fraction
// of a fault for each page. It reports false where the system does not.
func populate(x []float64) bool {
	const (
		write  = 23      // MADV_POPULATE_WRITE, of Linux 5.14
		fewest = 1 << 15 // numbers, for which a call pays
	)
	if len(x) < fewest {
		return false
	}
	bytes := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), 8*len(x))
	return syscall.Madvise(bytes, write) == nil
}
