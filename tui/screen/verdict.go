package screen

import (
	"image/color"
	"math"
	"strings"

	"charm.land/lipgloss/v2"

	"lambdascope/tui/chart"
)

// verdictSteps is the number of colours behind the signs of a verdict.
const verdictSteps = 8

// noVerdict is the least size of a verdict; smaller verdicts have a dot.
const noVerdict = .02

// VerdictSign returns the sign of a verdict from −1, against, to 1, for: "+", "−", or "·" for hardly any.
func VerdictSign(verdict float64) string {
	switch {
	case !(math.Abs(verdict) >= noVerdict):
		return "·"
	case verdict < 0:
		return "−"
	}
	return "+"
}

// Verdict writes the sign of a verdict in the middle of some cells. The strength is the colour behind the
// sign or, in terminals of few colours, the shade at its sides.
func (l *Line) Verdict(verdict float64, cells int) *Line {
	sign := VerdictSign(verdict)
	ink := map[string]chart.Ink{"+": chart.InkEstimate, "−": chart.InkAgainst, "·": chart.InkFaint}[sign]
	side := strings.Repeat(" ", (cells-1)/2)
	size := min(1, math.Abs(verdict))
	switch fills := l.styles.verdicts[ink]; {
	case sign == "·":
	case fills != nil:
		e := fills[int(size*(verdictSteps-1)+.5)]
		return l.Styled(e.on + side + l.styles.Text(sign) + side + e.off)
	case side != "":
		side = strings.Repeat([]string{"░", "▓", "█"}[min(2, int(3*size))], len(side))
	}
	return l.Add(ink, side+sign+side)
}

// Filled writes text in an ink on the fill of the target of the keys.
func (l *Line) Filled(ink chart.Ink, text string) *Line {
	return l.Styled(l.styles.filled(ink).Render(l.styles.Text(text)))
}

// filled returns the style of an ink on the fill of the target of the keys.
func (p *Styles) filled(ink chart.Ink) lipgloss.Style {
	chip := p.Style(chart.InkChip)
	return p.Style(ink).Reverse(chip.GetReverse()).Background(chip.GetBackground())
}

// Draw writes a drawing of one row in the next cells, on the fill of the target of the keys if asked.
func (l *Line) Draw(cells int, filled bool, draw func(*chart.Canvas)) *Line {
	o := l.styles.ChartOptions()
	if filled {
		o.Style = l.styles.filled
		o.Escapes = nil
	}
	return l.Styled(chart.Draw(cells, 1, o, draw)[0])
}

// verdictFills returns the escape sequences of signs on colours from near the background to an ink.
func verdictFills(dark bool, p palette) map[chart.Ink][]escape {
	back := color.Color(color.White)
	if dark {
		back = lipgloss.Color("#101014")
	}
	out := make(map[chart.Ink][]escape)
	for _, ink := range []chart.Ink{chart.InkEstimate, chart.InkAgainst} {
		for i := range verdictSteps {
			const least = .2 // of the ink
			fill := mix(back, p[ink], least+(1-least)*float64(i)/(verdictSteps-1))
			out[ink] = append(out[ink], escapeOf(lipgloss.NewStyle().Background(fill).Foreground(chart.Legible(fill))))
		}
	}
	return out
}

// mix returns a colour between two, in sRGB because lightness alone should change.
func mix(from, to color.Color, share float64) color.Color {
	between := func(a, b uint32) uint8 { return uint8((float64(a) + share*(float64(b)-float64(a))) / 0x101) }
	r, g, b, _ := from.RGBA()
	x, y, z, _ := to.RGBA()
	return color.RGBA{between(r, x), between(g, y), between(b, z), 0xFF}
}
