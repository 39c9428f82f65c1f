package serve

import (
	"bytes"
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

// backlog passes lines on to another writer, in order. Write never waits, so that a stalled reader
// holds up no session. Lines beyond a rate or a number are lost; the next line has the number of
// lost lines.
type backlog struct {
	lines   chan []byte
	lost    atomic.Int64
	limiter *rate.Limiter
	end     chan struct{} // closed when no more lines come
	done    chan struct{} // closed when the last line is written
}

const (
	linesPerSecond = 20
	linesAtOnce    = 1000 // and as many wait
)

// newBacklog returns a backlog to w, to be closed.
func newBacklog(w io.Writer) *backlog {
	b := &backlog{
		lines: make(chan []byte, linesAtOnce), limiter: rate.NewLimiter(linesPerSecond, linesAtOnce),
		end: make(chan struct{}), done: make(chan struct{}),
	}
	go b.pass(w)
	return b
}

// Write keeps a line. The error is nil, because the error of a log has no reader.
func (b *backlog) Write(line []byte) (int, error) {
	if b.limiter.Allow() {
		select {
		case b.lines <- bytes.Clone(line):
			return len(line), nil
		default:
		}
	}
	b.lost.Add(1)
	return len(line), nil
}

// pass writes the lines.
func (b *backlog) pass(w io.Writer) {
	defer close(b.done)
	write := func(line []byte) {
		if lost := b.lost.Swap(0); lost > 0 {
			fmt.Fprintf(w, "level=WARN msg=\"lines are left out\" lines=%d\n", lost)
		}
		_, _ = w.Write(line)
	}
	for {
		select {
		case line := <-b.lines:
			write(line)
			continue
		case <-b.end:
		}
		for len(b.lines) > 0 {
			write(<-b.lines)
		}
		write(nil) // with the number of lost lines
		return
	}
}

// close waits some time until the lines are written.
func (b *backlog) close(wait time.Duration) {
	close(b.end)
	select {
	case <-b.done:
	case <-time.After(wait):
	}
}
