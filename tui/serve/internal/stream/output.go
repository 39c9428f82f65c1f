package stream

import (
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// Output writes to a session in pieces. Where one waits too long for the other
// side to take it, giveUp is to close the connection.
type Output struct {
	w      io.Writer
	stall  time.Duration
	giveUp func()

	mu     sync.Mutex
	err    error // of a write that failed; those after it do too
	failed atomic.Bool
}

// NewOutput returns the output to w. A stall of 0 is never too long.
func NewOutput(w io.Writer, stall time.Duration, giveUp func()) *Output {
	return &Output{w: w, stall: stall, giveUp: giveUp}
}

// maxPiece is the most that is written at once, in bytes: a packet of SSH.
const maxPiece = 32 << 10

func (o *Output) Write(p []byte) (written int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	for len(p) > 0 && o.err == nil {
		piece := p[:min(len(p), maxPiece)]
		var n int
		n, o.err = o.write(piece)
		written += n
		p = p[len(piece):]
	}
	o.failed.Store(o.err != nil)
	return written, o.err
}

// Failed reports whether the other side takes nothing any more. It does not wait for a
// write.
func (o *Output) Failed() bool { return o.failed.Load() }

func (o *Output) write(piece []byte) (int, error) {
	if o.stall > 0 {
		watch := time.AfterFunc(o.stall, o.giveUp)
		defer watch.Stop()
	}
	return o.w.Write(piece)
}
