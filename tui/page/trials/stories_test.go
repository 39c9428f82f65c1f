package trials

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/exp/golden"
	"go.uber.org/goleak"

	"lambdascope/sim/study"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/state"
)

// onTrials opens the app on the Trials page, and runs all its trials.
func onTrials(t *testing.T, width, height int, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	return apptest.Start(t, width, height, state.PageTrials, New, change)
}

// with returns a func that opens the page with a config.
func with(change func(*apptest.Config)) func(t *testing.T, width, height int) *apptest.App {
	return apptest.Opens(state.PageTrials, New, change)
}

func TestStories(t *testing.T) {
	told := func(name, sizes, flags, story string) {
		t.Helper()
		drive.Story(t, name, sizes, with(apptest.Flags(t, "--page trials "+flags)), story)
	}
	told("a hidden truth leaves what the data show", "60x20 80x24 120x36", "--states 5 --trials 20", `
		z                    | Most often λ̂ is | █ variance | ★ λ̂ | !bias² | !lowest | !ALLSTD
		t                    | 20 trials of random-walk | Most often λ̂ is | !under way | !MSVE
		esc z                | bias² | lowest`)
	told("other numbers of trials", "120x36", "--states 5 --trials 20", `
		/ "tria" right       | ‹ 40 › | 40 trials
		left*2               | ‹ 10 › | 10 trials
		u                    | ‹ 20 › | The experiment 20 times
		enter 7 enter        | ‹ 7 › | 7 trials | $ --states 5 --page trials --trials 7
		enter 0 enter        | trials 0: want a whole`)
	told("no trials without true values", "60x20 80x24 120x36", "--domain 2048 -n 5 --max-steps 50", `
		                     | 2048 with max-steps 50 has no trials
		space z*2 space      | 2048 with max-steps 50 has no trials
		t                    | no trials`)
	told("the mouse", "120x36", "--states 5 --trials 20", `
		@"█████        "     | λ 1
		@"▆▆▆▆▆"             | λ 0
		@"trials    " @"› "  | ‹ 40 › | 40 trials`)
	told("charts are swapped where not all fit", "60x20 80x24", "--states 5 -n 4 --trials 8", `
		                     | bias²
		o                    | Values | ± sd | $ … --page trials:values
		o                    | bias²`)
	told("all charts fit a large window", "120x36", "--states 5 -n 4 --trials 8", `
		                     | ± sd | Root MSVE of each rule | 95 % | chosen: ALLSTD | !o chart
		o                    | ± sd | Root MSVE of each rule | !$ trials:`)
	told("one trial has no bars", "120x36", "--states 5 -n 4 --trials 1", `| error of one trial | estimate | !± sd`)
	drive.Story(t, "recorded data have no trials", "60x20 80x24 120x36", with(apptest.Recorded(t)), `
		                     | Recorded data have no trials | Explore (1) | !o chart
		o                    | !$ trials:
		space*2 . s          | Recorded data have no trials`)
}

func TestGoldenTrials(t *testing.T) {
	look := golden.RequireEqual[string]
	for glyphs, sizes := range drive.PageSizes() {
		drive.Screens(t, "%s/"+drive.GlyphName(glyphs), sizes, with(func(c *apptest.Config) { c.Glyphs = glyphs }), "< .*3", look)
	}
	drive.Screens(t, "%s/second", "60x20", with(nil), "o", look)
	drive.Screens(t, "%s/text", "120x36", with(nil), "t", look)
	drive.Screens(t, "%s/hidden", "120x36", with(func(c *apptest.Config) { c.Hidden = true }), "", look)
}

// slowly sets a number of trials that no test runs to the end.
func slowly(c *apptest.Config) {
	c.Settings.Problem.States, c.Settings.Trajectories = 19, 20
	c.Trials = study.MaxTrials
}

// next delivers the next message of the page's job.
func next(a *apptest.App, p *Page) {
	a.Helper()
	a.Update(p.run.Await()())
}

// begin delivers the messages of a command, and of the commands that follow, until trials run and
// the analysis has ended; next delivers the messages of trials.
func begin(a *apptest.App, p *Page, cmd tea.Cmd) {
	a.Helper()
	for queue := []tea.Cmd{cmd}; !p.run.Running() || strings.Contains(a.Screen(), "computing"); queue = queue[1:] {
		if len(queue) == 0 {
			a.Fatal("no trials begin")
		}
		if queue[0] == nil {
			continue
		}
		switch msg := queue[0]().(type) {
		case nil:
		case tea.BatchMsg:
			queue = append(queue, msg...)
		default:
			_, following := a.Update(msg)
			queue = append(queue, following)
		}
	}
}

// TestTrialsGoOn leaves the page while trials run: they go on, until other settings stop them on any
// page.
func TestTrialsGoOn(t *testing.T) {
	defer goleak.VerifyNone(t)
	a, p := onTrials(t, 120, 36, func(c *apptest.Config) { c.Hidden = true })
	c := apptest.Config{State: a.State}
	slowly(&c)
	s := c.State
	s.Hidden = false
	cmd := a.Go(s, "")
	a.Wants("first trials of these settings", "0 of 10000 trials")
	begin(a, p, cmd)
	more := func() {
		for done := p.run.Now.Done; p.run.Now.Done < done+2; {
			next(a, p)
		}
	}
	more()
	a.Wants(" of 10000 trials")
	a.Update(drive.KeyPress("1"))
	if more(); a.Page != state.PageExplore || !p.run.Running() {
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
