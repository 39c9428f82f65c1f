package analysis

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"lambdascope/estimator"
	"lambdascope/sim/recorded"
)

// Source is a file of trajectories, or a list of files.
type Source struct {
	Name string // in errors and results
	Open func() (io.ReadCloser, error)
	// Stat returns the current state of the file; nil for a file readable only once, such as
	// standard input.
	Stat func() (fs.FileInfo, error)
	// Parts are files read one after another, instead of Open and Stat; nil for one file.
	Parts  []Source
	Repair recorded.Repair // of the episodes
}

// files returns the files of the source.
func (s Source) files() []Source {
	if s.Parts != nil {
		return s.Parts
	}
	return []Source{s}
}

// each calls take with each trajectory of a file, until ctx ends; see recorded.Reader.
func (s Source) each(ctx context.Context, r *recorded.Reader, take func(t *estimator.Trajectory) error) (*recorded.File, error) {
	before := s.state()
	in, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if !recorded.Rereadable(in) { // otherwise a check of ctx in take is enough
		in = untilDone{ctx, in}
	}
	file, err := r.Each(in, s.Name, func(t *estimator.Trajectory) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return take(t)
	})
	if err == nil {
		err = s.unchanged(before)
	}
	return file, err
}

// state returns the current state of the file; nil unless the file is regular and Stat
// succeeds.
func (s Source) state() fs.FileInfo {
	if s.Stat == nil {
		return nil
	}
	info, err := s.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	return info
}

// unchanged returns an error if size or time of the file have changed, because the
// trajectories then are neither the old nor the new trajectories. The check does not read the
// file.
func (s Source) unchanged(before fs.FileInfo) error {
	now := s.state()
	if before == nil || now == nil || now.Size() == before.Size() && now.ModTime().Equal(before.ModTime()) {
		return nil
	}
	return &fileError{fmt.Errorf("%s %w", s.Name, ErrChanged)}
}

// ErrChanged is the error of a file that changed during reading.
var ErrChanged = errors.New("changed while it was read: want a file that stays as it is, such as a copy")

// fileError is an error that names its file.
type fileError struct{ error }

func (e *fileError) Unwrap() error { return e.error }

// untilDone reads until the context ends.
type untilDone struct {
	ctx context.Context
	io.ReadCloser
}

func (r untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.ReadCloser.Read(p)
}
