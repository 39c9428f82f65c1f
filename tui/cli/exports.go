package cli

import (
	"path/filepath"

	"lambdascope/tui/disk"
	"lambdascope/tui/export"
)

// exports is where the app's files go: the folder that the program was started in.
type exports struct {
	files  disk.Files
	folder string
}

// newExports returns where the app writes; nil where it can't.
func newExports(env Env) export.Files {
	if env.Files == nil || env.Folder == "" {
		return nil
	}
	return exports{env.Files, env.Folder}
}

func (e exports) Folder() string { return e.folder }

func (e exports) Create(name string) (export.NewFile, error) {
	return e.files.Create(filepath.Join(e.folder, name), false)
}
