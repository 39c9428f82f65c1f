package tui

import (
	"go/build"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestPagesKnowNeitherEachOtherNorTheApp, and the app knows no page.
func TestPagesKnowNeitherEachOtherNorTheApp(t *testing.T) {
	entries, err := os.ReadDir("page")
	if err != nil {
		t.Fatal(err)
	}
	folders := []string{"."}
	for _, e := range entries {
		if e.IsDir() {
			folders = append(folders, filepath.Join("page", e.Name()))
		}
	}
	seen := 0
	for _, folder := range folders {
		p, err := build.ImportDir(folder, 0)
		if err != nil {
			t.Fatal(err)
		}
		seen++
		// Tests of a page know the app through tui/internal/apptest. Those of the app
		// itself need the pages.
		imports := p.Imports
		if folder != "." {
			imports = slices.Concat(imports, p.TestImports, p.XTestImports)
		}
		for _, path := range imports {
			if path == "lambdascope/tui" || strings.HasPrefix(path, "lambdascope/tui/page/") {
				t.Errorf("%s imports %s", folder, path)
			}
		}
		if folder != "." && !slices.Contains(p.Imports, "lambdascope/tui/page") {
			t.Errorf("%s is no page", folder)
		}
	}
	if seen != 5 {
		t.Errorf("%d folders, want the app and four pages", seen)
	}
}
