package input

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	uv "github.com/charmbracelet/ultraviolet"
)

// Stream sends the events of what in brings until that ends, whose error it returns
// unless it is io.EOF, or ctx does. It closes in if that can be closed, which must end
// a Read that waits.
func (d *Decoder) Stream(ctx context.Context, in io.Reader, events chan<- uv.Event) error {
	pieces, ended := make(chan []byte), make(chan error, 1)
	reading, leave := context.WithCancel(ctx)
	go func() {
		defer close(pieces)
		ended <- read(reading, in, pieces)
	}()
	err := d.stream(ctx, pieces, events)
	over := ctx.Err() != nil // before in ended
	leave()
	if closer, ok := in.(io.Closer); ok {
		_ = closer.Close()
	}
	for range pieces { // until the reader has gone
	}
	if read := <-ended; err == nil && !over && !errors.Is(read, io.EOF) {
		err = read
	}
	return err
}

// read sends what in brings.
func read(ctx context.Context, in io.Reader, pieces chan<- []byte) error {
	var buffer [4096]byte
	for {
		n, err := in.Read(buffer[:])
		if n > 0 {
			select {
			case pieces <- bytes.Clone(buffer[:n]):
			case <-ctx.Done():
				return nil
			}
		}
		if err != nil {
			return err
		}
	}
}

// typed is how many bytes a piece of a paste has that may as well be a key: longer ones
// show that the paste goes on.
const typed = 8

// stream sends the events of the pieces.
func (d *Decoder) stream(ctx context.Context, pieces <-chan []byte, events chan<- uv.Event) error {
	quiet := time.NewTimer(0)
	quiet.Stop()
	defer quiet.Stop()
	send := func(event uv.Event) {
		if event != nil {
			select {
			case events <- event:
			case <-ctx.Done():
			}
		}
	}
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-quiet.C:
			send(d.Expire())
		case piece, ok := <-pieces:
			if !ok {
				return nil
			}
			piece = d.late(piece)
			pasted := d.pasting()
			for _, b := range piece {
				event, err := d.Next(b)
				if err != nil {
					return err
				}
				if send(event); ctx.Err() != nil {
					return nil
				}
			}
			switch wait := d.Wait(); {
			case pasted && d.pasting() && len(piece) <= typed: // keys are no reason to wait longer
			case wait > 0:
				quiet.Reset(wait)
			default:
				quiet.Stop()
			}
		}
	}
}
