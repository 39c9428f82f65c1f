package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
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
	// Mkdir makes a folder; the error is fs.ErrExist where something has the name. undo
	// removes it again while it is empty.
	Mkdir(name string) (undo func(), err error)
	// EmptyFolder makes a folder, and its parents. One that exists stays where it is empty;
	// else the error is fs.ErrExist.
	EmptyFolder(name string) error
	// Scratch makes a temporary file, which is gone once it is closed.
	Scratch() (Scratch, error)
	// Lock makes a folder, and those above it, unless it is there, and keeps
	// other processes from locking it, where the system can, until unlock is
	// called or the process ends. The error is ErrLocked where another process holds the lock.
	Lock(folder string) (unlock func(), err error)
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

// WriteAll writes files by means of create: all of them or, after an error, as few as
// possible. It returns the names of the written files. The error names its file.
func WriteAll(files []File, create func(name string) (NewFile, error)) (written []string, err error) {
	fail := func(f File, err error) ([]string, error) { return written, fmt.Errorf("%s: %w", f.Name, Cause(err)) }
	var open []NewFile
	defer func() {
		for _, f := range open {
			f.Discard() // no effect after Commit
		}
	}()
	for _, f := range files {
		out, err := create(f.Name)
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
