package chart

import (
	"math"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// twoStates has seven data sets' estimates of two states, in rows of 1.
func twoStates(truth float64) *Spec {
	return &Spec{
		X: Axis{Label: "state", Ticks: []float64{0, 1}, Names: []string{"1", "2"}},
		Y: Axis{Min: 0, Max: 6, Ticks: []float64{0, 6}},
		Swarm: &Swarm{Dot: "a data set", Mean: "their mean", Truth: "truth", Groups: []SwarmGroup{
			{Y: []float64{1, 2, 2, 2, 3, 3, 9}, Mean: 2, Truth: truth},
			{Y: []float64{4, 4, 4, 4, 4, 4, 4}, Mean: 4, Truth: truth},
		}},
	}
}

// plotOf returns the cells of the plot, a line a row.
func plotOf(d Drawing) string {
	var b strings.Builder
	for y := d.Plot.Min.Y; y < d.Plot.Max.Y; y++ {
		row := []rune(ansi.Strip(d.Lines[y]))
		b.WriteString(strings.TrimRight(string(row[d.Plot.Min.X:d.Plot.Max.X]), " ") + "\n")
	}
	return b.String()
}

func TestSwarm(t *testing.T) {
	for _, c := range []struct {
		name   string
		glyphs Glyphs
		truth  float64
		width  int
		want   string
	}{
		{"dots are side by side about the middle, and their mean is a line", Braille, math.NaN(), 22, `
     ↑

          •••••••━
   ••
━━•••━━━
   •

`},
		{"the truth is a line, with a bar from the mean to it", Braille, 5, 22, `
     ↑
╌╌╌╌╌╌╌╌◆ ╌╌╌╌╌╌╌╌◆
        ┃ •••••••━┃
   ••   ┃
━━•••━━━┃
   •

`},
		{"their number where two to a cell are too many", Block, math.NaN(), 12, `
  ↑

     ━7━
••
•••
 •

`},
		{"letters alone", Plain, 5, 22, `
     ^
--------# --------#
        | ooooooo=|
   oo   |
==ooo===|
   o

`},
	} {
		s := twoStates(c.truth)
		s.Swarm.Dot, s.Swarm.Mean, s.Swarm.Truth = "", "", "" // without a legend
		d := s.Draw(c.width, 9, Options{Glyphs: c.glyphs})
		if got := "\n" + plotOf(d); got != c.want {
			t.Errorf("%s:%sgot%s\n%s", c.name, c.want, got, strings.Join(d.Lines, "\n"))
		}
	}
}

// TestSwarmRow: as many dots as cells, else two to a cell, else their number.
func TestSwarmRow(t *testing.T) {
	for n, want := range map[int]string{0: "", 1: "  •", 2: " ••", 5: "•••••", 6: " :::", 7: "::::"[:3] + "•", 10: ":::::", 11: " 11", 30: " 30"} {
		s := &Spec{Y: Axis{Min: 0, Max: 2}, Swarm: &Swarm{Groups: []SwarmGroup{{Y: make([]float64, n), Mean: math.NaN(), Truth: math.NaN()}}}}
		for i := range s.Swarm.Groups[0].Y {
			s.Swarm.Groups[0].Y[i] = 1
		}
		p := strings.Split(plotOf(s.Draw(7, 3, Options{})), "\n")
		if got := strings.Join(p, ""); strings.TrimLeft(got, " ") != strings.TrimLeft(want, " ") {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}

// TestSwarmLegend names the truth only where it is there.
func TestSwarmLegend(t *testing.T) {
	known := ansi.Strip(twoStates(5).Draw(60, 12, Options{}).Lines[0])
	hidden := ansi.Strip(twoStates(math.NaN()).Draw(60, 12, Options{}).Lines[0])
	if !strings.Contains(known, "• a data set   ━━ their mean   ╌◆ truth") || strings.Contains(hidden, "truth") || !strings.Contains(hidden, "their mean") {
		t.Errorf("%q, hidden: %q", known, hidden)
	}
}
