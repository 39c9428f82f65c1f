package export

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"lambdascope/tui/disk"
)

// maxSets is how many folders of one name there may be in a folder.
const maxSets = 9999

// Write writes files into a new folder, which has a name and the first number that is
// free: all of them or, as far as may be, none. It returns the folder and the names of
// the files that are in it, also with an error.
func Write(ctx context.Context, files Files, name string, drafts []Draft) (folder string, written []string, err error) {
	contents := make([][]byte, len(drafts))
	for i, d := range drafts {
		var b bytes.Buffer
		if err := d.write(&b); err != nil {
			return "", nil, err
		}
		if err := ctx.Err(); err != nil {
			return "", nil, err
		}
		contents[i] = b.Bytes()
	}
	for number := 1; number <= maxSets; number++ {
		folder := fmt.Sprintf("%s-%d", name, number)
		undo, err := files.Mkdir(folder)
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return "", nil, unwritten(folder, err)
		}
		written, err := writeAll(files, folder, drafts, contents)
		if len(written) == 0 {
			undo()
			folder = ""
		}
		return folder, written, err
	}
	return "", nil, fmt.Errorf("%s-%d and all before are there: want a folder with fewer", name, maxSets)
}

// writeAll writes the files of a new folder, and returns the names of those that were
// finished before an error.
func writeAll(files Files, folder string, drafts []Draft, contents [][]byte) (written []string, err error) {
	var open []NewFile
	defer func() {
		for _, f := range open {
			f.Discard() // which does nothing to those that are finished
		}
	}()
	for i, d := range drafts {
		f, err := files.Create(filepath.Join(folder, d.name))
		if err != nil {
			return nil, unwritten(d.name, err)
		}
		open = append(open, f)
		if _, err := f.Write(contents[i]); err != nil {
			return nil, unwritten(d.name, err)
		}
	}
	for i, f := range open {
		if err := f.Commit(); err != nil {
			return written, unwritten(drafts[i].name, err)
		}
		written = append(written, drafts[i].name)
	}
	return written, nil
}

// unwritten says which file could not be written, and why.
func unwritten(name string, err error) error {
	return fmt.Errorf("%s: %w", name, disk.Cause(err))
}

// Files is a place that exports are written to.
type Files interface {
	// Mkdir makes a folder in it, which must not exist; the error is then fs.ErrExist.
	// undo removes it again while it is empty.
	Mkdir(name string) (undo func(), err error)
	// Create begins a file of that name, which must not exist; the error is then
	// fs.ErrExist.
	Create(name string) (NewFile, error)
	// Folder is where they are, for a person to read.
	Folder() string
}

// NewFile is a file that is there once it is committed, and not before.
type NewFile = disk.NewFile

// List lists names of files, those that differ in their ending alone as one:
// "a.csv .json, b.csv".
func List(names []string) string {
	var out []string
	before := ""
	for _, name := range names {
		ending := filepath.Ext(name)
		stem := strings.TrimSuffix(name, ending)
		if stem == before {
			out[len(out)-1] += " " + ending
			continue
		}
		out, before = append(out, name), stem
	}
	return strings.Join(out, ", ")
}
