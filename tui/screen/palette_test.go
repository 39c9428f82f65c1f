package screen

import (
	"image/color"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"

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

// ramp returns the colours of a ramp.
func ramp(p palette, first chart.Ink, steps int) []color.Color {
	var out []color.Color
	for i := range steps {
		out = append(out, p[first+chart.Ink(i)])
	}
	return out
}

// eachPalette calls f with the palettes of files and of terminals of all colours and of 256.
func eachPalette(f func(name string, p palette, background color.Color)) {
	f("paper", Paper(), color.White)
	for name, profile := range map[string]colorprofile.Profile{"true colour": colorprofile.TrueColor, "256 colours": colorprofile.ANSI256} {
		f("dark, "+name, newPalette(true, profile), color.RGBA{0x10, 0x10, 0x14, 0xFF})
		f("light, "+name, newPalette(false, profile), color.White)
	}
}

// TestContrast: text and marks stand out from the background.
func TestContrast(t *testing.T) {
	const text, mark = 5.2, 3.2
	least := map[chart.Ink]float64{
		chart.InkText: text, chart.InkFaint: text, chart.InkEstimate: text, chart.InkTruth: text, chart.InkSelected: text,
		chart.InkCursor: text, chart.InkWarn: text, chart.InkPinned: text, chart.InkThird: 4.5,
		chart.InkAgainst: text, chart.InkRule: mark, chart.InkEstimateDim: mark, chart.InkTruthDim: mark, chart.InkAgainstDim: mark,
	}
	eachPalette(func(name string, p palette, background color.Color) {
		for ink, want := range least {
			if got := contrast(p[ink], background); math.Round(10*got)/10 < want {
				t.Errorf("%s: ink %d has a contrast of %.2f, want %v", name, ink, got, want)
			}
		}
		dark := luminance(linear(background)) < .5
		profile := colorprofile.TrueColor
		if strings.Contains(name, "256") {
			profile = colorprofile.ANSI256
		}
		for ink, want := range map[chart.Ink]float64{chart.InkChip: text, chart.InkFaint: 4.5} {
			if got := contrast(p[ink], fill(dark).in(profile)); got < want {
				t.Errorf("%s: ink %d has a contrast of %.2f to the fill of a chip, want %v", name, ink, got, want)
			}
		}
		for _, c := range ramp(p, chart.InkLevel, chart.Levels) {
			if got := contrast(c, background); got < map[bool]float64{true: 2.9, false: 4.5}[dark || name == "paper"] {
				t.Errorf("%s: a level has a contrast of %.2f", name, got)
			}
		}
	})
}

// TestQuantitiesDiffer: estimates, the truth and the verdict against a λ differ for all eyes, most
// for the commonest kind of colour blindness, and so do the quantities that share a chart.
func TestQuantitiesDiffer(t *testing.T) {
	roles := map[string]chart.Ink{"estimate": chart.InkEstimate, "truth": chart.InkTruth, "against": chart.InkAgainst, "third": chart.InkThird, "quiet": chart.InkFaint}
	// In CIELAB; 2.3 can just be told.
	least := func(eye, a, b string) float64 {
		switch {
		case a == "third" || b == "third" || a == "quiet" || b == "quiet":
			return 9
		case eye == "deuteranopia":
			return 32
		}
		return 20
	}
	eachPalette(func(name string, p palette, _ color.Color) {
		for eye, by := range eyes {
			for a, x := range roles {
				for b, y := range roles {
					if d := distance(seen(by, p[x]), seen(by, p[y])); a < b && math.Round(d) < least(eye, a, b) {
						t.Errorf("%s, %s: %s and %s are %.1f apart", name, eye, a, b, d)
					}
				}
			}
		}
		// The soft colours of verdicts and quantities stay apart for deuteranopes.
		soft := []chart.Ink{chart.InkEstimateDim, chart.InkTruthDim, chart.InkAgainstDim}
		for i, a := range soft {
			for _, b := range soft[:i] {
				if d := distance(seen(eyes["deuteranopia"], p[a]), seen(eyes["deuteranopia"], p[b])); d < 12 {
					t.Errorf("%s: soft inks %d and %d are %.1f apart", name, a, b, d)
				}
			}
		}
	})
}

// TestBasicColours: in 16 colours, quantities and verdicts have a colour each.
func TestBasicColours(t *testing.T) {
	for _, dark := range []bool{true, false} {
		p := newPalette(dark, colorprofile.ANSI)
		seen := map[color.Color]chart.Ink{}
		for _, ink := range []chart.Ink{chart.InkEstimate, chart.InkTruth, chart.InkAgainst, chart.InkSelected, chart.InkCursor, chart.InkFaint} {
			if other, ok := seen[p[ink]]; ok {
				t.Errorf("dark %v: inks %d and %d have one colour", dark, ink, other)
			}
			seen[p[ink]] = ink
		}
	}
}

// TestRampsAreOrdered: ramps are ordered by lightness for all eyes.
func TestRampsAreOrdered(t *testing.T) {
	eachPalette(func(name string, p palette, background color.Color) {
		ramps := map[string][]color.Color{"levels": ramp(p, chart.InkLevel, chart.Levels), "heat": ramp(p, chart.InkHeat, chart.HeatSteps)}
		middle := chart.DivergingSteps / 2
		diverging := ramp(p, chart.InkDiverging, chart.DivergingSteps)
		ramps["the upper half"] = diverging[middle:]
		ramps["the lower half"] = slices.Clone(diverging[:middle+1])
		slices.Reverse(ramps["the lower half"])
		dark := luminance(linear(background)) < .5
		for eye, by := range eyes {
			for ramp, of := range ramps {
				light := func(i int) float64 { return lab(seen(by, of[i]))[0] }
				for i := 1; i < len(of); i++ {
					if step := light(i) - light(i-1); (step <= 0) == dark { // the darkest of 256 may be equal
						t.Errorf("%s, %s: %s goes from %.1f to %.1f at step %d", name, eye, ramp, light(i-1), light(i), i)
					}
				}
			}
		}
	})
}

// TestRampsAscendInContrast from the low end or the middle, for grey eyes; no
// cell looks like the background, which is a gap.
func TestRampsAscendInContrast(t *testing.T) {
	for background, p := range map[color.Color]palette{color.Gray{0x1E}: newPalette(true, colorprofile.TrueColor), color.White: newPalette(false, colorprofile.TrueColor)} {
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
