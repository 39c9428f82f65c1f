package tui

import (
	"fmt"
	"io"
	"os"
	"runtime"
)

// guardedInput returns the input of the process's own terminal without what Bubble Tea's
// reader panics at: a sequence with more parameters than any key has, as a paste
// may hold.
func guardedInput(in io.Reader) io.Reader {
	if file, ok := in.(*os.File); ok && runtime.GOOS != "windows" { // where keys are no bytes
		return &guard{File: file}
	}
	return in
}

// guard drops separators of parameters beyond maxSeparators.
type guard struct {
	*os.File
	last       byte
	sequence   bool // in the parameters of a sequence
	separators int
}

// maxSeparators is how many of a sequence's are let through; the reader has room for
// 32.
const maxSeparators = 24

func (g *guard) Read(p []byte) (int, error) {
	n, err := g.File.Read(p)
	kept := p[:0]
	for _, b := range p[:n] {
		switch {
		case (b == '[' || b == 'P') && g.last == 0x1b, b == 0x90 || b == 0x9b:
			g.sequence, g.separators = true, 0
		case b < '0' || b > '?':
			g.sequence = false
		case g.sequence && (b == ';' || b == ':'):
			g.separators++
		}
		if g.last = b; !g.sequence || g.separators <= maxSeparators || b != ';' && b != ':' {
			kept = append(kept, b)
		}
	}
	return len(kept), err
}

// maxCells is the area of the largest window that the app starts in: Bubble Tea makes
// room for all of it at first.
const maxCells = 1_000_000

// checkWindow returns an error for a window too large to start in.
func checkWindow(out io.Writer) error {
	if size, ok := sizeOf(out); ok && size.Width*size.Height > maxCells {
		return fmt.Errorf("a window of %d×%d cells: want at most %d in all", size.Width, size.Height, maxCells)
	}
	return nil
}
