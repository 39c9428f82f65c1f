package figures

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/page"
	"lambdascope/tui/state"

	"github.com/charmbracelet/x/ansi"
)

func TestSweepRows(t *testing.T) {
	a, p := startFigures(t, 120, 36, nil, func(c *apptest.Config) { c.Figure = state.FigureSweep; c.Settings.Trajectories = 12 })
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
			analysis := must.Have(analysis.NewEngine(0).Analyze(t.Context(), now.plan.at(now.values[i])))(t)
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
	a.Focus("gamma")
	a.Press("left") // all rows are of another γ
	check(a)
	a.Focus(sweepControl)
	a.Press("right")
	a.Wants("γ = 0.9 ·")
	check(a)
}

// A row that both sweeps have is not computed again.
func TestSweepKeepsRows(t *testing.T) {
	s := must.Have(analysis.Defaults(""))(t)
	plan := new(Page).view(&page.Snapshot{State: state.New(s), Most: analysis.MaxTrajectories}).sweepPlan()
	r := newSweepRun(analysis.NewEngine(0), plan, nil)
	ctx, cancel := context.WithCancel(t.Context())
	if err := r.fill(ctx, func() {
		if r.Now().have == 4 {
			cancel()
		}
	}); err == nil {
		t.Fatal("not stopped")
	}
	plan.now = 6
	next := newSweepRun(analysis.NewEngine(0), plan, r)
	if have := next.Now(); have.have != 4 || have.rows[3] != nil || have.rows[4] != r.Now().rows[3] || len(have.values) != len(r.Now().values)+1 {
		t.Errorf("%d rows taken over", have.have)
	}
	must.Succeed(t, next.fill(t.Context(), func() {}))
	if have := next.Now(); have.have != len(have.values) || have.present().at != 6 {
		t.Errorf("%d of %d rows", have.have, len(have.values))
	}
	plan.settings.Seed++
	if other := newSweepRun(analysis.NewEngine(0), plan, next).Now(); other.have != 0 {
		t.Error("rows of another seed were taken over")
	}
}

func TestApart(t *testing.T) {
	r := sweepRow{
		loto:        []float64{1, 2, 4, 3, 1, 1},
		diff:        []float64{0, 1, 3, 2, 1e-11, 1e-16},
		se:          []float64{0, 1, 1, 0, 1e-14, 1e-16},
		quantile:    2,
		notRuledOut: []bool{true, true, false, false, true, true},
	}
	for k, want := range []float64{0, .5, 1.5, math.Inf(1), 1, 0} {
		if got := r.apart(k); got != want {
			t.Errorf("%d: %v, want %v", k, got, want)
		}
	}
}

// TestSweepByMouse clicks on a cell, which chooses its λ and its row.
func TestSweepByMouse(t *testing.T) {
	a, _ := startFigures(t, 120, 36, nil, func(c *apptest.Config) { c.Figure = state.FigureSweep })
	x, y := a.Find("300┤")
	a.ClickAt(x+10, y)
	if a.Settings.Trajectories != 300 || a.Cursor != state.Some(0.) {
		t.Errorf("n = %d, λ at %v", a.Settings.Trajectories, a.Cursor)
	}
	a.Wants("λ = 0, n = 300 ·", "300▸")
	a.Press(">")
	a.Wants("λ = 1, n = 300 ·")
}

// TestPresenterOnFigures: the presenter's cursor is marked on the figures over λ, and moves
// nothing in them.
func TestPresenterOnFigures(t *testing.T) {
	for _, f := range []state.Figure{state.FigureLambda, state.FigureSweep} {
		a, p := startFigures(t, 120, 36, nil, func(c *apptest.Config) { c.Figure = f })
		s := a.Snapshot()
		alone := ansi.Strip(strings.Join(p.Show(s).Draw().Lines, "\n"))
		s.Class = &page.Class{Presenter: state.Some(.3)}
		if marked := ansi.Strip(strings.Join(p.Show(s).Draw().Lines, "\n")); strings.Contains(alone, "presenter") || !strings.Contains(marked, "◆ presenter") {
			t.Errorf("figure %d:\n%s", f, marked)
		}
	}
}

// The path has a point in each row that is there; those that are not are gaps.
func TestSweepSpec(t *testing.T) {
	_, p := startFigures(t, 120, 36, nil, func(c *apptest.Config) { c.Figure = state.FigureSweep })
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
