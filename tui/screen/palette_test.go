package screen

import (
	"fmt"
	"image/color"
	"math"
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

func luminanceOf(l [3]float64) float64 { return .2126*l[0] + .7152*l[1] + .0722*l[2] }

// lab is CIELAB under D65, in which equal distances look about equal.
func lab(l [3]float64) (out [3]float64) {
	f := func(t float64) float64 {
		if t > 216./24389 {
			return math.Cbrt(t)
		}
		return (24389./27*t + 16) / 116
	}
	x := f((.4124564*l[0] + .3575761*l[1] + .1804375*l[2]) / .95047)
	y := f(luminanceOf(l))
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

func eachPalette(f func(name string, p palette, convert func(color.Color) color.Color, background color.Color)) {
	for terminal, convert := range terminals {
		f("dark, "+terminal, darkPalette(), convert, color.Gray{0x12})
		f("light, "+terminal, lightPalette(), convert, color.White)
	}
}

// TestQuantitiesDiffer for all eyes: estimate, truth, the third quantity, the cursor
// and pinned curves.
func TestQuantitiesDiffer(t *testing.T) {
	const least = 12 // of CIELAB; 2.3 can just be told
	eachPalette(func(name string, p palette, convert func(color.Color) color.Color, _ color.Color) {
		inks := map[string]color.Color{"estimate": p.estimate, "truth": p.truth, "third": p.third, "pinned": p.pinned}
		for eye, by := range eyes {
			for a, x := range inks {
				for b, y := range inks {
					if d := distance(seen(by, convert(x)), seen(by, convert(y))); a < b && d < least {
						t.Errorf("%s, %s: %s and %s are %.1f apart", name, eye, a, b, d)
					}
				}
			}
		}
	})
}

// TestInksStandOut from the background and from a band.
func TestInksStandOut(t *testing.T) {
	eachPalette(func(name string, p palette, convert func(color.Color) color.Color, background color.Color) {
		check := func(ink string, c color.Color, onBand bool, least float64) {
			if got := contrast(convert(c), background); got < least {
				t.Errorf("%s: %s has a contrast of %.2f", name, ink, got)
			}
			if got := contrast(convert(c), convert(p.band)); onBand && got < 3 {
				t.Errorf("%s: %s on a band has a contrast of %.2f", name, ink, got)
			}
		}
		check("faint", p.faint, false, 4.5)
		check("estimate", p.estimate, true, 4.5)
		check("truth", p.truth, true, 4.5)
		check("third", p.third, true, 4.5)
		check("cursor", p.cursor, true, 4.5)
		check("selected", p.selected, true, 4.5)
		check("warning", p.warn, false, 4.5)
		check("pinned", p.pinned, false, 3)
		for i, c := range p.levels {
			least := 2.9
			if background == color.White {
				least = 4.5
			}
			check(fmt.Sprint("level ", i), c, false, least)
		}
		if got := contrast(convert(p.band), background); got < 1.1 {
			t.Errorf("%s: a band has a contrast of %.2f", name, got)
		}
	})
}

// TestRampsAreOrdered by lightness, for all eyes and terminals.
func TestRampsAreOrdered(t *testing.T) {
	eachPalette(func(name string, p palette, convert func(color.Color) color.Color, background color.Color) {
		dark := luminanceOf(linear(background)) < .5
		for eye, by := range eyes {
			light := func(c color.Color) float64 { return lab(seen(by, convert(c)))[0] }
			check := func(ramp string, of []color.Color, away bool) {
				for i := 1; i < len(of); i++ {
					if step := light(of[i]) - light(of[i-1]); (step <= 0) == (dark == away) {
						t.Errorf("%s, %s: %s goes from %.1f to %.1f at step %d", name, eye, ramp, light(of[i-1]), light(of[i]), i)
					}
				}
			}
			check("levels", p.levels[:], true)
			check("heat", p.heat[:], true)
			middle := chart.DivergingSteps / 2
			check("the upper half", p.diverging[middle:], true)
			check("the lower half", p.diverging[:middle+1], false)
		}
	})
}
