package tui

import (
	"math"
	"strings"
	"testing"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

func TestGhostName(t *testing.T) {
	change := func(domain string, change ...func(*study.Settings)) study.Settings {
		t.Helper()
		s, err := study.Defaults(domain)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range change {
			c(&s)
		}
		return s
	}
	gamma := func(v float64) func(*study.Settings) { return func(s *study.Settings) { s.Gamma = v } }
	n := func(v int) func(*study.Settings) { return func(s *study.Settings) { s.Trajectories = v } }
	walk := change("")
	file := study.FileDefaults(study.File{Name: "walk.jsonl", Hash: "x", Trajectories: 6})
	half := file
	half.Trajectories = 3
	for _, c := range []struct {
		pinned, now study.Settings
		want        string
	}{
		{walk, walk, "pinned"},
		{walk, change("", n(50)), "n 20"},
		{walk, change("", n(50), gamma(.5)), "n 20, γ 0.95"},
		{change("", gamma(.5)), walk, "γ 0.5"},
		{change("", func(s *study.Settings) { s.Problem.Features = "dependent" }), walk, "dependent"},
		{change("", func(s *study.Settings) { s.Problem.MaxSteps = 9 }), walk, "max-steps 9"}, // which is no control
		{change("", func(s *study.Settings) { s.Lambdas = "0,0.5" }), walk, "λ grid 0,0.5"},
		{change("", gamma(.5), n(5), func(s *study.Settings) { s.Seed, s.Ridge = 3, 1 }), walk, "n 5, γ 0.5, ridge 1, …"},
		// From another source: what it is, and not that its defaults are others.
		{change("2048"), walk, "2048"},
		{change("2048", n(50)), walk, "2048, n 50"},
		{walk, change("2048"), "random-walk"},
		{change("mountain-car", gamma(.9)), file, "mountain-car, γ 0.9"},
		{half, file, "n 3"},
	} {
		if got := ghostName(c.pinned, c.now); got != c.want {
			t.Errorf("%v beside %v: %q, want %q", c.pinned.Args(), c.now.Args(), got, c.want)
		}
	}
}

func TestGhostsDoNotFlatten(t *testing.T) {
	own := chart.Series{Y: []float64{1, 2}}
	for _, c := range []struct {
		ghost     []float64
		low, high float64 // of the axis; 0 where it fits the data
	}{
		{[]float64{1, 1.5}, 0, 0},
		{[]float64{-1, 4}, 0, 0}, // two heights below and above
		{[]float64{-1, 5}, -1, 4},
		{[]float64{1, 500}, 1, 4},
		{[]float64{-500, 1}, -1, 2},
		{[]float64{100, 500}, 1, 4},
	} {
		s := &chart.Spec{Series: []chart.Series{{Y: c.ghost, Ink: chart.InkGhost}, own}}
		limitGhosts(s)
		room := .03 * (c.high - c.low)
		if math.Abs(s.Y.Min-(c.low-room)) > 1e-12 || math.Abs(s.Y.Max-(c.high+room)) > 1e-12 {
			t.Errorf("pinned from %v to %v: the axis goes from %v to %v", c.ghost[0], c.ghost[1], s.Y.Min, s.Y.Max)
		}
	}
	flat := &chart.Spec{Series: []chart.Series{{Y: []float64{1, 500}, Ink: chart.InkGhost}, {Y: []float64{1, 1}}}}
	if limitGhosts(flat); flat.Y.Min != 0 || flat.Y.Max != 0 {
		t.Errorf("one λ alone: %+v", flat.Y)
	}
}

// TestPin pins a curve, turns on, and sees it named by what has changed.
func TestPin(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.press("p")
	a.wants("pinned")
	a.press("p")
	a.wants("this curve is pinned")
	a.press("right")
	a.wants("⠒⠒⠒ n 20")
	a.press("p", "s")
	a.wants("n 20, seed 1", "⠂⠂⠂ seed 1") // the second differs in the seed alone
	a.press("P")
	a.lacks("⠂⠂⠂ seed 1")
	a.press("u") // the pin comes back
	a.wants("⠂⠂⠂ seed 1")
	a.press("P", "P", "P")
	a.wants("nothing is pinned")
	a.lacks("n 20")
	for range 5 {
		a.press("s", "p")
	}
	if got := strings.Count(strings.Join(a.args(), " "), "--pin"); got != state.MaxPins {
		t.Errorf("%d pins, want the last %d", got, state.MaxPins)
	}
}

// TestPinnedNamesHaveRoom on every screen whose chart has a legend.
func TestPinnedNamesHaveRoom(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		a := startApp(t, size[0], size[1], nil)
		a.press("p", "right")
		a.wants("n 20", "LOTO", "MSVE")
	}
}

// TestPinThatFails says so; other curves stay.
func TestPinThatFails(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) {
		wrong := c.Settings
		wrong.Gamma = 2
		c.Pins = c.Pins.With(wrong)
	})
	a.wants("A pinned curve is missing: gamma 2: want 0 ≤ γ ≤ 1", "λ̂ = 0")
}

// TestReveal hides the answer as a teacher does, at every size, and reveals it with
// the price of the prediction.
func TestReveal(t *testing.T) {
	for _, size := range [][2]int{{44, 15}, {60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		a := startApp(t, size[0], size[1], nil)
		a.press("z")
		a.wants("The answer is hidden.")
		for _, keys := range [][]string{{}, {"v"}, {"o"}, {"p"}, {"?", "esc"}, {"o"}, {"<"}, {">"}, {"y"}, {"esc"}} {
			a.press(keys...)
			if a.Page != state.PageExplore {
				t.Fatal("another page")
			}
			for _, secret := range []string{"λ̂ =", "▼", "MSVE", "wins", "true value ", "lowest"} {
				a.lacks(secret)
			}
		}
		a.press("<", ".", ".", ".", "z")
		a.wants("Your λ = 0.3: root MSVE " + screen.Approx(a.analysis.RootMSVE(3), 3))
		a.press("s")
		a.lacks("Your λ")
	}
}

// TestRevealWithoutPrediction has nothing to price.
func TestRevealWithoutPrediction(t *testing.T) {
	a := startApp(t, 120, 36, func(c *Config) { c.Hidden = true })
	a.press("z")
	a.lacks("Your λ")
	a.wants("λ̂ = 0, but")
}

// TestRevealOfRecordedData prices by the LOTO error.
func TestRevealOfRecordedData(t *testing.T) {
	a := startApp(t, 120, 36, loadWalk(t, "walk.jsonl"))
	a.press("z", ">", "z")
	a.wants("Your λ = 1 has a LOTO error higher than that of λ̂ = 0.2")
}
