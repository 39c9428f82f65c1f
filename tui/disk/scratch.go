package disk

import (
	"io"
	"os"
)

// Scratch is a temporary file, which is gone once it is closed.
type Scratch interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

// Scratch makes a temporary file in the system's folder for them. Where the system can,
// it has no name, and nothing is left of it even if the process is killed.
func (OS) Scratch() (Scratch, error) {
	f, err := os.CreateTemp("", "lambdascope-*")
	if err != nil {
		return nil, err
	}
	s := scratch{File: f}
	if os.Remove(f.Name()) != nil { // as on Windows, where an open file can't be
		s.name = f.Name()
	}
	return s, nil
}

type scratch struct {
	*os.File
	name string // to be removed, "" for none
}

func (s scratch) Close() error {
	err := s.File.Close()
	if s.name == "" {
		return err
	}
	if removed := os.Remove(s.name); err == nil {
		err = removed
	}
	return err
}
