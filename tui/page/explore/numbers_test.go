package explore

import (
	"math"
	"slices"
	"strconv"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
)

// TestChartsAreThoseOfTheAnalysis compares the charts with an analysis by another engine: LOTO
// errors and the band, the true errors and a pinned curve as differences from λ̂, and values at
// the cursor.
func TestChartsAreThoseOfTheAnalysis(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048"} {
		var pinned *analysis.Result
		a, _ := start(t, 120, 36, func(c *apptest.Config) {
			apptest.Domain(t, domain)(c)
			other := c.Settings
			other.Gamma = .5
			c.Pins = c.Pins.With(other)
			pinned = testutil.Get(analysis.NewEngine(0).Run(t.Context(), analysis.Request{Settings: other}))(t)
		})
		r := testutil.Get(analysis.NewEngine(0).Run(t.Context(), analysis.Request{Settings: a.Settings}))(t)
		sel, line, own := r.Selection, r.Selection.Best().LOTO, pinned.Selection
		drawn := map[chart.Ink]chart.Series{}
		picture := a.Spec("errors")
		for _, s := range picture.Series {
			drawn[s.Ink] = s
		}
		near := func(what string, k int, got, want float64) {
			t.Helper()
			if math.Abs(got-want) > 1e-12*line {
				t.Errorf("%s, %s at λ %d: %v, want %v", domain, what, k, got, want)
			}
		}
		for k, c := range sel.Candidates {
			near("the LOTO error", k, drawn[chart.InkEstimate].Y[k], c.LOTO-line)
			near("the true error", k, drawn[chart.InkTruth].Y[k], r.MSVE[k]-r.MSVE[sel.Selected])
			near("the pinned curve", k, drawn[chart.InkPinned].Y[k], own.Candidates[k].LOTO-own.Best().LOTO)
			near("the foot of the bar", k, picture.Intervals[0].Lo[k], c.LOTO-line-sel.Quantile*c.RefitSE)
			near("the top of the bar", k, picture.Intervals[0].Hi[k], c.LOTO-line+sel.Quantile*c.RefitSE)
			if picture.Intervals[0].Out[k] == c.NotRuledOut {
				t.Errorf("%s: the bar at λ %d is out, %v", domain, k, picture.Intervals[0].Out[k])
			}
		}
		if mark := drawn[chart.InkSelected]; mark.X[0] != sel.Best().Lambda || mark.Y[0] != 0 {
			t.Errorf("%s: λ̂ is marked at %v, %v", domain, mark.X, mark.Y)
		}
		if a.Press("<"); domain != "random-walk" {
			continue
		}
		values := map[string][]float64{}
		for _, s := range a.Spec("values").Series {
			values[s.Name] = s.Y
		}
		var steps []float64 // the ends of each step, then a gap
		for _, v := range r.Truth.Nu {
			steps = append(steps, v, v)
		}
		truth := slices.DeleteFunc(values["truth"], math.IsNaN)
		if !slices.Equal(truth, steps) || !slices.Equal(values["estimate"], r.Values(0)) {
			t.Errorf("values are drawn as %v", values)
		}
	}
}

// TestAskingHidesTheTruthAlone checks that z hides the true errors and values, from the scales too,
// and nothing else.
func TestAskingHidesTheTruthAlone(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048", "mountain-car"} {
		a, _ := start(t, 120, 36, apptest.Domain(t, domain))
		a.Press(">")
		specs := func() []*chart.Spec { return []*chart.Spec{a.Spec("errors"), a.Spec("values")} }
		open := specs()
		a.Press("z")
		a.Wants("Which λ is best in truth?", "LOTO error", "★")
		a.Lacks("root MSVE")
		for i, hidden := range specs() {
			for _, s := range hidden.Series {
				if s.Ink == chart.InkTruth {
					t.Errorf("%s, chart %d: %q is in the chart", domain, i, s.Name)
				}
			}
			if i == 0 && len(hidden.Intervals) != len(open[i].Intervals) || len(hidden.Strips) != len(open[i].Strips) {
				t.Errorf("%s, chart %d: more than the truth is hidden", domain, i)
			}
		}
		a.Press("z")
		a.Wants("Your λ = 1", "root MSVE")
	}
}

// TestVerdictsAreThoseOfSmallerN compares the table of verdicts with analyses of the first trajectories.
func TestVerdictsAreThoseOfSmallerN(t *testing.T) {
	a, _ := start(t, 200, 60, apptest.Flags(t, "--states 5 --features dependent -n 100 --seed 24"))
	a.Check()
	table := a.Show().Data().Views[0].Tables[1]
	rows := table.Rows()
	if want := []string{"lambda", "n_100", "n_80", "n_50", "n_30", "n_20", "n_13", "n_8"}; !slices.Equal(table.Header, want) {
		t.Fatalf("the columns are %q, want %q", table.Header, want)
	}
	for j, name := range table.Header[1:] {
		few := a.Settings
		few.Trajectories = testutil.Get(strconv.Atoi(name[2:]))(t)
		sel := testutil.Get(analysis.NewEngine(0).Run(t.Context(), analysis.Request{Settings: few}))(t).Selection
		for k, c := range sel.Candidates {
			want := map[bool]string{true: "in", false: "out"}[c.NotRuledOut]
			if k == sel.Selected {
				want = "selected"
			}
			if rows[k][j+1] != want || rows[k][0] != strconv.FormatFloat(c.Lambda, 'g', -1, 64) {
				t.Errorf("%s, λ = %v: %q, want %q", name, c.Lambda, rows[k], want)
			}
		}
	}
}

// TestPinnedName checks that a curve's name has the settings that differ from the current
// settings or, for another source, from the defaults of the source.
func TestPinnedName(t *testing.T) {
	walk, games := testutil.Get(settings.Defaults("random-walk"))(t), testutil.Get(settings.Defaults("2048"))(t)
	more, other := walk, games
	more.Trajectories, other.Gamma = 70, .5
	for want, pinned := range map[string]settings.Settings{"pinned": walk, "n 70": more, "2048": games, "2048, γ 0.5": other} {
		if got := pinnedName(pinned, walk); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
