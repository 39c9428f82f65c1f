//go:build !linux

package engine

import "time"

// clock measures the elapsed time of a goroutine, an upper bound of the processor time.
type clock struct{ start time.Time }

func startClock() clock { return clock{time.Now()} }

func (c clock) now() time.Duration { return time.Since(c.start) }

func (c clock) stop() time.Duration { return c.now() }
