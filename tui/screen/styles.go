// Package screen writes text in the cells of a terminal: styles, lines of a fixed
// width, wrapped text and tables. It knows no page.
//
//	╭─ Title ───────────── ● a key of the legend ─╮    Panel, Box
//	│ A Line has a fixed width; Add, To and Right │    Line
//	│ write pieces of it in an ink.               │
//	│ λ     LOTO     A Table aligns columns.      │    Table
//	╰─────────────────────────────────────────────╯
//
// Lines, panels and wrapped texts have exactly the width asked for, so that blocks can stand Beside
// each other without a layout.
package screen

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/colorprofile"

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
	// verdicts are the signs on fills by the ink of the fill; nil in terminals of few colours.
	verdicts map[chart.Ink][]escape
}

// escape switches a style on and off.
type escape struct{ on, off string }

// New returns the styles of a theme in a terminal. ThemeAuto depends on whether the terminal's background
// is dark.
func New(theme Theme, dark bool, glyphs chart.Glyphs, profile colorprofile.Profile) *Styles {
	p := &Styles{glyphs: glyphs, dark: dark, looks: make(chart.Escapes)}
	if theme == ThemeMono {
		p.styles = monochrome()
	} else {
		dark = theme == ThemeDark || theme == ThemeAuto && dark
		p.styles = coloured(dark, profile)
		if profile == colorprofile.TrueColor {
			p.verdicts = verdictFills(dark, newPalette(dark, profile))
		}
	}
	p.escapes = make(map[chart.Ink]escape, len(p.styles))
	for ink, style := range p.styles {
		p.escapes[ink] = escapeOf(style)
	}
	return p
}

// monochrome returns the styles of all inks without colours. Heat maps then have glyphs.
func monochrome() map[chart.Ink]lipgloss.Style {
	styles := plain()
	for _, ink := range []chart.Ink{chart.InkSelected, chart.InkCursor, chart.InkWarn, chart.InkEstimate} {
		styles[ink] = styles[ink].Bold(true)
	}
	for _, ink := range []chart.Ink{chart.InkFaint, chart.InkRule, chart.InkPinned, chart.InkEstimateDim, chart.InkTruthDim, chart.InkAgainstDim} {
		styles[ink] = styles[ink].Faint(true)
	}
	styles[chart.InkChip] = styles[chart.InkChip].Reverse(true)
	return styles
}

// plain returns a style without attributes for each ink.
func plain() map[chart.Ink]lipgloss.Style {
	styles := map[chart.Ink]lipgloss.Style{}
	for ink := range chart.InkDiverging + chart.DivergingSteps {
		styles[ink] = lipgloss.NewStyle()
	}
	return styles
}

// coloured returns the styles of all inks in colours.
func coloured(dark bool, profile colorprofile.Profile) map[chart.Ink]lipgloss.Style {
	styles := plain()
	for ink, c := range newPalette(dark, profile) {
		styles[ink] = styles[ink].Foreground(c)
	}
	// Text keeps the colour that the reader has chosen for the terminal.
	styles[chart.InkText] = lipgloss.NewStyle()
	for _, ink := range []chart.Ink{chart.InkSelected, chart.InkCursor, chart.InkChip, chart.InkWarn} {
		styles[ink] = styles[ink].Bold(true)
	}
	styles[chart.InkChip] = styles[chart.InkChip].Background(fill(dark).in(profile))
	dropAlike(styles)
	return styles
}

// dropAlike removes the colours of heat maps if two neighbours are alike in the terminal. Heat maps then
// have glyphs.
func dropAlike(styles map[chart.Ink]lipgloss.Style) {
	alike := false
	compare := func(first chart.Ink, steps int) {
		for i := first + 1; i < first+chart.Ink(steps); i++ {
			alike = alike || styles[i-1].GetForeground() == styles[i].GetForeground()
		}
	}
	compare(chart.InkHeat, chart.HeatSteps)
	compare(chart.InkDiverging, chart.DivergingSteps)
	if !alike {
		return
	}
	for i := range chart.Ink(chart.HeatSteps + chart.DivergingSteps) {
		styles[chart.InkHeat+i] = lipgloss.NewStyle()
	}
}

// escapeOf returns the escape sequences of a style.
func escapeOf(style lipgloss.Style) escape {
	on, off, _ := strings.Cut(style.Render("x"), "x")
	return escape{on, off}
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
