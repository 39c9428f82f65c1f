package figures

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/exp/golden"
	"go.uber.org/goleak"

	"lambdascope/sim/study"
	"lambdascope/sim/testutil"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// fewTrials make figures a and b quickly.
const fewTrials = 10

// startFigures opens the page with few trials.
func startFigures(t *testing.T, width, height int, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	return apptest.Start(t, width, height, state.PageFigures, New, func(c *apptest.Config) {
		c.Trials = fewTrials
		if change != nil {
			change(c)
		}
	})
}

// with returns a func that opens the page with few trials.
func with(change func(*apptest.Config)) func(t *testing.T, width, height int) *apptest.App {
	return func(t *testing.T, width, height int) *apptest.App {
		t.Helper()
		a, _ := startFigures(t, width, height, change)
		return a
	}
}

const everySize = "60x20 80x24 120x36 200x60"

func TestStories(t *testing.T) {
	told := func(name, sizes, flags, story string) {
		t.Helper()
		drive.Story(t, name, sizes, with(func(c *apptest.Config) {
			c.State = testutil.Get(state.Parse(strings.Fields("--trials 10 --page figures" + flags)))(t)
		}), story)
	}
	told("figures", "120x36", " --states 5", `
		                     | (a) root MSVE by λ | λ = 0, n = 20 · root MSVE | of 10 trials | the best λ
		t                    | 10 of 10 trials | (a) root MSVE
		t o                  | (b) root MSVE ÷ that of LSTD(best) | n = 20 · ALLSTD | !the best λ is
		o*6                  | (a) root MSVE | !$ figures:`)
	told("the mouse", "200x60", " --states 5", `
		@"(b) root MSVE"     | $ … --page figures:b`)
	told("the figure turns, and undo takes that back", "120x36", ":trajectories --states 3", `
		right                | $ … --page figures:gamma
		u                    | $ … --page figures:trajectories
		enter x enter        | figure x: want | gamma, features or`)
	told("a cell of the sweep has a λ and a row", "120x36", ":trajectories --states 5 --cursor 0", `
		>                    | λ = 1, n = 20 · | ▸ 20
		: "n 300" enter      | λ = 1, n = 300 · | ▸ 300`)
	for figure, sizes := range map[string]string{"a": "120x36", "b": "60x20"} { // since each measures times
		told("the answer is hidden on "+figure, sizes, ":"+figure+" --states 5 --hide", `
			                 | (c) training time | !root MSVE | !▼
			z                | root MSVE | !figure ‹c›`)
	}
	for _, figure := range state.PageFigures.Charts()[state.FigureTrajectories:] {
		told("the data alone make "+figure, everySize, ":"+figure+" --states 5 --hide", `
			                 | λ̂ | LOTO error | ★ | !root MSVE | !▼ | !truth
			z                | ▼`)
	}
	told("without true values", "120x36", " --domain 2048 --max-steps 50 -n 3", `| true values are not known | The sweep does without trials`)
	drive.Story(t, "maps of a file", "120x36", with(func(c *apptest.Config) {
		apptest.Recorded(t)(c)
		c.Charts[state.PageFigures] = state.FigureFeatures
	}), `| Maps:`)
	drive.Story(t, "recorded data have a sweep", "120x36", with(apptest.Recorded(t)), `
		                     | t s.e. above λ̂ | n = 4 · | figure ‹trajectories› | Figures a to c need fresh
		right                | γ = 0.99 · | γ = 0.5
		c space*2            | γ = 0.99 ·
		o*3                  | n = 4 ·`)
	drive.Story(t, "maps are compared", "120x36", with(comparing(t, state.FigureFeatures)), `
		                     | Maps: | Next is
		: "features rbf" enter | features = rbf`)
}

func TestGoldenFigures(t *testing.T) {
	for number, f := range state.PageFigures.Charts()[:state.FigureTrajectories+1] {
		all := drive.ViewSizes()
		if number == 0 {
			all = drive.PageSizes()
		}
		for glyphs, sizes := range all {
			drive.Screens(t, f+"/%s/"+drive.GlyphName(glyphs), sizes, func(t *testing.T, width, height int) *apptest.App {
				a, p := startFigures(t, width, height, func(c *apptest.Config) { c.Glyphs = glyphs })
				for i := 1; i <= number; i++ {
					if state.Chart(i) == state.FigureTimes {
						a.Idle(drive.KeyPress("o"))
						p.fillTimes()
					} else {
						a.Press("o")
					}
				}
				return a
			}, ".*2", golden.RequireEqual[string])
		}
	}
}

// comparing opens the page on a sweep of Mountain Car that compares its rows.
func comparing(t *testing.T, over state.Chart) func(*apptest.Config) {
	return func(c *apptest.Config) {
		apptest.Domain(t, "mountain-car")(c)
		c.Settings.Trajectories = 10
		c.Charts[state.PageFigures] = over
	}
}

func TestGoldenComparisons(t *testing.T) {
	for _, over := range []state.Chart{state.FigureFeatures, state.FigureRidge} {
		drive.Screens(t, state.PageFigures.Charts()[over]+"/%s", "60x20 120x36", with(comparing(t, over)), "", golden.RequireEqual[string])
	}
}

// TestFiguresWork stops and starts work by turning knobs and by leaving; nothing goes on afterwards.
func TestFiguresWork(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	a, p := startFigures(t, 120, 36, func(c *apptest.Config) { c.Page, c.Trials = state.PageExplore, study.MaxTrials })
	runs := func(keys, want string) { // the jobs that run after some keys; the commands of the keys are dropped
		t.Helper()
		for key := range strings.FieldsSeq(keys) {
			a.Idle(drive.KeyPress(key))
		}
		var got []string
		if p.trials.Running() {
			got = append(got, "trials")
		}
		if p.times.Running() {
			got = append(got, "times")
		}
		if p.sweep.Running() {
			got = append(got, "sweep")
		}
		if strings.Join(got, " ") != want {
			t.Fatalf("after %s: %q run, want %q", keys, got, want)
		}
	}
	runs("4", "trials")
	a.Wants("0 of 10000")
	first := p.trials.Key
	runs("1", "trials")
	_, analysis := a.Update(drive.KeyPress("s")) // of other settings
	runs("4", "")
	a.Analyse(analysis)
	runs("", "trials")
	if p.trials.Key == first {
		t.Error("the trials are those of the old settings")
	}
	runs("o o", "times")
	a.Wants("timing 0 of 35", "Measuring")
	runs("o", "sweep")
	runs("z", "sweep")
}

// fillTimes puts invented times in place of measured ones.
func (p *Page) fillTimes() {
	p.times.Stop()
	p.times.Now = nil
	for i, method := range study.TimedMethods() {
		for _, n := range figureSizes() {
			row := study.TimeRow{Trajectories: n, Method: method, Runs: 5, Seconds: 1e-5 * float64(n) * float64(1+i)}
			if method == study.NameNaive {
				row.Seconds *= float64(n)
				row.Stopped = n == 200
			}
			row.Least = row.Seconds
			row.Most = row.Seconds
			p.times.Now = append(p.times.Now, row)
		}
	}
}

// TestHeadlineOfTimes stops runs of a method from some n on.
func TestHeadlineOfTimes(t *testing.T) {
	for _, c := range []struct {
		method        string
		from          int
		none, running bool
		want          string
	}{
		{none: true, running: true, want: "Training times are being measured."},
		{none: true, want: "Training times are not measured yet."},
		{want: "At n = 200 ALLSTD takes .25 times as long as k × LSTD."},
		{method: study.NameALLSTD, from: 100, want: "At n = 50 ALLSTD takes .25 times as long as k × LSTD."},
		{method: study.NameLSTD, from: 2, want: "No n has training times of both LSTD and ALLSTD."},
	} {
		var p Page
		if !c.none {
			p.fillTimes()
		}
		for i := range p.times.Now {
			row := &p.times.Now[i]
			row.Stopped = row.Stopped || row.Method == c.method && row.Trajectories >= c.from
		}
		if got := timesSentence(p.times.Now, c.running).Headline[0]; got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// TestTimes: while the truth is hidden, the page measures times and runs no trials.
func TestTimes(t *testing.T) {
	a, p := startFigures(t, 120, 36, func(c *apptest.Config) {
		c.Settings.Problem.States, c.Hidden, c.Charts[state.PageFigures] = 3, true, state.FigureTrajectories
	})
	a.Idle(drive.KeyPress("left"))
	if !p.times.Running() || p.trials.Running() {
		t.Errorf("times run: %v, trials: %v", p.times.Running(), p.trials.Running())
	}
	p.fillTimes()
	a.Wants("(c) training time", "n = 20 · ALLSTD 200 µs", "NaiveCV+LSTD 12 ms")
	a.Press("t")
	a.Wants("35 of 35 times measured.")
}

// TestPlay goes from the first row of a sweep to the last, and back to the chosen one.
func TestPlay(t *testing.T) {
	a, p := startFigures(t, 120, 36, func(c *apptest.Config) {
		c.Settings.Trajectories, c.Charts[state.PageFigures] = 20, state.FigureTrajectories
	})
	s := a.Snapshot()
	s.Playing = true
	goal := s.State
	s.State = p.Play(s).Begin()
	var rows []int
	for more := true; more; s.State, more = p.Play(s).Next(goal) {
		rows = append(rows, s.Settings.Trajectories)
	}
	if !slices.IsSorted(rows) || rows[0] != 2 || rows[len(rows)-1] != mostSweep || s.State != goal {
		t.Errorf("rows %d, and then %v", rows, s.Settings)
	}
}

// TestScalesGrowWhileTrialsComeIn: until all trials are in, each scale contains the scale before.
func TestScalesGrowWhileTrialsComeIn(t *testing.T) {
	a, p := startFigures(t, 120, 36, nil)
	s := a.Snapshot()
	plan := p.view(s).plan()
	var trials []*study.Trial
	testutil.Check(t, study.Run(t.Context(), a.Engine, plan, func(x *study.Trial) { trials = append(trials, x) }))
	p.trials.Start(t.Context(), p.trials.Key, func(ctx context.Context, _ func(study.Collected)) error {
		<-ctx.Done()
		return nil
	})
	over := func() chart.Range {
		p.widen(s)
		return p.view(s).lambdas().Spec(page.InFile).Y.Over
	}
	first := over()
	before := first
	for n := range trials {
		p.trials.Now.Summary = testutil.Get(study.Summarize(a.Engine, plan, trials[:n+1]))(t)
		if now := over(); now.Union(before) != now {
			t.Errorf("after %d trials the scale shrinks from %v to %v", n+1, before, now)
		}
		before = over()
	}
	if p.trials.Stop(); before == first || !over().Empty() {
		t.Errorf("the scale went from %v to %v, and %v after the trials", first, before, over())
	}
}

// TestPresenterOnFigures: the presenter's cursor is marked on the figures over λ, and moves
// nothing in them.
func TestPresenterOnFigures(t *testing.T) {
	for _, f := range []state.Chart{state.FigureLambda, state.FigureTrajectories} {
		a, p := startFigures(t, 120, 36, func(c *apptest.Config) { c.Charts[state.PageFigures] = f })
		s := a.Snapshot()
		s.Class = &page.Class{Presenter: state.Some(.3)}
		a.Lacks("presenter")
		drive.Wants(t, strings.Join(p.Show(s).Draw(s.Body).Lines, "\n"), "presenter")
	}
}
