package chart

import (
	"math"
	"slices"
	"strings"
	"testing"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
)

// bandColours have a band as a colour of the background.
func bandColours(i Ink) lipgloss.Style {
	s := lipgloss.NewStyle()
	if i == InkBand {
		s = s.Foreground(lipgloss.Color("#2A3B4D")).Background(lipgloss.Color("#2A3B4D"))
	}
	return s
}

// shadedIn returns how many eighths of its rows a band takes of each column of a line.
func shadedIn(line string) (eighths []int) {
	var style string
	state := byte(0)
	for len(line) > 0 {
		seq, width, n, next := ansi.DecodeSequence(line, state, nil)
		line, state = line[n:], next
		if width == 0 {
			style = seq
			continue
		}
		block := strings.IndexRune("▁▂▃▄▅▆▇", []rune(seq)[0])/len("▁") + 1
		switch {
		case strings.Contains(style, "48;2;42;59;77"): // all of the cell
			block = 8
		case !strings.ContainsAny(seq, "▁▂▃▄▅▆▇"):
			block = 0
		case strings.HasPrefix(style, "\x1b[7;"):
			block = 8 - block
		}
		eighths = append(eighths, block)
	}
	return eighths
}

// TestBandsEndAtAnEighthOfARow where no curve passes.
func TestBandsEndAtAnEighthOfARow(t *testing.T) {
	for _, glyphs := range []Glyphs{Braille, Block} {
		for lo := 0.; lo < 10; lo += .37 {
			for hi := lo; hi <= 10; hi += .61 {
				s := square()
				s.Bands = []Band{{X: []float64{0, 10}, Lo: []float64{lo, lo}, Hi: []float64{hi, hi}, Ink: InkBand}}
				d := s.Draw(40, 16, Options{Glyphs: glyphs, Style: bandColours})
				row := 10 / float64(d.Plot.Dy()-1)
				total := 0
				for y := d.Plot.Min.Y; y < d.Plot.Max.Y; y++ {
					total += shadedIn(d.Lines[y])[d.Plot.Min.X+5]
				}
				if want := 8 * (hi - lo) / row; math.Abs(float64(total)-want) > 1 {
					t.Fatalf("%v to %v: %d eighths, want %.1f\n%s", lo, hi, total, want, strings.Join(d.Lines, "\n"))
				}
			}
		}
	}
}

// TestCurvesLieOnTheirBand: what is drawn over an edge is shaded if half of its cell
// is.
func TestCurvesLieOnTheirBand(t *testing.T) {
	for _, c := range []struct {
		edge float64 // in rows over the centre of the curve's
		want bool
	}{{.3, true}, {-.3, false}} {
		s := square(Series{X: []float64{0, 10}, Y: []float64{5, 5}, Line: LineSolid})
		row := 10 / float64(s.Draw(40, 16, Options{}).Plot.Dy()-1)
		at := 5 + row*c.edge
		s.Bands = []Band{{X: []float64{0, 10}, Lo: []float64{0, 0}, Hi: []float64{at, at}, Ink: InkBand}}
		d := s.Draw(40, 16, Options{Style: bandColours})
		for _, l := range d.Lines[d.Plot.Min.Y:d.Plot.Max.Y] {
			if strings.ContainsFunc(ansi.Strip(l), func(r rune) bool { return r > 0x2800 && r <= 0x28FF }) {
				if got := shadedIn(l)[d.Plot.Min.X+5] == 8; got != c.want {
					t.Errorf("edge %v: shaded %v\n%q", c.edge, got, l)
				}
			}
		}
	}
}

// TestThinBandsAreNotBroken along a curve in their middle: they lie under all of it, or
// where they are much thinner than a row are not seen at all.
func TestThinBandsAreNotBroken(t *testing.T) {
	for _, glyphs := range []Glyphs{Braille, Block} {
		for rows, want := range map[float64]bool{.1: false, .2: false, .3: true, .5: true, .9: true} {
			x, y := []float64{0, 10}, []float64{2, 8}
			s := square(Series{X: x, Y: y, Line: LineSolid})
			half := rows / 2 * 10 / float64(s.Draw(60, 16, Options{}).Plot.Dy()-1)
			s.Bands = []Band{{X: x, Lo: []float64{2 - half, 8 - half}, Hi: []float64{2 + half, 8 + half}, Ink: InkBand}}
			d := s.Draw(60, 16, Options{Glyphs: glyphs, Style: bandColours})
			for c := d.Plot.Min.X; c < d.Plot.Max.X; c++ {
				seen := slices.ContainsFunc(d.Lines[d.Plot.Min.Y:d.Plot.Max.Y], func(l string) bool { return shadedIn(l)[c] > 0 })
				if seen != want {
					t.Fatalf("%v rows, %v, column %d: seen %v\n%s", rows, glyphs, c, seen, strings.Join(d.Lines, "\n"))
				}
			}
		}
	}
}

// TestBandsMeetWithoutAGap where one ends and another of the ink begins in one cell.
func TestBandsMeetWithoutAGap(t *testing.T) {
	for at := 4.; at < 6; at += .07 {
		s := square()
		x := []float64{0, 10}
		s.Bands = []Band{{X: x, Lo: []float64{1, 1}, Hi: []float64{at, at}, Ink: InkBand}, {X: x, Lo: []float64{at, at}, Hi: []float64{9, 9}, Ink: InkBand}}
		d := s.Draw(40, 16, Options{Style: bandColours})
		rows := 0
		for y := d.Plot.Min.Y; y < d.Plot.Max.Y; y++ {
			if shadedIn(d.Lines[y])[d.Plot.Min.X+5] > 0 {
				rows++
			}
			if got := shadedIn(d.Lines[y])[d.Plot.Min.X+5]; rows > 1 && rows < 10 && got != 8 {
				t.Fatalf("bands that meet at %v: %d eighths in row %d\n%s", at, got, y, strings.Join(d.Lines, "\n"))
			}
		}
	}
}

// TestBandOfAHue has its colour where there are colours, and everywhere the sign of its kind.
func TestBandOfAHue(t *testing.T) {
	band := Band{X: []float64{0, 1}, Lo: []float64{0, 0}, Hi: []float64{1, 1}, Ink: InkBandTrials, Hue: InkBandSpread}
	s := &Spec{X: Axis{Max: 1}, Y: Axis{Max: 1}, Bands: []Band{band}}
	backgrounds := func(i Ink) lipgloss.Style { return lipgloss.NewStyle().Background(lipgloss.ANSIColor(int(i) % 16)) }
	coloured := strings.Join(s.Draw(12, 6, Options{Style: backgrounds}).Lines, "")
	kind, hue := backgrounds(InkBandTrials).Render("┊"), backgrounds(InkBandSpread).Render("┊")
	on := func(rendered string) string { before, _, _ := strings.Cut(rendered, "┊"); return before }
	if !strings.Contains(coloured, on(hue)) || strings.Contains(coloured, on(kind)) || !strings.Contains(ansi.Strip(coloured), "┊") {
		t.Errorf("%q", coloured)
	}
	if plain := strings.Join(s.Draw(12, 6, Options{}).Lines, ""); !strings.Contains(plain, "┊") {
		t.Errorf("%q", plain)
	}
}
