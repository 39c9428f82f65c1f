package disk

import (
	"errors"
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
	// Append opens a file to write at its end; one that is not there is made.
	// What a Write has taken is durable when it returns.
	Append(name string) (io.WriteCloser, error)
	// Real returns the absolute name of a file or folder, behind symbolic links.
	Real(name string) (string, error)
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
