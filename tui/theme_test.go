package tui

import (
	"image/color"
	"math"
	"testing"

	"charm.land/lipgloss/v2"
)

// luminance is WCAG's relative luminance.
func luminance(c color.Color) float64 {
	r, g, b, _ := c.RGBA()
	linear := func(v uint32) float64 {
		x := float64(v) / 0xFFFF
		if x <= .04045 {
			return x / 12.92
		}
		return math.Pow((x+.055)/1.055, 2.4)
	}
	return .2126*linear(r) + .7152*linear(g) + .0722*linear(b)
}

func contrast(a, b color.Color) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

func TestLevelsAscendInContrast(t *testing.T) {
	for background, p := range map[string]palette{"#1E1E1E": darkPalette(), "#FFFFFF": lightPalette()} {
		last := 3 / 1.2
		for i, c := range p.levels {
			now := contrast(c, lipgloss.Color(background))
			if now < 1.2*last {
				t.Errorf("on %s level %d has a contrast of %.2f after %.2f", background, i, now, last)
			}
			last = now
		}
	}
}
