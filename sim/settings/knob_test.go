package settings

import "testing"

// TestSlider puts values at the cell of the nearest usual number, and back.
func TestSlider(t *testing.T) {
	k, ok := KnobNamed("gamma") // 0, .5, .8, .9, .95, .98, .99, .995, 1
	if !ok {
		t.Fatal("no knob of γ")
	}
	const cells = 17 // two for each stop except the last
	for _, c := range []struct {
		gamma float64
		cell  int
		stop  string
	}{{0, 0, "0"}, {.5, 2, "0.5"}, {.6, 4, "0.8"}, {.95, 8, "0.95"}, {1, 16, "1"}} {
		s := Settings{Gamma: c.gamma}
		if cell := k.Cell(s, cells); !k.Slides(s) || cell != c.cell {
			t.Errorf("γ = %v lies at cell %d, want %d", c.gamma, cell, c.cell)
		}
		if stop := k.Stop(s, c.cell, cells); stop != c.stop {
			t.Errorf("cell %d is γ = %s, want %s", c.cell, stop, c.stop)
		}
	}
	if s := (Settings{}); k.Stop(s, -3, cells) != "0" || k.Stop(s, 99, cells) != "1" {
		t.Error("a cell beyond an end is not that end")
	}
	if k, _ := KnobNamed("features"); k.Slides(Settings{}) {
		t.Error("feature maps are on a slider")
	}
}
