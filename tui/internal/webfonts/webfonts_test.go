package main

import (
	"bytes"
	"io/fs"
	"math/bits"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"lambdascope/sim/must"
)

// project is its folder, from here.
const project = "../../.."

// shipped returns a font as it is in the binary, and its characters.
func shipped(t *testing.T, f face) ([]byte, *source, []rune) {
	t.Helper()
	file := must.Have(os.ReadFile(filepath.Join(project, f.file)))(t)
	s := must.Have(newSource(file))(t)
	var all []rune
	for r := rune(0); r < 0xFFFF; r++ {
		if s.index(r) > 0 {
			all = append(all, r)
		}
	}
	return file, s, all
}

// TestMadeAgain: the fonts that ship are what the command makes.
func TestMadeAgain(t *testing.T) {
	total := 0
	for _, f := range faces() {
		file, s, all := shipped(t, f)
		again, err := f.make(slices.DeleteFunc(all, braille))
		if err != nil || !bytes.Equal(file, again) {
			t.Errorf("%s is another (%v): go run ./tui/internal/webfonts", f.file, err)
		}
		for _, name := range []string{"GPOS", "GDEF", "GSUB"} {
			if s.tables[name] != nil {
				t.Errorf("%s has %s", f.file, name)
			}
		}
		total += len(file)
	}
	if total > 160<<10 {
		t.Errorf("%d bytes", total)
	}
}

// TestGlyphs: each character has the outlines of DejaVu Sans Mono, in a cell of the same
// width, and each braille pattern its dots.
func TestGlyphs(t *testing.T) {
	const em = 2048
	for _, f := range faces() {
		_, s, all := shipped(t, f)
		mono := must.Have(newSource(f.mono))(t)
		outlines := func(s *source, r rune) sfnt.Segments {
			all, err := s.font.LoadGlyph(&s.buf, sfnt.GlyphIndex(s.index(r)), fixed.I(em), nil)
			if err != nil {
				t.Fatalf("%s: %q: %v", f.file, r, err)
			}
			return slices.Clone(all)
		}
		cell, _ := mono.font.GlyphAdvance(&mono.buf, sfnt.GlyphIndex(mono.index('0')), fixed.I(em), font.HintingNone)
		for _, r := range all {
			ours := outlines(s, r)
			if mono.index(r) > 0 && !slices.Equal(ours, outlines(mono, r)) {
				t.Errorf("%s: %q has other outlines", f.file, r)
			}
			if braille(r) {
				dots := 0
				for _, s := range ours {
					if s.Op == sfnt.SegmentOpMoveTo {
						dots++
					}
				}
				if dots != bits.OnesCount8(uint8(r)) {
					t.Errorf("%s: %q has %d dots", f.file, r, dots)
				}
			}
			if width, err := s.font.GlyphAdvance(&s.buf, sfnt.GlyphIndex(s.index(r)), fixed.I(em), font.HintingNone); err != nil || width != cell {
				t.Errorf("%s: %q is %v wide (%v), want %v", f.file, r, width, err, cell)
			}
		}
	}
}

// TestAllThatIsDrawn: the fonts have what stands on golden screens, and what DejaVu Sans
// Mono has of what the sources write. Characters of two cells are drawn by fonts of the
// reader's.
func TestAllThatIsDrawn(t *testing.T) {
	var golden []rune
	err := filepath.WalkDir(filepath.Join(project, "tui"), func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".golden" {
			return err
		}
		text, err := os.ReadFile(path)
		golden = append(golden, []rune(string(text))...)
		slices.Sort(golden)
		golden = slices.Compact(golden)
		return err
	})
	written, err2 := collect(project)
	if err != nil || err2 != nil || len(golden) < 200 {
		t.Fatalf("%d characters (%v, %v)", len(golden), err, err2)
	}
	for _, f := range faces() {
		_, s, _ := shipped(t, f)
		mono := must.Have(newSource(f.mono))(t)
		has := func(r rune) bool { return s.index(r) > 0 }
		for _, r := range golden {
			if r >= ' ' && ansi.StringWidth(string(r)) < 2 && !has(r) {
				t.Errorf("%s lacks %q of the screens: go run ./tui/internal/webfonts", f.file, r)
			}
		}
		for _, r := range written {
			if mono.index(r) > 0 && !has(r) {
				t.Errorf("%s lacks %q of the sources: go run ./tui/internal/webfonts", f.file, r)
			}
		}
	}
}
