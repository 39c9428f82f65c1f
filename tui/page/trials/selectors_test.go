package trials

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"
	"go.uber.org/goleak"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// onSelectors opens the comparison of selectors on a problem where bellman misleads.
func onSelectors(t *testing.T, engine *analysis.Engine, width, height int, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	return onTrials(t, width, height, func(c *apptest.Config) {
		c.Engine = engine
		c.Settings.Problem.States, c.Settings.Problem.Features = 19, "dependent"
		c.TrialsChart = state.TrialsSelectors
		if change != nil {
			change(c)
		}
	})
}

func TestGoldenSelectors(t *testing.T) {
	engine := analysis.NewEngine(64 << 20) // runs the trials once for all
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
				a, _ := onSelectors(t, engine, size[0], size[1], func(c *apptest.Config) { c.Glyphs = glyphs })
				golden.RequireEqual(t, a.Check())
			})
		}
	}
}

// freshSelectors returns what an engine that has seen nothing says of the state's trials
// with all selectors.
func freshSelectors(t *testing.T, s state.State) *study.Summary {
	t.Helper()
	e := analysis.NewEngine(0)
	p := study.Plan{Settings: s.Settings, Sizes: []int{s.Settings.Trajectories}, Trials: s.Trials}
	for _, of := range estimator.Selectors() {
		p.Selectors = append(p.Selectors, of.String())
	}
	var all []*study.Trial
	must.Succeed(t, study.Run(t.Context(), e, p, nil, func(t *study.Trial) { all = append(all, t) }))
	return must.Have(study.Summarize(e, p, all))(t)
}

// TestSelectorsOnDemand: they are computed once their chart is reached, stay while the
// settings do, and are left out again with others.
func TestSelectorsOnDemand(t *testing.T) {
	defer goleak.VerifyNone(t)
	a, p := onTrials(t, 80, 24, func(c *apptest.Config) { c.Trials = 20 })
	if p.run.Now.Summary.Plan.Selectors != nil {
		t.Fatal("selectors are computed though nobody asked")
	}
	plain := numbers(p.run.Now.Summary)
	for a.TrialsChart != state.TrialsSelectors {
		a.Press("o")
	}
	if got := a.Args(); !strings.Contains(got, "--trials-chart selectors") {
		t.Errorf("%q does not name the chart", got)
	}
	want := freshSelectors(t, a.State)
	if !p.complete() || numbers(p.run.Now.Summary) != plain || fmt.Sprint(p.run.Now.Summary.SelectorRows()) != fmt.Sprint(want.SelectorRows()) {
		t.Fatal("not the selectors of all trials")
	}
	for _, r := range want.SelectorRows() {
		a.Wants(rowName(r.Selector), ratioText(r.Ratio.Ratio))
	}
	a.Wants("20 trials", "bellman favours λ = 0 by construction", want.Standings()[0].Least+" has the lowest root MSVE")
	before := p.run.Now.Summary
	a.Press("o")
	if a.TrialsChart != state.TrialsSplit || p.run.Now.Summary != before {
		t.Error("another chart computes the trials again")
	}
	a.Press("s")
	if p.run.Now.Summary.Plan.Selectors != nil || !p.complete() {
		t.Error("other settings have selectors, too, though nobody asked")
	}
	a.Press("u", "o", "o", "o")
	if a.TrialsChart != state.TrialsSelectors || fmt.Sprint(p.run.Now.Summary.SelectorRows()) != fmt.Sprint(want.SelectorRows()) {
		t.Error("other selectors when settings are turned back")
	}
	a.Focus("trials")
	a.Press("left")
	if got := p.run.Now.Summary; got.Trials != 10 || fmt.Sprint(got.SelectorRows()) != fmt.Sprint(freshSelectors(t, a.State).SelectorRows()) {
		t.Errorf("fewer trials: %d, with other numbers", got.Trials)
	}
}

// TestSelectorsCancelled: they can be stopped and gone on with, and say meanwhile what is
// under way.
func TestSelectorsCancelled(t *testing.T) {
	defer goleak.VerifyNone(t)
	a, p := onTrials(t, 80, 24, nil)
	c := apptest.Config{State: a.State}
	slowly(&c)
	s := a.State
	s.TrialsChart = state.TrialsSelectors
	drain(a, a.Go(s)) // the job is waited for by next
	if !p.run.Running() {
		t.Fatal("nothing runs")
	}
	a.Wants("the first of them are under way")
	a.Press("c")
	if p.run.Running() {
		t.Fatal("c does not cancel")
	}
	s.Settings, s.Trials = c.Settings, c.Trials
	drain(a, a.Go(s))
	a.Wants("Cancelled. Space runs the trials")
	drain(a, func() tea.Msg { return drive.KeyPress("space") })
	if !p.run.Running() || !p.run.Key.selectors {
		t.Fatal("space does not start them")
	}
	for p.run.Now.Summary == nil {
		next(a, p)
	}
	if len(p.run.Now.Summary.SelectorRows()) == 0 {
		t.Error("the summary has no selectors")
	}
	a.Wants(" of 10000 trials")
	p.run.Stop()
}

// TestSelectorsHidden: the comparison is an answer.
func TestSelectorsHidden(t *testing.T) {
	a, _ := onSelectors(t, analysis.NewEngine(64<<20), 80, 24, func(c *apptest.Config) { c.Hidden, c.Trials = true, 10 })
	a.Wants("z reveals it")
	for _, secret := range []string{"bellman", "÷ best", "root MSVE"} {
		a.Lacks(secret)
	}
	if e := a.Data(); len(e.Tables)+len(e.Charts) > 0 {
		t.Error("the answer is in what is exported")
	}
}

// TestSelectorsExported: table, picture, JSON and text have what the screen has.
func TestSelectorsExported(t *testing.T) {
	a, p := onSelectors(t, analysis.NewEngine(64<<20), 120, 36, func(c *apptest.Config) { c.Trials = 12 })
	e := a.Data()
	rows := p.run.Now.Summary.SelectorRows()
	at := slices.IndexFunc(e.Tables, func(t page.Table) bool { return t.Name == selectorsName })
	if at < 0 || len(e.Tables[at].Rows) != len(rows) {
		t.Fatal("no table of selectors")
	}
	if !slices.ContainsFunc(e.Charts, func(c page.Chart) bool { return c.Name == selectorsName && len(c.Spec.Series) == len(rows) }) {
		t.Error("no picture of selectors")
	}
	objects := e.Object(page.Origin{}).(object).Selectors
	if len(objects) != len(rows) || objects[5].Name != "bellman" || float64(objects[5].Ratio) != rows[5].Ratio.Ratio || objects[5].LambdaZero != rows[5].AtZero {
		t.Errorf("the JSON has %+v", objects)
	}
	text := strings.Join(e.Text(), "\n")
	for _, want := range []string{"Why bellman misleads", "has the lowest root MSVE of the selectors", "half of θ at λ̂", "worst λ"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in the text\n%s", want, text)
		}
	}
}
