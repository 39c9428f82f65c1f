package cli

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/disk"
)

// mustMake makes a folder.
func mustMake(t *testing.T, name string) {
	t.Helper()
	must.Succeed(t, os.MkdirAll(name, 0o777))
}

// TestExportsGoToTheFolder of the program, and overwrite nothing.
func TestExportsGoToTheFolder(t *testing.T) {
	s := appSession(t)
	s.Files, s.Folder = disk.OS{}, t.TempDir()
	mustCall(t, s)
	exports := s.shown.Files
	if exports.Folder() != s.Folder {
		t.Errorf("folder %q", exports.Folder())
	}
	for range 2 {
		f := must.Have(exports.Create("a.csv"))(t)
		must.Have(f.Write([]byte("one")))(t)
		f.Discard()
	}
	folderHas(t, s.Folder, nil)
	f := must.Have(exports.Create("a.csv"))(t)
	must.Have(f.Write([]byte("two")))(t)
	must.Succeed(t, f.Commit())
	f.Discard()
	folderHas(t, s.Folder, map[string]string{"a.csv": "two"})
	if _, err := exports.Create("a.csv"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v, want that it exists", err)
	}
	if _, err := os.Stat(filepath.Join(s.Folder, "a.csv")); err != nil {
		t.Error(err)
	}
}

func TestNoFolderNoExports(t *testing.T) {
	s := appSession(t)
	mustCall(t, s)
	if s.shown.Files != nil {
		t.Errorf("exports go to %v", s.shown.Files)
	}
}
