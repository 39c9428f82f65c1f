package input

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
)

// piece is the result of a Read.
type piece struct {
	bytes []byte
	err   error
}

// Stream sends the events of an input until the input or ctx ends. It returns the error of
// the input unless the error is io.EOF. It closes an io.Closer, because only that ends a
// Read that waits.
func (d *Decoder) Stream(ctx context.Context, in io.Reader, send func(uv.Event)) error {
	pieces := make(chan piece)
	go read(in, pieces)
	defer func() {
		if closer, ok := in.(io.Closer); ok {
			_ = closer.Close()
		}
		for range pieces { // until the reader ends
		}
	}()
	quiet := time.NewTimer(0)
	quiet.Stop()
	defer quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-quiet.C:
			if event := d.Expire(); event != nil {
				send(event)
			}
		case p := <-pieces:
			pasted := d.pasting()
			rest := d.late(p.bytes)
			if err := d.send(rest, send); err != nil {
				return err
			}
			switch {
			case errors.Is(p.err, io.EOF):
				return nil
			case p.err != nil:
				return p.err
			}
			switch wait := d.Wait(); {
			case pasted && d.pasting() && len(rest) <= maxTyped: // keys do not prolong the wait
			case wait > 0:
				quiet.Reset(wait)
			default:
				quiet.Stop()
			}
		}
	}
}

// send decodes bytes and sends their events.
func (d *Decoder) send(bytes []byte, send func(uv.Event)) error {
	for _, b := range bytes {
		event, err := d.Next(b)
		if err != nil {
			return err
		}
		if event != nil {
			send(event)
		}
	}
	return nil
}

// read sends the input in pieces, the last with an error.
func read(in io.Reader, pieces chan<- piece) {
	defer close(pieces)
	var buffer [4096]byte
	for {
		n, err := in.Read(buffer[:])
		pieces <- piece{bytes.Clone(buffer[:n]), err}
		if err != nil {
			return
		}
	}
}

// maxTyped is the largest number of bytes that arrive together for a key. Longer pieces show
// that a paste continues.
const maxTyped = 8
