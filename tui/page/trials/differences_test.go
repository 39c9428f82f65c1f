package trials

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// TestDifferencesChart: it is reached by key, control and option, compares the λ under
// the cursor with the other end of the grid, and says what the dots say.
func TestDifferencesChart(t *testing.T) {
	a, p := onTrials(t, 80, 24, func(c *apptest.Config) { c.Trials = 40 })
	a.Press("o", "o")
	a.Wants("LOTO", "chart differences")
	if got := a.Args(); !strings.Contains(got, "--trials-chart differences") {
		t.Errorf("%q does not name the chart", got)
	}
	a.Press("o", "o")
	if a.TrialsChart != state.TrialsSplit {
		t.Errorf("after the last chart comes %d", a.TrialsChart)
	}
	a.Focus("trials-chart")
	a.Press("left", "left")
	a.Wants("data set", "y = x")
	for i, key := range []string{"<", ">"} {
		a.Press(key)
		s := p.run.Now.Summary
		z, k := &s.Sizes[0], i*(len(s.Lambdas)-1)
		d := z.Differences(k, len(s.Lambdas)-1-k)
		for j, trial := range p.run.Now.Trials {
			o := &trial.Outcomes[0]
			if d.MSVE[j] != o.MSVE[k]-o.MSVE[len(s.Lambdas)-1-k] || d.Loto[j] != o.Loto[k]-o.Loto[len(s.Lambdas)-1-k] {
				t.Fatalf("data set %d is not that of the trial", j)
			}
		}
		a.Wants([]string{"λ = 0 minus λ = 1", "λ = 1 minus λ = 0"}[i], "slope "+screen.Approx(d.Slope, 2))
	}
	a.Wants("the LOTO error and the true error go against each") // on the walk
}

// TestDifferencesSay goes through what the dots may say.
func TestDifferencesSay(t *testing.T) {
	a, p := onTrials(t, 200, 60, func(c *apptest.Config) { c.TrialsChart, c.Trials = state.TrialsDifferences, 40 })
	a.Press("<")
	c := charts{p.view(a.Snapshot()), p.run.Now.Summary}.differences()
	say := func(low, correlation, high float64) string {
		c.Low, c.Correlation, c.High = low, correlation, high
		return c.findings(p.run.Now.Summary)[0]
	}
	nan := math.NaN()
	for _, x := range []struct {
		got, want string
	}{
		{say(-.6, -.5, -.4), "go against each other"}, {say(-.1, .1, .3), "hardly go together"}, {say(.4, .5, .6), "the true error go together:"},
		{say(-.2, .2, .6), "may or may not go together: correlation"},
		{say(nan, .5, nan), "too few to tell"}, {say(nan, nan, nan), "nothing to compare"},
	} {
		if !strings.Contains(x.got, x.want) {
			t.Errorf("%q, want %q", x.got, x.want)
		}
		if concludes := strings.Contains(x.got, "So the LOTO error"); concludes == (strings.Contains(x.want, "tell") || strings.Contains(x.want, "may or may not") || x.want == "nothing to compare") {
			t.Errorf("%q: draws a conclusion that the dots do not, or none", x.got)
		}
	}
}

func TestOneTrialHasNoCorrelation(t *testing.T) {
	a, _ := onTrials(t, 120, 36, func(c *apptest.Config) {
		c.TrialsChart, c.Trials, c.Settings.Trajectories = state.TrialsDifferences, 1, 4
	})
	a.Wants("In this data set λ = ")
	a.Lacks("correlation")
	a, _ = onTrials(t, 120, 36, func(c *apptest.Config) {
		c.TrialsChart, c.Trials, c.Settings.Lambdas = state.TrialsDifferences, 4, "0.5"
	})
	a.Wants("only one λ in the grid")
}

// TestDifferencesScale: the axes stay while they are held.
func TestDifferencesScale(t *testing.T) {
	a, _ := onTrials(t, 120, 36, func(c *apptest.Config) { c.TrialsChart, c.Trials = state.TrialsDifferences, 20 })
	axes := func() string {
		for _, c := range a.Data().Charts {
			if c.Name == differencesName {
				return fmt.Sprint(c.Spec.X.Over, c.Spec.Y.Over)
			}
		}
		return ""
	}
	a.Press("<", "=")
	before := axes()
	a.Focus("trajectories")
	a.Press("left", "left", "left")
	if axes() != before {
		t.Errorf("held axes go from %s to %s", before, axes())
	}
	a.Press("=")
	if axes() == before {
		t.Error("axes that are not held stay with data of another size")
	}
}

// TestLine keeps lines within the plot.
func TestLine(t *testing.T) {
	over, up := chart.Range{Lo: -2, Hi: 4}, chart.Range{Lo: -1, Hi: 1}
	for _, c := range []struct {
		slope, intercept float64
		want             string
	}{
		{1, 0, "[-1 1] [-1 1]"}, {-.5, 0, "[-2 2] [1 -1]"}, {0, .5, "[-2 4] [0.5 0.5]"}, {0, 2, "[] []"}, {1, 9, "[] []"}, {.1, 0, "[-2 4] [-0.2 0.4]"},
	} {
		x, y := line(c.slope, c.intercept, over, up)
		if got := fmt.Sprint(x, y); got != c.want {
			t.Errorf("%v + %v·x: %s, want %s", c.intercept, c.slope, got, c.want)
		}
	}
}

// TestDifferencesAreExported: a table with a row for each data set, the chart, and the
// numbers in JSON and text.
func TestDifferencesAreExported(t *testing.T) {
	a, _ := onTrials(t, 120, 36, func(c *apptest.Config) { c.Trials = 12 })
	out := a.Data()
	found := 0
	for _, table := range out.Tables {
		if table.Name == differencesName && len(table.Rows) == 12 && len(table.Rows[0]) == len(table.Header) {
			found++
		}
	}
	for _, c := range out.Charts {
		if c.Name == differencesName && len(c.Spec.Series[0].X) == 12 {
			found++
		}
	}
	if found != 2 {
		t.Error("the export lacks the table or the chart of differences")
	}
	if text := strings.Join(out.Text(), "\n"); !strings.Contains(text, "From data set to data set") {
		t.Error("the text lacks the differences")
	}
	text, err := json.Marshal(out.Object(page.Origin{}))
	if err != nil || !strings.Contains(string(text), `"differences":{"lambda":`) {
		t.Errorf("%v, or no differences in JSON", err)
	}
}
