package figures

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// comparing opens the page on a sweep of Mountain Car that compares its rows.
func comparing(t *testing.T, over state.Sweep) func(*apptest.Config) {
	return func(c *apptest.Config) {
		apptest.Domain(t, "mountain-car")(c)
		c.Settings.Trajectories = 10
		c.Figure, c.State.Sweep = state.FigureSweep, over
		c.Maps, c.Ridges, c.Nested = "raw,raw+bias,rbf", "0,0.1,10", 2
		if over != state.SweepFeatures {
			c.Nested = 0
		}
	}
}

// jsonOf returns the part of a name of what the page exports.
func jsonOf(t *testing.T, p *Page, a *apptest.App, name string) string {
	t.Helper()
	text := must.Have(json.Marshal(a.Data().Object(page.Origin{})))(t)
	var parts map[string]json.RawMessage
	must.Succeed(t, json.Unmarshal(text, &parts))
	return string(parts[name])
}

// TestSweepOverMaps: the sweep is the comparison that compare maps makes, in JSON too.
func TestSweepOverMaps(t *testing.T) {
	a, p := startFigures(t, 120, 36, nil, comparing(t, state.SweepFeatures))
	want := must.Have(analysis.NewEngine(0).Compare(t.Context(), a.Settings, []string{"raw", "raw+bias", "rbf"}, nil, 2))(t)
	wanted := must.Have(json.Marshal(report.ComparisonObject(want)))(t)
	if got := jsonOf(t, p, a, "maps"); got != string(wanted) {
		t.Errorf("%s\nwant\n%s", got, wanted)
	}
	diff, se, _ := want.NotRuledOut(want.Second())
	a.Wants(want.Verdict()[:40], "2 parts")
	found := p.view(a.Snapshot()).sweepFindings()
	for _, part := range []string{"Next is raw+bias with λ = 1, higher by " + screen.WithError(diff, se), screen.WithError(want.Nested.Score, want.Nested.SE)} {
		if !strings.Contains(found, part) {
			t.Errorf("no %q in %q", part, found)
		}
	}
	if !a.Show().Done.Work {
		t.Error("it has not ended")
	}
	table := a.Data().Tables
	if rows := table[len(table)-1].Rows; len(rows) != 3*11 || rows[0][0] != "raw" {
		t.Errorf("%d rows, the first of %s", len(rows), rows[0][0])
	}
	args := a.Args()
	if !strings.Contains(args, "--sweep features --maps raw,raw+bias,rbf --ridges 0,0.1,10 --nested 2") {
		t.Errorf("%s", args)
	}

	x, y := a.Find("rbf┤") // a click chooses the map
	a.ClickAt(x+20, y)
	if a.Settings.Problem.Features != "rbf" {
		t.Errorf("features %s", a.Settings.Problem.Features)
	}
	a.Focus(mapsControl)
	a.Press("enter")
	a.Press(strings.Split(strings.Repeat("backspace ", 20)+"r a w", " ")...)
	a.Press("enter")
	if len(p.sweep.Now.values) != 1 {
		t.Errorf("maps %q: %d rows", a.Maps, len(p.sweep.Now.values))
	}
	a.Wants("no other map to compare it with", "features = not in the list")
}

// TestMapsOfAnotherSource: maps that the source does not have give way to its usual ones,
// also in the command that opens the view.
func TestMapsOfAnotherSource(t *testing.T) {
	a, p := startFigures(t, 120, 36, nil, func(c *apptest.Config) {
		c.Figure, c.State.Sweep, c.Maps = state.FigureSweep, state.SweepFeatures, "raw,rbf"
	})
	if got := strings.Join(p.sweep.Key.names(), " "); got != "1-hot dependent poly:2+bias fourier:3" {
		t.Errorf("maps %s", got)
	}
	if args := a.Args(); strings.Contains(args, "--maps") {
		t.Error(args)
	}
	a, p = startFigures(t, 120, 36, nil, func(c *apptest.Config) {
		apptest.Recorded(t)(c)
		c.State.Sweep = state.SweepFeatures
	})
	if got := p.sweep.Key.names(); len(got) < 4 || p.sweep.Now.have != len(got) {
		t.Errorf("%d rows of %v", p.sweep.Now.have, got)
	}
	a.Wants("Maps: ")
}

// TestSweepOverRidges: the sweep is the comparison that compare ridges makes.
func TestSweepOverRidges(t *testing.T) {
	a, p := startFigures(t, 120, 36, nil, comparing(t, state.SweepRidge))
	want := must.Have(analysis.NewEngine(0).Compare(t.Context(), a.Settings, nil, []float64{0, .1, 10}, 0))(t)
	got := p.sweep.Now.compared()
	if got.Best != want.Best || got.Verdict() != want.Verdict() {
		t.Errorf("%s, want %s", got.Verdict(), want.Verdict())
	}
	for j, r := range want.Results {
		for k, c := range r.Selection.Candidates {
			g := got.Results[j]
			if loto, msve := g.Selection.Candidates[k].LOTO, g.MSVE[k]; math.Abs(loto-c.LOTO) > 1e-9*c.LOTO || math.Abs(msve-r.MSVE[k]) > 1e-9*r.MSVE[k] {
				t.Errorf("ridge %v, λ %v: %v, MSVE %v, want %v, %v", r.Settings.Ridge, c.Lambda, loto, msve, c.LOTO, r.MSVE[k])
			}
		}
	}
	if !strings.Contains(jsonOf(t, p, a, "ridges"), `"ridges":[0,0.1,10]`) {
		t.Error(jsonOf(t, p, a, "ridges"))
	}
	a.Wants("Ridges: ridge ")
	before := p.sweep.Key
	a.Focus(ridgesControl)
	a.Press("right")
	if a.Ridges == "0,0.1,10" || p.sweep.Key == before {
		t.Error("the list does not turn")
	}
}

// TestSweepWithinLimits: in a session a map that takes too long is left out, and said so.
func TestSweepWithinLimits(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	s, err := analysis.Defaults("mountain-car")
	if err != nil {
		t.Fatal(err)
	}
	if s, err = e.Check(s); err != nil {
		t.Fatal(err)
	}
	st := state.New(s)
	st.Figure, st.Sweep, st.Maps, st.Nested = state.FigureSweep, state.SweepFeatures, "raw,tile-coding", 5
	r := newSweepRun(e, new(Page).view(&page.Snapshot{State: st}).sweepPlan(), nil)
	session := e.NewShare(analysis.Limits{Processor: 200 * time.Millisecond}, 0)
	must.Succeed(t, r.fill(session.Context(t.Context()), func() {}))
	now := r.Now()
	if !now.complete() || now.rows[0] == nil || now.rows[1] != nil || now.nested != nil {
		t.Fatalf("%+v", now)
	}
	for _, part := range []string{"Maps: raw", "Without tile-coding: ", "No nested estimate: ", "for this session"} {
		if !strings.Contains(now.comparison(), part) {
			t.Errorf("no %q in %q", part, now.comparison())
		}
	}
}

func TestGoldenComparisons(t *testing.T) {
	engine := analysis.NewEngine(256 << 20)
	for _, over := range []state.Sweep{state.SweepFeatures, state.SweepRidge} {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
			for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
				t.Run(fmt.Sprintf("%s/%dx%d/%s", state.SweepNames()[over], size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
					a, _ := startFigures(t, size[0], size[1], engine, func(c *apptest.Config) {
						comparing(t, over)(c)
						c.Glyphs = glyphs
					})
					golden.RequireEqual(t, a.Check())
				})
			}
		}
	}
}
