package tui

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"lambdascope/tui/internal/drive"
	"lambdascope/tui/state"
)

// axes returns the numbers at the axes on the screen, and how many cells the band
// takes. Of the picture it is those on the right: the level on the left is another
// with every data set.
func (a *app) axes() (numbers string, band int) {
	left, right := regexp.MustCompile(`([-.\d]+)┤`), regexp.MustCompile(`├ ([-+.\d]+)`)
	screen := a.check()
	picture, rest := "", screen
	if last := right.FindAllStringIndex(screen, -1); last != nil {
		end := last[len(last)-1][1]
		picture, rest = screen[:end], screen[end:]
	}
	var out []string
	for _, m := range append(right.FindAllStringSubmatch(picture, -1), left.FindAllStringSubmatch(rest, -1)...) {
		out = append(out, m[1])
	}
	for _, line := range strings.Split(picture, "\n") {
		if !strings.Contains(line, "LOTO") {
			band += strings.Count(line, "░")
		}
	}
	return strings.Join(out, " "), band
}

// TestHoldShowsThatMoreDataNarrowTheBand: with the scale held, axes stay and the band
// of more trajectories takes fewer cells; without, the axes follow.
func TestHoldShowsThatMoreDataNarrowTheBand(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	free, _ := a.axes()
	a.press("=")
	a.wants("scale held")
	held, last := a.axes()
	if held != free {
		t.Errorf("to hold the scale changes it:\n%s\n%s", free, held)
	}
	for range 4 { // 30, 50, 70, 100
		a.press("right")
	}
	labels, band := a.axes()
	if labels != held || band*3 > last*2 {
		t.Errorf("n = %d: the band takes %d cells after %d, axes\n%s\ninstead of\n%s", a.Settings.Trajectories, band, last, labels, held)
	}
	a.press("=")
	a.lacks("scale held")
	if labels, _ := a.axes(); labels == held {
		t.Error("axes do not follow the data again")
	}
}

// TestHoldIsOfOneProblem: another has other quantities.
func TestHoldIsOfOneProblem(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	a.press("=")
	walk := a.scales
	other := a.State
	other.Settings = drive.Defaults(t, "2048")
	a.run(a.Go(other))
	a.lacks("outside")
	if !a.Hold || fmt.Sprint(a.scales) == fmt.Sprint(walk) {
		t.Errorf("hold %v, scales %v after %v", a.Hold, a.scales, walk)
	}
}

// TestCursorLeavesAxes: moving the λ cursor and revealing the answer change no axis.
func TestCursorLeavesAxes(t *testing.T) {
	for _, page := range []state.Page{state.PageExplore, state.PageTrials} {
		a := startApp(t, 120, 36, func(c *Config) { c.Page, c.Trials = page, 5 })
		want, _ := a.axes()
		for _, key := range []string{"<", ".", ".", ">", "esc", "z", ".", "z"} {
			a.press(key)
			if got, _ := a.axes(); got != want && !a.Hidden {
				t.Errorf("page %v, %q: axes\n%s\nafter\n%s", page, key, got, want)
			}
		}
	}
}
