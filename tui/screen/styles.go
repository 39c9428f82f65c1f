// Package screen writes text in the cells of a terminal: styles, lines of a fixed
// width, wrapped text, tables, and drawings other than charts. It knows no page.
package screen

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/shell"
)

// Styles has the colours and the glyphs of one session. Two sessions of one process may differ in both.
type Styles struct {
	glyphs  chart.Glyphs
	dark    bool // the terminal's background
	styles  map[chart.Ink]lipgloss.Style
	escapes map[chart.Ink]escape // of the styles, because rendering a style takes longer than all other work on a text
	looks   chart.Escapes        // of charts
}

// escape switches a style on and off.
type escape struct{ on, off string }

// New returns the styles of a theme. ThemeAuto depends on whether the terminal's background is dark.
func New(theme Theme, dark bool, glyphs chart.Glyphs) *Styles {
	p := &Styles{glyphs: glyphs, dark: dark, styles: stylesOf(theme, dark), looks: make(chart.Escapes)}
	p.findEscapes()
	return p
}

// stylesOf returns the styles of all inks in a theme. Without colours heat maps are drawn in glyphs.
func stylesOf(theme Theme, dark bool) map[chart.Ink]lipgloss.Style {
	styles := map[chart.Ink]lipgloss.Style{}
	for ink := range chart.InkDiverging + chart.DivergingSteps {
		styles[ink] = lipgloss.NewStyle()
	}
	bold := []chart.Ink{chart.InkSelected, chart.InkCursor, chart.InkWarn}
	faint := []chart.Ink{}
	colours := palette{}
	switch {
	case theme == ThemeMono:
		bold = append(bold, chart.InkEstimate)
		faint = append(faint, chart.InkAgainstDim, chart.InkFaint, chart.InkPinned, chart.InkEstimateDim, chart.InkTruthDim)
	case theme == ThemeLight || theme == ThemeAuto && !dark:
		colours = lightPalette()
	default:
		colours = darkPalette()
	}
	for ink, c := range colours {
		styles[ink] = styles[ink].Foreground(c)
	}
	for _, ink := range bold {
		styles[ink] = styles[ink].Bold(true)
	}
	for _, ink := range faint {
		styles[ink] = styles[ink].Faint(true)
	}
	return styles
}

// Limit removes the colours of heat maps if two neighbours are alike in the terminal, which shows the colour
// convert(c) for c. Heat maps then have glyphs.
func (p *Styles) Limit(convert func(color.Color) color.Color) {
	alike := false
	compare := func(first chart.Ink, steps int) {
		for i := first + 1; i < first+chart.Ink(steps); i++ {
			alike = alike || convert(p.Style(i-1).GetForeground()) == convert(p.Style(i).GetForeground())
		}
	}
	compare(chart.InkHeat, chart.HeatSteps)
	compare(chart.InkDiverging, chart.DivergingSteps)
	if !alike {
		return
	}
	for i := range chart.Ink(chart.HeatSteps + chart.DivergingSteps) {
		p.styles[chart.InkHeat+i] = lipgloss.NewStyle()
	}
	p.findEscapes()
}

// findEscapes asks Lip Gloss for the escape sequences of all styles.
func (p *Styles) findEscapes() {
	p.escapes = make(map[chart.Ink]escape, len(p.styles))
	for ink, style := range p.styles {
		on, off, _ := strings.Cut(style.Render("x"), "x")
		p.escapes[ink] = escape{on, off}
	}
}

// Coloured reports whether inks have colours. Without colours, glyphs must make all distinctions.
func (p *Styles) Coloured() bool {
	_, none := p.Style(chart.InkEstimate).GetForeground().(lipgloss.NoColor)
	return !none
}

// Glyphs returns the glyphs of charts.
func (p *Styles) Glyphs() chart.Glyphs { return p.glyphs }

// Style returns the style of an ink.
func (p *Styles) Style(ink chart.Ink) lipgloss.Style { return p.styles[ink] }

// Render returns a text in an ink. The text must come from Text, which makes it printable.
func (p *Styles) Render(ink chart.Ink, text string) string {
	e := p.escapes[ink]
	return e.on + text + e.off
}

// ChartOptions returns the options of charts. Charts share escape sequences: draw one after the other.
func (p *Styles) ChartOptions() chart.Options {
	return chart.Options{Glyphs: p.glyphs, Style: p.Style, Escapes: p.looks}
}

// Text returns s in the characters of the terminal, with unprintable characters, as in names of files,
// escaped. Lay out the result, which may be wider.
func (p *Styles) Text(s string) string {
	s = shell.Escape(s)
	if p.glyphs == chart.Plain {
		return chart.ASCII(s)
	}
	return s
}
