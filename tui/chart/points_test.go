package chart

import (
	"math/bits"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestCloudsShowTheirPoints: in braille a dot for each, as far as they do not share
// one; in other characters denser signs where there are more.
func TestCloudsShowTheirPoints(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, size := range [][2]int{{35, 9}, {60, 16}, {85, 9}, {170, 24}} {
		for _, glyphs := range []Glyphs{Braille, Block, Plain} {
			s := square(Series{Name: "states", Marker: MarkPoint})
			q := &s.Series[0]
			d := s.Draw(size[0], size[1], Options{Glyphs: glyphs})
			w, h := d.Plot.Dx(), d.Plot.Dy()
			cells, dots := map[[2]int]int{}, map[[2]int]bool{}
			for range 200 {
				fx, fy := min(max(.5+.15*random.NormFloat64(), 0), .999), min(max(.5+.15*random.NormFloat64(), 0), .999)
				// (fx, fy) are shares of the plot from its top left corner.
				x, y := (fx*float64(w)-.5)/float64(w-1), 1-(fy*float64(h)-.5)/float64(h-1)
				if x < 0 || x > 1 || y < 0 || y > 1 {
					continue
				}
				q.X, q.Y = append(q.X, 10*x), append(q.Y, 10*y)
				cells[[2]int{int(fx * float64(w)), int(fy * float64(h))}]++
				dots[[2]int{int(fx * float64(2*w)), int(fy * float64(4*h))}] = true
			}
			d = s.Draw(size[0], size[1], Options{Glyphs: glyphs})
			seen := 0
			last := map[rune][2]int{} // how many points cells of a sign have, at least and at most
			for at, n := range cells {
				r := in(d, d.Plot.Min.X+at[0], d.Plot.Min.Y+at[1])
				if glyphs == Braille {
					seen += bits.OnesCount32(uint32(r - 0x2800))
					continue
				}
				had, ok := last[r]
				if !ok {
					had = [2]int{n, n}
				}
				last[r] = [2]int{min(had[0], n), max(had[1], n)}
			}
			if glyphs == Braille {
				if seen != len(dots) {
					t.Errorf("%v: %d dots for %d", size, seen, len(dots))
				}
				continue
			}
			signs, most := map[Glyphs]string{Block: "░▒▓█", Plain: ".:=@"}[glyphs], 0
			for _, sign := range signs {
				n, ok := last[sign]
				if ok && n[0] <= most {
					t.Errorf("%v: %q has %d points and a sign before it %d\n%s", size, sign, n[0], most, strings.Join(d.Lines, "\n"))
				}
				most = max(most, n[1])
				delete(last, sign)
			}
			if len(last) > 0 {
				t.Errorf("%v: points as %v", size, last)
			}
		}
	}
}
