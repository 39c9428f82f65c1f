package stream

import (
	"bytes"
	"io"
	"sync"
	"time"
)

// Backlog passes lines on to another writer, in order. Write never waits: where the other
// one takes nothing, up to maxLines lines are kept, and those that come after them are
// lost. How many were is written after those that were kept.
type Backlog struct {
	lost func(w io.Writer, lines int)

	mu     sync.Mutex
	lines  [][]byte
	missed int // lines lost since lines was full
	closed bool
	more   chan struct{} // holds one signal: there are lines, or the end
	done   chan struct{} // closed when nothing more is written
}

// maxLines bounds what is kept, in lines: some 250 KB of a server's log.
const maxLines = 1024

// NewBacklog returns a Backlog to w, which must be closed. lost writes how many lines are missing.
func NewBacklog(w io.Writer, lost func(w io.Writer, lines int)) *Backlog {
	b := &Backlog{lost: lost, more: make(chan struct{}, 1), done: make(chan struct{})}
	go b.pass(w)
	return b
}

// Write keeps a line. It never fails: a log that cannot be written has nowhere to say so.
func (b *Backlog) Write(line []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch {
	case b.closed:
	case len(b.lines) >= maxLines:
		b.missed++
	default:
		b.lines = append(b.lines, bytes.Clone(line))
		b.signal()
	}
	return len(line), nil
}

func (b *Backlog) signal() {
	select {
	case b.more <- struct{}{}:
	default:
	}
}

// pass writes what is kept, until Close.
func (b *Backlog) pass(w io.Writer) {
	defer close(b.done)
	for range b.more {
		b.mu.Lock()
		lines, missed, closed := b.lines, b.missed, b.closed
		b.lines, b.missed = nil, 0
		b.mu.Unlock()
		for _, line := range lines {
			_, _ = w.Write(line)
		}
		if missed > 0 {
			b.lost(w, missed)
		}
		if closed {
			return
		}
	}
}

// Close takes no more lines and returns when those that are kept have been written, or
// after some time: the reader of a log does not hold up the end of a program.
func (b *Backlog) Close(wait time.Duration) {
	b.mu.Lock()
	b.closed = true
	b.signal()
	b.mu.Unlock()
	late := time.NewTimer(wait)
	defer late.Stop()
	select {
	case <-b.done:
	case <-late.C:
	}
}
