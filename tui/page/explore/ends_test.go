package explore

import (
	"slices"
	"testing"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
)

// TestEnds: beside the values at the cursor the chart has those at the first and the
// last λ, which stay while the cursor moves.
func TestEnds(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*apptest.Config)
	}{
		{"random-walk", apptest.Domain(t, "random-walk")},
		{"2048", apptest.Domain(t, "2048")},
		{"file", func(config *apptest.Config) { apptest.Recorded(t)(config) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, _ := start(t, 120, 36, c.change)
			a.Press("<")
			if c.name == "file" { // whose lower chart is the calibration
				a.Press("o")
			}
			a.Wants("λ = 0", "⠒ ⠒ λ = 0", "⠒⠒⠒ λ = 1")
			var before []chart.Series
			for range 3 {
				s := a.Spec("values")
				if s.Series[0].Name != "λ = 0" || s.Series[1].Name != "λ = 1" || s.Series[0].Ink != chart.InkPinned || s.Series[1].Ink != chart.InkPinned {
					t.Fatalf("the first series are %q and %q", s.Series[0].Name, s.Series[1].Name)
				}
				if before != nil && (!slices.Equal(s.Series[0].Y, before[0].Y) || !slices.Equal(s.Series[1].Y, before[1].Y)) {
					t.Error("the ends move with the cursor")
				}
				before = s.Series[:2]
				if all := a.Snapshot().Result; c.name == "random-walk" && !slices.Equal(s.Series[1].Y, all.Values(len(all.Selection.Candidates)-1)) {
					t.Errorf("the last λ's values are drawn as %v", s.Series[1].Y)
				}
				a.Press(".")
			}
		})
	}
	a, _ := start(t, 120, 36, func(c *apptest.Config) { c.Settings.Lambdas = "0.5" })
	a.Lacks("⠒⠒⠒ λ =")
}

// TestTenths compares the means of a scatter with those of its groups.
func TestTenths(t *testing.T) {
	var x, y []float64
	for i := range 100 {
		x, y = append(x, float64((i*37)%100)), append(y, float64(-((i*37)%100)))
	}
	gotX, gotY := tenths(x, y)
	for g := range 10 {
		if want := float64(10*g) + 4.5; gotX[g] != want || gotY[g] != -want {
			t.Errorf("tenth %d lies at %v, %v, want %v, %v", g, gotX[g], gotY[g], want, -want)
		}
	}
	if few, _ := tenths([]float64{3, 1}, []float64{0, 0}); !slices.Equal(few, []float64{1, 3}) {
		t.Errorf("two points have the means %v", few)
	}
}
