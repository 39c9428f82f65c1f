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
	all := make([]disk.File, len(drafts))
	for i, d := range drafts {
		var b bytes.Buffer
		if err := d.write(&b); err != nil {
			return "", nil, err
		}
		if err := ctx.Err(); err != nil {
			return "", nil, err
		}
		all[i] = disk.File{Name: d.name, Content: b.Bytes()}
	}
	for number := 1; number <= maxSets; number++ {
		folder := fmt.Sprintf("%s-%d", name, number)
		undo, err := files.Mkdir(folder)
		switch {
		case errors.Is(err, fs.ErrExist):
			continue
		case err != nil:
			return "", nil, fmt.Errorf("%s: %w", folder, disk.Cause(err))
		}
		written, err := disk.WriteAll(all, func(name string) (NewFile, error) { return files.Create(filepath.Join(folder, name)) })
		if len(written) == 0 {
			undo()
			folder = ""
		}
		return folder, written, err
	}
	return "", nil, fmt.Errorf("%s-%d and all before are there: want a folder with fewer", name, maxSets)
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
