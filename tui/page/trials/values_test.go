package trials

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
)

// TestValuesChart: the chart has the mean of the trials and their spread at the λ under
// the cursor, moves with it, and keeps its scale.
func TestValuesChart(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048", "mountain-car"} {
		a, p := onTrials(t, 120, 36, func(c *apptest.Config) {
			apptest.Domain(t, domain)(c)
			c.Trials, c.Settings.Trajectories = 12, 4
		})
		title, charts, widths := "value by state over 12 data sets, λ = ", map[string]bool{}, map[float64]bool{}
		if domain != "random-walk" {
			title = "true against estimated, 12 data sets, λ = "
		}
		var scale chart.Range
		for k, key := range []string{"<", ".", ".", "."} {
			a.Press(key)
			s, f := p.run.Now.Summary, p.values.Value
			if f.summary != s || f.latest != f.at[k] || f.latest.Lambda != k {
				t.Fatalf("%s: the values on show are of λ %d, want %d", domain, f.latest.Lambda, k)
			}
			a.Wants(fmt.Sprint(title, [4]string{"0", "0.1", "0.2", "0.3"}[k]), "± 1 sd", "true", "mean")
			x, y := a.Find(title[:12])
			lines := strings.Split(a.Check(), "\n")[y+1 : y+14]
			for i, l := range lines {
				lines[i] = string([]rune(l)[x : x+46])
			}
			charts[strings.Join(lines, "\n")] = true

			spec := laid(a, valuesName)
			widths[spec.Bands[0].Hi[1]-spec.Bands[0].Lo[1]] = true
			for i, mean := range spec.Series[1].Y {
				if sd := f.latest.SD[i]; math.Abs(mean-(spec.Bands[0].Lo[i]+sd)) > 1e-9*(math.Abs(mean)+sd) || spec.Series[0].Y[i] != f.latest.True[i] {
					t.Fatalf("%s: point %d of the chart is not that of the values", domain, i)
				}
			}
			if now := spec.Y.Over; k == 0 {
				scale = now
			} else if now != scale {
				t.Errorf("%s: the scale goes from %v to %v", domain, scale, now)
			}
		}
		if len(charts) < 2 || len(widths) < 4 {
			t.Errorf("%s: the cursor changes %d charts and %d widths of the band", domain, len(charts), len(widths))
		}
	}
}

// laid returns the chart of a name as it lies on its scales.
func laid(a *apptest.App, name string) *chart.Spec {
	for _, c := range a.Data().Charts {
		if c.Name == name {
			return c.Spec
		}
	}
	return nil
}

// TestValuesAreHeld: with = the axes of the values stay while the data change, and the
// chart says so.
func TestValuesAreHeld(t *testing.T) {
	a, _ := onTrials(t, 120, 36, func(c *apptest.Config) { c.Trials, c.Settings.Trajectories = 5, 50 })
	a.Press("=")
	held := laid(a, valuesName).Y.Over
	next := a.State
	next.Settings.Trajectories = 3
	a.Run(a.Go(next))
	if now := laid(a, valuesName); now.Y.Over != held || held.Empty() || !now.Held {
		t.Errorf("values over %v, want %v", now.Y.Over, held)
	}
	if fits := a.Spec(valuesName).Y.Over; fits.Lo >= held.Lo && fits.Hi <= held.Hi {
		t.Fatalf("the data are no reason to change the scale: %v in %v", fits, held)
	}
	a.Wants("held", "outside")
}

// TestOneTrial has no spread, and other settings have other values.
func TestOneTrialHasNoBand(t *testing.T) {
	a, p := onTrials(t, 120, 36, func(c *apptest.Config) { c.Trials, c.Settings.Trajectories = 1, 4 })
	a.Wants("value by state over 1 data set,", "estimate")
	a.Lacks("± 1 sd")
	a.Press("s")
	if p.values.Value.summary != p.run.Now.Summary {
		t.Error("the values are of the settings before")
	}
	a.Press("z")
	a.Lacks("over 1 data set")
}

// TestTrialsCharts goes through the charts where not all fit.
func TestTrialsCharts(t *testing.T) {
	for _, c := range []struct {
		width, height int
		want          []string
	}{
		{60, 20, []string{"bias²", "data sets", "root MSVE └", " minus λ = ", "÷ best, 95 %"}},
		{80, 24, []string{"data sets", "root MSVE and its", "y = x", "95 % paired"}},
		{120, 36, []string{"root MSVE and its", " minus λ = ", "Why bellman misleads"}},
	} {
		a, _ := onTrials(t, c.width, c.height, func(config *apptest.Config) {
			config.Trials, config.Settings.Trajectories, config.Glyphs = 8, 4, chart.Braille
		})
		for range 2 {
			for _, want := range c.want {
				a.Wants(want)
				a.Press("o")
			}
		}
	}
}
