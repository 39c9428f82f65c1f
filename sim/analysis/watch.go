package analysis

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"

	"lambdascope/sim/recorded"
)

// Source is where a file of trajectories is read from, again when it changes.
type Source struct {
	Name string // what errors and results call it
	Open func() (io.ReadCloser, error)
	// Stat describes the file as it is now; nil for what can be read but once,
	// as standard input.
	Stat func() (fs.FileInfo, error)
	// Parts are the files whose trajectories follow each other, in place of Open and
	// Stat; nil for one file.
	Parts []Source
}

// files returns the files of the source.
func (s Source) files() []Source {
	if s.Parts != nil {
		return s.Parts
	}
	return []Source{s}
}

// Watched is a file of trajectories that an Engine has loaded and that may
// change on disk. It is safe for concurrent use.
type Watched struct {
	engine *Engine
	source Source
	stream *Stream // nil where all is held

	mu   sync.Mutex
	file File
	seen []fs.FileInfo // of what was read last, by file; nil where changes can't be seen
	err  error         // why that could not be read
	torn bool          // it changed while it was read
}

// Watch loads a file of trajectories, as Load does, and keeps an eye on it. When
// ctx ends, so does the reading, with its next piece.
func (e *Engine) Watch(ctx context.Context, source Source) (*Watched, error) {
	return e.WatchWithin(ctx, source, nil)
}

// WatchWithin is Watch for one command, after which the file is to be closed:
// trajectories that take more memory than the stream allows are not held, and analyses of
// them read them again. A nil stream allows any.
func (e *Engine) WatchWithin(ctx context.Context, source Source, stream *Stream) (*Watched, error) {
	w := &Watched{engine: e, source: source, stream: stream}
	w.seen = source.stat()
	if err := w.read(ctx); err != nil {
		return nil, err
	}
	return w, nil
}

// Close removes what WatchWithin keeps of the file on the disk.
func (w *Watched) Close() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.engine.file(w.file.Hash).far.close()
}

// File returns the file as it was last loaded.
func (w *Watched) File() File {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.file
}

// Torn tells that the file changed while it was last read, so that what was
// loaded may be neither its old content nor its new one.
func (w *Watched) Torn() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.torn
}

// Refresh loads the file again if its size or its time of change is another one,
// and returns it, with true if it has other content. A file that is gone, or
// can't be read any more, is an error; what was loaded before then stays, and
// the file is not read again until it changes once more. It costs a look at the
// file system where nothing has changed.
//
// Settings of the old content go over to the new one with Settings.Reloaded.
func (w *Watched) Refresh(ctx context.Context) (f File, changed bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.seen == nil {
		return w.file, false, nil
	}
	var now []fs.FileInfo
	for _, f := range w.source.files() {
		info, err := f.Stat()
		if err != nil {
			return w.file, false, err
		}
		now = append(now, info)
	}
	if sameState(w.seen, now) {
		return w.file, false, w.err
	}
	old, before := w.file.Hash, w.seen
	w.seen = now
	if w.err = w.read(ctx); w.err != nil {
		err := w.err
		if ctx.Err() != nil { // says nothing about the file
			w.seen, w.err = before, nil
		}
		return w.file, false, err
	}
	return w.file, w.file.Hash != old, nil
}

// read loads the file.
func (w *Watched) read(ctx context.Context) error {
	f, err := w.load(ctx)
	if err != nil {
		return err
	}
	w.file = f
	after := w.source.stat()
	w.torn = torn(w.seen, after)
	return nil
}

func (w *Watched) load(ctx context.Context) (File, error) {
	var parts []part
	for _, f := range w.source.files() {
		parts = append(parts, part{f.Name, func() (io.ReadCloser, error) {
			in, err := f.Open()
			if err != nil || recorded.Rereadable(in) { // what takes its trajectories looks at ctx
				return in, err
			}
			return partUntilDone{untilDone{ctx, in}, in}, nil
		}, f.Stat})
	}
	return w.engine.load(ctx, w.source.Name, parts, w.source.Parts != nil, w.stream)
}

// partUntilDone is an untilDone that can be closed.
type partUntilDone struct {
	untilDone
	io.Closer
}

// stat describes the files, nil where any is none that keeps what it holds.
func (s Source) stat() []fs.FileInfo {
	var out []fs.FileInfo
	for _, f := range s.files() {
		if f.Stat == nil {
			return nil
		}
		info, err := f.Stat()
		if err != nil || !info.Mode().IsRegular() {
			return nil
		}
		out = append(out, info)
	}
	return out
}

// fileError is an error that names its file.
type fileError struct{ error }

func (e *fileError) Unwrap() error { return e.error }

// Changed returns the error of a file that is a mixture of what it held and what it holds.
func Changed(name string) error {
	return &fileError{fmt.Errorf("%s changed while it was read: want a file that stays as it is, such as a copy", fileLabel(name))}
}

// torn tells whether files changed between two looks at them, if both could be had.
func torn(before, after []fs.FileInfo) bool {
	return before != nil && after != nil && !sameState(before, after)
}

// sameState tells whether no file has changed, as far as can be told without reading
// it.
func sameState(a, b []fs.FileInfo) bool {
	return slices.EqualFunc(a, b, func(a, b fs.FileInfo) bool {
		return a.Size() == b.Size() && a.ModTime().Equal(b.ModTime())
	})
}

// Reloaded returns the settings with the new content of their file in place of
// the old one: of all its trajectories where they were of all, else of as many as
// before, where it has them. Settings of anything else stay as they are.
func (s Settings) Reloaded(old, current File) Settings {
	if s.Hash != old.Hash || !s.Recorded() {
		return s
	}
	all := FileDefaults(current).Trajectories
	if s.Trajectories == FileDefaults(old).Trajectories {
		s.Trajectories = all
	}
	s.Hash, s.Columns, s.Trajectories = current.Hash, current.Features, min(s.Trajectories, all)
	s.Groups = current.Groups
	return s
}

// untilDone reads until its context ends.
type untilDone struct {
	ctx context.Context
	in  io.Reader
}

func (r untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.in.Read(p)
}
