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

// Create begins a file by a temporary name in the folder of its own, so that giving it its
// name needs no copy.
func (OS) Create(name string, replace bool) (NewFile, error) {
	name, old, err := target(name, replace)
	if err != nil {
		return nil, err
	}
	temporary := filepath.Join(filepath.Dir(name), fmt.Sprintf(".lambdascope-%016x.tmp", rand.Uint64()))
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return nil, err
	}
	if old != nil { // best effort: a new file has the permissions of the process
		_ = f.Chmod(old.Mode().Perm())
	}
	return &diskFile{File: f, name: name, replace: replace}, nil
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

// diskFile is a NewFile on the disk, open by its temporary name.
type diskFile struct {
	*os.File
	name    string
	replace bool
	done    bool
}

// Commit writes the file through to the disk and moves it to its name. A file
// that got the name meanwhile is not overwritten unless it was to be replaced.
func (w *diskFile) Commit() error {
	defer w.Discard() // of what an error leaves
	if err := w.Sync(); err != nil {
		return err
	}
	if err := w.Close(); err != nil { // before the name changes, for Windows
		return err
	}
	if err := w.giveName(); err != nil {
		var link *os.LinkError
		if errors.As(err, &link) { // speaks of the temporary name
			err = &fs.PathError{Op: link.Op, Path: w.name, Err: link.Err}
		}
		return err
	}
	syncFolder(filepath.Dir(w.name))
	return nil
}

// giveName gives the file its name. A rename would replace a file, so that a new one gets a
// second name first, where the file system has links.
func (w *diskFile) giveName() error {
	if !w.replace {
		if err := os.Link(w.File.Name(), w.name); err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
		if _, _, err := target(w.name, false); err != nil {
			return err
		}
	}
	w.done = true
	return os.Rename(w.File.Name(), w.name)
}

// Discard closes the file and removes its temporary name.
func (w *diskFile) Discard() {
	_ = w.Close()
	if !w.done {
		w.done = true
		_ = os.Remove(w.File.Name())
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

// EmptyFolder makes a folder, unless it exists and is empty.
func (OS) EmptyFolder(name string) error {
	switch info, err := os.Stat(name); {
	case errors.Is(err, fs.ErrNotExist):
		return os.MkdirAll(name, 0o777)
	case err != nil:
		return err
	case !info.IsDir():
		return &fs.PathError{Op: "mkdir", Path: name, Err: fs.ErrExist}
	}
	found, err := os.ReadDir(name)
	if len(found) > 0 {
		return &fs.PathError{Op: "mkdir", Path: name, Err: fs.ErrExist}
	}
	return err
}
