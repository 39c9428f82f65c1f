package trials

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"
	"go.uber.org/goleak"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/job"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
	"lambdascope/tui/worker"
)

// onTrials opens the app on the Trials page, and runs all its trials.
func onTrials(t *testing.T, width, height int, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	return apptest.Start(t, width, height, state.PageTrials, New, change)
}

// slowly has so many trials that no test sees their end.
func slowly(c *apptest.Config) {
	c.Settings.Problem.States, c.Settings.Trajectories = 19, 20
	c.Trials = study.MaxTrials
}

// fresh returns what an engine that has seen nothing says of the scene's trials.
func fresh(t *testing.T, s state.State) *study.Summary {
	t.Helper()
	e := analysis.NewEngine(0)
	p := study.Plan{Settings: s.Settings, Sizes: []int{s.Settings.Trajectories}, Trials: s.Trials}
	var all []*study.Trial
	must.Succeed(t, study.Run(t.Context(), e, p, nil, func(t *study.Trial) { all = append(all, t) }))
	return must.Have(study.Summarize(e, p, all))(t)
}

// numbers writes all that the page shows of a summary.
func numbers(s *study.Summary) string {
	z := &s.Sizes[0]
	return fmt.Sprint(s.Trials, s.Lambdas, z.LSTD, z.Bias2, z.Variance, z.Chosen, z.NotRuledOut, z.Best, z.Worst, z.ALLSTD, z.Regret, z.Random, z.RandomLoss, z.NotRuledOutShare)
}

func TestTrialsAreRun(t *testing.T) {
	defer goleak.VerifyNone(t)
	a, p := onTrials(t, 120, 36, nil)
	if !p.complete() || numbers(p.run.Now.Summary) != numbers(fresh(t, a.State)) {
		t.Fatal("not the summary of all trials")
	}
	z := &p.run.Now.Summary.Sizes[0]
	root, _ := screen.WithInterval(z.ALLSTD.Root())
	a.Wants("3·Trials", " 80 trials", "bias²", "variance", "λ at random", "Over 80 trials ALLSTD has a root MSVE of "+root)
	a.Press("<")
	decimals, _ := screen.IntervalDecimals(-z.LSTD[0].SE, z.LSTD[0].SE)
	a.Wants(" λ = 0 · bias² ", fmt.Sprintf("λ̂ in %d of 80 trials", z.Chosen[0]), " = MSVE "+screen.WithDecimals(z.LSTD[0].Mean, decimals)+" · root MSVE ")
	a.Press("1", "3")
	if a.Page != state.PageTrials || p.run.Running() {
		t.Error("trials that are all in are run again")
	}
}

// TestNumberOfTrials: more trials add to those that are in, fewer take the first,
// and undo goes back; always the same numbers as from scratch.
func TestNumberOfTrials(t *testing.T) {
	a, p := onTrials(t, 120, 36, func(c *apptest.Config) { c.Trials = 20 })
	a.Focus("trials")
	before := p.run.Now.Trials
	for _, step := range []struct {
		key  string
		want int
	}{{"right", 40}, {"left", 20}, {"left", 10}, {"u", 20}} {
		a.Press(step.key)
		if a.Trials != step.want || p.run.Now.Summary.Trials != step.want || len(p.run.Now.Trials) != step.want {
			t.Fatalf("%s: %d trials, %d summarised, want %d", step.key, a.Trials, p.run.Now.Summary.Trials, step.want)
		}
		if numbers(p.run.Now.Summary) != numbers(fresh(t, a.State)) {
			t.Errorf("%d trials: other numbers than from scratch", step.want)
		}
	}
	if !slices.Equal(p.run.Now.Trials[:10], before[:10]) {
		t.Error("trials were run again")
	}
	a.Press("enter", "7", "enter")
	a.Wants("‹ 7 ›", " 7 trials")
	a.Press("enter", "0", "enter")
	a.Wants("trials 0: want a whole")
	if got := a.Args(); !strings.Contains(got, "--page trials --trials 7") {
		t.Errorf("%q", got)
	}
}

// next delivers the next message of the page's job.
func next(a *apptest.App, p *Page) {
	a.Helper()
	a.Update(p.run.Await()())
}

func TestPauseAndCancel(t *testing.T) {
	defer goleak.VerifyNone(t)
	a, p := onTrials(t, 120, 36, nil)
	c := apptest.Config{State: a.State}
	slowly(&c)
	s := a.State
	s.Settings, s.Trials = c.Settings, c.Trials
	cmd := a.Go(s)
	a.Wants("first trials of these settings", "0 of 10000 trials")
	drain(a, cmd) // the analysis; the job is waited for by next
	for p.run.Now.Done < 3 {
		next(a, p)
	}
	a.Wants(" of 10000 trials", "space pause")
	done := p.run.Now.Done
	a.Press("space")
	if p.run.Running() || !p.paused {
		t.Fatal("space does not pause")
	}
	a.Wants("paused · ", "space go on")
	drain(a, func() tea.Msg { return drive.KeyPress("space") })
	if !p.run.Running() || p.paused || p.run.Now.Done < done {
		t.Fatalf("space does not go on from %d trials, but from %d", done, p.run.Now.Done)
	}
	for p.run.Now.Done < done+2 {
		next(a, p)
	}
	a.Press("c")
	a.Wants("stopped · ")
	if p.run.Running() {
		t.Fatal("c does not cancel")
	}
	s.Settings.Seed++
	drain(a, a.Go(s))
	if p.run.Running() {
		t.Error("trials start by themselves after they were cancelled")
	}
	a.Wants("Cancelled. Space runs the trials")
	drain(a, func() tea.Msg { return drive.KeyPress("space") })
	if !p.run.Running() {
		t.Error("space does not start them again")
	}
	p.run.Stop()
}

// drain runs a command and what follows from it, but not the wait for a job.
func drain(a *apptest.App, cmd tea.Cmd) {
	a.Helper()
	if cmd == nil {
		return
	}
	msg := cmd()
	switch msg := msg.(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			drain(a, c)
		}
		return
	case nil, job.Msg:
		return
	}
	_, next := a.Update(msg)
	if _, ok := msg.(worker.Result); ok {
		return // what follows is the wait for the trials
	}
	if press, ok := msg.(tea.KeyPressMsg); ok && press.Code == tea.KeySpace {
		return
	}
	drain(a, next)
}

// TestTrialsGoOnElsewhere: another page does not stop trials, other settings do, on
// whatever page they are turned.
func TestTrialsGoOnElsewhere(t *testing.T) {
	defer goleak.VerifyNone(t)
	a, p := onTrials(t, 120, 36, func(c *apptest.Config) { c.Hidden = true })
	c := apptest.Config{State: a.State}
	slowly(&c)
	s := a.State
	s.Settings, s.Trials = c.Settings, c.Trials
	drain(a, a.Go(s))
	if !p.run.Running() {
		t.Fatal("no trials run")
	}
	a.Update(drive.KeyPress("1"))
	for done := p.run.Now.Done; p.run.Now.Done < done+2; {
		next(a, p)
	}
	if a.Page != state.PageExplore || !p.run.Running() {
		t.Error("trials stop where the page is left")
	}
	old := p.run.Await()
	a.Update(drive.KeyPress("s"))
	if p.run.Running() {
		t.Error("trials of old settings go on")
	}
	if _, cmd := a.Update(old()); cmd != nil {
		t.Error("a message of old trials has an effect")
	}
}

func TestTrialsWhileHidden(t *testing.T) {
	a, _ := onTrials(t, 120, 36, nil)
	a.Press("z")
	a.Wants("Trials show which λ is best; z reveals it")
	for _, secret := range []string{"MSVE", "ALLSTD", "hindsight", "bias", "λ̂"} {
		a.Lacks(secret)
	}
	if e := a.Data(); len(e.Tables)+len(e.Charts) > 0 || e.Object != nil || !strings.Contains(e.Text()[0], "hidden") {
		t.Error("the answer is in what is exported")
	}
	a.Press("z")
	a.Wants("Over 80 trials ALLSTD")
}

func TestTrialsOfAFile(t *testing.T) {
	for _, size := range [][2]int{{44, 15}, {60, 20}, {80, 24}, {120, 36}} {
		a, p := onTrials(t, size[0], size[1], func(c *apptest.Config) {
			r := must.Have(os.Open(filepath.Join("..", "..", "cli", "testdata", "walk.jsonl")))(t)
			defer r.Close()
			f := must.Have(c.Engine.Load("walk.jsonl", r))(t)
			c.Settings = analysis.FileDefaults(f)
		})
		a.Wants("Recorded data have no trials", "Explore (1)")
		a.Press("space", "c", "space", ".", "s")
		if p.run.Running() || p.run.Begun() || p.Controls(a.Snapshot()) != nil {
			t.Error("trials of a file")
		}
		a.Check()
	}
}

func TestTrialsWithoutTruth(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}} {
		a, p := onTrials(t, size[0], size[1], func(c *apptest.Config) {
			var err error
			if c.Settings, err = analysis.Defaults("2048"); err != nil {
				t.Fatal(err)
			}
			c.Settings.Trajectories = 5
			c.Settings.Problem.MaxSteps = 50
		})
		a.Wants("2048 with max-steps 50 has no trials")
		a.Press("space", "z", "z", "c", "space")
		if p.run.Running() {
			t.Error("trials without truth")
		}
		if text := a.Data().Text(); !strings.Contains(text[0], "no trials") {
			t.Errorf("%q", text)
		}
	}
}

// TestEachTrial compares the table of single trials with analyses of their seeds,
// and that of λ's against its columns.
func TestEachTrial(t *testing.T) {
	a, p := onTrials(t, 80, 24, func(c *apptest.Config) { c.Trials = 5 })
	e := a.Data()
	best := p.run.Now.Summary.Sizes[0].Best
	for j, row := range e.Tables[1].Rows {
		s := a.Settings
		s.Seed += uint64(j)
		one := must.Have(a.Engine.Analyze(t.Context(), s))(t)
		mean, kept := 0.0, 0
		for k, c := range one.Selection.Candidates {
			mean += one.MSVE[k] / float64(len(one.MSVE))
			if c.NotRuledOut {
				kept++
			}
		}
		at := one.Selection.Selected
		want := []string{strconv.Itoa(j), strconv.FormatUint(s.Seed, 10), screen.Exact(one.Selection.Best().Lambda), screen.Exact(one.MSVE[at]), screen.Exact(one.MSVE[best]), row[5], strconv.Itoa(kept)}
		got, err := strconv.ParseFloat(row[5], 64)
		if !slices.Equal(row, want) || err != nil || math.Abs(got-mean) > 1e-14*mean {
			t.Errorf("trial %d: %q, want %q", j, row, want)
		}
	}
	if len(e.Tables[1].Rows) != 5 || len(e.Tables[0].Rows) != 11 {
		t.Errorf("%d trials, %d λ's", len(e.Tables[1].Rows), len(e.Tables[0].Rows))
	}
	for _, table := range e.Tables {
		for _, row := range table.Rows {
			if len(row) != len(table.Header) {
				t.Errorf("%q under %q", row, table.Header)
			}
		}
	}
	if len(e.Charts) != 5 || len(e.Tables[2].Rows) != 5 || len(e.Text()) < 15 {
		t.Errorf("%d charts, %q", len(e.Charts), e.Text())
	}
}

// TestTrialsAsJSON: a single trial has neither a variance nor errors.
func TestTrialsAsJSON(t *testing.T) {
	for _, n := range []int{1, 20} {
		a, _ := onTrials(t, 80, 24, func(c *apptest.Config) { c.Trials = n })
		text := must.Have(json.Marshal(a.Data().Object(page.Origin{})))(t)
		var read struct {
			Trials  int
			Lambdas []struct {
				Lambda, Msve    float64
				Bias2, Variance *float64
				Chosen          int
			}
			Each []struct{ Msve []float64 }
		}
		must.Succeed(t, json.Unmarshal(text, &read))
		chosen := 0
		for k, l := range read.Lambdas {
			chosen += l.Chosen
			switch {
			case n == 1 && (l.Variance != nil || l.Msve != read.Each[0].Msve[k]):
				t.Errorf("one trial, λ = %v: %+v", l.Lambda, l)
			case n > 1 && math.Abs(*l.Bias2+*l.Variance-l.Msve) > 1e-12*l.Msve:
				t.Errorf("λ = %v: bias² and variance do not add up", l.Lambda)
			}
		}
		if read.Trials != n || len(read.Each) != n || chosen != n {
			t.Errorf("%d trials, %d each, %d choices", read.Trials, len(read.Each), chosen)
		}
		a.Check()
	}
}

// summaryOf returns the summary of trials with given MSVEs by λ, of which the given
// one is λ̂.
func summaryOf(t *testing.T, trials int, lambdas string, msve func(i int) []float64, selected func(i int) int) *study.Summary {
	t.Helper()
	s := must.Have(analysis.Defaults(""))(t)
	s.Lambdas = lambdas
	p := study.Plan{Settings: s, Sizes: []int{20}, Trials: trials}
	var all []*study.Trial
	for i := range trials {
		o := study.Outcome{Trajectories: 20, Selected: selected(i), MSVE: msve(i)}
		for k := range o.MSVE {
			o.Theta = append(o.Theta, make([]float64, 5))
			o.Loto, o.LotoDiff, o.LotoDiffSE = append(o.Loto, 1), append(o.LotoDiff, 0), append(o.LotoDiffSE, 1)
			o.NotRuledOut = append(o.NotRuledOut, k == o.Selected)
		}
		all = append(all, &study.Trial{Index: i, Seed: s.Seed + uint64(i), Outcomes: []study.Outcome{o}})
	}
	return must.Have(study.Summarize(analysis.NewEngine(0), p, all))(t)
}

// TestTrialFindings: λ's of MSVE 1 and 4, a λ at random then has 2.5.
func TestTrialFindings(t *testing.T) {
	two := func(int) []float64 { return []float64{1, 4} }
	for _, c := range []struct {
		what    string
		summary *study.Summary
		want    string
		lacks   string
	}{
		{"right", summaryOf(t, 20, "0,1", two, func(int) int { return 0 }),
			"Over 20 trials ALLSTD has a root MSVE of 1.00 (95 %: 1.00 to 1.00), the best fixed λ in hindsight (λ = 0) 1.00, a λ drawn at random 1.58. 100 % of the error is bias at λ = 0, 100 % at 1. Choosing does better than a λ drawn at random, and no worse than the best fixed λ.", "chance"},
		{"wrong", summaryOf(t, 20, "0,1", two, func(int) int { return 1 }),
			"Choosing does worse than a λ drawn at random. ALLSTD's MSVE is 1.5 ± 0 (s.e.) above that of a λ drawn at random; its regret against the best is 3.0 ± 0 (s.e.).", "chance"},
		{"by chance", summaryOf(t, 20, "0,1", two, func(i int) int { return i % 2 }),
			"20 trials cannot tell whether choosing does better than a λ drawn at random: the difference may be chance. ALLSTD's MSVE is .00 ±", ""},
		{"nearly right", summaryOf(t, 20, "0,1", two, func(i int) int { return min(1, i/19) }),
			"Choosing does better than a λ drawn at random; its loss against the best fixed λ is within chance. ALLSTD's MSVE is 1.35 ± .15 (s.e.) below that of a λ drawn at random; its regret against the best is .15 ± .15 (s.e.), which may be chance.", ""},
		{"few", summaryOf(t, 3, "0,1", two, func(int) int { return 0 }), "3 trials are too few to tell whether choosing does better than a λ drawn at random: at least 10 are needed.", ""},
		{"no difference", summaryOf(t, 20, "0,1", func(int) []float64 { return []float64{2, 2} }, func(int) int { return 0 }),
			"Choosing does as well as a λ drawn at random.", "better"},
		{"one λ", summaryOf(t, 20, "0.5", func(int) []float64 { return []float64{4} }, func(int) int { return 0 }),
			"Over 20 trials the root MSVE is 2.00 (95 %: 2.00 to 2.00). λ = 0.5 is the only λ in the grid, so there is nothing to choose.", "hindsight"},
		{"one trial", summaryOf(t, 1, "0,1", two, func(int) int { return 0 }),
			"In one trial ALLSTD has a root MSVE of 1.00, the best", "Choosing"},
	} {
		got := strings.Join(trialFindings(c.summary), " ")
		if !strings.Contains(got, c.want) || c.lacks != "" && strings.Contains(got, c.lacks) {
			t.Errorf("%s: %s\nwant %s\nwithout %q", c.what, got, c.want, c.lacks)
		}
	}
}

// TestSumTexts: what is written adds up.
func TestSumTexts(t *testing.T) {
	for _, c := range []struct {
		a, b     float64
		decimals int
		want     string
	}{
		{.003884, .001314, 5, ".00388 + .00131 = .00519"}, {-.00014, .0063, 4, "-.0001 + .0063 = .0062"},
		{.3e-7, 1.23e-6, 8, "3e-08 + 1.23e-06 = 1.26e-06"}, {1.6, 2.7, 0, "2 + 3 = 5"},
		{math.NaN(), math.NaN(), 2, "unknown + unknown = .25"},
	} {
		a, b, sum := sumTexts(c.a, c.b, .25, c.decimals)
		if got := a + " + " + b + " = " + sum; got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

func TestRootTexts(t *testing.T) {
	mean := func(root float64) study.Mean { return study.Mean{Mean: root * root} }
	for _, c := range []struct {
		roots []float64
		want  string
	}{
		{[]float64{.0864, .1031}, ".0864 .1031"},
		{[]float64{100.82, 99.94, 106.2}, "100.8 99.9 106.2"},
		{[]float64{10.5, 9.864}, "10.50 9.86"},
		{[]float64{.0123, 45.678}, ".0123 45.7"},
		{[]float64{0, 2}, "0 2.00"},
		{[]float64{math.NaN(), 2}, "NaN 2.00"},
	} {
		var means []study.Mean
		for _, r := range c.roots {
			means = append(means, mean(r))
		}
		roots, _ := rootTexts(means...)
		if got := strings.Join(roots, " "); got != c.want {
			t.Errorf("%v: %s, want %s", c.roots, got, c.want)
		}
	}
}

// untilDone is work without its own end.
func untilDone(ctx context.Context, _ func()) error {
	<-ctx.Done()
	return nil
}

func TestTimeLeft(t *testing.T) {
	a, p := onTrials(t, 80, 24, nil)
	p.run.Start(t.Context(), untilDone)
	defer p.run.Stop()
	p.run.Now.Done, p.run.Now.Summary = 32, nil
	for left, want := range map[time.Duration]string{time.Millisecond: "1 s", 4 * time.Second: "4 s", 110 * time.Second: "2 min", 2 * time.Hour: "2 h"} {
		p.run.Now.Left = left
		a.Wants("32 of 80 trials · " + want + " left")
	}
}

func TestTrialsWithMouse(t *testing.T) {
	a, p := onTrials(t, 120, 36, nil)
	click := func(x, y int) {
		a.Check()
		a.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		a.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	click(106, 8) // the last column of the upper chart
	a.Wants(" λ = 1 ·")
	click(38, 8)
	a.Wants(" λ = 0 ·")
	click(116, 22) // the last bar
	a.Wants(" λ = 1 ·")
	a.Check()
	a.Send(tea.MouseWheelMsg{X: 60, Y: 8, Button: tea.MouseWheelDown})
	a.Wants(" λ = 0.9 ·")
	// The arrow beside the number of trials, once it is chosen.
	row := slices.IndexFunc(strings.Split(a.Check(), "\n"), func(l string) bool { return strings.Contains(l, "  trials ") })
	click(24, row)
	click(24, row)
	a.Wants("‹ 160 ›")
	if p.run.Now.Summary.Trials != 160 {
		t.Errorf("%d trials", p.run.Now.Summary.Trials)
	}
}

func TestGoldenTrials(t *testing.T) {
	engine := analysis.NewEngine(64 << 20) // runs the trials once for all
	opened := func(t *testing.T, width, height int, change func(c *apptest.Config)) (*apptest.App, *Page) {
		t.Helper()
		return onTrials(t, width, height, func(c *apptest.Config) {
			c.Engine = engine
			if change != nil {
				change(c)
			}
		})
	}
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
				a, _ := opened(t, size[0], size[1], func(c *apptest.Config) { c.Glyphs = glyphs })
				a.Press("<", ".", ".", ".")
				golden.RequireEqual(t, a.Check())
			})
		}
	}
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		t.Run(fmt.Sprintf("%dx%d/differences", size[0], size[1]), func(t *testing.T) {
			a, _ := opened(t, size[0], size[1], func(c *apptest.Config) {
				c.TrialsChart = state.TrialsDifferences
				if size[0] == 80 {
					c.Glyphs = chart.Plain
				}
			})
			a.Press("<", ".")
			golden.RequireEqual(t, a.Check())
		})
	}
	t.Run("60x20/second", func(t *testing.T) {
		a, _ := opened(t, 60, 20, nil)
		a.Press("o")
		golden.RequireEqual(t, a.Check())
	})
	t.Run("120x36/text", func(t *testing.T) {
		a, _ := opened(t, 120, 36, nil)
		a.Press("t")
		golden.RequireEqual(t, a.Check())
	})
	t.Run("120x36/hidden", func(t *testing.T) {
		a, _ := opened(t, 120, 36, func(c *apptest.Config) { c.Hidden = true })
		golden.RequireEqual(t, a.Check())
	})
	// What the axes reach over then depends on how the trials came in.
	t.Run("80x24/under way", func(t *testing.T) {
		a, p := opened(t, 80, 24, func(c *apptest.Config) { c.Trials = 20 })
		p.run.Start(t.Context(), untilDone)
		defer p.run.Stop()
		p.run.Key.trials, p.run.Now.Left = 80, 9*time.Second
		a.Trials = 80
		a.Wants("20 of 80 trials · 9", "█ bias²", "Over 20 trials ALLSTD has a root MSVE of")
	})
}
