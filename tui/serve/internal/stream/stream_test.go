package stream

import (
	"bytes"
	"errors"
	"io"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestInputClosed has a writer that is far ahead of a reader who leaves: the reader
// finds the end, and the writer is rid of all it has.
func TestInputClosed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in := NewInput()
		sent := make(chan error, 1)
		from, to := io.Pipe()
		var filled sync.WaitGroup
		filled.Go(func() { in.Fill(from, func() {}) })
		go func() {
			_, err := to.Write(make([]byte, 10*maxAhead))
			sent <- err
		}()
		synctest.Wait() // the writer waits, as nobody reads
		select {
		case <-sent:
			t.Error("all is kept")
		default:
		}
		if n := len(in.ahead); n < maxAhead || n > maxAhead+4096 {
			t.Errorf("%d bytes are kept", n)
		}
		_ = in.Close()
		if err := <-sent; err != nil {
			t.Error(err)
		}
		if n, err := in.Read(make([]byte, 10)); n != 0 || err != io.EOF {
			t.Errorf("after Close: %d bytes, %v", n, err)
		}
		_ = to.Close()
		filled.Wait()
	})
}

// pipeEnd writes to a pipe that closes when it is given up.
type pipeEnd struct {
	*io.PipeWriter
	pieces int
}

func (p *pipeEnd) Write(b []byte) (int, error) {
	p.pieces++
	return p.PipeWriter.Write(b)
}

// TestOutputStalls has a reader that takes some and then nothing.
func TestOutputStalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		from, to := io.Pipe()
		given := time.Time{}
		o := &Output{w: to, stall: time.Minute, giveUp: func() { given = time.Now(); _ = to.CloseWithError(io.ErrClosedPipe); _ = from.Close() }}
		start := time.Now()
		go func() {
			time.Sleep(50 * time.Second)
			_, _ = io.ReadFull(from, make([]byte, maxPiece)) // a piece, in time
		}()
		n, err := o.Write(make([]byte, 3*maxPiece))
		if n != maxPiece || err == nil {
			t.Errorf("wrote %d, %v; want a piece and an error", n, err)
		}
		if took := given.Sub(start); took != 110*time.Second {
			t.Errorf("given up after %v, want a minute after the last piece", took)
		}
		if _, err := o.Write([]byte("more")); err == nil {
			t.Error("writes go on")
		}
	})
}

// TestOutput writes all, in packets.
func TestOutput(t *testing.T) {
	var got bytes.Buffer
	o := &Output{w: &got, stall: time.Hour, giveUp: func() { t.Error("given up") }}
	text := bytes.Repeat([]byte("abc"), maxPiece)
	if n, err := o.Write(text); n != len(text) || err != nil || !bytes.Equal(got.Bytes(), text) {
		t.Errorf("wrote %d, %v", n, err)
	}
	from, to := io.Pipe()
	end := &pipeEnd{PipeWriter: to}
	_ = from.CloseWithError(errors.New("gone"))
	o = &Output{w: end}
	for range 3 {
		if _, err := o.Write(text); err == nil {
			t.Error("no error")
		}
	}
	if !o.Failed() {
		t.Error("it does not tell")
	}
	if end.pieces != 1 {
		t.Errorf("%d writes to one who is gone, want 1", end.pieces)
	}
}
