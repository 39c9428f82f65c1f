package assets_test

import (
	"bytes"
	"go/scanner"
	"go/token"
	"io/fs"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"codeberg.org/go-fonts/dejavu/dejavusansmono"
	"codeberg.org/go-fonts/dejavu/dejavusansmonobold"
	"github.com/charmbracelet/x/ansi"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"lambdascope/assets"
	"lambdascope/sim/testutil"
)

// project is the root of the project.
const project = ".."

// face is a font.
type face struct {
	*sfnt.Font
	name string
	file []byte
	buf  sfnt.Buffer
}

func newFace(t *testing.T, name string, file []byte) *face {
	t.Helper()
	return &face{Font: testutil.Get(sfnt.Parse(file))(t), name: name, file: file}
}

// shipped returns the fonts in the binary, each with the DejaVu font that it is a part of.
func shipped(t *testing.T) map[*face]*face {
	t.Helper()
	all := make(map[*face]*face)
	for name, mono := range map[string][]byte{"mono.ttf": dejavusansmono.TTF, "mono-bold.ttf": dejavusansmonobold.TTF} {
		all[newFace(t, name, testutil.Get(assets.Web(name))(t))] = newFace(t, name, mono)
	}
	return all
}

// index returns the glyph of a character, 0 for none.
func (f *face) index(r rune) sfnt.GlyphIndex {
	i, err := f.GlyphIndex(&f.buf, r)
	if err != nil {
		return 0
	}
	return i
}

// em is the size at which a font unit is one pixel.
var em = fixed.I(2048)

func (f *face) outlines(t *testing.T, r rune) sfnt.Segments {
	t.Helper()
	return slices.Clone(testutil.Get(f.LoadGlyph(&f.buf, f.index(r), em, nil))(t))
}

func (f *face) advance(t *testing.T, r rune) fixed.Int26_6 {
	t.Helper()
	return testutil.Get(f.GlyphAdvance(&f.buf, f.index(r), em, font.HintingNone))(t)
}

// TestTables: the fonts have no rules for pairs and marks, and are small.
func TestTables(t *testing.T) {
	total := 0
	for f := range shipped(t) {
		for _, name := range []string{"GPOS", "GDEF", "GSUB"} {
			if bytes.Contains(f.file[:512], []byte(name)) { // where tables are listed
				t.Errorf("%s has %s", f.name, name)
			}
		}
		total += len(f.file)
	}
	if total > 160<<10 {
		t.Errorf("%d bytes", total)
	}
}

// TestGlyphs: each character has the outlines of DejaVu Sans Mono, in a cell of the same
// width and height, and each braille pattern its dots.
func TestGlyphs(t *testing.T) {
	for f, mono := range shipped(t) {
		cell, braille := mono.advance(t, '0'), 0
		ours, theirs := testutil.Get(f.Metrics(&f.buf, em, font.HintingNone))(t), testutil.Get(mono.Metrics(&mono.buf, em, font.HintingNone))(t)
		if ours.Ascent != theirs.Ascent || ours.Descent != theirs.Descent || ours.Height != theirs.Height {
			t.Errorf("%s: rows of %+v, want %+v", f.name, ours, theirs)
		}
		for r := rune(1); r < 0xFFFF; r++ {
			if f.index(r) == 0 {
				continue
			}
			ours := f.outlines(t, r)
			if mono.index(r) > 0 && !slices.Equal(ours, mono.outlines(t, r)) {
				t.Errorf("%s: %q has other outlines", f.name, r)
			}
			if r >= 0x2800 && r <= 0x28FF {
				braille++
				dots := 0
				for _, s := range ours {
					if s.Op == sfnt.SegmentOpMoveTo {
						dots++
					}
				}
				if dots != bits.OnesCount8(uint8(r)) {
					t.Errorf("%s: %q has %d dots", f.name, r, dots)
				}
			}
			if width := f.advance(t, r); width != cell {
				t.Errorf("%s: %q is %v wide, want %v", f.name, r, width, cell)
			}
		}
		if braille != 256 {
			t.Errorf("%s: %d braille patterns", f.name, braille)
		}
	}
}

// TestAllThatIsDrawn: the fonts have the characters of the golden screens, and those characters of
// the sources that DejaVu Sans Mono has. Characters of two cells come from the fonts of the
// browser.
func TestAllThatIsDrawn(t *testing.T) {
	golden, written := charactersOf(t, ".golden"), charactersOf(t, ".go", ".md", ".json", ".html", ".js")
	if len(golden) < 200 || len(written) < 200 {
		t.Fatalf("%d and %d characters", len(golden), len(written))
	}
	for f, mono := range shipped(t) {
		for _, r := range golden {
			if r >= ' ' && ansi.StringWidth(string(r)) < 2 && f.index(r) == 0 {
				t.Errorf("%s lacks %q of the screens: python3 assets/fonts.py", f.name, r)
			}
		}
		for _, r := range written {
			if mono.index(r) > 0 && f.index(r) == 0 && !unicode.Is(unicode.Cyrillic, r) { // which are keys alone
				t.Errorf("%s lacks %q of the sources: python3 assets/fonts.py", f.name, r)
			}
		}
	}
}

// charactersOf returns the characters of the files with some endings, of Go files the characters of
// literals. It skips tests and reports, because nothing draws them.
func charactersOf(t *testing.T, endings ...string) []rune {
	t.Helper()
	var all []rune
	testutil.Check(t, fs.WalkDir(os.DirFS(project), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != "." && (d.Name()[0] == '.' || d.Name() == "reports"):
			return fs.SkipDir
		case d.IsDir() || !slices.Contains(endings, filepath.Ext(path)) || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(filepath.Join(project, path))
		if filepath.Ext(path) == ".go" {
			text = literals(text)
		}
		all = append(all, []rune(string(text))...)
		slices.Sort(all)
		all = slices.Compact(all)
		return err
	}))
	return all
}

// literals returns the strings and characters of a Go source.
func literals(source []byte) (out []byte) {
	var s scanner.Scanner
	s.Init(token.NewFileSet().AddFile("", -1, len(source)), source, nil, 0)
	for {
		switch _, kind, text := s.Scan(); kind {
		case token.EOF:
			return out
		case token.STRING, token.CHAR:
			out = append(out, text...)
		}
	}
}
