//go:build !linux

package analysis

import "time"

// clock measures the time that a goroutine takes, which is at least its processor time.
type clock struct{ start time.Time }

func startClock() clock { return clock{time.Now()} }

func (c clock) now() time.Duration { return time.Since(c.start) }

func (c clock) stop() time.Duration { return c.now() }
