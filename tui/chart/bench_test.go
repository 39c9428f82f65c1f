package chart

import (
	"fmt"
	"math"
	"testing"

	"charm.land/lipgloss/v2"
)

func BenchmarkDraw(b *testing.B) {
	s := lotoChart()
	n := 21
	x, y, z := make([]float64, n), make([]float64, n), make([]float64, n)
	lo, hi := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i] = float64(i) / float64(n-1)
		y[i] = .134 + .01*math.Pow(x[i]-.2, 2)
		z[i] = .134 + .008*math.Pow(x[i]-.2, 2)
		lo[i], hi[i] = y[i]-.002*math.Abs(x[i]-.2), y[i]+.002*math.Abs(x[i]-.2)
	}
	s.Series = []Series{
		{Name: "LOTO error", X: x, Y: y, Ink: InkEstimate, Line: LineSolid, Marker: MarkDot},
		{Name: "true MSVE", X: x, Y: z, Ink: InkTruth, Line: LineDashed},
	}
	s.Bands = []Band{{Name: "± s.e.", X: x, Lo: lo, Hi: hi, Ink: InkBand}}
	s.Strip = &Strip{Label: "wins", X: x, Y: x, Ink: InkThird}
	style := func(i Ink) lipgloss.Style { return lipgloss.NewStyle().Foreground(lipgloss.ANSIColor(i)) }
	for g, name := range []string{"braille", "block", "plain"} {
		for _, size := range [][2]int{{92, 16}, {170, 40}} {
			b.Run(fmt.Sprintf("%s/%dx%d", name, size[0], size[1]), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					s.Draw(size[0], size[1], Options{Glyphs: Glyphs(g), Style: style})
				}
			})
		}
	}
}
