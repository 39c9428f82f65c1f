package screen

import (
	"image/color"
	"math"
	"slices"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
)

// linear returns a colour's parts, from 0 to 1, without the transfer function of sRGB.
func linear(c color.Color) (out [3]float64) {
	r, g, b, _ := c.RGBA()
	for i, v := range []uint32{r, g, b} {
		x := float64(v) / 0xFFFF
		if out[i] = x / 12.92; x > .04045 {
			out[i] = math.Pow((x+.055)/1.055, 2.4)
		}
	}
	return out
}

// luminance is WCAG's relative luminance.
func luminance(l [3]float64) float64 { return .2126*l[0] + .7152*l[1] + .0722*l[2] }

func contrast(a, b color.Color) float64 {
	x, y := luminance(linear(a)), luminance(linear(b))
	return (max(x, y) + .05) / (min(x, y) + .05)
}

// lab is CIELAB under D65, in which equal distances look about equal.
func lab(l [3]float64) (out [3]float64) {
	f := func(t float64) float64 {
		if t > 216./24389 {
			return math.Cbrt(t)
		}
		return (24389./27*t + 16) / 116
	}
	x := f((.4124564*l[0] + .3575761*l[1] + .1804375*l[2]) / .95047)
	y := f(luminance(l))
	z := f((.0193339*l[0] + .1191920*l[1] + .9503041*l[2]) / 1.08883)
	return [3]float64{116*y - 16, 500 * (x - y), 200 * (y - z)}
}

func distance(a, b [3]float64) float64 {
	x, y := lab(a), lab(b)
	return math.Sqrt((x[0]-y[0])*(x[0]-y[0]) + (x[1]-y[1])*(x[1]-y[1]) + (x[2]-y[2])*(x[2]-y[2]))
}

// The eyes that palettes are checked with: the matrices of Machado, Oliveira and
// Fernandes (2009) for severity 1, on linear RGB.
var eyes = map[string][3][3]float64{
	"usual":        {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{.152286, 1.052583, -.204868}, {.114503, .786281, .099216}, {-.003882, -.048116, 1.051998}},
	"deuteranopia": {{.367322, .860646, -.227968}, {.280085, .672501, .047413}, {-.011820, .042940, .968881}},
	"tritanopia":   {{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602}, {.004733, .691367, .303900}},
}

func seen(by [3][3]float64, c color.Color) (out [3]float64) {
	l := linear(c)
	for i, row := range by {
		out[i] = max(0, min(1, row[0]*l[0]+row[1]*l[1]+row[2]*l[2]))
	}
	return out
}

// terminals are what colours become in a terminal with all of them, and with 256.
var terminals = map[string]func(color.Color) color.Color{
	"true colour": func(c color.Color) color.Color { return c },
	"256 colours": func(c color.Color) color.Color { return ansi.Convert256(c) },
}

// ramp returns the colours of a ramp.
func ramp(p palette, first chart.Ink, steps int) []color.Color {
	var out []color.Color
	for i := range steps {
		out = append(out, p[first+chart.Ink(i)])
	}
	return out
}

// eachPalette has each palette in each terminal, on a background, and as each eye sees it.
func eachPalette(f func(name string, p palette, convert func(color.Color) color.Color, background color.Color)) {
	for terminal, convert := range terminals {
		f("dark, "+terminal, darkPalette(), convert, color.Gray{0x12})
		f("light, "+terminal, lightPalette(), convert, color.White)
	}
}

// TestColours: quantities differ for all eyes, inks stand out from the background and from
// a band, and ramps are ordered by lightness for all eyes.
func TestColours(t *testing.T) {
	const apart = 12 // of CIELAB; 2.3 can just be told
	eachPalette(func(name string, p palette, convert func(color.Color) color.Color, background color.Color) {
		quantities := map[string]color.Color{"estimate": p[chart.InkEstimate], "truth": p[chart.InkTruth], "third": p[chart.InkThird], "pinned": p[chart.InkPinned]}
		ramps := map[string][]color.Color{"levels": ramp(p, chart.InkLevel, chart.Levels), "heat": ramp(p, chart.InkHeat, chart.HeatSteps)}
		middle := chart.DivergingSteps / 2
		diverging := ramp(p, chart.InkDiverging, chart.DivergingSteps)
		ramps["the upper half"] = diverging[middle:]
		ramps["the lower half"] = slices.Clone(diverging[:middle+1])
		slices.Reverse(ramps["the lower half"])
		dark := luminance(linear(background)) < .5
		for eye, by := range eyes {
			for a, x := range quantities {
				for b, y := range quantities {
					if d := distance(seen(by, convert(x)), seen(by, convert(y))); a < b && d < apart {
						t.Errorf("%s, %s: %s and %s are %.1f apart", name, eye, a, b, d)
					}
				}
			}
			for ramp, of := range ramps {
				light := func(i int) float64 { return lab(seen(by, convert(of[i])))[0] }
				for i := 1; i < len(of); i++ {
					if step := light(i) - light(i-1); (step <= 0) == dark { // the darkest of 256 may be equal
						t.Errorf("%s, %s: %s goes from %.1f to %.1f at step %d", name, eye, ramp, light(i-1), light(i), i)
					}
				}
			}
		}

		lines := map[string]color.Color{"estimate": p[chart.InkEstimate], "truth": p[chart.InkTruth], "third": p[chart.InkThird], "cursor": p[chart.InkCursor], "selected": p[chart.InkSelected]}
		check := func(ink string, c, from color.Color, least float64) {
			if got := contrast(convert(c), from); got < least {
				t.Errorf("%s: %s has a contrast of %.2f, want %v", name, ink, got, least)
			}
		}
		for ink, c := range lines {
			check(ink, c, background, 4.5)
		}
		check("faint", p[chart.InkFaint], background, 4.5)
		check("warning", p[chart.InkWarn], background, 4.5)
		check("pinned", p[chart.InkPinned], background, 3)
		check("an estimate beside", p[chart.InkEstimateDim], background, 3)
		check("a truth beside", p[chart.InkTruthDim], background, 3)
		check("against", p[chart.InkAgainst], background, 4.5)
		check("an interval against", p[chart.InkAgainstDim], background, 3)
		for _, c := range ramp(p, chart.InkLevel, chart.Levels) {
			check("a level", c, background, map[bool]float64{true: 2.9, false: 4.5}[dark])
		}
	})
}

// TestRampsAscendInContrast from the low end or the middle, for grey eyes; no
// cell looks like the background, which is a gap.
func TestRampsAscendInContrast(t *testing.T) {
	for background, p := range map[color.Color]palette{color.Gray{0x1E}: darkPalette(), color.White: lightPalette()} {
		median := chart.DivergingSteps / 2
		diverging := ramp(p, chart.InkDiverging, chart.DivergingSteps)
		below := slices.Clone(diverging[:median+1])
		slices.Reverse(below)
		check := func(name string, scale []color.Color, last, step float64) {
			for i, c := range scale {
				now := contrast(c, background)
				if now < step*last {
					t.Errorf("on %v, %s: step %d has a contrast of %.2f after %.2f", background, name, i, now, last)
				}
				last = now
			}
		}
		check("levels", ramp(p, chart.InkLevel, chart.Levels), 3/1.2, 1.2)
		check("heat", ramp(p, chart.InkHeat, chart.HeatSteps), 1.15/1.1, 1.1)
		check("above 0", diverging[median:], 1.15/1.1, 1.1)
		check("below 0", below, 1.15/1.1, 1.1)
	}
}
