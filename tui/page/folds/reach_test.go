package folds

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/words"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// TestReplayIsNotAtZero: where λ̂ is 0 the replay shows another λ until the cursor is
// put somewhere, and nothing else does.
func TestReplayIsNotAtZero(t *testing.T) {
	a, p := startFolds(t, 120, 36, nil)
	sel := a.Snapshot().Result.Selection
	if sel.Best().Lambda != 0 {
		t.Fatalf("λ̂ is %v: the test needs other data", sel.Best().Lambda)
	}
	if a.Snapshot().CursorLambda() != 0 {
		t.Error("the cursor of the map is not at λ̂")
	}
	a.Press("enter")
	if got := p.replay.Value.lambda; sel.Candidates[got].Lambda != .5 || a.Cursor.Set {
		t.Errorf("the replay is at λ = %v", sel.Candidates[got].Lambda)
	}
	a.Wants("λγ = .475 at each step")
	a.Press(",")
	a.Wants("λγ = .38 at each step")
	a.Press("<")
	a.Wants("λγ = 0", "at this state alone")
	a.Press("esc", "esc")
	if a.Snapshot().CursorLambda() != 0 {
		t.Error("the cursor does not go back to λ̂")
	}
}

// TestReach compares the arrows with the states and the decay, at every step.
func TestReach(t *testing.T) {
	a, p := startReplay(t, 120, 36, 2, 0, func(c *apptest.Config) { c.Cursor = state.Some(.8) })
	at := p.replay.Value.Replay.(*sim.WalkReplay).At
	for step := range p.replay.Value.last() {
		lines := strings.Split(a.Check(), "\n")
		y := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(l, "changes the fit at this state and at those before") })
		if y < 0 {
			t.Fatalf("step %d: no arrows:\n%s", step, a.Check())
		}
		_, states, _ := strings.Cut(lines[y+1], "│")
		_, shares, _ := strings.Cut(lines[y+2], "│")
		var names, wantNames, wantShares []string
		for _, f := range strings.Fields(states) {
			if !strings.Contains(f, "◂") && f != "…" {
				names = append(names, f)
			}
		}
		for i := range names {
			back := len(names) - 1 - i
			wantNames = append(wantNames, fmt.Sprint(at[step-back]+1))
			wantShares = append(wantShares, words.WithoutZero(fmt.Sprintf("%.2f", math.Pow(.95*.8, float64(back)))))
		}
		if !slices.Equal(names, wantNames) || !slices.Equal(strings.Fields(shares), wantShares) {
			t.Errorf("step %d: states %q with %q, want %q with %q", step, names, strings.Fields(shares), wantNames, wantShares)
		}
		if got := strings.Count(states, "◂"); got != len(names)-1 || len(names) < min(step+1, 10) {
			t.Errorf("step %d: %d arrows, %d states", step, got, len(names))
		}
		if strong, want := strings.Count(states, "◂━━"), min(step, 2); strong != want { // .76, .58, then below a half
			t.Errorf("step %d: %d strong arrows, want %d in %q", step, strong, want, states)
		}
		a.Press("right")
	}
}

// TestTraceBoard compares the trace of 2048 with the board that it lies on.
func TestTraceBoard(t *testing.T) {
	a, p := startReplay(t, 120, 36, 4, 20, func(c *apptest.Config) {
		apptest.Domain(t, "2048")(c)
		c.Cursor = state.Some(.5)
	})
	for range 5 {
		z := p.replay.Value.Trace.At(a.Step.Value)
		lines := strings.Split(a.Check(), "\n")
		for row := range 4 {
			_, line, _ := strings.Cut(lines[3+2*row], "│ │") // the frame of the page, then the first board
			cells := strings.Split(line, "│")
			for col, cell := range cells[5:9] {
				want := screen.Plain(z[4*row+col], 3)
				got := strings.TrimLeft(strings.TrimSpace(cell), "▁▂▃▄▅▆▇█ ")
				if got != want {
					t.Errorf("step %d: cell %d, %d of the trace is %q, want %q\n%s", a.Step.Value, row, col, cell, want, a.Check())
				}
			}
		}
		a.Press("right")
	}
}

// TestDifference: predictions that lie on each other are drawn as their difference, and
// only those.
func TestDifference(t *testing.T) {
	seen := map[bool]int{}
	for i := range 6 {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}} {
			a, p := startReplay(t, size[0], size[1], i, 2, func(c *apptest.Config) {
				c.Settings.Trajectories, c.Settings.Problem.States, c.Chart = []int{6, 40}[i%2], 9, 2
			})
			v := p.view(a.Snapshot())
			r := v.shown
			most, low, high := 0., math.Inf(1), math.Inf(-1)
			for s, g := range r.Returns {
				most = max(most, math.Abs(r.With[s]-r.Without[s]))
				low, high = min(low, g, r.With[s], r.Without[s]), max(high, g, r.With[s], r.Without[s])
			}
			if max(-r.differs.Lo, r.differs.Hi) != most || r.values != (chart.Range{Lo: low, Hi: high}) {
				t.Fatalf("trajectory %d: differences over %v in %v, want up to %v in %v to %v", i, r.differs, r.values, most, low, high)
			}
			screen := a.Check()
			one := strings.Contains(screen, "without it − with it") || strings.Contains(screen, "predicted without it −") || strings.Contains(screen, "differ ")
			if one != (strings.Contains(screen, "in one line") || strings.Contains(screen, "both predictions")) {
				t.Errorf("trajectory %d at %v: the difference is on show: %v\n%s", i, size, one, screen)
			}
			seen[one]++
		}
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("with a difference %d, without %d: the test needs both", seen[true], seen[false])
	}
}
