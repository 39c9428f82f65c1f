package chart

import (
	"math"
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
func shaded(s *Spec, pairs ...[2][]float64) (rows [][]int, d Drawing) {
	s.Bands = nil
	for _, lohi := range pairs {
		s.Bands = append(s.Bands, Band{X: []float64{0, 10}, Lo: lohi[0], Hi: lohi[1], Ink: InkBand})
	}
	d = s.Draw(60, 16, Options{Style: bandColours})
	for _, l := range d.Lines[d.Plot.Min.Y:d.Plot.Max.Y] {
		rows = append(rows, shadedIn(l)[d.Plot.Min.X:d.Plot.Max.X])
	}
	return rows, d
}

// both returns a number twice, for a level.
func both(v float64) []float64 { return []float64{v, v} }

// TestBandsEndAtAnEighthOfARow where no curve passes.
func TestBandsEndAtAnEighthOfARow(t *testing.T) {
	for lo := 0.; lo < 10; lo += .37 {
		for hi := lo; hi <= 10; hi += .61 {
			rows, d := shaded(square(), [2][]float64{both(lo), both(hi)})
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
