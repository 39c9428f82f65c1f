package guide

import (
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"lambdascope/sim/testutil"
	"lambdascope/tui/markdown"
)

// TestLinks follows every link of the texts, to its file and heading.
func TestLinks(t *testing.T) {
	files, err := filepath.Glob("../../assets/*/*.md")
	if err != nil || len(files) < len(Topics()) {
		t.Fatal(files, err)
	}
	files = append(files, "../../README.md", "../../.github/CONTRIBUTING.md", "../../.github/SECURITY.md", "../../.github/CHANGELOG.md")
	for _, file := range files {
		count := 0
		for _, destination := range destinations(read(t, file)) {
			count++
			if fault := follow(t, file, destination); fault != "" {
				t.Errorf("%s: %s: %s", file, destination, fault)
			}
		}
		t.Logf("%s: %d links", file, count)
	}
}

func read(t *testing.T, file string) markdown.Document {
	t.Helper()
	text := testutil.Get(os.ReadFile(file))(t)
	d, err := markdown.Parse(text)
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return d
}

// follow returns what is wrong with a link of a file, or "".
func follow(t *testing.T, file, destination string) string {
	t.Helper()
	u, err := url.Parse(destination)
	switch {
	case err != nil || u.Scheme != "" && u.Host == "":
		return "no address"
	case u.Scheme != "":
		return "" // not followed: tests use no network
	}
	target := file
	if u.Path != "" {
		target = filepath.Join(filepath.Dir(file), filepath.FromSlash(u.Path))
	}
	if info, err := os.Stat(target); err != nil || info.IsDir() || destination == "" {
		return "no such file"
	}
	if u.Fragment != "" && !slices.Contains(anchors(read(t, target)), u.Fragment) {
		return "no such heading"
	}
	return ""
}

// anchors returns the headings of a document as GitHub links to them.
func anchors(d markdown.Document) []string {
	var out []string
	for _, n := range d.In(d.Tree) {
		if n.Kind() == ast.KindHeading {
			out = append(out, strings.Map(func(r rune) rune {
				switch {
				case r == ' ':
					return '-'
				case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r):
					return unicode.ToLower(r)
				}
				return -1
			}, d.TextOf(n)))
		}
	}
	return out
}

// destinations returns where the links and images of a document go.
func destinations(d markdown.Document) []string {
	var out []string
	_ = ast.Walk(d.Tree, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		switch n := n.(type) {
		case *ast.Link:
			out = append(out, string(n.Destination))
		case *ast.Image:
			out = append(out, string(n.Destination))
		case *ast.AutoLink:
			out = append(out, string(n.URL(d.Source)))
		}
		return ast.WalkContinue, nil
	})
	return out
}
