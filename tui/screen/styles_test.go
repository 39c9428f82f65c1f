package screen

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
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

// TestHeatScalesAscendInContrast from the low end or the middle, for grey eyes; no
// cell looks like the background, which is a gap.
func TestHeatScalesAscendInContrast(t *testing.T) {
	for background, p := range map[string]palette{"#1E1E1E": darkPalette(), "#FFFFFF": lightPalette()} {
		median := chart.DivergingSteps / 2
		below := slices.Clone(p.diverging[:median+1])
		slices.Reverse(below)
		for name, scale := range map[string][]color.Color{"heat": p.heat[:], "above 0": p.diverging[median:], "below 0": below} {
			last := 1.15 / 1.1
			for i, c := range scale {
				now := contrast(c, lipgloss.Color(background))
				if now < 1.1*last {
					t.Errorf("on %s, %s: step %d has a contrast of %.2f after %.2f", background, name, i, now, last)
				}
				last = now
			}
		}
	}
}

// TestHeatMapsAreReadableInFewColours counts those that are left to cells: a
// terminal of 256 shows each, one of 16 or without any has glyphs.
func TestHeatMapsAreReadableInFewColours(t *testing.T) {
	for name, c := range map[string]struct {
		convert  func(color.Color) color.Color
		coloured bool
	}{
		"all": {func(c color.Color) color.Color { return c }, true},
		"256": {func(c color.Color) color.Color { return ansi.Convert256(c) }, true},
		"16":  {func(c color.Color) color.Color { return ansi.Convert16(c) }, false},
		"no":  {func(color.Color) color.Color { return nil }, false},
	} {
		for _, theme := range []Theme{ThemeDark, ThemeLight} {
			p := New(theme, true, chart.Braille)
			p.Limit(c.convert)
			spec := &chart.Spec{Heat: &chart.Heat{X: []float64{0, 1}, Y: []float64{0}, Z: []float64{0, 1}}}
			screen := strings.Join(spec.Draw(40, 8, p.ChartOptions()).Lines, "")
			if glyphs := strings.Contains(screen, "█"); glyphs == c.coloured {
				t.Errorf("%s colours, theme %d: glyphs %v", name, theme, glyphs)
			}
		}
	}
}
