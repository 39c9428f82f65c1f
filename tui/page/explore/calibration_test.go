package explore

import (
	"strconv"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/must"
	"lambdascope/tui/internal/apptest"
)

// TestCalibration is the lower chart of recorded data, and o shows single states in its
// place, at every size.
func TestCalibration(t *testing.T) {
	a, _ := start(t, 160, 40, apptest.Recorded(t))
	for _, size := range [][2]int{{160, 40}, {120, 36}, {80, 24}, {60, 20}} {
		a.Send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		shown := map[string]int{}
		for range 6 {
			screen := a.Check()
			for _, text := range []string{"predict", "estimate"} {
				if strings.Contains(screen, text) {
					shown[text]++
				}
			}
			a.Press("o")
		}
		if shown["predict"] == 0 || shown["estimate"] == 0 {
			t.Errorf("%v: o shows %v\n%s", size, shown, a.Check())
		}
	}
	a.Send(tea.WindowSizeMsg{Width: 160, Height: 40})
	t.Log(a.Check())
	c := a.Snapshot().Result.Calibration
	for _, table := range a.Data().Tables {
		if table.Name != "calibration" {
			continue
		}
		steps := 0
		for _, row := range table.Rows[:len(table.Rows)-1] {
			n := must.Have(strconv.Atoi(row[7]))(t)
			steps += n
		}
		if last := table.Rows[len(table.Rows)-1]; len(table.Rows) != len(c.Parts)+1 || last[0] != "starts" || steps != a.Snapshot().Result.Selection.Steps {
			t.Errorf("%v", table.Rows)
		}
		return
	}
	t.Error("no table of the calibration")
}

// TestNoCalibrationOfDomains: where the true values are known, they are the measure.
func TestNoCalibrationOfDomains(t *testing.T) {
	a, _ := start(t, 160, 40, apptest.Domain(t, "2048"))
	a.Lacks("left out at λ̂")
	a.Wants("true against estimated")
}
