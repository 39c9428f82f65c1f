// Package disk is the file system of the machine. New files appear complete or not at all. The package imports
// the standard library alone, because google/renameio does not support Windows and always replaces.
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

// Create begins a file under a temporary name in the same folder, because a rename there needs no copy.
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
	if old != nil { // if this fails, the file has the permissions of a new file
		_ = f.Chmod(old.Mode().Perm())
	}
	return &diskFile{File: f, name: name, replace: replace}, nil
}

// target resolves symbolic links in a name and describes the file of that name, nil for none. A file that must
// not be replaced is an error.
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

// diskFile is a NewFile under a temporary name.
type diskFile struct {
	*os.File
	name    string
	replace bool
	done    bool
}

// Commit syncs and renames the file. Unless replace was true, a file that got the name meanwhile is an error.
func (w *diskFile) Commit() error {
	defer w.Discard() // after an error
	if err := w.Sync(); err != nil {
		return err
	}
	if err := w.Close(); err != nil { // now, because Windows renames no open file
		return err
	}
	if err := w.giveName(); err != nil {
		var link *os.LinkError
		if errors.As(err, &link) { // would name the temporary file
			err = &fs.PathError{Op: link.Op, Path: w.name, Err: link.Err}
		}
		return err
	}
	syncFolder(filepath.Dir(w.name))
	return nil
}

// giveName renames the file. A file that must not replace another gets a second name instead, if the file
// system has links, because a rename would replace.
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

// syncFolder makes a new name durable, on systems that can. Otherwise the content is durable alone.
func syncFolder(name string) {
	folder, err := os.Open(name)
	if err != nil {
		return
	}
	defer folder.Close()
	_ = folder.Sync()
}

// EmptyFolder creates a folder, unless the folder exists and is empty.
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

// Cause returns the cause of a file's error, without the operation and the path, because the message around
// the error names the file.
func Cause(err error) error {
	if cause, ok := PathCause(err); ok {
		return cause
	}
	return err
}

// PathCause is Cause for an error of the file system. For other errors, such as those of a file's contents, ok
// is false.
func PathCause(err error) (cause error, ok bool) {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err, true
	}
	return nil, false
}
