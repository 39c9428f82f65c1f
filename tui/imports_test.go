package tui

import (
	"go/build"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
)

// TestPagesStandAlone: a page, and its tests, import neither the app nor another page. The
// tests know the app through tui/internal/apptest.
func TestPagesStandAlone(t *testing.T) {
	pages := 0
	for _, entry := range must.Have(os.ReadDir("page"))(t) {
		if !entry.IsDir() {
			continue
		}
		pages++
		p := must.Have(build.ImportDir(filepath.Join("page", entry.Name()), 0))(t)
		for _, path := range slices.Concat(p.Imports, p.TestImports, p.XTestImports) {
			if path == "lambdascope/tui" || strings.HasPrefix(path, "lambdascope/tui/page/") {
				t.Errorf("%s imports %s", entry.Name(), path)
			}
		}
	}
	if pages < 5 {
		t.Errorf("%d pages", pages)
	}
}
