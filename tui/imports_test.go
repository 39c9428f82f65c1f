package tui

import (
	"errors"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
)

// storeys are the packages: each imports those of storeys below its own alone. A folder
// stands for itself; with "/..." it stands for those in it, too, that are not named
// elsewhere.
var storeys = [][]string{
	{".", "tui/internal/pictures"}, // programs
	{"tui/serve"},
	{"tui/cli", "tui/serve/...", "tui/internal/apptest"},
	{"tui", "tui/pages", "tui/cli/internal/..."},
	{"tui/page/...", "tui/attend", "tui/classroom"},
	{"tui/overlay"},
	{"tui/export"},
	{"tui/page"},
	{"tui/panel", "tui/strip"},
	{"tui/control", "tui/lesson", "tui/room"},
	{"tui/..."}, // what the app shows and how it runs
	{"tui/screen", "tui/figure"},
	{"tui/report", "tui/markdown", "tui/chart/file", "tui/internal/input", "tui/internal/anychart"},
	{"tui/chart", "tui/shell", "tui/disk"},
	{"sim/study"},
	{"sim/analysis"},
	{"sim/..."},
	{"sim"},
	{"sim/features", "sim/problem"},
	{"sim/random"},
	{"estimator"},
	{"estimator/internal/dense"},
	{"estimator/internal/..."},
	{"assets", "sim/words", "sim/panics", "sim/must"}, // which all may import
}

// storeyOf returns the storey of a folder, −1 for none: that of its own name, else that
// of the longest with "/...".
func storeyOf(folder string) int {
	at, longest := -1, 0
	for i, names := range storeys {
		for _, name := range names {
			above, rest := strings.CutSuffix(name, "/...")
			switch {
			case name == folder:
				return i
			case rest && len(name) > longest && (folder == above || strings.HasPrefix(folder, above+"/")):
				at, longest = i, len(name)
			}
		}
	}
	return at
}

// TestImportsPointDown: a package imports those of lower storeys alone, and none of those
// that it must not know besides. What the tests of a package import does not count.
func TestImportsPointDown(t *testing.T) {
	const module = "lambdascope"
	never := map[string][]string{ // besides
		"tui/chart":   {"tui", "sim", "estimator", "assets"},
		"tui/disk":    {"tui", "sim", "estimator", "assets"},
		"tui/report":  {"tui/results"},
		"tui/results": {"tui/screen", "tui/page"},
		"estimator":   {"tui", "sim", "assets"},
	}
	only := map[string][]string{ // of the project
		"tui/terminal":                   {"sim/panics", "tui/internal/input"},
		"tui/room":                       {"tui/state", "tui/shell", "sim/analysis", "sim/problem"},
		"tui/serve/internal/credentials": nil,
		"tui/serve/internal/door":        nil,
		"tui/serve/internal/places":      nil,
		"tui/serve/internal/stream":      nil,
		"tui/serve/internal/processor":   {"sim/analysis"},
	}
	packages := packagesOf(t, "..")
	for folder := range only {
		if packages[folder] == nil {
			t.Errorf("%s has no package", folder)
		}
	}
	for _, folder := range []string{".", "estimator", "sim", "sim/analysis", "sim/study", "tui", "tui/page", "tui/page/explore", "tui/cli", "tui/serve"} {
		if packages[folder] == nil {
			t.Errorf("%s has no package", folder)
		}
	}
	for folder, p := range packages {
		// The tests of a page know the app through tui/internal/apptest.
		if strings.HasPrefix(folder, "tui/page/") && slices.ContainsFunc(append(p.TestImports, p.XTestImports...), func(path string) bool {
			return path == module+"/tui" || strings.HasPrefix(path, module+"/tui/page/")
		}) {
			t.Errorf("the tests of %s import the app or another page", folder)
		}
		storey := storeyOf(folder)
		if storey < 0 {
			t.Errorf("%s has no place in the house", folder)
		}
		for _, path := range p.Imports {
			rest, own := strings.CutPrefix(path, module)
			imported := strings.TrimPrefix(rest, "/")
			if imported == "" {
				imported = "."
			}
			allowed, narrow := only[folder]
			switch {
			case own && narrow && !slices.Contains(allowed, imported):
				t.Errorf("%s imports %s", folder, imported)
			case !own:
				if strings.HasPrefix(folder, "estimator") && strings.Contains(path, ".") && !strings.HasPrefix(path, "gonum.org/v1/gonum/") {
					t.Errorf("%s imports %s", folder, path)
				}
			case storeyOf(imported) <= storey:
				t.Errorf("%s imports %s, which does not stand below it", folder, imported)
			case slices.ContainsFunc(never[folder], func(n string) bool { return imported == n || strings.HasPrefix(imported, n+"/") }):
				t.Errorf("%s imports %s", folder, imported)
			}
		}
	}
}

// TestPackagesSayWhatTheyAreFor: each has a comment.
func TestPackagesSayWhatTheyAreFor(t *testing.T) {
	for folder, p := range packagesOf(t, "..") {
		if p.Doc == "" {
			t.Errorf("%s has no package comment", folder)
		}
	}
}

// packagesOf returns the packages of a module, by folder.
func packagesOf(t *testing.T, root string) map[string]*build.Package {
	t.Helper()
	all := make(map[string]*build.Package)
	must.Succeed(t, filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		folder, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if name := entry.Name(); name == "testdata" || folder != "." && strings.HasPrefix(name, ".") {
			return filepath.SkipDir
		}
		if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil && folder != "." { // its own module
			return filepath.SkipDir
		}
		p, err := build.ImportDir(path, 0)
		if none := new(build.NoGoError); errors.As(err, &none) {
			return nil
		}
		all[filepath.ToSlash(folder)] = p
		return err
	}))
	return all
}
