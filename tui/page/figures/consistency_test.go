package figures

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"
	"go.uber.org/goleak"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/sim/study"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/state"
)

// inFigureD shows figure d of a walk on which weights by trajectory stay above.
func inFigureD(c *apptest.Config) {
	c.Figure = state.FigureConsistency
	c.Settings.Problem.States, c.Settings.Problem.Features, c.Settings.Gamma = 5, "fourier:3", 0.9
}

func TestConsistencyFillsIn(t *testing.T) {
	engine := analysis.NewEngine(64 << 20)
	a, p := startFigures(t, 120, 36, engine, inFigureD)
	a.Wants("(d) MSVE above the least", "n = 30 · ALLSTD (step)", "mean λ̂", "claim         1 of 2", "Up to n = 1000 here; lambdascope study --figures d")
	if p.study.Running() || p.study.Now.done > 0 {
		t.Error("trials of other figures run")
	}
	now := p.consistency.Now
	plan := now.plan
	var all []*study.ConsistencyOutcome
	must.Succeed(t, study.RunConsistency(t.Context(), engine, plan, nil, func(o *study.ConsistencyOutcome) { all = append(all, o) }))
	s := must.Have(study.SummarizeConsistency(engine, plan, all))(t)
	for i, r := range s.Rows() {
		if got := now.rows[i]; got.Above != r.Above || got.Method != r.Method || got.Lambda != r.Lambda {
			t.Errorf("row %d is %+v, want %+v", i, got, r)
		}
	}
	if len(now.rows) != 4*len(plan.Sizes) {
		t.Errorf("%d rows", len(now.rows))
	}
	a.Press("c")
	a.Wants("▸ within chance  It does so weighting by", "claim         2 of 2")
	text := strings.Join(a.Data().Text(), "\n")
	const command = "lambdascope study --domain random-walk --features fourier:3 --gamma 0.9 --figures d --out consistency"
	if !strings.Contains(text, command) {
		t.Errorf("%q\nhas no\n%s", text, command)
	}
	x, y := a.Find("300")
	a.ClickAt(x+1, y-5)
	if a.Settings.Trajectories != 300 {
		t.Errorf("a click on n = 300 sets %d", a.Settings.Trajectories)
	}
	if p.consistency.Running() || p.consistency.Now != now && p.consistency.Now.rows == nil {
		t.Error("another n makes it begin again")
	}
}

// TestConsistencyPauses stops figure d and goes on with it, keeps what there is when there
// are more trials, and stops with other settings.
func TestConsistencyPauses(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	a, p := startFigures(t, 120, 36, nil, func(c *apptest.Config) {
		inFigureD(c)
		c.Page, c.Trials = state.PageExplore, study.MaxTrials
	})
	a.Idle(drive.KeyPress("4"))
	if !p.consistency.Running() {
		t.Fatal("figure d does not run")
	}
	a.Wants("of 50000 data sets", "space pause")
	a.Idle(drive.KeyPress("space"))
	if p.consistency.Running() {
		t.Error("paused, but it runs")
	}
	a.Wants("paused · ", "space go on")
	a.Idle(drive.KeyPress("space"))
	if !p.consistency.Running() {
		t.Error("it does not go on")
	}
	a.Idle(drive.KeyPress("f")) // the sweep
	if p.consistency.Running() {
		t.Error("it goes on though another figure is on show")
	}
	a.Idle(drive.KeyPress("F"))
	first := p.consistency.Of
	next := a.State
	next.Trials = 10
	a.Go(next)
	if p.consistency.Of == first || !p.consistency.Running() {
		t.Error("other trials are not begun")
	}
	a.Idle(drive.KeyPress("z"))
	if p.consistency.Running() {
		t.Error("it goes on though nothing may be shown")
	}
	p.sweep.Stop()
}

// TestConsistencyRefused says why there is no figure d: features of which the least MSVE is
// not known.
func TestConsistencyRefused(t *testing.T) {
	a, p := startFigures(t, 80, 24, nil, func(c *apptest.Config) {
		var err error
		if c.Settings, err = analysis.Defaults("mountain-car"); err != nil {
			t.Fatal(err)
		}
		c.Settings.Problem.Features, c.Settings.Trajectories, c.Figure = "poly:2", 3, state.FigureConsistency
	})
	a.Wants("their least MSVE is not known")
	if p.consistency.Running() {
		t.Error("work goes on")
	}
	a.Press("c", "space", "t")
	a.Check()
}

// TestGoldenConsistency shows where weights by trajectory stay above.
func TestGoldenConsistency(t *testing.T) {
	a, _ := startFigures(t, 100, 30, nil, func(c *apptest.Config) {
		c.Figure = state.FigureConsistency
		c.Settings.Problem.States, c.Settings.Problem.Features, c.Settings.Gamma = 9, "identity", 0.9
	})
	a.Idle(tea.WindowSizeMsg{Width: 100, Height: 30})
	golden.RequireEqual(t, a.Check())
}
