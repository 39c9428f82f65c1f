package tui

import (
	"testing"

	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

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
