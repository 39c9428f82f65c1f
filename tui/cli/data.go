package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"

	"lambdascope/sim/analysis"
	"lambdascope/sim/recorded"
	"lambdascope/sim/settings"
	"lambdascope/tui/disk"
)

// stdin is the name of a file that stands for standard input.
const stdin = "-"

// stdinName is what messages and tables call standard input.
const stdinName = "standard input"

// load reads files of trajectories into the engine; "-" is standard input. It returns the error of
// ctx as soon as ctx ends, even while a read waits. Other errors name the file, the line and the
// field. Trajectories beyond the memory of stream are read again for each pass. A nil stream holds
// all trajectories.
func (e Env) load(ctx context.Context, names []string, repair recorded.Repair, stream *analysis.Stream) (file settings.File, err error) {
	var read atomic.Int64
	source, size, err := e.sources(names, &read)
	if err != nil {
		return settings.File{}, err
	}
	source.Repair = repair
	what := filepath.Base(source.Name)
	if n := len(source.Parts); n > 0 {
		what = fmt.Sprintf("%d files", n)
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	done := make(chan struct{})
	go func() { // because even opening may wait, as for the other end of a pipe
		defer close(done)
		file, err = e.Engine.Load(ctx, source, stream)
	}()
	stop := e.readingProgress(what, &read, size)
	defer stop()
	select {
	case <-ctx.Done():
		return settings.File{}, ctx.Err()
	case <-done:
	}
	if err != nil {
		name := names[0]
		if at := new(fs.PathError); len(source.Parts) > 0 && errors.As(err, &at) {
			name = at.Path
		}
		err = unreadable(name, err)
		if of := new(diskError); !errors.As(err, &of) && !errors.Is(err, analysis.ErrChanged) && !errors.Is(err, analysis.ErrScratch) && ctx.Err() == nil && name != stdin {
			err = fmt.Errorf("%w (see %s)", err, e.commandLine(append([]string{checkCommand}, names...)))
		}
		return settings.File{}, err
	}
	return file, nil
}

// sources returns the source of trajectories for names, and the size of the files, or 0 for an unknown
// size. Reading the source adds the bytes to read.
func (e Env) sources(names []string, read *atomic.Int64) (source analysis.Source, size int64, err error) {
	files, skipped, err := e.dataFiles(names)
	if err != nil {
		return source, 0, err
	}
	if len(skipped) > 0 {
		e.note("%s", skippedText(skipped))
	}
	if len(files) == 1 && files[0] == names[0] {
		source, size = e.source(files[0], read)
		return source, size, nil
	}
	source.Name = settings.JoinFiles(names)
	for _, name := range files {
		part, bytes := e.source(name, read)
		source.Parts = append(source.Parts, part)
		size += bytes
	}
	return source, size, nil
}

// source returns the source of a file, and the size of the file, or 0 for an unknown size. Reading
// the source adds the bytes to read.
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
			if err != nil {
				return nil, unreadable(name, err)
			}
			return countReads(in, read), nil
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

// unreadable rewords an error of the disk, such as a missing file. Errors in the content of a file
// stay.
func unreadable(name string, err error) error {
	cause, ok := disk.PathCause(err)
	if !ok {
		return err
	}
	return &diskError{fmt.Errorf("data %q: %w; want a file of trajectories, or - for standard input", name, cause)}
}

// diskError is an error of the disk, not of the content of a file.
type diskError struct{ error }

func (e *diskError) Unwrap() error { return e.error }

// countReads returns a reader that counts the bytes of in. For a file the reader is an io.ReaderAt,
// because archives need one.
func countReads(in io.ReadCloser, read *atomic.Int64) io.ReadCloser {
	c := &countedReader{in, read}
	if file, ok := in.(*os.File); ok {
		return &countedFile{c, file}
	}
	return c
}

// countedFile is a countedReader of a file.
type countedFile struct {
	*countedReader
	file *os.File
}

func (f *countedFile) ReadAt(p []byte, offset int64) (int, error) {
	n, err := f.file.ReadAt(p, offset)
	f.count.Add(int64(n))
	return n, err
}

func (f *countedFile) Stat() (fs.FileInfo, error) { return f.file.Stat() }

// countedReader counts the bytes it reads.
type countedReader struct {
	io.ReadCloser
	count *atomic.Int64
}

func (r *countedReader) Read(p []byte) (int, error) {
	n, err := r.ReadCloser.Read(p)
	r.count.Add(int64(n))
	return n, err
}
