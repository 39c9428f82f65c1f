package cli

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"sync/atomic"

	"lambdascope/sim/analysis"
	"lambdascope/tui/disk"
)

// stdin is the name of a file that stands for standard input.
const stdin = "-"

// stdinName is what messages and tables call standard input.
const stdinName = "standard input"

// load reads a file of trajectories into the engine; "-" is standard input. It
// returns ctx's error as soon as ctx ends, even while a read waits. Other errors
// say that there is no such file, or name the file, the line and the field.
func (e Env) load(ctx context.Context, name string) (*analysis.Watched, error) {
	var read atomic.Int64
	source, size := e.source(name, &read)
	stop := e.progress(func() string {
		text := fmt.Sprintf("reading %s: %s", filepath.Base(source.Name), byteCount(read.Load()))
		if size > 0 {
			text += " of " + byteCount(size)
		}
		return text
	})
	defer stop()
	type result struct {
		watched *analysis.Watched
		err     error
	}
	done := make(chan result, 1)
	go func() { // even opening may wait, as for the other end of a pipe
		w, err := e.Engine.Watch(ctx, source)
		done <- result{w, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case r := <-done:
		stop()
		if r.err != nil {
			return nil, unreadable(name, r.err)
		}
		if r.watched.Torn() {
			e.note("%s changed while it was read", source.Name)
		}
		return r.watched, nil
	}
}

// source returns what trajectories are read from, which adds up what is read,
// and how large it is, 0 where that is not known.
func (e Env) source(name string, read *atomic.Int64) (source analysis.Source, size int64) {
	if name == stdin {
		if e.Terminal.In {
			e.note("reading trajectories from the keyboard; Ctrl-D ends them")
		}
		return analysis.Source{Name: stdinName, Open: func() (io.ReadCloser, error) {
			return &countedReader{io.NopCloser(e.In), read}, nil
		}}, 0
	}
	source = analysis.Source{
		Name: name,
		Open: func() (io.ReadCloser, error) {
			in, err := e.Files.Open(name)
			return &countedReader{in, read}, unreadable(name, err)
		},
		Stat: func() (fs.FileInfo, error) {
			info, err := e.Files.Stat(name)
			return info, unreadable(name, err)
		},
	}
	if info, err := e.Files.Stat(name); err == nil && info.Mode().IsRegular() {
		size = info.Size()
	}
	return source, size
}

// unreadable puts an error of the disk, as for a file that does not exist or is a
// directory, into our words. Other errors, as of what a file holds, stay.
func unreadable(name string, err error) error {
	cause, ok := disk.PathCause(err)
	if !ok {
		return err
	}
	return fmt.Errorf("data %q: %w; want a file of trajectories, or - for standard input", name, cause)
}

// countedReader adds up the bytes that are read.
type countedReader struct {
	io.ReadCloser
	count *atomic.Int64
}

func (r *countedReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.count.Add(int64(n))
	return n, err
}
