// Command webfonts makes the fonts of the page in the browser.
//
//	go run ./tui/internal/webfonts
//
// It has to run in the project's folder. It writes a font for each weight into
// assets/web: the glyphs of DejaVu Sans Mono that the app draws, and braille patterns,
// which DejaVu Sans Mono lacks.
package main

import (
	"fmt"
	"os"
	"path/filepath"

	"codeberg.org/go-fonts/dejavu/dejavusans"
	"codeberg.org/go-fonts/dejavu/dejavusansbold"
	"codeberg.org/go-fonts/dejavu/dejavusansmono"
	"codeberg.org/go-fonts/dejavu/dejavusansmonobold"
)

func main() {
	if err := run("."); err != nil {
		fmt.Fprintln(os.Stderr, "webfonts:", err)
		os.Exit(1)
	}
}

// run makes the fonts from what is in the project's folder.
func run(project string) error {
	drawn, err := collect(project)
	if err != nil {
		return err
	}
	for _, f := range faces() {
		file, err := f.make(drawn)
		if err != nil {
			return err
		}
		path := filepath.Join(project, f.file)
		if err := os.WriteFile(path, file, 0o644); err != nil {
			return err
		}
		fmt.Printf("%s  %d KB\n", path, len(file)>>10)
	}
	return nil
}

// face is a weight of the font.
type face struct {
	file   string
	weight string // its name
	mono   []byte // the font whose glyphs it has
	other  []byte // has what mono lacks
	radius int    // of the dots of braille patterns
}

func faces() []face {
	return []face{
		{"assets/web/mono.ttf", "Regular", dejavusansmono.TTF, dejavusans.TTF, 210},
		{"assets/web/mono-bold.ttf", "Bold", dejavusansmonobold.TTF, dejavusansbold.TTF, 260},
	}
}
