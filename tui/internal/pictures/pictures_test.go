package main

import (
	"image"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/testutil"
)

const root = "../../.."

// TestEveryPictureIsDrawn: the pictures in the texts, the picture files and the pictures of the
// command are the same.
func TestEveryPictureIsDrawn(t *testing.T) {
	drawn := []string{"browser.png"} // a screenshot
	for _, p := range list() {
		drawn = append(drawn, p.name)
	}
	slices.Sort(drawn)

	texts, err := filepath.Glob(root + "/assets/*/*.md")
	if err != nil || len(texts) < 10 {
		t.Fatal(texts, err)
	}
	var shown []string
	for _, name := range append(texts, root+"/README.md") {
		for _, file := range images(t, name) {
			if dir := filepath.Join(root, folder); filepath.Dir(file) != dir {
				t.Errorf("%s shows %s, which is not in %s", name, file, dir)
			}
			shown = append(shown, filepath.Base(file))
		}
	}
	slices.Sort(shown)
	if shown := slices.Compact(shown); !slices.Equal(shown, drawn) {
		t.Errorf("texts show\n%q, drawn are\n%q", shown, drawn)
	}

	var there []string
	for _, pattern := range []string{"*.png", "*.gif"} {
		files := testutil.Get(filepath.Glob(filepath.Join(root, folder, pattern)))(t)
		for _, f := range files {
			there = append(there, filepath.Base(f))
		}
	}
	slices.Sort(there)
	if !slices.Equal(there, drawn) {
		t.Errorf("%s has\n%q, drawn are\n%q", folder, there, drawn)
	}
}

// images returns the files of the pictures in a text, and requires an alternative text for each.
func images(t *testing.T, name string) (files []string) {
	t.Helper()
	source, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	err = ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if i, ok := n.(*ast.Image); ok && entering {
			if i.FirstChild() == nil {
				t.Errorf("%s: %s has no alternative text", name, i.Destination)
			}
			files = append(files, filepath.Join(filepath.Dir(name), filepath.FromSlash(path.Clean(string(i.Destination)))))
		}
		return ast.WalkContinue, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// pixels is the size of a picture of a window.
func (w window) pixels() image.Point {
	return image.Pt(w.width*cellWidth+2*margin, w.height*cellHeight+2*margin)
}

// TestDraw draws each kind of picture of the app, of little data.
func TestDraw(t *testing.T) {
	g, err := newGlyphs()
	if err != nil {
		t.Fatal(err)
	}
	engine := analysis.NewEngine(engine.DefaultCacheBytes)
	for _, p := range list() {
		if p.figure != "" {
			continue
		}
		t.Run(p.name, func(t *testing.T) {
			p.args = append(p.args, "--trajectories", "6", "--trials", "2")
			s, err := open(t.Context(), engine, p.window, p.args)
			if err != nil {
				t.Fatal(err)
			}
			// Once each, of the keys that follow each other.
			screens, _ := s.play(slices.CompactFunc(p.steps, func(a, b step) bool { return a.key == b.key }))
			last := screens[len(screens)-1:]
			if text := last[0].String(); strings.Contains(text, " ms") {
				t.Errorf("a time is on the screen:\n%s", text)
			}
			drawn := testutil.Get(newCanvas(terminalInks(p.window.theme), g).drawAll(last))(t)
			if got := drawn[0].Rect.Size(); got != p.window.pixels() {
				t.Errorf("%v, want %v", got, p.window.pixels())
			}
		})
	}
}
