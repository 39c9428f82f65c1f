package serve

import (
	"fmt"
	"math"
	"runtime/debug"
	"strconv"
	"strings"
	"sync"

	"github.com/KimMachineGun/automemlimit/memlimit"

	"lambdascope/sim/analysis"
	"lambdascope/tui/terminal"
)

// memory is a number of bytes, as a flag.
type memory int64

// minMemory is the least that a server works with.
const minMemory = 128 << 20

// defaultMemory is nine tenths of what the process may have by its control group,
// else half of the machine's memory, else 2 GB.
func defaultMemory() memory {
	if n, err := memlimit.FromCgroup(); err == nil && n > 0 && n < math.MaxInt64/10 {
		return memory(n / 10 * 9)
	}
	if n, err := memlimit.FromSystem(); err == nil && n > 0 && n < math.MaxInt64 {
		return memory(n / 2)
	}
	return 2 << 30
}

// String writes the number in the largest unit that it is a whole number of.
func (m *memory) String() string {
	n, units := int64(*m), []string{"", "K", "M", "G"}
	unit := 0
	for n > 0 && n%1024 == 0 && unit < len(units)-1 {
		n, unit = n/1024, unit+1
	}
	return strconv.FormatInt(n, 10) + units[unit]
}

// Type is what a value is, for the help.
func (m *memory) Type() string { return "size" }

// Set reads a number of bytes, or one with K, M or G after it, for 1024, 1024² or
// 1024³ bytes.
func (m *memory) Set(text string) error {
	unit := int64(1)
	number := text
	for i, u := range []string{"K", "M", "G"} {
		if rest, ok := strings.CutSuffix(strings.ToUpper(text), u); ok {
			number, unit = rest, 1<<(10*(i+1))
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n > math.MaxInt64/unit || n*unit < minMemory {
		return fmt.Errorf("want a size of at least %dM, such as 512M or 2G", minMemory>>20)
	}
	*m = memory(n * unit)
	return nil
}

// bound keeps the process to its memory: a quarter, at most what the cache has
// elsewhere, for results, a quarter for analyses under way, half for the sessions'
// windows, of which they mostly take far less, and so the program's own has room.
func (m memory) bound(e *analysis.Engine) {
	debug.SetMemoryLimit(int64(m))
	e.Bound(min(analysis.DefaultCacheBytes, m.part(4)), m.part(4))
}

// part is one of some equal parts.
func (m memory) part(of memory) int { return int(min(m/of, math.MaxInt)) }

// What a session takes: about this much, and this much for each cell of its window,
// in bytes, garbage included. 200 sessions at 400×120 that draw without end were
// measured to take half of it.
const (
	sessionBytes = 1 << 20
	cellBytes    = 64
)

// leastWindow is the window that every session gets, in cells.
const leastWindow = 80 * 24

// windows shares memory among the windows of sessions.
type windows struct {
	cells int // that all of them together may have; 0 for any number

	mu    sync.Mutex
	taken int
}

// newWindows returns the windows of a server whose sessions may take some bytes;
// 0 for any number.
func newWindows(bytes int) *windows { return &windows{cells: bytes / cellBytes} }

// sessionCells is what a session takes besides its window, in cells.
const sessionCells = sessionBytes / cellBytes

// window is that of one session.
type window struct {
	of      *windows
	granted int  // cells
	open    bool // counted
	denied  bool // there was no memory for another one
	small   bool // it was made smaller than asked for, for want of memory
}

// enter lets a session have a window.
func (w *windows) enter() *window {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.cells > 0 && w.taken+sessionCells+leastWindow > w.cells {
		return &window{of: w, denied: true}
	}
	w.taken += sessionCells
	return &window{of: w, open: true}
}

// leave gives back what a session had.
func (v *window) leave() {
	v.of.mu.Lock()
	defer v.of.mu.Unlock()
	if v.open {
		v.of.taken -= v.granted + sessionCells
		v.open, v.granted = false, 0
	}
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
	if w.cells > 0 {
		free := w.cells - w.taken + v.granted
		size = terminal.Bounds{Size: largest.Size, Cells: max(leastWindow, min(largest.Cells, free))}.Clamp(asked)
	}
	v.small = size != within
	if v.open {
		w.taken += size.Width*size.Height - v.granted
		v.granted = size.Width * size.Height
	}
	return size
}

// bounds are those of the window as it was granted last.
func (v *window) bounds() terminal.Bounds {
	v.of.mu.Lock()
	defer v.of.mu.Unlock()
	return terminal.Bounds{Size: windowBounds().Size, Cells: max(leastWindow, v.granted)}
}

// cut tells whether the window is smaller than was asked for, for want of memory.
func (v *window) cut() bool {
	v.of.mu.Lock()
	defer v.of.mu.Unlock()
	return v.small
}
