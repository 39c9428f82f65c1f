package tui

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

	"lambdascope/tui/job"
	"lambdascope/tui/state"

	"lambdascope/tui/screen"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"
	"go.uber.org/goleak"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// onTrials opens the app on the Trials page, and runs all its trials.
func onTrials(t *testing.T, width, height int, change func(*Config)) (*app, *trials) {
	t.Helper()
	return startOn[*trials](t, state.PageTrials, width, height, change)
}

// slowly has so many trials that they take minutes.
func slowly(c *Config) {
	c.Settings.Problem.States, c.Settings.Trajectories = 51, 30
	c.Trials = study.MaxTrials
}

// fresh returns what an engine that has seen nothing says of the scene's trials.
func fresh(t *testing.T, s state.State) *study.Summary {
	t.Helper()
	e := study.NewEngine(0)
	p := study.Plan{Settings: s.Settings, Sizes: []int{s.Settings.Trajectories}, Trials: s.Trials}
	var all []*study.Trial
	if err := e.Trials(t.Context(), p, nil, func(t *study.Trial) { all = append(all, t) }); err != nil {
		t.Fatal(err)
	}
	out, err := e.Summarize(p, all)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// numbers writes all that the page shows of a summary.
func numbers(s *study.Summary) string {
	z := &s.Sizes[0]
	return fmt.Sprint(s.Trials, s.Lambdas, z.LSTD, z.Bias2, z.Variance, z.Chosen, z.Tied, z.Best, z.Worst, z.ALLSTD, z.Regret, z.Random, z.RandomLoss, z.TiedShare)
}

func TestTrialsAreRun(t *testing.T) {
	defer goleak.VerifyNone(t)
	a, p := onTrials(t, 120, 36, nil)
	if !p.complete() || numbers(p.now.summary) != numbers(fresh(t, a.State)) {
		t.Fatal("not the summary of all trials")
	}
	z := &p.now.summary.Sizes[0]
	root, _, _ := z.ALLSTD.Root()
	a.wants("3·Trials", " 80 trials", "bias²", "variance", "λ at random", "Over 80 trials ALLSTD has a root MSVE of "+screen.Approx(root, 3))
	a.press("<")
	a.wants(" λ = 0 · root MSVE ", fmt.Sprintf("λ̂ in %d of 80 trials", z.Chosen[0]), " = MSVE "+screen.Approx(z.LSTD[0].Mean, 3))
	a.press("1", "3")
	if a.Page != state.PageTrials || p.job.Running() {
		t.Error("trials that are all in are run again")
	}
}

// TestNumberOfTrials: more trials add to those that are in, fewer take the first,
// and undo goes back; always the same numbers as from scratch.
func TestNumberOfTrials(t *testing.T) {
	a, p := onTrials(t, 120, 36, func(c *Config) { c.Trials = 20 })
	a.focus = "trials"
	before := p.run.trials
	for _, step := range []struct {
		key  string
		want int
	}{{"right", 40}, {"left", 20}, {"left", 10}, {"u", 20}} {
		a.press(step.key)
		if a.Trials != step.want || p.now.summary.Trials != step.want || len(p.now.summarized) != step.want {
			t.Fatalf("%s: %d trials, %d summarised, want %d", step.key, a.Trials, p.now.summary.Trials, step.want)
		}
		if numbers(p.now.summary) != numbers(fresh(t, a.State)) {
			t.Errorf("%d trials: other numbers than from scratch", step.want)
		}
	}
	for _, trial := range p.now.summarized[:10] {
		if before[trial.Index] != trial {
			t.Errorf("trial %d was run again", trial.Index)
		}
	}
	a.press("enter", "7", "enter")
	a.wants("‹ 7 ›", " 7 trials")
	a.press("enter", "0", "enter")
	a.wants("trials 0: want a whole")
	if got := strings.Join(a.args(), " "); !strings.Contains(got, "--page trials --trials 7") {
		t.Errorf("%q", got)
	}
}

// next delivers the next message of the page's job.
func (a *app) next(p *trials) {
	a.Helper()
	a.Update(p.job.Await()())
}

func TestPauseAndCancel(t *testing.T) {
	defer goleak.VerifyNone(t)
	a, p := onTrials(t, 120, 36, nil)
	c := Config{State: a.State}
	slowly(&c)
	s := a.State
	s.Settings, s.Trials = c.Settings, c.Trials
	_, analysed := a.Update(resultMsg{generation: a.worker.generation, analysis: a.analysis})
	a.run(analysed)
	cmd := a.change(s, "")
	a.wants("first trials of these settings", "0 of 10000 trials")
	a.drain(cmd) // the analysis; the job is waited for by next
	for p.now.done < 3 {
		a.next(p)
	}
	a.wants(" of 10000 trials", "space pause")
	done := p.now.done
	a.press("space")
	if p.job.Running() || !p.paused {
		t.Fatal("space does not pause")
	}
	a.wants("paused · ", "space go on")
	a.drain(func() tea.Msg { return keyPress("space") })
	if !p.job.Running() || p.paused || p.now.done < done {
		t.Fatalf("space does not go on from %d trials, but from %d", done, p.now.done)
	}
	for p.now.done < done+2 {
		a.next(p)
	}
	a.press("c")
	a.wants("stopped · ")
	if p.job.Running() {
		t.Fatal("c does not cancel")
	}
	s.Settings.Seed++
	a.drain(a.change(s, ""))
	if p.job.Running() {
		t.Error("trials start by themselves after they were cancelled")
	}
	a.wants("Cancelled. Space runs the trials")
	a.drain(func() tea.Msg { return keyPress("space") })
	if !p.job.Running() {
		t.Error("space does not start them again")
	}
	p.job.Stop()
}

// drain runs a command and what follows from it, but not the wait for a job.
func (a *app) drain(cmd tea.Cmd) {
	a.Helper()
	if cmd == nil {
		return
	}
	msg := cmd()
	switch msg := msg.(type) {
	case tea.BatchMsg:
		for _, c := range msg {
			a.drain(c)
		}
		return
	case nil, job.Msg:
		return
	}
	_, next := a.Update(msg)
	if _, ok := msg.(resultMsg); ok {
		return // what follows is the wait for the trials
	}
	if press, ok := msg.(tea.KeyPressMsg); ok && press.Code == tea.KeySpace {
		return
	}
	a.drain(next)
}

// TestTrialsGoOnElsewhere: another page does not stop trials, other settings do, on
// whatever page they are turned.
func TestTrialsGoOnElsewhere(t *testing.T) {
	defer goleak.VerifyNone(t)
	a, p := onTrials(t, 120, 36, func(c *Config) { c.Hidden = true })
	c := Config{State: a.State}
	slowly(&c)
	s := a.State
	s.Settings, s.Trials = c.Settings, c.Trials
	a.drain(a.change(s, ""))
	if !p.job.Running() {
		t.Fatal("no trials run")
	}
	a.Update(keyPress("1"))
	for done := p.now.done; p.now.done < done+2; {
		a.next(p)
	}
	if a.Page != state.PageExplore || !p.job.Running() {
		t.Error("trials stop where the page is left")
	}
	old := p.job.Await()
	a.Update(keyPress("s"))
	if p.job.Running() {
		t.Error("trials of old settings go on")
	}
	if _, cmd := a.Update(old()); cmd != nil {
		t.Error("a message of old trials has an effect")
	}
}

func TestTrialsWhileHidden(t *testing.T) {
	a, _ := onTrials(t, 120, 36, nil)
	a.press("z")
	a.wants("Trials show which λ is best; z reveals it")
	for _, secret := range []string{"MSVE", "ALLSTD", "hindsight", "bias", "λ̂"} {
		a.lacks(secret)
	}
	if e := a.pages[a.Page].exhibit(); len(e.tables)+len(e.charts) > 0 || e.object != nil || !strings.Contains(e.text()[0], "hidden") {
		t.Error("the answer is in what is exported")
	}
	a.press("z")
	a.wants("Over 80 trials ALLSTD")
}

func TestTrialsOfAFile(t *testing.T) {
	for _, size := range [][2]int{{44, 15}, {60, 20}, {80, 24}, {120, 36}} {
		a, p := onTrials(t, size[0], size[1], func(c *Config) {
			r, err := os.Open(filepath.Join("cli", "testdata", "walk.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			defer r.Close()
			f, err := c.Engine.Load("walk.jsonl", r)
			if err != nil {
				t.Fatal(err)
			}
			c.Settings = study.FileDefaults(f)
		})
		a.wants("Recorded data have no trials", "Explore (1)")
		a.press("space", "c", "space", ".", "s")
		if p.job.Running() || p.run != nil || p.controls() != nil {
			t.Error("trials of a file")
		}
		a.check()
	}
}

func TestTrialsWithoutTruth(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}} {
		a, p := onTrials(t, size[0], size[1], func(c *Config) {
			var err error
			if c.Settings, err = study.Defaults("2048"); err != nil {
				t.Fatal(err)
			}
			c.Settings.Trajectories = 5
			c.Settings.Problem.MaxSteps = 50
		})
		a.wants("2048 with max-steps 50 has no trials")
		a.press("space", "z", "z", "c", "space")
		if p.job.Running() {
			t.Error("trials without truth")
		}
		if text := p.exhibit().text(); !strings.Contains(text[0], "no trials") {
			t.Errorf("%q", text)
		}
	}
}

// TestTrialsFailing: settings that have no analysis have no trials, and the charts
// stay.
func TestTrialsFailing(t *testing.T) {
	a, p := onTrials(t, 120, 36, nil)
	_, cmd := a.Update(keyPress("right"))
	a.wants("settings before", "bias²")
	a.Update(resultMsg{generation: a.worker.generation, err: os.ErrInvalid})
	a.wants("invalid argument", "the last settings that worked", "bias²")
	if p.job.Running() || cmd == nil {
		t.Error("trials of settings that fail")
	}
}

// TestEachTrial holds the table of single trials against analyses of their seeds,
// and that of λ's against its columns.
func TestEachTrial(t *testing.T) {
	a, p := onTrials(t, 80, 24, func(c *Config) { c.Trials = 5 })
	e := p.exhibit()
	best := p.now.summary.Sizes[0].Best
	for j, row := range e.tables[1].rows {
		s := a.Settings
		s.Seed += uint64(j)
		one, err := a.config.Engine.Analyze(t.Context(), s)
		if err != nil {
			t.Fatal(err)
		}
		mean, tied := 0.0, 0
		for k, c := range one.Selection.Candidates {
			mean += one.MSVE[k] / float64(len(one.MSVE))
			if c.Tied {
				tied++
			}
		}
		at := one.Selection.Selected
		want := []string{strconv.Itoa(j), strconv.FormatUint(s.Seed, 10), screen.Exact(one.Selection.Best().Lambda), screen.Exact(one.MSVE[at]), screen.Exact(one.MSVE[best]), row[5], strconv.Itoa(tied)}
		got, err := strconv.ParseFloat(row[5], 64)
		if !slices.Equal(row, want) || err != nil || math.Abs(got-mean) > 1e-14*mean {
			t.Errorf("trial %d: %q, want %q", j, row, want)
		}
	}
	if len(e.tables[1].rows) != 5 || len(e.tables[0].rows) != 11 {
		t.Errorf("%d trials, %d λ's", len(e.tables[1].rows), len(e.tables[0].rows))
	}
	for _, table := range e.tables {
		for _, row := range table.rows {
			if len(row) != len(table.header) {
				t.Errorf("%q under %q", row, table.header)
			}
		}
	}
	if len(e.charts) != 3 || len(e.text()) < 15 {
		t.Errorf("%d charts, %q", len(e.charts), e.text())
	}
}

// TestTrialsAsJSON: a single trial has neither a variance nor errors.
func TestTrialsAsJSON(t *testing.T) {
	for _, n := range []int{1, 20} {
		a, p := onTrials(t, 80, 24, func(c *Config) { c.Trials = n })
		text, err := json.Marshal(p.exhibit().object())
		if err != nil {
			t.Fatal(err)
		}
		var read struct {
			Trials  int
			Lambdas []struct {
				Lambda, Msve    float64
				Bias2, Variance *float64
				Chosen          int
			}
			Each []struct{ Msve []float64 }
		}
		if err := json.Unmarshal(text, &read); err != nil {
			t.Fatal(err)
		}
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
		a.check()
	}
}

// summaryOf returns the summary of trials with given MSVEs by λ, of which the given
// one is λ̂.
func summaryOf(t *testing.T, trials int, lambdas string, msve func(i int) []float64, selected func(i int) int) *study.Summary {
	t.Helper()
	s, err := study.Defaults("")
	if err != nil {
		t.Fatal(err)
	}
	s.Lambdas = lambdas
	p := study.Plan{Settings: s, Sizes: []int{20}, Trials: trials}
	var all []*study.Trial
	for i := range trials {
		o := study.Outcome{Trajectories: 20, Selected: selected(i), MSVE: msve(i)}
		for k := range o.MSVE {
			o.Theta = append(o.Theta, make([]float64, 5))
			o.Loto, o.LotoDiff, o.LotoDiffSE = append(o.Loto, 1), append(o.LotoDiff, 0), append(o.LotoDiffSE, 1)
			o.Tied = append(o.Tied, k == o.Selected)
		}
		all = append(all, &study.Trial{Index: i, Seed: s.Seed + uint64(i), Outcomes: []study.Outcome{o}})
	}
	out, err := study.NewEngine(0).Summarize(p, all)
	if err != nil {
		t.Fatal(err)
	}
	return out
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
			"Over 20 trials ALLSTD has a root MSVE of 1.00 (1.00 to 1.00), the best fixed λ in hindsight (λ = 0) 1.00, a λ drawn at random 1.58. Choosing helps here.", "chance"},
		{"wrong", summaryOf(t, 20, "0,1", two, func(int) int { return 1 }),
			"Choosing does not help here. ALLSTD's MSVE is 1.5 ± 0 (s.e.) above that of a λ drawn at random; its regret against the best is 3.00 ± 0.", "chance"},
		{"by chance", summaryOf(t, 20, "0,1", two, func(i int) int { return i % 2 }),
			"These trials do not tell whether choosing helps. ALLSTD's MSVE is 0 ±", ""},
		{"nearly right", summaryOf(t, 20, "0,1", two, func(i int) int { return min(1, i/19) }),
			"Choosing helps here. ALLSTD's MSVE is 1.4 ± .15 (s.e.) below that of a λ drawn at random; its regret against the best is .150 ± .15, which may be chance.", ""},
		{"few", summaryOf(t, 3, "0,1", two, func(int) int { return 0 }), "These trials do not tell whether choosing helps.", ""},
		{"no difference", summaryOf(t, 20, "0,1", func(int) []float64 { return []float64{2, 2} }, func(int) int { return 0 }),
			"Choosing makes no difference here.", "Choosing helps"},
		{"one λ", summaryOf(t, 20, "0.5", func(int) []float64 { return []float64{4} }, func(int) int { return 0 }),
			"Over 20 trials the root MSVE is 2.00 (2.00 to 2.00). λ = 0.5 is the only λ in the grid, so there is nothing to choose.", "hindsight"},
		{"one trial", summaryOf(t, 1, "0,1", two, func(int) int { return 0 }),
			"In one trial ALLSTD has a root MSVE of 1.00, the best", "Choosing"},
	} {
		got := strings.Join(trialFindings(c.summary), " ")
		if !strings.Contains(got, c.want) || c.lacks != "" && strings.Contains(got, c.lacks) {
			t.Errorf("%s: %s\nwant %s\nwithout %q", c.what, got, c.want, c.lacks)
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
		if got := strings.Join(rootTexts(means...), " "); got != c.want {
			t.Errorf("%v: %s, want %s", c.roots, got, c.want)
		}
	}
}

// untilDone is work without an end of its own.
func untilDone(ctx context.Context, _ func()) error {
	<-ctx.Done()
	return nil
}

// TestTimeLeft: the pace of the last trials tells, not that of those that were kept.
func TestTimeLeft(t *testing.T) {
	start := time.Now()
	r := &trialRun{plan: study.Plan{Trials: 100}, trials: map[int]*study.Trial{}}
	for i := range 40 {
		r.trials[i] = nil
	}
	if r.state().left >= 0 {
		t.Error("time left without a pace")
	}
	for i := range 20 {
		r.arrived = append(r.arrived, start.Add(time.Duration(i)*time.Second))
	}
	if s := r.state(); s.left != 60*time.Second || s.done != 40 {
		t.Errorf("%v left after %d", s.left, s.done)
	}
	a, p := onTrials(t, 60, 20, nil)
	p.job.Start(t.Context(), untilDone)
	defer p.job.Stop()
	p.now.done, p.now.left, p.now.summary = 32, 4*time.Second, nil
	a.wants("32 of 80 trials · 4 s left")
}

func TestTrialsWithMouse(t *testing.T) {
	a, p := onTrials(t, 120, 36, nil)
	click := func(x, y int) {
		a.check()
		a.send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
		a.send(tea.MouseReleaseMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	click(118, 8) // the right edge of the upper chart
	a.wants(" λ = 1 ·")
	click(38, 8)
	a.wants(" λ = 0 ·")
	click(71, 25) // the last bar
	a.wants(" λ = 1 ·")
	a.check()
	a.send(tea.MouseWheelMsg{X: 60, Y: 8, Button: tea.MouseWheelDown})
	a.wants(" λ = 0.9 ·")
	// The arrow beside the number of trials, once it is chosen.
	row := slices.IndexFunc(strings.Split(a.check(), "\n"), func(l string) bool { return strings.Contains(l, "  trials ") })
	click(24, row)
	click(24, row)
	a.wants("‹ 160 ›")
	if p.now.summary.Trials != 160 {
		t.Errorf("%d trials", p.now.summary.Trials)
	}
}

// TestTrialsAtEverySize draws the page wherever it may be, in all its states.
func TestTrialsAtEverySize(t *testing.T) {
	a, p := onTrials(t, 120, 36, func(c *Config) { c.Glyphs = chart.Plain })
	for _, size := range [][2]int{{44, 15}, {50, 17}, {60, 20}, {76, 15}, {80, 24}, {100, 24}, {120, 36}, {200, 60}} {
		a.send(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
		for _, keys := range [][]string{{}, {"o"}, {"o", "?"}, {"esc", "t"}, {"esc", "z"}, {"z", ">"}} {
			a.press(keys...)
			for _, r := range a.check() {
				if r > 126 {
					t.Fatalf("%v %v: %q is not ASCII", size, keys, r)
				}
			}
		}
	}
	now := p.now
	for _, state := range []trialState{{done: 3, left: time.Hour}, {left: -1}, {err: os.ErrInvalid}} {
		p.now = state
		for range 2 {
			p.paused = !p.paused
			a.check()
		}
	}
	p.now = now
}

func TestGoldenTrials(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, glyphs := range []chart.Glyphs{chart.Braille, chart.Plain} {
			t.Run(fmt.Sprintf("%dx%d/%s", size[0], size[1], screen.GlyphNames()[glyphs]), func(t *testing.T) {
				a, _ := onTrials(t, size[0], size[1], func(c *Config) { c.Glyphs = glyphs })
				a.press("<", ".", ".", ".")
				golden.RequireEqual(t, a.check())
			})
		}
	}
	t.Run("60x20/second", func(t *testing.T) {
		a, _ := onTrials(t, 60, 20, nil)
		a.press("o")
		golden.RequireEqual(t, a.check())
	})
	t.Run("120x36/text", func(t *testing.T) {
		a, _ := onTrials(t, 120, 36, nil)
		a.press("t")
		golden.RequireEqual(t, a.check())
	})
	t.Run("120x36/hidden", func(t *testing.T) {
		a, _ := onTrials(t, 120, 36, func(c *Config) { c.Hidden = true })
		golden.RequireEqual(t, a.check())
	})
	t.Run("80x24/under way", func(t *testing.T) {
		a, p := onTrials(t, 80, 24, func(c *Config) { c.Trials = 20 })
		p.job.Start(t.Context(), untilDone)
		defer p.job.Stop()
		p.run.plan.Trials, p.now.left = 80, 9*time.Second
		a.Trials = 80
		golden.RequireEqual(t, a.check())
	})
}
