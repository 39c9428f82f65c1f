//go:build !linux

package analysis

import "time"

// clock measures the time that a goroutine takes, which is at least that of the
// processor.
type clock struct{ start time.Time }

func startClock() clock { return clock{time.Now()} }

func (c clock) stop() time.Duration { return time.Since(c.start) }
