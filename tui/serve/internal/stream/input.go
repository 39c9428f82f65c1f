// Package stream carries what a session reads and writes, in bounds: a person may type
// ahead of a program that is busy, and a reader that takes nothing, of a session or of the
// log, holds up nobody for long. It imports the standard library alone.
package stream

import (
	"io"
	"sync"
)

// Input is what arrives from a terminal, up to maxAhead of it ahead of who reads
// it. After Close a reader finds its end, and what else arrives is swallowed.
type Input struct {
	mu     sync.Mutex
	change *sync.Cond
	ahead  []byte
	ended  bool // nothing more arrives
	closed bool
}

// maxAhead is how much of the input is kept for the reader, in bytes; more waits
// at the sender.
const maxAhead = 32 << 10

func NewInput() *Input {
	in := &Input{}
	in.change = sync.NewCond(&in.mu)
	return in
}

// Fill takes what arrives until its end. Arrived is called for each piece of it.
func (in *Input) Fill(r io.Reader, arrived func()) {
	var piece [4096]byte
	for {
		n, err := r.Read(piece[:])
		if n > 0 {
			arrived()
			in.take(piece[:n])
		}
		if err != nil {
			break
		}
	}
	in.mu.Lock()
	defer in.mu.Unlock()
	in.ended = true
	in.change.Broadcast()
}

func (in *Input) take(piece []byte) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for len(in.ahead) >= maxAhead && !in.closed {
		in.change.Wait()
	}
	if !in.closed {
		in.ahead = append(in.ahead, piece...)
		in.change.Broadcast()
	}
}

func (in *Input) Read(p []byte) (int, error) {
	in.mu.Lock()
	defer in.mu.Unlock()
	for len(in.ahead) == 0 && !in.ended && !in.closed {
		in.change.Wait()
	}
	if len(in.ahead) == 0 || in.closed {
		return 0, io.EOF
	}
	n := copy(p, in.ahead)
	in.ahead = append(in.ahead[:0], in.ahead[n:]...)
	in.change.Broadcast()
	return n, nil
}

// Close ends the reader's side.
func (in *Input) Close() error {
	in.mu.Lock()
	defer in.mu.Unlock()
	in.closed, in.ahead = true, nil
	in.change.Broadcast()
	return nil
}
