package disk

import (
	"io"
	"os"
)

// Scratch is a temporary file. Close removes the file.
type Scratch interface {
	io.Writer
	io.ReaderAt
	io.Closer
}

// Scratch creates a file in the system's folder for temporary files. If possible the file has no name, so
// that nothing remains even if the process is killed.
func (OS) Scratch() (Scratch, error) {
	f, err := os.CreateTemp("", "lambdascope-*")
	if err != nil {
		return nil, err
	}
	s := scratch{File: f}
	if os.Remove(f.Name()) != nil { // as on Windows, where open files can't be removed
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
