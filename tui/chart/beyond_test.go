package chart

import (
	"strings"
	"testing"
)

// TestWhatLiesOutsideIsMarked at the edge that it lies beyond, and named in the
// legend; what lies inside is not.
func TestWhatLiesOutsideIsMarked(t *testing.T) {
	for _, c := range []struct {
		x, y float64
		mark string
	}{{5, 20, "↑^"}, {5, -20, "↓_"}, {-20, 5, "←<"}, {20, 5, "→>"}, {20, 40, "↑^"}, {5, 5, ""}} {
		for glyphs, i := range map[Glyphs]int{Braille: 0, Block: 0, Plain: 1} {
			s := &Spec{X: Axis{Over: Range{0, 10}}, Y: Axis{Over: Range{0, 10}},
				Series: []Series{{X: []float64{c.x}, Y: []float64{c.y}, Marker: MarkDiamond}}}
			d := s.Draw(60, 16, Options{Glyphs: glyphs})
			all := strings.Join(d.Lines, "\n")
			if c.mark == "" {
				if strings.Contains(all, "outside") || strings.ContainsAny(all, "↑↓←→^") {
					t.Errorf("a point inside is marked\n%s", all)
				}
				continue
			}
			mark := string([]rune(c.mark)[i])
			if !strings.Contains(d.Lines[0], mark+" outside") {
				t.Errorf("no legend for %q\n%s", mark, all)
			}
			found := ""
			for y := d.Plot.Min.Y; y < d.Plot.Max.Y; y++ {
				for x := d.Plot.Min.X; x < d.Plot.Max.X; x++ {
					if string(in(d, x, y)) == mark {
						found += edgesOf(d, x, y)
					}
				}
			}
			want := map[string]string{"↑": "top", "^": "top", "↓": "bottom", "_": "bottom", "←": "left", "<": "left", "→": "right", ">": "right"}[mark]
			if !strings.Contains(found, want) {
				t.Errorf("(%v, %v): %q is at %q, want %s\n%s", c.x, c.y, mark, found, want, all)
			}
		}
	}
}

// edgesOf names the edges of the plot that a cell is at.
func edgesOf(d Drawing, x, y int) (out string) {
	for name, is := range map[string]bool{
		"top ": y == d.Plot.Min.Y, "bottom ": y == d.Plot.Max.Y-1, "left ": x == d.Plot.Min.X, "right ": x == d.Plot.Max.X-1,
	} {
		if is {
			out += name
		}
	}
	return out
}

// TestHeldIsSaid at every height that has a word's room.
func TestHeldIsSaid(t *testing.T) {
	for h := 3; h < 40; h++ {
		for _, glyphs := range []Glyphs{Braille, Plain} {
			s := lotoChart()
			for _, held := range []bool{true, false} {
				s.Held = held
				if all := strings.Join(s.Draw(60, h, Options{Glyphs: glyphs}).Lines, "\n"); strings.Contains(all, "held") != held {
					t.Errorf("height %d, held %v:\n%s", h, held, all)
				}
			}
		}
	}
}
