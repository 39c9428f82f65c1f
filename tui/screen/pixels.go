package screen

import (
	"strings"

	"charm.land/lipgloss/v2"
)

// Pixels draws a picture in black on white, two pixels to a cell, on dark and on light backgrounds. Without
// colours it uses the two colours of the terminal.
func (p *Styles) Pixels(width, height int, black func(x, y int) bool) (lines []string) {
	ink := lipgloss.NewStyle()
	inked := black
	if p.Coloured() {
		ink = ink.Foreground(lipgloss.Color("#000000")).Background(lipgloss.Color("#FFFFFF"))
	} else if p.dark {
		inked = func(x, y int) bool { return y < height && !black(x, y) }
	}
	for y := 0; y < height; y += 2 {
		var b strings.Builder
		for x := range width {
			switch above, below := inked(x, y), inked(x, y+1); {
			case above && below:
				b.WriteRune('█')
			case above:
				b.WriteRune('▀')
			case below:
				b.WriteRune('▄')
			default:
				b.WriteByte(' ')
			}
		}
		lines = append(lines, ink.Render(b.String()))
	}
	return lines
}
