package export

import (
	"path/filepath"

	"lambdascope/tui/disk"
)

// diskFolder is a folder of a disk.
type diskFolder struct {
	files disk.Files
	name  string
}

// To returns a folder of a disk as a place for exports.
func To(files disk.Files, name string) Files { return diskFolder{files, name} }

// Folder returns the name of the folder.
func (f diskFolder) Folder() string { return f.name }

// Mkdir makes a folder in it.
func (f diskFolder) Mkdir(name string) (undo func(), err error) {
	return f.files.Mkdir(filepath.Join(f.name, name))
}

// Create makes a new file in the folder.
func (f diskFolder) Create(name string) (NewFile, error) {
	return f.files.Create(filepath.Join(f.name, name), false)
}
