// Command pictures draws the pictures of the README and the guide: screens of the app and
// figures of a study.
//
//	go run ./tui/internal/pictures                draws all of them into assets
//	go run ./tui/internal/pictures explore.png    draws some
//
// Run it in the project's folder. The files are equal on all machines, and need no terminal, network or font. A
// picture of an unchanged screen keeps its bytes: git diff --stat assets lists the changed ones. The table in
// list.go has the flags, the window and the keys of each; a test compares it with the links of the README and
// the guide. Screens are screens of the app, driven without a terminal with a clock that stands still. A
// character without a font is an error. Only browser.png, with two screenshots of Chromium, is made by hand.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/tui/cli"
	"lambdascope/tui/disk"
)

// folder has the pictures.
const folder = "assets"

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "pictures:", err)
		os.Exit(1)
	}
}

// run draws the named pictures, or all.
func run(ctx context.Context, names []string) error {
	g, err := newGlyphs()
	if err != nil {
		return err
	}
	for _, n := range names {
		if !slices.ContainsFunc(list(), func(p picture) bool { return p.name == n }) {
			return fmt.Errorf("there is no picture %q", n)
		}
	}
	r := renderer{ctx, analysis.NewEngine(engine.DefaultCacheBytes), g}
	for _, p := range list() {
		if len(names) > 0 && !slices.Contains(names, p.name) {
			continue
		}
		start := time.Now()
		file, err := r.draw(p)
		if err == nil {
			err = os.WriteFile(filepath.Join(folder, p.name), file, 0o644)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", p.name, err)
		}
		fmt.Printf("%-26s %4d KB  %.1f s\n", p.name, len(file)>>10, time.Since(start).Seconds())
	}
	return nil
}

// renderer draws pictures.
type renderer struct {
	ctx    context.Context
	engine *analysis.Engine
	glyphs *glyphs
}

// draw returns the file of a picture.
func (r renderer) draw(p picture) ([]byte, error) {
	if p.figure != "" {
		return r.study(p)
	}
	s, err := open(r.ctx, r.engine, p.window, p.args)
	if err != nil {
		return nil, err
	}
	screens, times := s.play(p.steps)
	if last := screens[len(screens)-1].String(); !strings.Contains(last, p.shows) {
		return nil, fmt.Errorf("no %q on the screen:\n%s", p.shows, last)
	}
	pictures, err := newCanvas(terminalInks(p.window.theme), r.glyphs).drawAll(screens)
	if err != nil {
		return nil, err
	}
	var file bytes.Buffer
	if len(p.steps) > 0 {
		err = writeGIF(&file, pictures, times)
	} else {
		encoder := png.Encoder{CompressionLevel: png.BestCompression}
		err = encoder.Encode(&file, pictures[0])
	}
	return file.Bytes(), err
}

// study returns a figure of a study in a temporary folder.
func (r renderer) study(p picture) (file []byte, err error) {
	dir, err := os.MkdirTemp("", "pictures")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	out := filepath.Join(dir, "study")
	var messages bytes.Buffer
	args := append([]string{"study", "--out", out}, p.args...)
	env := cli.Env{Out: io.Discard, Err: &messages, Files: disk.OS{}, Folder: dir, Engine: r.engine}
	if code, _ := cli.Run(r.ctx, env, args); code != 0 {
		return nil, errors.New(strings.TrimSpace(messages.String()))
	}
	return os.ReadFile(filepath.Join(out, p.figure))
}
