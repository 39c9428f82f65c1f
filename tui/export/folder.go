package export

import (
	"path/filepath"

	"lambdascope/tui/disk"
)

// folder is a folder of a disk.
type folder struct {
	files disk.Files
	name  string
}

// To returns a folder of a disk as a place for exports.
func To(files disk.Files, name string) Files { return folder{files, name} }

// Folder returns the name of the folder.
func (f folder) Folder() string { return f.name }

// Create makes a new file in the folder.
func (f folder) Create(name string) (NewFile, error) {
	return f.files.Create(filepath.Join(f.name, name), false)
}
