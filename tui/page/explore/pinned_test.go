package explore

import (
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/chart"
)

func TestPinnedName(t *testing.T) {
	change := func(domain string, change ...func(*analysis.Settings)) analysis.Settings {
		t.Helper()
		s := must.Have(analysis.Defaults(domain))(t)
		for _, c := range change {
			c(&s)
		}
		return s
	}
	gamma := func(v float64) func(*analysis.Settings) { return func(s *analysis.Settings) { s.Gamma = v } }
	n := func(v int) func(*analysis.Settings) { return func(s *analysis.Settings) { s.Trajectories = v } }
	walk := change("")
	file := analysis.FileDefaults(analysis.File{Name: "walk.jsonl", Hash: "x", Trajectories: 6})
	half := file
	half.Trajectories = 3
	for _, c := range []struct {
		pinned, now analysis.Settings
		want        string
	}{
		{walk, walk, "pinned"},
		{walk, change("", n(50)), "n 20"},
		{walk, change("", n(50), gamma(.5)), "n 20, γ 0.95"},
		{change("", gamma(.5)), walk, "γ 0.5"},
		{change("", func(s *analysis.Settings) { s.Problem.Features = "dependent" }), walk, "dependent"},
		{change("", func(s *analysis.Settings) { s.Problem.MaxSteps = 9 }), walk, "max steps 9"},
		{change("", func(s *analysis.Settings) { s.Lambdas = "0,0.5" }), walk, "λ grid 0,0.5"},
		{change("", gamma(.5), n(5), func(s *analysis.Settings) { s.Seed, s.Ridge = 3, 1 }), walk, "n 5, γ 0.5, ridge 1, …"},
		// From another source: what it is, and not that its defaults are others.
		{change("2048"), walk, "2048"},
		{change("2048", n(50)), walk, "2048, n 50"},
		{walk, change("2048"), "random-walk"},
		{change("mountain-car", gamma(.9)), file, "mountain-car, γ 0.9"},
		{half, file, "n 3"},
	} {
		if got := pinnedName(c.pinned, c.now); got != c.want {
			t.Errorf("%v beside %v: %q, want %q", c.pinned.Args(), c.now.Args(), got, c.want)
		}
	}
}

func TestPinnedCurvesDoNotFlatten(t *testing.T) {
	own := chart.Series{Y: []float64{1, 2}}
	for _, c := range []struct {
		ghost     []float64
		low, high float64 // that the axis goes over; 0 where it fits the data
	}{
		{[]float64{1, 1.5}, 0, 0},
		{[]float64{-1, 4}, 0, 0}, // two heights below and above
		{[]float64{-1, 5}, -1, 4},
		{[]float64{1, 500}, 1, 4},
		{[]float64{-500, 1}, -1, 2},
		{[]float64{100, 500}, 1, 4},
	} {
		s := &chart.Spec{Series: []chart.Series{{Y: c.ghost, Ink: chart.InkPinned}, own}}
		limitPinned(s)
		if want := (chart.Range{Lo: c.low, Hi: c.high}); s.Y.Over != want {
			t.Errorf("pinned from %v to %v: the axis goes over %v, want %v", c.ghost[0], c.ghost[1], s.Y.Over, want)
		}
	}
	flat := &chart.Spec{Series: []chart.Series{{Y: []float64{1, 500}, Ink: chart.InkPinned}, {Y: []float64{1, 1}}}}
	if limitPinned(flat); !flat.Y.Over.Empty() {
		t.Errorf("one λ alone: %+v", flat.Y)
	}
}
