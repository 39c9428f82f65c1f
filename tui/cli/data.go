package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"lambdascope/sim/study"
)

// stdinName is what messages and tables call standard input.
const stdinName = "standard input"

// load reads a file of trajectories into the engine; "-" is standard input. It
// returns ctx's error as soon as ctx ends, even while a read waits. Other errors
// say that there is no such file, or name the file, the line and the field.
func (e Env) load(ctx context.Context, name string) (study.File, error) {
	open, called := func() (io.ReadCloser, error) { return io.NopCloser(e.In), nil }, stdinName
	if name != stdin {
		open, called = func() (io.ReadCloser, error) { return e.Files.Open(name) }, name
	} else if e.Terminal.In {
		fmt.Fprintf(e.Err, "%s: reading trajectories from the keyboard; Ctrl-D ends them\n", program)
	}
	type result struct {
		file study.File
		err  error
	}
	done := make(chan result, 1)
	go func() { // even opening may wait, as for the other end of a pipe
		in, err := open()
		if err != nil {
			done <- result{err: unreadable(name, err)}
			return
		}
		defer in.Close()
		f, err := e.Engine.Load(called, reader{ctx, in})
		done <- result{f, unreadable(name, err)}
	}()
	select {
	case r := <-done:
		return r.file, r.err
	case <-ctx.Done():
		return study.File{}, ctx.Err()
	}
}

// unreadable puts an error of the disk, as for a file that does not exist or is a
// directory, into our words. Other errors, as of what a file holds, stay.
func unreadable(name string, err error) error {
	var cause *fs.PathError
	if !errors.As(err, &cause) {
		return err
	}
	return fmt.Errorf("data %q: %w; want a file of trajectories, or - for standard input", name, cause.Err)
}

// reader reads until its context ends.
type reader struct {
	ctx context.Context
	in  io.Reader
}

func (r reader) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(p)
}
