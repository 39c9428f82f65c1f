package disk

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"lambdascope/sim/testutil"
)

// folderHas checks what files a folder has.
func folderHas(t *testing.T, folder string, want map[string]string) {
	t.Helper()
	entries := testutil.Get(os.ReadDir(folder))(t)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
		text := testutil.Get(os.ReadFile(filepath.Join(folder, e.Name())))(t)
		if string(text) != want[e.Name()] {
			t.Errorf("%s has %q, want %q", e.Name(), text, want[e.Name()])
		}
	}
	if len(names) != len(want) {
		t.Errorf("the folder has %q, want %d files", names, len(want))
	}
}

// mustCreate begins a file with some text.
func mustCreate(t *testing.T, name string, replace bool, text string) NewFile {
	t.Helper()
	f := testutil.Get(OS{}.Create(name, replace))(t)
	t.Cleanup(f.Discard)
	testutil.Get(f.Write([]byte(text)))(t)
	return f
}

func TestDisk(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "a.csv")
	before := func() { // nothing shows, but a temporary file
		t.Helper()
		if _, err := os.Lstat(name); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("the name is taken before the end: %v", err)
		}
	}
	f := mustCreate(t, name, false, "discarded")
	before()
	f.Discard()
	f.Discard()
	folderHas(t, folder, nil)

	f = mustCreate(t, name, false, "one")
	before()
	testutil.Check(t, f.Commit())
	f.Discard()
	folderHas(t, folder, map[string]string{"a.csv": "one"})

	if _, err := (OS{}).Create(name, false); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v, want that it exists", err)
	}
	f = mustCreate(t, name, true, "two")
	if text, err := os.ReadFile(name); err != nil || string(text) != "one" {
		t.Errorf("%q, %v before the end", text, err)
	}
	testutil.Check(t, f.Commit())
	folderHas(t, folder, map[string]string{"a.csv": "two"})

	mustCreate(t, name, true, "discarded").Discard()
	folderHas(t, folder, map[string]string{"a.csv": "two"})

	testutil.Check(t, os.Remove(name)) // one that comes into being meanwhile stays
	f = mustCreate(t, name, false, "ours")
	testutil.Check(t, os.WriteFile(name, []byte("theirs"), 0o600))
	if err := f.Commit(); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v, want that it exists", err)
	}
	folderHas(t, folder, map[string]string{"a.csv": "theirs"})
}

func TestDiskKeepsPermissionsAndLinks(t *testing.T) {
	folder := t.TempDir()
	real, link := filepath.Join(folder, "real.csv"), filepath.Join(folder, "link.csv")
	testutil.Check(t, os.WriteFile(real, []byte("old"), 0o640))
	testutil.Check(t, os.Chmod(real, 0o640))
	if err := os.Symlink("real.csv", link); err != nil {
		t.Skip(err)
	}
	testutil.Check(t, mustCreate(t, link, true, "new").Commit())
	mode := func(name string) fs.FileMode { return testutil.Get(os.Lstat(name))(t).Mode() }
	if to := testutil.Get(os.Readlink(link))(t); to != "real.csv" || mode(real).Perm() != 0o640 {
		t.Errorf("the link is %q, to a file of mode %v", to, mode(real))
	}
	folderHas(t, folder, map[string]string{"real.csv": "new", "link.csv": "new"})
	fresh := filepath.Join(folder, "fresh.csv")
	testutil.Check(t, mustCreate(t, fresh, false, "").Commit())
	usual := filepath.Join(folder, "usual")
	testutil.Check(t, os.WriteFile(usual, nil, 0o666))
	if mode(fresh) != mode(usual) {
		t.Errorf("%v and %v", mode(fresh), mode(usual))
	}
}

func TestDiskRefuses(t *testing.T) {
	folder := t.TempDir()
	dangling := filepath.Join(folder, "dangling.csv")
	if err := os.Symlink("nothing", dangling); err != nil {
		t.Skip(err)
	}
	for _, c := range []struct {
		name    string
		replace bool
	}{
		{folder, false},
		{folder, true},
		{filepath.Join(folder, "no", "a.csv"), true},
		{dangling, false},
		{dangling, true},
		{os.DevNull, true},
		{"", true},
	} {
		f, err := OS{}.Create(c.name, c.replace)
		var cause *fs.PathError
		if err == nil || !errors.As(err, &cause) {
			t.Errorf("%q: %v", c.name, err)
		}
		if err == nil {
			f.Discard()
		}
	}
	if names, err := filepath.Glob(filepath.Join(folder, ".*")); err != nil || slices.ContainsFunc(names, func(n string) bool { return filepath.Ext(n) == ".tmp" }) {
		t.Errorf("%q is left, %v", names, err)
	}
}

// TestEmptyFolder makes a folder with its parents, accepts it while it is empty, and refuses it
// with a file.
func TestEmptyFolder(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "new", "folder")
	for range 2 {
		testutil.Check(t, OS{}.EmptyFolder(folder))
	}
	file := filepath.Join(folder, "a")
	testutil.Check(t, os.WriteFile(file, []byte("theirs"), 0o600))
	for _, name := range []string{folder, file} {
		if err := (OS{}).EmptyFolder(name); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := (OS{}).EmptyFolder(filepath.Join(file, "b")); err == nil {
		t.Error("a folder in a file")
	}
	folderHas(t, folder, map[string]string{"a": "theirs"})
}
