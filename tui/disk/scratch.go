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

// Scratch creates a file in the system's folder for temporary files. It removes the name at once if the system
// can, so that nothing remains even if the process is killed.
func (OS) Scratch() (Scratch, error) {
	f, err := os.CreateTemp("", "lambdascope-*")
	if err != nil {
		return nil, err
	}
	s := scratch{File: f}
	if os.Remove(f.Name()) != nil { // Windows removes no open file
		s.name = f.Name()
	}
	return s, nil
}

type scratch struct {
	*os.File
	name string // for Close to remove, or ""
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
