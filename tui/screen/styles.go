// Package screen writes text in the cells of a terminal: styles, lines of a fixed
// width, wrapped text, tables, numbers, and drawings that are no charts. It knows
// no page.
package screen

import (
	"image/color"
	"strings"

	"charm.land/lipgloss/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/shell"
)

// Styles is how one session draws: its colours and the glyphs its terminal has. Two
// sessions of one process may differ in both.
type Styles struct {
	glyphs  chart.Glyphs
	dark    bool // the terminal's background
	styles  map[chart.Ink]lipgloss.Style
	escapes map[chart.Ink]escape // of the styles, as to make them takes longer than all else of a text
	work    *chart.Workspace
}

// escape is what switches a style on and off.
type escape struct{ on, off string }

// New returns the styles of a theme; dark tells the terminal's background, for
// ThemeAuto.
func New(theme Theme, dark bool, glyphs chart.Glyphs) *Styles {
	p := &Styles{glyphs: glyphs, dark: dark, styles: stylesOf(theme, dark), work: chart.NewWorkspace()}
	p.findEscapes()
	return p
}

func stylesOf(theme Theme, dark bool) map[chart.Ink]lipgloss.Style {
	style := lipgloss.NewStyle
	if theme == ThemeMono {
		styles := map[chart.Ink]lipgloss.Style{
			chart.InkText:       style(),
			chart.InkFaint:      style().Faint(true),
			chart.InkEstimate:   style().Bold(true),
			chart.InkTruth:      style(),
			chart.InkBand:       style().Faint(true),
			chart.InkBandLevel:  style().Faint(true),
			chart.InkBandTrials: style().Faint(true),
			chart.InkBandSpread: style().Faint(true),
			chart.InkSelected:   style().Bold(true),
			chart.InkCursor:     style().Bold(true),
			chart.InkPinned:     style().Faint(true),
			chart.InkWarn:       style().Bold(true),
			chart.InkThird:      style(),

			chart.InkEstimateDim: style().Faint(true),
			chart.InkTruthDim:    style().Faint(true),
		}
		for i := range chart.Levels {
			styles[chart.InkLevel+chart.Ink(i)] = style()
		}
		// Heat maps without colours are drawn in glyphs.
		for i := range chart.HeatSteps {
			styles[chart.InkHeat+chart.Ink(i)] = style()
		}
		for i := range chart.DivergingSteps {
			styles[chart.InkDiverging+chart.Ink(i)] = style()
		}
		return styles
	}
	c := darkPalette()
	if theme == ThemeLight || theme == ThemeAuto && !dark {
		c = lightPalette()
	}
	styles := map[chart.Ink]lipgloss.Style{
		chart.InkText:       style(),
		chart.InkFaint:      style().Foreground(c.faint),
		chart.InkEstimate:   style().Foreground(c.estimate),
		chart.InkTruth:      style().Foreground(c.truth),
		chart.InkBand:       style().Foreground(c.band).Background(c.band),
		chart.InkBandLevel:  style().Foreground(c.bandLevel).Background(c.bandLevel),
		chart.InkBandTrials: style().Foreground(c.bandTrials).Background(c.bandTrials),
		chart.InkBandSpread: style().Foreground(c.bandSpread).Background(c.bandSpread),
		chart.InkSelected:   style().Foreground(c.selected).Bold(true),
		chart.InkCursor:     style().Foreground(c.cursor).Bold(true),
		chart.InkPinned:     style().Foreground(c.pinned),
		chart.InkWarn:       style().Foreground(c.warn).Bold(true),
		chart.InkThird:      style().Foreground(c.third),

		chart.InkEstimateDim: style().Foreground(c.estimateDim),
		chart.InkTruthDim:    style().Foreground(c.truthDim),
	}
	for i, level := range c.levels {
		styles[chart.InkLevel+chart.Ink(i)] = style().Foreground(level)
	}
	for i, step := range c.heat {
		styles[chart.InkHeat+chart.Ink(i)] = style().Foreground(step)
	}
	for i, step := range c.diverging {
		styles[chart.InkDiverging+chart.Ink(i)] = style().Foreground(step)
	}
	return styles
}

// Limit takes the colours of heat maps away where the terminal, which shows a
// colour as convert says, shows two neighbours alike or none at all: glyphs then
// stand for them.
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

// Coloured tells whether inks have colours; without, glyphs must say it all.
func (p *Styles) Coloured() bool {
	_, none := p.Style(chart.InkEstimate).GetForeground().(lipgloss.NoColor)
	return !none
}

// Glyphs is what charts are drawn in.
func (p *Styles) Glyphs() chart.Glyphs { return p.glyphs }

// Style returns the style of an ink.
func (p *Styles) Style(ink chart.Ink) lipgloss.Style { return p.styles[ink] }

// Render returns a text in an ink; Text has to have made it printable.
func (p *Styles) Render(ink chart.Ink, text string) string {
	e := p.escapes[ink]
	return e.on + text + e.off
}

// ChartOptions returns how charts are drawn, one after the other.
func (p *Styles) ChartOptions() chart.Options {
	return chart.Options{Glyphs: p.glyphs, Style: p.Style, Workspace: p.work}
}

// Text returns s in the characters the terminal has. Lay out after it: the
// result may be wider.
// What is not printable, as a file name may hold, is escaped.
func (p *Styles) Text(s string) string {
	s = shell.Escape(s)
	if p.glyphs == chart.Plain {
		return chart.ASCII(s)
	}
	return s
}
