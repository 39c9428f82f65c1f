package tui

import (
	"strings"
	"testing"

	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

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
		a.wants("Which λ has the lowest true error?")
		for _, keys := range [][]string{{}, {"v"}, {"o"}, {"p"}, {"?", "esc"}, {"o"}, {"<"}, {">"}, {"y"}, {"esc"}} {
			a.press(keys...)
			if a.Page != state.PageExplore {
				t.Fatal("another page")
			}
			for _, secret := range []string{"λ̂ =", "root MSVE", ", lowest", "lowest here", "to the lowest", "best"} {
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
	load := loadWalk(t, "walk.jsonl")
	a := startApp(t, 120, 36, func(c *Config) { load(c); c.Hidden = true })
	a.press(">", "z")
	a.wants("Your λ = 1 is not ruled out as best on average (95 %); λ̂ = 0.2.")
}
