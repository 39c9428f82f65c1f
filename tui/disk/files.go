package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
)

// Files opens files by the names that a person types. Errors are those of
// package os.
type Files interface {
	// Open opens a file for reading.
	Open(name string) (io.ReadCloser, error)
	// Stat describes a file.
	Stat(name string) (fs.FileInfo, error)
	// Glob returns the files and folders that match a pattern, sorted; see
	// filepath.Glob.
	Glob(pattern string) ([]string, error)
	// Create begins a file that gets its name when it is complete. Unless it is
	// to replace a file that has the name, the error is fs.ErrExist for one.
	Create(name string, replace bool) (NewFile, error)
	// EmptyFolder makes a folder and its parents, unless it exists and is empty. The error is
	// fs.ErrExist where something else has the name.
	EmptyFolder(name string) error
	// Scratch makes a temporary file, which is gone once it is closed.
	Scratch() (Scratch, error)
}

// ErrLocked is the error of a folder that another process has locked.
var ErrLocked = errors.New("is in use by another process")

// NewFile is a file that is being written. Until Commit nothing has its name,
// or what had it before still has. It ends with one of Commit and Discard.
type NewFile interface {
	io.Writer
	// Commit makes the file durable and gives it its name, all at once. After
	// an error it is discarded.
	Commit() error
	// Discard leaves nothing of the file. After Commit it does nothing.
	Discard()
}

// File is a file to be written.
type File struct {
	Name    string
	Content []byte
}

// WriteAll writes new files into a folder: all of them or, after an error, as few as
// possible. It returns the names of the written files. The error names its file.
func WriteAll(disk Files, folder string, files []File) (written []string, err error) {
	fail := func(f File, err error) ([]string, error) { return written, fmt.Errorf("%s: %w", f.Name, Cause(err)) }
	var open []NewFile
	defer func() {
		for _, f := range open {
			f.Discard() // no effect after Commit
		}
	}()
	for _, f := range files {
		out, err := disk.Create(filepath.Join(folder, f.Name), false)
		if err != nil {
			return fail(f, err)
		}
		open = append(open, out)
		if _, err := out.Write(f.Content); err != nil {
			return fail(f, err)
		}
	}
	for i, out := range open {
		if err := out.Commit(); err != nil {
			return fail(files[i], err)
		}
		written = append(written, files[i].Name)
	}
	return written, nil
}
