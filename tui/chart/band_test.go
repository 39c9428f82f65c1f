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

// shaded draws a chart with bands from lo to hi in each pair, and returns what they take of
// each row of the plot, in columns from its left.
func shaded(g Glyphs, s *Spec, pairs ...[2][]float64) (rows [][]int, d Drawing) {
	s.Bands = nil
	for _, lohi := range pairs {
		s.Bands = append(s.Bands, Band{X: []float64{0, 10}, Lo: lohi[0], Hi: lohi[1], Ink: InkBand})
	}
	d = s.Draw(60, 16, Options{Glyphs: g, Style: bandColours})
	for _, l := range d.Lines[d.Plot.Min.Y:d.Plot.Max.Y] {
		rows = append(rows, shadedIn(l)[d.Plot.Min.X:d.Plot.Max.X])
	}
	return rows, d
}

// both returns a number twice, for a level.
func both(v float64) []float64 { return []float64{v, v} }

// TestBandsEndAtAnEighthOfARow where no curve passes.
func TestBandsEndAtAnEighthOfARow(t *testing.T) {
	for _, glyphs := range []Glyphs{Braille, Block} {
		for lo := 0.; lo < 10; lo += .37 {
			for hi := lo; hi <= 10; hi += .61 {
				rows, d := shaded(glyphs, square(), [2][]float64{both(lo), both(hi)})
				total := 0
				for _, r := range rows {
					total += r[5]
				}
				if want := 8 * (hi - lo) / 10 * float64(len(rows)-1); math.Abs(float64(total)-want) > 1 {
					t.Fatalf("%v to %v: %d eighths, want %.1f\n%s", lo, hi, total, want, strings.Join(d.Lines, "\n"))
				}
			}
		}
	}
}

// TestCurvesLieOnTheirBand: what is drawn over an edge is shaded if half of its cell is.
func TestCurvesLieOnTheirBand(t *testing.T) {
	s := square(Series{X: []float64{0, 10}, Y: both(5), Line: LineSolid})
	row := 10 / float64(s.Draw(60, 16, Options{}).Plot.Dy()-1)
	for edge, want := range map[float64]bool{.3: true, -.3: false} { // in rows over the centre of the curve's
		rows, d := shaded(Braille, s, [2][]float64{both(0), both(5 + row*edge)})
		for i, l := range d.Lines[d.Plot.Min.Y:d.Plot.Max.Y] {
			if strings.ContainsFunc(ansi.Strip(l), func(r rune) bool { return r > 0x2800 && r <= 0x28FF }) && (rows[i][5] == 8) != want {
				t.Errorf("edge %v: %d eighths are shaded\n%q", edge, rows[i][5], l)
			}
		}
	}
}

// TestThinBandsAreNotBroken along a curve in their middle: they lie under all of it, or
// where they are much thinner than a row are not seen at all.
func TestThinBandsAreNotBroken(t *testing.T) {
	s := square(Series{X: []float64{0, 10}, Y: []float64{2, 8}, Line: LineSolid})
	for _, glyphs := range []Glyphs{Braille, Block} {
		for height, want := range map[float64]bool{.1: false, .2: false, .3: true, .5: true, .9: true} { // in rows
			half := height / 2 * 10 / float64(s.Draw(60, 16, Options{}).Plot.Dy()-1)
			rows, d := shaded(glyphs, s, [2][]float64{{2 - half, 8 - half}, {2 + half, 8 + half}})
			for c := range d.Plot.Dx() {
				if seen := slices.ContainsFunc(rows, func(r []int) bool { return r[c] > 0 }); seen != want {
					t.Fatalf("%v rows, %v, column %d: seen %v\n%s", height, glyphs, c, seen, strings.Join(d.Lines, "\n"))
				}
			}
		}
	}
}

// TestBandsMeetWithoutAGap where one ends and another of the ink begins in one cell.
func TestBandsMeetWithoutAGap(t *testing.T) {
	for at := 4.; at < 6; at += .07 {
		rows, d := shaded(Braille, square(), [2][]float64{both(1), both(at)}, [2][]float64{both(at), both(9)})
		for y, r := range rows[3:10] {
			if r[5] != 8 {
				t.Fatalf("bands that meet at %v: %d eighths in row %d\n%s", at, r[5], y, strings.Join(d.Lines, "\n"))
			}
		}
	}
}

// TestABandThatEndsInAnotherLeavesNoGap where its edge takes a part of a cell.
func TestABandThatEndsInAnotherLeavesNoGap(t *testing.T) {
	colours := func(i Ink) lipgloss.Style {
		if i == InkBandTrials {
			return lipgloss.NewStyle().Foreground(lipgloss.Color("#4A3418")).Background(lipgloss.Color("#4A3418"))
		}
		return bandColours(i)
	}
	for at := 4.; at < 6; at += .07 {
		for _, edges := range [][2]float64{{1, at}, {at, 9}} {
			s := square()
			s.Bands = []Band{
				{X: []float64{0, 10}, Lo: both(1), Hi: both(9), Ink: InkBand},
				{X: []float64{0, 10}, Lo: both(edges[0]), Hi: both(edges[1]), Ink: InkBandTrials},
			}
			d := s.Draw(60, 16, Options{Style: colours})
			seen := make(map[string]bool)
			for _, line := range d.Lines[d.Plot.Min.Y+3 : d.Plot.Min.Y+10] {
				cell := onlyCell(line, d.Plot.Min.X+5)
				if !strings.Contains(cell, "48;2;") {
					t.Fatalf("from %v to %v: a part of %q is bare\n%s", edges[0], edges[1], cell, strings.Join(d.Lines, "\n"))
				}
				seen[cell] = true
			}
			if len(seen) < 2 {
				t.Fatalf("from %v to %v: no edge\n%s", edges[0], edges[1], strings.Join(d.Lines, "\n"))
			}
		}
	}
}

// onlyCell returns one cell of a line, after what sets its style.
func onlyCell(line string, column int) string {
	var style string
	state := byte(0)
	for x := 0; len(line) > 0; {
		seq, width, n, next := ansi.DecodeSequence(line, state, nil)
		line, state = line[n:], next
		switch {
		case width == 0:
			style = seq
		case x == column:
			return style + seq
		default:
			x++
		}
	}
	return ""
}
