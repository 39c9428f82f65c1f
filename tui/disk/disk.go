// Package disk is the file system of the machine, with files that appear whole or
// not at all, and folders that one process uses at a time. It imports the standard
// library and golang.org/x/sys alone.
package disk

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
)

// OS is the file system of the machine. It implements Files.
type OS struct{}

// Open opens a file for reading.
func (OS) Open(name string) (io.ReadCloser, error) { return os.Open(name) }

// Stat describes a file.
func (OS) Stat(name string) (fs.FileInfo, error) { return os.Stat(name) }

// Glob returns the files and folders that match a pattern, sorted.
func (OS) Glob(pattern string) ([]string, error) { return filepath.Glob(pattern) }

// Create begins a file in the folder of the name, so that giving it the name
// needs no copy. Where the system can, it is unnamed until then, and nothing is
// left of it even if the process is killed.
func (OS) Create(name string, replace bool) (NewFile, error) {
	return create(name, replace, openUnnamed)
}

// Lock makes a folder and keeps other processes from locking it. The lock ends with the
// process however that ends.
func (OS) Lock(folder string) (unlock func(), err error) {
	if err := os.MkdirAll(folder, 0o777); err != nil {
		return nil, err
	}
	unlock, err = lock(folder)
	if errors.Is(err, ErrLocked) {
		err = &fs.PathError{Op: "lock", Path: folder, Err: ErrLocked}
	}
	return unlock, err
}

// create is Create with a way to open unnamed files.
func create(name string, replace bool, openUnnamed func(folder string) (*os.File, error)) (NewFile, error) {
	name, old, err := target(name, replace)
	if err != nil {
		return nil, err
	}
	w := &diskFile{name: name, replace: replace}
	if w.File, err = openUnnamed(filepath.Dir(name)); err != nil {
		w.temporary = temporaryName(name)
		if w.File, err = os.OpenFile(w.temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666); err != nil {
			return nil, err
		}
	}
	if old != nil { // best effort: a new file has the permissions of the process
		_ = w.Chmod(old.Mode().Perm())
	}
	return w, nil
}

// target returns the file that a name stands for, behind symbolic links, and
// what it is now, nil if there is none. The error is of a file that must not be
// replaced.
func target(name string, replace bool) (string, fs.FileInfo, error) {
	if name == "" {
		return name, nil, &fs.PathError{Op: "create", Path: name, Err: fs.ErrInvalid}
	}
	if real, err := filepath.EvalSymlinks(name); err == nil {
		name = real
	}
	old, err := os.Lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return name, nil, nil
	case err != nil:
		return name, nil, err
	case old.IsDir():
		return name, nil, &fs.PathError{Op: "create", Path: name, Err: errors.New("is a directory")}
	case !replace:
		return name, nil, &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	case !old.Mode().IsRegular():
		return name, nil, &fs.PathError{Op: "create", Path: name, Err: errors.New("is not a regular file")}
	}
	return name, old, nil
}

// temporaryName returns an unused name in the folder of another.
func temporaryName(name string) string {
	return filepath.Join(filepath.Dir(name), fmt.Sprintf(".lambdascope-%016x.tmp", rand.Uint64()))
}

// diskFile is a NewFile on the disk.
type diskFile struct {
	*os.File
	name      string
	replace   bool
	temporary string // the name it has, "" while it has none
	done      bool
}

// Commit writes the file through to the disk and moves it to its name. A file
// that got the name meanwhile is not overwritten unless it was to be replaced.
func (w *diskFile) Commit() error {
	defer w.Discard() // of what an error leaves
	if err := w.Sync(); err != nil {
		return err
	}
	if err := w.giveName(); err != nil {
		var link *os.LinkError
		if errors.As(err, &link) { // speaks of the temporary name
			err = &fs.PathError{Op: link.Op, Path: w.name, Err: link.Err}
		}
		return err
	}
	w.done = true
	syncFolder(filepath.Dir(w.name))
	return nil
}

// giveName gives the file its name, and closes it.
func (w *diskFile) giveName() error {
	if w.temporary == "" {
		if !w.replace {
			err := linkUnnamed(w.File, w.name)
			_ = w.Close()
			return err
		}
		temporary := temporaryName(w.name) // a link can't replace a file
		if err := linkUnnamed(w.File, temporary); err != nil {
			return err
		}
		w.temporary = temporary
	}
	if err := w.Close(); err != nil { // before the name changes, for Windows
		return err
	}
	if w.replace {
		return os.Rename(w.temporary, w.name)
	}
	switch err := os.Link(w.temporary, w.name); {
	case err == nil:
		_ = os.Remove(w.temporary)
		return nil
	case errors.Is(err, fs.ErrExist):
		return err
	}
	// A file system without links.
	if _, _, err := target(w.name, false); err != nil {
		return err
	}
	return os.Rename(w.temporary, w.name)
}

// Discard closes the file and removes it, unless it has its name.
func (w *diskFile) Discard() {
	if w.done {
		return
	}
	w.done = true
	_ = w.Close()
	if w.temporary != "" {
		_ = os.Remove(w.temporary)
	}
}

// syncFolder makes a new name durable. Not every system can; the file itself is
// safe either way.
func syncFolder(name string) {
	folder, err := os.Open(name)
	if err != nil {
		return
	}
	defer folder.Close()
	_ = folder.Sync()
}

// Mkdir makes a folder.
func (OS) Mkdir(name string) (undo func(), err error) {
	if err := os.Mkdir(name, 0o777); err != nil {
		return nil, err
	}
	return func() { os.Remove(name) }, nil
}

// EmptyFolder makes a folder, unless it exists and is empty.
func (OS) EmptyFolder(name string) error {
	if err := os.MkdirAll(name, 0o777); err != nil {
		return err
	}
	folder, err := os.Open(name)
	if err != nil {
		return err
	}
	defer folder.Close()
	switch _, err := folder.Readdirnames(1); err {
	case io.EOF:
		return nil
	case nil:
		return &fs.PathError{Op: "mkdir", Path: name, Err: fs.ErrExist}
	default:
		return err
	}
}
