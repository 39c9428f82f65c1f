package chart

import (
	"strings"
	"testing"
)

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
