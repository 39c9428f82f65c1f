package serve

import (
	"time"

	"lambdascope/tui/terminal"
)

// windowBounds are those of a session's window.
func windowBounds() terminal.Bounds {
	return terminal.Bounds{Size: terminal.Size{Width: 400, Height: 120}, Cells: 400 * 120}
}

// framesPerSecond bounds how often a screen is written.
const framesPerSecond = 15

// linger is how long the other side may take to close a session that has ended.
const linger = 2 * time.Second

// unsent bounds what waits in the system for a slow reader, in bytes: a few screens.
// What it has not taken is then not drawn either.
const unsent = 64 << 10
