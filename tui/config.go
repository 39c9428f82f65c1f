// Package tui is the terminal app.
package tui

import (
	"io"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// Theme is a choice of colours.
type Theme int

// The themes. Auto follows the terminal's background.
const (
	ThemeAuto Theme = iota
	ThemeDark
	ThemeLight
	ThemeMono
)

// ThemeNames are the texts of the themes, in order.
func ThemeNames() []string { return []string{"auto", "dark", "light", "mono"} }

// GlyphNames are the texts of the glyph sets, in order.
func GlyphNames() []string { return []string{"braille", "block", "ascii"} }

// View is what a person can choose of the screen without changing a result.
type View struct {
	// Cursor is the λ under the cursor; nil leaves it at λ̂.
	Cursor *float64
	// Panels shows LOTO error and MSVE at their own levels, in two panels.
	Panels bool
}

// Config is all that the app needs.
type Config struct {
	Engine   *study.Engine
	Settings study.Settings
	// Data is the file that the settings name, watched for changes; nil for a
	// domain.
	Data   *study.Watched
	View   View
	Theme  Theme
	Glyphs chart.Glyphs

	In      io.Reader
	Out     io.Writer
	Environ []string // the terminal's environment: TERM, COLORTERM, NO_COLOR …
}
