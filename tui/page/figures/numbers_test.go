package figures

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/testutil"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// TestFigureA is that of the trials, and says of it alone why the best λ moves.
func TestFigureA(t *testing.T) {
	a, p := startFigures(t, 200, 60, nil, nil)
	plan := figurePlan(a.State)
	var trials []*study.Trial
	e := analysis.NewEngine(0)
	testutil.Check(t, study.Run(t.Context(), e, plan, func(x *study.Trial) { trials = append(trials, x) }))
	s := testutil.Get(study.Summarize(e, plan, trials))(t)
	if !reflect.DeepEqual(p.study.Now.lambdas, s.LambdaRows()) {
		t.Error("figure a is not that of the trials")
	}
	first, last := figure.SplitOf(s, 0), figure.SplitOf(s, len(s.Sizes)-1)
	want := fmt.Sprintf("n = 2: the best λ is %s. %s n = 200: the best λ is %s. %s",
		textfmt.Number(s.Lambdas[first.Best]), first.Ends(), textfmt.Number(s.Lambdas[last.Best]), last.Ends())
	if got := a.Foot(3); got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// swept opens the page on the sweep over n.
func swept(c *apptest.Config) { c.Charts[state.PageFigures] = state.FigureTrajectories }

// TestMouse: clicks on charts choose an n, a λ and a map.
func TestMouse(t *testing.T) {
	engine := analysis.NewEngine(256 << 20)
	for _, c := range []struct {
		change      func(*apptest.Config)
		text        string // near which the click is
		right, down int
		want        string
	}{
		{nil, "100────", 1, -5, "$ … --trajectories 100"}, // figure b is the first with n below
		{nil, "└0──────.1", 1, -5, "$ … --cursor 0"},
		{swept, "300┤", 10, 0, "$ … --trajectories 300 | $ … --cursor 0"},
		{comparing(t, state.FigureFeatures), "rbf┤", 20, 0, "$ … --features rbf"},
	} {
		a, _ := startFigures(t, 200, 60, engine, c.change)
		x, y := a.Find(c.text)
		a.ClickAt(x+c.right, y+c.down)
		drive.Tell(a, "| "+c.want)
	}
}

func TestSweepRows(t *testing.T) {
	a, p := startFigures(t, 120, 36, nil, func(c *apptest.Config) { swept(c); c.Settings.Trajectories = 12 })
	now := p.sweep.Now
	if want := []float64{2, 3, 5, 7, 10, 12, 15, 20, 30, 50, 70, 100, 150, 200, 300}; !slices.Equal(now.values, want) {
		t.Errorf("rows of %v, want %v", now.values, want)
	}
	check := func(a *apptest.App) {
		t.Helper()
		now := p.sweep.Now
		if now.have != len(now.values) || a.Show().Status != "" {
			t.Fatalf("%d of %d rows: %s", now.have, len(now.values), a.Show().Status)
		}
		for i, r := range now.rows {
			analysis := testutil.Get(analysis.NewEngine(0).Analyze(t.Context(), now.plan.at(now.values[i])))(t)
			for k, c := range analysis.Selection.Candidates {
				got := r.apart(k)
				switch {
				case k == analysis.Selection.Selected:
					if got != 0 || r.selected != k {
						t.Errorf("row %v: λ̂ is %v apart, at %d", now.values[i], got, r.selected)
					}
				case c.NotRuledOut != (got <= 1):
					t.Errorf("row %v, λ %v: %v apart, not ruled out %v", now.values[i], c.Lambda, got, c.NotRuledOut)
				case !c.NotRuledOut && math.Abs(got*analysis.Selection.Quantile*c.RefitSE-c.Diff) > 1e-12*c.Diff:
					t.Errorf("row %v, λ %v: %v apart, %v ± %v", now.values[i], c.Lambda, got, c.Diff, c.RefitSE)
				}
				if r.root[k] != analysis.RootMSVE(k) {
					t.Errorf("row %v, λ %v: root MSVE %v", now.values[i], c.Lambda, r.root[k])
				}
			}
		}
	}
	check(a)
	drive.Tell(a, `: "gamma 0.9" enter`) // all rows are of another γ
	check(a)
	drive.Tell(a, `: "page figures:gamma" enter | γ = 0.9 ·`)
	check(a)
}

// The path has a point in each row that is there; those that are not are gaps.
func TestSweepSpec(t *testing.T) {
	_, p := startFigures(t, 120, 36, nil, swept)
	s := *p.sweep.Now
	s.rows = slices.Clone(s.rows)
	s.rows[1], s.have = nil, s.have-1
	spec := sweepSpec(&s)
	path := spec.Series[len(spec.Series)-1]
	if len(path.X) != s.have || path.Marker != chart.MarkDown {
		t.Errorf("the path has %d points, want %d", len(path.X), s.have)
	}
	for i, r := range s.rows {
		for k := range 11 {
			switch z := spec.Heat.Z[11*i+k]; {
			case r == nil:
				if !math.IsNaN(z) {
					t.Error("a row that is not there is no gap")
				}
			case z > sweepMost || r.notRuledOut[k] != (z < 1) || z < 3.9 && math.Abs(z-r.apart(k)) > .002:
				t.Errorf("row %d, λ %d: %v, %v apart", i, k, z, r.apart(k))
			}
		}
	}
}

// TestSweepOfGroups has no rows of so few trajectories that all are of one group: of 12 in
// groups of 3, 2 and 3.
func TestSweepOfGroups(t *testing.T) {
	grouped := apptest.Grouped(t)
	a, p := startFigures(t, 120, 36, nil, func(c *apptest.Config) {
		grouped(c)
		swept(c)
	})
	now := p.sweep.Now
	if want := []float64{5, 7, 10, 12}; !slices.Equal(now.values, want) || now.have != len(want) || p.sweep.Err != nil {
		t.Errorf("%d rows of %v, error %v, want %v:\n%s", now.have, now.values, p.sweep.Err, want, a.Check())
	}
}

// TestSweepsCompare: the sweeps over maps and ridges are the comparisons that compare makes,
// in JSON too.
func TestSweepsCompare(t *testing.T) {
	for over, c := range map[state.Chart]struct {
		ridges []float64
		name   string
		says   string
	}{
		state.FigureFeatures: {nil, "maps", "Maps: "},
		state.FigureRidge:    {settings.UsualRidges(), "ridges", "Ridges: ridge "},
	} {
		a, p := startFigures(t, 120, 36, nil, comparing(t, over))
		var maps []string
		if c.ridges == nil {
			maps = mapsOf(a.Settings)
		}
		want := testutil.Get(analysis.NewEngine(0).Compare(t.Context(), a.Settings, maps, c.ridges, 0))(t)
		got := p.sweep.Now.compared()
		if got.Best != want.Best || got.Verdict() != want.Verdict() {
			t.Errorf("%s: %s, want %s", c.name, got.Verdict(), want.Verdict())
		}
		for j, r := range want.Results {
			for k, candidate := range r.Selection.Candidates {
				g := got.Results[j]
				if loto, msve := g.Selection.Candidates[k].LOTO, g.MSVE[k]; math.Abs(loto-candidate.LOTO) > 1e-9*candidate.LOTO || math.Abs(msve-r.MSVE[k]) > 1e-9*r.MSVE[k] {
					t.Errorf("%s: row %d, λ %v: %v, MSVE %v, want %v, %v", c.name, j, candidate.Lambda, loto, msve, candidate.LOTO, r.MSVE[k])
				}
			}
		}
		a.Wants(want.Verdict()[:40], c.says)
		diff, se, _ := want.NotRuledOut(want.Second())
		drive.Wants(t, p.view(a.Snapshot()).sweepFindings(), "Next is "+want.Name(want.Second())+" with λ = ", "higher by "+textfmt.WithError(diff, se))
		if !a.Show().Done.Work {
			t.Errorf("%s has not ended", c.name)
		}
	}
}

// TestSweepWithinLimits: in a session a map that takes too long is left out, and said so.
func TestSweepWithinLimits(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	s := testutil.Get(e.Check(drive.Defaults(t, "mountain-car").WithFeatures("tile-coding")))(t)
	st := state.New(s)
	st.Charts[state.PageFigures] = state.FigureFeatures
	r := newSweepRun(e, new(Page).view(&page.Snapshot{State: st}).sweepPlan(), nil)
	session := e.NewShare(analysis.Limits{Processor: 200 * time.Millisecond}, 0)
	testutil.Check(t, r.fill(session.Context(t.Context()), func(*sweepState) {}))
	now := r.Now()
	if last := len(now.rows) - 1; !now.complete() || now.rows[0] == nil || now.rows[last] != nil {
		t.Fatalf("%+v", now)
	}
	drive.Wants(t, now.comparison(), "Maps: ", "Without tile-coding: ", "stopped after 0.2 s of processor time")
}
