package serve

import (
	"math"
	"runtime/debug"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"lambdascope/sim/analysis"
	"lambdascope/tui/terminal"
)

// ownMemory returns the bytes that the process keeps to: nine tenths of what its control
// group allows, else half of the machine's memory, else 2 GB.
func ownMemory() int {
	most := uint64(2 << 30)
	if n, err := memlimit.FromSystem(); err == nil && n > 0 {
		most = n / 2
	}
	if n, err := memlimit.FromCgroup(); err == nil && n > 0 && n < math.MaxInt64 {
		most = n / 10 * 9
	}
	return int(min(most, math.MaxInt))
}

// bound keeps the process to its memory: a quarter, at most what the cache has
// elsewhere, for results, a quarter for analyses under way, half for the sessions'
// windows, of which they mostly take far less, and so the program's own has room.
func bound(e *analysis.Engine, memory int) {
	debug.SetMemoryLimit(int64(memory))
	e.Bound(min(analysis.DefaultCacheBytes, memory/4), memory/4)
}

// What a session takes: about this much, and this much for each cell of its window,
// in bytes, garbage included. 200 sessions at 400×120 that draw without end were
// measured to take half of it.
const (
	sessionBytes = 1 << 20
	cellBytes    = 64
)

// leastWindow is the window that every session gets, in cells.
const leastWindow = 80 * 24

// sessionCells is what a session takes besides its window, in cells.
const sessionCells = sessionBytes / cellBytes

// fitting is how many sessions with the least window some bytes are enough for.
func fitting(bytes int) int { return bytes / (sessionBytes + leastWindow*cellBytes) }

// windows shares memory among the windows of sessions. There is always room for the least
// window of everybody who can have a place; what is left beyond that goes to larger
// windows, so that those who have them keep nobody out.
type windows struct {
	bounded bool

	mu    sync.Mutex
	extra int // cells beyond the least windows that are left
}

// newWindows returns the windows of a server with some number of sessions at most, which
// may take some bytes together; 0 for any number of bytes.
func newWindows(bytes, sessions int) *windows {
	return &windows{bounded: bytes > 0, extra: max(0, bytes/cellBytes-sessions*(sessionCells+leastWindow))}
}

// window is that of one session.
type window struct {
	of    *windows
	cells int  // granted
	extra int  // of them, beyond the least
	left  bool // nothing is granted any more
	small bool // it was made smaller than asked for, for want of memory
}

// enter lets a session have a window.
func (w *windows) enter() *window { return &window{of: w} }

// leave gives back what a session had.
func (v *window) leave() {
	v.of.mu.Lock()
	defer v.of.mu.Unlock()
	v.of.extra += v.extra
	v.extra, v.left = 0, true
}

// fit takes memory for a window of a size that was asked for, in place of the one
// before, and returns the size that there is memory for.
func (v *window) fit(asked terminal.Size) terminal.Size {
	w := v.of
	w.mu.Lock()
	defer w.mu.Unlock()
	largest := windowBounds()
	within := largest.Clamp(asked)
	size := within
	if w.bounded && !v.left {
		w.extra += v.extra
		size = terminal.Bounds{Size: largest.Size, Cells: min(largest.Cells, leastWindow+w.extra)}.Clamp(asked)
		v.extra = max(0, size.Width*size.Height-leastWindow)
		w.extra -= v.extra
	}
	v.cells, v.small = size.Width*size.Height, size != within
	return size
}

// bounds are those of the window as it was granted last.
func (v *window) bounds() terminal.Bounds {
	v.of.mu.Lock()
	defer v.of.mu.Unlock()
	return terminal.Bounds{Size: windowBounds().Size, Cells: max(leastWindow, v.cells)}
}

// cut tells whether the window is smaller than was asked for, for want of memory.
func (v *window) cut() bool {
	v.of.mu.Lock()
	defer v.of.mu.Unlock()
	return v.small
}
