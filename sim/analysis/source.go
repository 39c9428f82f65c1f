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

// Source is where trajectories are read from: a file, or several.
type Source struct {
	Name string // what errors and results call it
	Open func() (io.ReadCloser, error)
	// Stat describes the file as it is now; nil for one that can be read but once, as
	// standard input.
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

// each calls take with each trajectory of a file, until ctx ends; see recorded.Each.
func (s Source) each(ctx context.Context, least int, hold int64, take func(t *estimator.Trajectory) error) (*recorded.Data, error) {
	before := s.state()
	in, err := s.Open()
	if err != nil {
		return nil, err
	}
	defer in.Close()
	if !recorded.Rereadable(in) { // else take alone looks at ctx
		in = untilDone{ctx, in}
	}
	data, err := recorded.Each(in, s.Name, least, hold, func(t *estimator.Trajectory) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return take(t)
	})
	if err == nil {
		err = s.unchanged(before)
	}
	return data, err
}

// state describes the file as it is now; nil for one that keeps nothing, or can't be
// described.
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

// unchanged returns the error of a file that changed since it had a state, as far as can be
// told without reading it: its trajectories are neither the old ones nor the new ones.
func (s Source) unchanged(before fs.FileInfo) error {
	now := s.state()
	if before == nil || now == nil || now.Size() == before.Size() && now.ModTime().Equal(before.ModTime()) {
		return nil
	}
	return &fileError{fmt.Errorf("%s %w", s.Name, ErrChanged)}
}

// ErrChanged is the error of a file that changed while it was read.
var ErrChanged = errors.New("changed while it was read: want a file that stays as it is, such as a copy")

// fileError is an error that names its file.
type fileError struct{ error }

func (e *fileError) Unwrap() error { return e.error }

// untilDone reads until its context ends.
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
