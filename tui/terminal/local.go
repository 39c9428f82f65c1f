package terminal

import (
	"fmt"
	"io"
)

// framesPerSecond bounds how often the screen of the process's own terminal is written.
const framesPerSecond = 120

// maxCells is the area of the largest window that a model starts in: where Bubble Tea
// draws, it makes room for all of it at first.
const maxCells = 1_000_000

// checkWindow returns an error for a window too large to start in.
func checkWindow(out io.Writer) error {
	if size, ok := sizeOf(out); ok && int64(size.Width)*int64(size.Height) > maxCells {
		return fmt.Errorf("a window of %d×%d cells: want at most %d in all", size.Width, size.Height, maxCells)
	}
	return nil
}
