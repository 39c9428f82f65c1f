package figures

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
	"github.com/charmbracelet/x/exp/golden"
	"go.uber.org/goleak"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// fewTrials make figures a and b quickly; the claims want ten at least.
const fewTrials = 10

// newFewer returns the page with fewer numbers of trajectories in figure d, as the largest
// take most of its time.
func newFewer(env page.Env) *Page {
	p := New(env)
	p.consistency.sizes = []int{10, 30, 100, 300, 1000}
	return p
}

// startFigures opens the page with few trials, of the engine if one is given.
func startFigures(t *testing.T, width, height int, engine *analysis.Engine, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	return apptest.Start(t, width, height, state.PageFigures, newFewer, func(c *apptest.Config) {
		if engine != nil {
			c.Engine = engine
		}
		c.Trials = fewTrials
		if change != nil {
			change(c)
		}
	})
}

func TestFiguresFillIn(t *testing.T) {
	a, p := startFigures(t, 120, 36, nil, nil)
	a.Wants("(a) root MSVE of LSTD(λ) against λ", "λ = 0, n = 20 · root MSVE", "of 10 trials", "claim         1 of 2")
	plan := figurePlan(a.State)
	var trials []*study.Trial
	e := analysis.NewEngine(0)
	must.Succeed(t, study.Run(t.Context(), e, plan, nil, func(x *study.Trial) { trials = append(trials, x) }))
	s := must.Have(study.Summarize(e, plan, trials))(t)
	if !reflect.DeepEqual(p.study.Now.lambdas, s.LambdaRows()) {
		t.Error("figure a is not that of the trials")
	}
	a.Press("space") // there is nothing to pause
	if a.Show().Status != "" || p.study.Running() || p.paused {
		t.Errorf("done, but %q, paused %v", a.Show().Status, p.paused)
	}
	a.Press("t")
	a.Wants("10 of 10 trials", "λ = 0.5")
	a.Press("t", "f")
	a.Wants("(b) root MSVE ÷ that of LSTD(best)", "n = 20 · ALLSTD", "claim         1 of 6", "▸ holds          ALLSTD gives", "The same λ̂ on")
	if n := strings.Count(ansi.Strip(a.Screen()), "ALLSTD gives"); n != 1 {
		t.Errorf("the claim is printed %d times", n)
	}
	a.Press("C")
	a.Wants("claim         6 of 6")
	a.Press("c", "F")
	a.Wants("(a) root MSVE")
	if args := a.Args(); strings.Contains(args, "figure a") || !strings.Contains(args, "--page figures") {
		t.Errorf("%q", args)
	}
	a.Press("F", "F")
	if args := a.Args(); !strings.Contains(args, "--figure d") {
		t.Errorf("%q", args)
	}
	a.Idle(drive.KeyPress("F"))
	if args := a.Args(); !strings.Contains(args, "--figure c") {
		t.Errorf("%q", args)
	}
	p.study.Stop()
	p.sweep.Stop()
}

// TestFiguresGoOn stops trials after some of them, and goes on.
func TestFiguresGoOn(t *testing.T) {
	s := must.Have(analysis.Defaults(""))(t)
	plan := figurePlan(state.State{Settings: s, Trials: fewTrials})
	whole := newRun(analysis.NewEngine(0), plan, nil)
	must.Succeed(t, whole.runTrials(t.Context(), func() {}))
	r := newRun(analysis.NewEngine(0), plan, nil)
	for stop := 3; ; stop += 3 {
		ctx, cancel := context.WithCancel(t.Context())
		err := r.runTrials(ctx, func() {
			if r.Now().done >= stop {
				cancel()
			}
		})
		cancel()
		if err == nil {
			break
		}
		if r.allTrials(r.Now()) {
			t.Error("stopped, but complete")
		}
	}
	got, want := r.Now(), whole.Now()
	if got.done != fewTrials || !reflect.DeepEqual(got.lambdas, want.lambdas) || !reflect.DeepEqual(got.claims, want.claims) {
		t.Errorf("%d trials in pieces give other figures", got.done)
	}

	plan.Trials = 4 // those that there are will do
	fewer := newRun(analysis.NewEngine(0), plan, r)
	must.Succeed(t, fewer.runTrials(t.Context(), func() { t.Error("a trial was run again") }))
	if n := fewer.Now().summary.Trials; n != 4 {
		t.Errorf("%d trials summarised, want 4", n)
	}
	plan.Settings.Seed++
	if other := newRun(analysis.NewEngine(0), plan, r).Now(); other.done != 0 || other.summary != nil {
		t.Error("trials of another seed were taken over")
	}
}

// TestFiguresPause stops and starts work with space, by turning knobs and by
// leaving; nothing goes on afterwards.
func TestFiguresPause(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	a, p := startFigures(t, 120, 36, nil, func(c *apptest.Config) { c.Page, c.Trials = state.PageExplore, study.MaxTrials })
	a.Idle(drive.KeyPress("4"))
	if !p.study.Running() || p.study.task != trialTask {
		t.Fatal("no trials run")
	}
	a.Wants("0 of 10000", "space pause")
	a.Idle(drive.KeyPress("space"))
	if p.study.Running() {
		t.Fatal("trials run on")
	}
	a.Wants("paused · ", "space go on", "Paused: space goes on.")
	a.Idle(drive.KeyPress("space"))
	if !p.study.Running() {
		t.Fatal("trials do not go on")
	}
	first := p.study.Of

	a.Idle(drive.KeyPress("1")) // they go on behind another page
	if !p.study.Running() {
		t.Error("leaving the page stops the trials")
	}
	_, analysis := a.Update(drive.KeyPress("s")) // of other settings
	if p.study.Running() {
		t.Error("trials of old settings go on")
	}
	a.Idle(drive.KeyPress("4"))
	if p.study.Running() || p.study.Of == first {
		t.Error("trials run before the analysis of the new settings is there")
	}
	a.Analyse(analysis)
	if !p.study.Running() {
		t.Error("no trials after the analysis")
	}

	a.Idle(drive.KeyPress("f"))
	a.Idle(drive.KeyPress("f"))
	if !p.study.Running() || p.study.task != timeTask {
		t.Error("figure c: times are not measured")
	}
	a.Wants("timing 0 of 35", "Measuring")
	a.Idle(drive.KeyPress("f"))
	if p.study.Running() || !p.consistency.Running() {
		t.Error("times are measured while figure d is on show, or that does not run")
	}
	a.Idle(drive.KeyPress("f"))
	if p.consistency.Running() {
		t.Error("figure d goes on while the sweep is on show")
	}
	if p.study.Running() || !p.sweep.Running() {
		t.Error("times are measured while the sweep is on show, or that does not run")
	}
	a.Idle(drive.KeyPress("z"))
	if p.study.Running() || p.sweep.Running() {
		t.Error("work goes on though nothing may be shown")
	}
	p.study.Stop()
	p.sweep.Stop()
}

// fillTimes puts made-up times in place of measured ones.
func (p *Page) fillTimes() {
	p.study.Stop()
	run := p.study.Of
	run.mu.Lock()
	run.state.times = nil // what was measured by then
	for i, method := range study.TimedMethods() {
		for _, n := range run.plan.Sizes {
			row := study.TimeRow{Trajectories: n, Method: method, Runs: 5, Seconds: 1e-5 * float64(n) * float64(1+i)}
			row.Least, row.Most = row.Seconds, row.Seconds
			if method == study.NameNaive {
				row.Seconds *= float64(n)
				row.Least, row.Most = row.Seconds, row.Seconds
				row.Stopped = n == 200
			}
			run.state.times = append(run.state.times, row)
		}
	}
	run.state.claims = append(of(run.state.claims, "a", "b"), of(run.claims(), "c")...)
	run.mu.Unlock()
	p.study.Now = run.Now()
}

func TestTimesAndTheirClaims(t *testing.T) {
	a, p := startFigures(t, 120, 36, nil, func(c *apptest.Config) { c.Settings.Problem.States = 3 })
	a.Idle(drive.KeyPress("f"))
	a.Idle(drive.KeyPress("f"))
	p.fillTimes()
	// At n = 200 naive's 600 ms are a bound only, at 100 it takes 100 times as long.
	a.Wants("(c) training time", "n = 20 · ALLSTD .20 ms", "NaiveCV+LSTD 12 ms", "▸ holds          ALLSTD is about", "over 1.2 s")
	a.Press("t")
	a.Wants("35 of 35 times measured.", "over 1.2 s")
	a.Press("t", "c")
	a.Wants("▸ holds          ALLSTD takes about as long as LSTD(λ)") // k×LSTD takes 4 times as long
}

// TestTimesGoOn stops measuring after some rows, which stay as they are.
func TestTimesGoOn(t *testing.T) {
	s := must.Have(analysis.Defaults(""))(t)
	s.Problem.States, s.Lambdas = 3, "0,1"
	r := newRun(analysis.NewEngine(0), figurePlan(state.State{Settings: s, Trials: fewTrials}), nil)
	for want := range 3 {
		ctx, cancel := context.WithCancel(t.Context())
		before := r.Now().times
		err := r.measure(ctx, cancel)
		now := r.Now()
		if err == nil || len(now.times) != want+1 || !slices.Equal(now.times[:want], before) {
			t.Fatalf("after %d: %v, %d times", want, err, len(now.times))
		}
		if c := of(now.claims, "c"); len(now.claims) != len(r.claims()) || c[0].Measured != "Its times are not measured so far." {
			t.Errorf("%d claims, %q", len(now.claims), c[0].Measured)
		}
	}
}

func TestFiguresAreHidden(t *testing.T) {
	engine := analysis.NewEngine(64 << 20)
	for f := range state.FigureNames() {
		a, p := startFigures(t, 120, 36, engine, func(c *apptest.Config) { c.Hidden, c.Figure = true, state.Figure(f) })
		a.Wants("z reveals")
		for _, secret := range []string{"root MSVE", "s.e.", "Holds", "holds", "▼"} {
			a.Lacks(secret)
		}
		e := a.Data()
		if len(e.Tables)+len(e.Charts) > 0 || e.Object != nil || len(e.Text()) != 1 {
			t.Errorf("%s: the exhibit has %d tables: %q", state.FigureNames()[f], len(e.Tables), e.Text())
		}
		if p.study.Begun() {
			t.Error("trials were run")
		}
	}
}

func TestFiguresOfRecordedData(t *testing.T) {
	a, p := startFigures(t, 120, 36, nil, recordedWalk(t))
	a.Wants("LOTO error above that of the row's λ̂, in units of t s.e.", "n = 4 ·", "over  ‹ trajectories ›")
	if text := p.view(a.Snapshot()).sweepFindings(); !strings.Contains(text, "Figures a to c need fresh data") {
		t.Errorf("not said why there are no other figures: %q", text)
	}
	a.Lacks("figure      ")
	if now := p.sweep.Now; now.have != 3 || !slices.Equal(now.values, []float64{2, 3, 4}) {
		t.Errorf("%d rows of %v", now.have, now.values)
	}
	a.Press("right")
	a.Wants("γ = 0.99 ·")
	if text := p.view(a.Snapshot()).sweepFindings(); !strings.Contains(text, "(At γ = 0 all λ's are the same.)") {
		t.Errorf("not said what γ = 0 is: %q", text)
	}
	a.Press("f", "c", "space", "space")
	a.Check()
}

// recordedWalk sets the four episodes of a file.
func recordedWalk(t *testing.T) func(*apptest.Config) {
	return func(c *apptest.Config) {
		r := must.Have(os.Open(filepath.Join("..", "..", "cli", "testdata", "walk.jsonl")))(t)
		defer r.Close()
		f := must.Have(c.Engine.Load("walk.jsonl", r))(t)
		c.Settings = analysis.FileDefaults(f)
	}
}

func TestFiguresWithoutTruth(t *testing.T) {
	a, p := startFigures(t, 120, 36, nil, func(c *apptest.Config) {
		var err error
		if c.Settings, err = analysis.Defaults("2048"); err != nil {
			t.Fatal(err)
		}
		c.Settings.Problem.MaxSteps = 50
		c.Settings.Trajectories = 3
	})
	a.Wants("true values are not known", "The sweep does without trials")
	a.Lacks("c claim")
	if p.study.Running() {
		t.Error("work goes on")
	}
}

func TestGoldenFigures(t *testing.T) {
	engine := analysis.NewEngine(256 << 20)
	for _, f := range state.FigureNames() {
		for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
			for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
				t.Run(fmt.Sprintf("%s/%dx%d/%s", f, size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
					a, p := startFigures(t, size[0], size[1], engine, func(c *apptest.Config) { c.Glyphs = glyphs })
					for i := range state.FigureNames() {
						switch {
						case i > slices.Index(state.FigureNames(), f) || i == 0:
						case state.Figure(i) == state.FigureTimes:
							a.Idle(drive.KeyPress("f"))
							p.fillTimes()
						default:
							a.Press("f")
						}
					}
					a.Press(".", ".")
					golden.RequireEqual(t, a.Check())
				})
			}
		}
	}
}

func TestFiguresByMouse(t *testing.T) {
	engine := analysis.NewEngine(256 << 20)
	a, _ := startFigures(t, 200, 60, engine, nil)
	x, y := a.Find("(b) root MSVE")
	a.ClickAt(x, y)
	if a.Figure != state.FigureMethods {
		t.Error("a click on the title of b does not choose it")
	}
	x, y = a.Find("(not the paper's)")
	a.ClickAt(x, y)
	a.Wants("▸ within chance  ALLSTD has a lower")
	x, y = a.Find("100────")
	a.ClickAt(x+1, y-5) // b is the first chart with n below
	if a.Settings.Trajectories != 100 {
		t.Errorf("a click on n = 100 sets %d", a.Settings.Trajectories)
	}
	a.Wants("n = 100 · ALLSTD")
	x, y = a.Find("└0──────.1")
	a.ClickAt(x+1, y-5)
	if a.Cursor != state.Some(0.) {
		t.Error("a click on figure a does not move the λ cursor")
	}
}

func TestFiguresExport(t *testing.T) {
	a, p := startFigures(t, 120, 36, nil, func(c *apptest.Config) { c.Settings.Problem.Domain = "random-walk" })
	a.Idle(drive.KeyPress("f"))
	a.Idle(drive.KeyPress("f"))
	p.fillTimes()
	a.Press("f", "f")
	e := a.Data()
	names, rows := []string{"a", "b", "c", "d", "sweep"}, []int{7 * 11, 5*7 + 4, 5 * 7, 4 * 5, len(p.sweep.Now.values) * 11}
	for i, table := range e.Tables {
		if table.Name != names[i] || e.Charts[i].Name != names[i] || len(table.Rows) != rows[i] {
			t.Errorf("%s: %d rows, want %s, %d", table.Name, len(table.Rows), names[i], rows[i])
		}
		for _, row := range table.Rows {
			if len(row) != len(table.Header) {
				t.Fatalf("%s: %d columns, want %d", table.Name, len(row), len(table.Header))
			}
		}
	}
	content := must.Have(json.Marshal(e.Object(page.Origin{})))(t)
	var back struct {
		Trials int
		Claims []struct{ Figure, Claim, Holds string }
		A, B   []struct {
			Domain       string
			Trajectories int
			Lambda       *float64
			RootMSVE     *float64 `json:"root_msve"`
			Method       string
		}
		D []struct {
			Method string
			Above  float64
			Least  float64 `json:"least_msve"`
			Apart  *float64
		}
		Sweep []struct {
			Trajectories int
			Lambda, Loto float64
			Selected     bool
		}
	}
	must.Succeed(t, json.Unmarshal(content, &back))
	if back.Trials != fewTrials || len(back.Claims) != 12 || len(back.A) != rows[0] || len(back.D) != rows[3] || len(back.Sweep) != rows[4] {
		t.Errorf("read back: %d trials, %d claims, %d and %d rows", back.Trials, len(back.Claims), len(back.A), len(back.Sweep))
	}
	if b := back.B[0]; b.Domain != "random-walk" || b.Method != study.NameALLSTD || b.Lambda != nil || b.RootMSVE == nil {
		t.Errorf("b: %+v", b)
	}
	if d := back.D[5]; d.Method != study.NameByTrajectory || !(d.Above > 0) || d.Apart == nil || back.D[0].Apart != nil {
		t.Errorf("d: %+v", d)
	}
	text := strings.Join(e.Text(), "\n")
	if !strings.Contains(text, "n = 2: λ̂ =") || !strings.Contains(text, "  λ̂") {
		t.Errorf("in words:\n%s", text)
	}
}

// TestFiguresUndo takes back figure, trials and sweep.
func TestFiguresUndo(t *testing.T) {
	a, _ := startFigures(t, 120, 36, nil, func(c *apptest.Config) { c.Settings.Problem.States = 3; c.Figure = state.FigureSweep })
	before := a.State
	a.Press("down", "right")
	if a.State.Sweep != state.SweepGamma {
		t.Fatal("the sweep can't be turned")
	}
	if args := a.Args(); !strings.Contains(args, "--figure sweep --sweep gamma") {
		t.Errorf("%q", args)
	}
	a.Press("u")
	if a.State != before {
		t.Errorf("%+v, want %+v", a.State, before)
	}
	a.Press("enter", "x", "enter")
	a.Wants("sweep x: want", "features or ridge") // in several lines
}

// TestLevelsOfFigureB: v goes from ratios to levels and back, with other numbers and
// another interval on the screen and in what is exported.
func TestLevelsOfFigureB(t *testing.T) {
	engine := analysis.NewEngine(256 << 20)
	a, _ := startFigures(t, 120, 36, engine, func(c *apptest.Config) { c.Figure = state.FigureMethods })
	a.Wants("÷ that of LSTD(best)", "95 %, paired over trials", "v levels")
	exported := func() string {
		for _, c := range a.Data().Charts {
			if c.Name == "b" {
				return c.Spec.Y.Label
			}
		}
		return ""
	}
	if got := exported(); got != "root MSVE ÷ LSTD(best)" {
		t.Errorf("exported %q", got)
	}
	a.Press("v")
	a.Wants("95 % of the level", "v ratios")
	a.Lacks("over that of")
	if got := exported(); got != "root MSVE" || !strings.Contains(a.Args(), "--methods levels") {
		t.Errorf("exported %q; %s", got, a.Args())
	}
	a.Press("v")
	a.Wants("÷ that of LSTD(best)")
}

// TestClaimsAreNotCut at the width of a screen with a column of controls.
func TestClaimsAreNotCut(t *testing.T) {
	engine := analysis.NewEngine(256 << 20)
	for _, f := range []state.Figure{state.FigureLambda, state.FigureMethods} {
		a, p := startFigures(t, 120, 36, engine, func(c *apptest.Config) { c.Figure = f })
		words := strings.Join(strings.Fields(strings.NewReplacer("│", " ").Replace(a.Check())), " ")
		for _, claim := range p.view(a.Snapshot()).claims() {
			if !strings.Contains(words, claim.Text[len(claim.Text)/2:]) {
				t.Errorf("no %q\n%s", claim.Text, a.Check())
			}
		}
	}
}

// TestClaimsEndWithASentence: where there is no room for all of a claim, what is left is
// sentences.
func TestClaimsEndWithASentence(t *testing.T) {
	a, p := startFigures(t, 44, 15, analysis.NewEngine(256<<20), nil)
	for i := range p.view(a.Snapshot()).claims() {
		for rows := range 4 {
			var text []string
			for _, l := range a.Show().Findings(rows + 1) {
				text = append(text, strings.TrimSpace(ansi.Strip(l)))
			}
			if got := strings.Join(text, " "); strings.Contains(got, "et al. t has") {
				t.Errorf("claim %d, %d rows: %q", i, rows+1, got)
			}
		}
		a.Press("c")
	}
}

// TestTheBestLambdaHasAPath through the curves of figure a, and a name in the legend,
// on every screen.
func TestTheBestLambdaHasAPath(t *testing.T) {
	engine := analysis.NewEngine(256 << 20)
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		a, _ := startFigures(t, size[0], size[1], engine, nil)
		if n := strings.Count(a.Check(), "■"); n < 3 {
			t.Errorf("%v: %d ■\n%s", size, n, a.Check())
		}
		a.Wants("best")
	}
}

// TestWhyTheBestLambdaMoves is said of figure a alone, and adds up with the table of trials.
func TestWhyTheBestLambdaMoves(t *testing.T) {
	a, p := startFigures(t, 200, 60, analysis.NewEngine(256<<20), nil)
	s := p.study.Now.summary
	first, last := figure.SplitOf(s, 0), figure.SplitOf(s, len(s.Sizes)-1)
	want := fmt.Sprintf("n = 2: the best λ is %s. %s n = 200: the best λ is %s. %s",
		screen.Exact(s.Lambdas[first.Best]), first.Ends(), screen.Exact(s.Lambdas[last.Best]), last.Ends())
	if got := a.Foot(3); got != want {
		t.Errorf("%q, want %q", got, want)
	}
	a.Press("f")
	a.Lacks("the best λ is")
}
