package disk

import (
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
)

// Files opens files by the names on a command line. Errors are errors of package os.
type Files interface {
	// Open opens a file for reading.
	Open(name string) (io.ReadCloser, error)
	// Stat describes a file.
	Stat(name string) (fs.FileInfo, error)
	// Glob returns the files and folders that match a pattern, sorted; see
	// filepath.Glob.
	Glob(pattern string) ([]string, error)
	// Create begins a file without a name until completion. If a file has the name and replace is false, the
	// error is fs.ErrExist.
	Create(name string, replace bool) (NewFile, error)
	// EmptyFolder creates a folder and missing parents. An empty folder may exist. If the name is taken
	// otherwise, the error is fs.ErrExist.
	EmptyFolder(name string) error
	// Scratch creates a temporary file. Close removes the file.
	Scratch() (Scratch, error)
}

// NewFile is an unfinished file. Until Commit the name is free, or names the old file. End with Commit or
// Discard.
type NewFile interface {
	io.Writer
	// Commit makes the file durable and gives the name, atomically. After an error the file is discarded.
	Commit() error
	// Discard removes the file. It has no effect after Commit.
	Discard()
}

// File is a file to be written.
type File struct {
	Name    string
	Content []byte
}

// WriteAll writes new files into a folder and returns their names. It commits none before all are complete, so
// that most errors leave no file. The error names the file.
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
