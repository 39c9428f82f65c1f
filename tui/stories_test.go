package tui

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/chart"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Send, Check and Args make an app one that stories are told of.
func (a *app) Send(msg tea.Msg) { a.send(msg) }

func (a *app) Check() string { return a.check() }

func (a *app) Args() string { return strings.Join(a.config.args(a.committed()), " ") }

// ofFlags makes a config of flags.
func ofFlags(t testing.TB, flags string) func(*Config) {
	return func(c *Config) {
		t.Helper()
		c.State = testutil.Get(state.Parse(strings.Fields(flags)))(t)
	}
}

// everySize are windows from the smallest that has charts to one that has all.
const everySize = "60x20 80x24 120x36 200x60"

func TestStories(t *testing.T) {
	t.Parallel()
	told := func(name, sizes, flags, story string) {
		t.Helper()
		drive.Story(t, name, sizes, with(ofFlags(t, flags)), story)
	}
	told("turning", "120x36", "--states 5", `
		                             | ‹ 20 › | 20 trajectories | from λ̂
		right                        | ‹ 30 › | 30 trajectories
		shift+left                   | ‹ 7 ›
		shift+right h                | ‹ 20 ›
		tab right                    | $ --states 5 --seed 2
		s s                          | $ --states 5 --seed 4`)
	told("tail is there where returns are cut off, and while in use", "120x36", "--states 5 --max-steps 10", `
		                             | tail          none
		/ "tai" right       | ‹ bootstrap › | $ … --tail bootstrap
		: "max-steps 100000" enter    | ‹ bootstrap ›
		/ "tai" left up              | !tail`)
	told("typing a value", "120x36", "--states 5", `
		enter "50" enter             | ‹ 50 › | 50 trajectories
		enter "qu?" enter            | trajectories qu?: want | $ --states 5 --trajectories 50
		backspace*3 "30" enter       | ‹ 30 ›
		enter 9 esc                  | ‹ 30 ›
		enter left 1 enter           | ‹ 310 ›
		enter x enter                | trajectories x:
		left                         | !trajectories x:`)
	told("which chart is on show", "60x18", "--states 5", `
		o                            | $ --states 5 --page explore:values
		o                            | $ --states 5`)
	told("the third of three charts", "60x18", "--domain mountain-car", `o*2 | $ --domain mountain-car --page explore:maps`)
	told("the second of two charts", "120x36", "--domain mountain-car", `o | $ --domain mountain-car --page explore:values`)
	told("a chart of Folds", "80x24", "--states 5", `2 o | $ --states 5 --page folds:curves`)
	told("a step of a replay", "80x24", "--states 5", `2 enter right | $ --states 5 --page folds --step 1`)
	told("what is pasted replaces the old value", "120x36", "--states 5", `
		/ l esc enter <"0:1:" <"0.5" enter | ‹ 0:1:0.5 ›`)
	told("a wrong value is named at every size", everySize, "--states 5", `
		up enter 2 enter             | gamma 2: want 0 ≤`)
	told("undo", "120x36", "--states 5", `
		right*3 s                    | $ --states 5 --trajectories 70 --seed 2
		u                            | $ --states 5 --trajectories 70
		u                            | $ --states 5
		u                            | nothing to undo | !u undo | $ --states 5
		U ctrl+r                     | $ --states 5 --trajectories 70 --seed 2
		x                            | $ --states 5
		u                            | $ --states 5 --trajectories 70 --seed 2
		left U                       | nothing to redo`)
	told("the λ cursor", "120x36", "--states 5", `
		>                            | λ 1    LOTO error | $ --states 5 --cursor 1
		. ,                          | λ 0.9    LOTO error
		< ,                          | λ 0    LOTO error
		. esc                        | $ --states 5`)
	told("the cursor stays on its λ", "120x36", "--states 5 --cursor 0.5", `
		                             | λ 0.5    LOTO error
		/ l right                    | λ 0.5    LOTO error | ‹ 0:1:0.05 ›
		left*2                       | ‹ 0:1:0.2 › | λ 0.4    LOTO error`) // the nearest, the lower of two
	told("help", "60x20 80x24", "--states 5", `
		?                            | Explore: what the data say of each λ | Keys of every page | choose a control
		down*300                     | 3 Trials
		space                        | How to read Explore
		end                          | has the formulas
		esc*2                        | from λ̂`)
	told("help on one screen", "120x36 200x60", "--states 5", `
		?                            | Keys of every page | Keys of Explore | ctrl+z | How to read the charts | Ruled out: | 3 Trials
		space                        | How to read Explore
		esc                          | Keys of Explore
		@"esc close"                 | from λ̂`)
	told("the dial has the keys of controls", "200x60", "--page dial", `
		?                            | 30 other data sets | choose a control | !the next seed
		esc =                        | held`)
	told("the text of a page to its end", "60x20", "--states 5", `
		t down*100                   | The command that opens this view: | lambdascope
		t                            | λ 0
		t y                          | Copied, if your terminal allows it: this`)
	told("a fault is said until the next key or click", "120x36", "--states 5", `
		u                            | nothing to undo
		.                            | !nothing to undo
		U                            | nothing to redo
		.                            | !nothing to redo
		P                            | nothing is pinned
		@"γ"                         | !nothing is pinned
		R                            | no class here
		.                            | !no class here
		L                            | there are no lessons
		.                            | !there are no lessons`)
	told("clicks", "120x36", "--states 5", `
		@"2 Folds"                   | 2·Folds
		@"1 Explore" @"γ  "          | ▸ γ
		@"› "                        | ‹ 0.98 ›
		@"u undo"                    | ‹ 0.95 ›
		@"? help"                    | Keys of Explore
		@"esc close"                 | !Keys of Explore`)
	told("a click on a key that the numbers name", everySize, "--page dial", `
		@"shows the truth"           | $ … --hide=false | !shows the truth`)
	told("clicks while typing", "120x36", "--states 5", `
		enter 7 @"⏎ accept"          | ‹ 7 ›
		enter 9 @"esc keep"          | ‹ 7 ›`)
	told("a click beside a value ends typing", everySize, "--states 5", `
		enter 7 @" 2 "               | 2·Folds | $ --states 5 --trajectories 7 --page folds
		1 enter x @" 3 "             | 3·Trials | $ --states 5 --trajectories 7 --page trials`)
	told("help has a key once, and offers no scrolling where all fits", "120x36 200x60", "--states 5 --page dial", `
		?                            | o         the T-maze | !other chart | !scroll | space more
		esc 1 ?                      | !other chart
		esc 2 ?                      | ⏎         on trajectory`)
	told("help of a page with another chart", "80x24", "--states 5", `
		? down*20                    | ↑↓ scroll | o         other chart`)
	told("commands and controls from the help", everySize, "--states 5", `
		? : "trials 40" enter        | $ --states 5 --trials 40
		? / "see" right              | $ --states 5 --seed 2 --trials 40`)
	told("the text of the Dial", "200x60", "--page dial", `
		t                            | 30 data sets of random-walk | agree best | Variance by λ. Legend: variance. | 0.9`)
	told("an unknown key is answered once", everySize, "--states 5", `
		;                            | ? lists the keys.
		;                            | !? lists the keys.`)
	told("reset keeps what is no control", "120x36", "--states 5", `
		p right = z                  | Which λ is best in truth?
		x                            | ‹ 20 › | Which λ is best in truth? | !λ̂ = | $ --states 5 --hide --pin --states 5
		x                            | nothing to reset
		u                            | ‹ 30 › | Which λ is best in truth?`)
	told("z where there is no truth to hide", everySize, "--states 5", `
		2 z                          | errors and values are hidden | $ --states 5 --page folds --hide
		z                            | show again | $ --states 5 --page folds`)
	told("z hides the trace of a replay", everySize, "--states 5 --features dependent --page folds --trajectory 0 --step 1", `
		z                            | The trace is hidden, | hidden: z shows | $ … --hide
		z                            | The trace shows again`)
	told("a pin on a page without it", "120x36", "--states 5", `
		2 p                          | Pinned. The curve is on Explore.
		s p s p 1                    | !Pinned.
		s p                          | Pinned. The oldest of 3 pinned curves made room. | $ … --pin --states 5 --seed 2 --pin --states 5 --seed 3 --pin --states 5 --seed 4`)
	told("pins are named by what has changed", "120x36", "--states 5", `
		p                            | pinned
		p                            | this curve is pinned
		right                        | ⠒⠒⠒ n 20
		p s                          | n 20, seed 1 | ⠂⠂⠂ seed 1
		P                            | !⠂⠂⠂ seed 1
		u                            | ⠂⠂⠂ seed 1
		P*3                          | nothing is pinned | !⠒⠒⠒ n 20`)
	told("names of pins have room", "60x20 80x24 120x36 200x60", "--states 5", `
		p right                      | n 20 | LOTO | MSVE`)
	told("revealed without a prediction", "120x36", "--states 5 --hide", `
		z                            | from λ̂ | !Your λ`)
	told("commands", everySize, "--states 5", `
		: "n 200"                    | : n 200
		enter                        | from λ̂ | $ --states 5 --trajectories 200
		: "gamma 3" enter            | gamma 3: want 0 | : gamma 3
		esc u                        | $ --states 5`)
	told("tab completes commands", everySize, "--states 5", `
		:                            | setting | would be | target
		"fea" tab d tab              | : features dependent
		enter                        | $ --states 5 --features dependent
		: "page tri" tab enter       | 3·Trials
		: "help" enter               | Trials: the experiment`)
	told("the list of commands", everySize, "--states 5", `
		: "tail"                     | tail | none | → bootstrap
		enter                        | !Command | $ --states 5 --tail bootstrap
		: "undo" enter               | $ --states 5
		: "zzz" enter                | "zzz": want a setting
		esc                          | !Command | $ --states 5`)
	told("a value of the list shows before it is chosen", "60x20 80x24", "--states 5", `
		: "gamma "                   | → 0.98 | γ 0.98 | $ --states 5
		right                        | → 0.99 | γ 0.99 | $ --states 5
		left*2                       | → 0.9 | $ --states 5
		esc                          | !Command | γ 0.95 | $ --states 5
		: "gamma " right enter       | γ 0.99 | $ --states 5 --gamma 0.99
		u                            | $ --states 5`)
	told("features are picked", everySize, "--states 5", `
		/ f enter enter              | features 1-hot+bias | → dependent | ▸ features 1-hot
		down*2                       | ▸ features dependent | $ --states 5
		enter                        | !Command | $ --states 5 --features dependent
		enter @"features 1-hot+bias" | ▸ features 1-hot+bias
		@"features 1-hot+bias"       | !Command | $ --states 5 --features 1-hot+bias
		enter @" 2 "                 | 2·Folds | $ --states 5 --features 1-hot+bias --page folds`)
	told("problems are picked", "60x20 120x36", "--states 5", `
		/ d enter enter "t-m" enter  | $ --problem t-maze`)
	told("a text without a match", everySize, "--states 5", `
		: "zzz"                      | no match
		backspace*3 "--gamma 0.9"    | this command`)
	told("no other chart", "120x36", "--states 5", `
		o                            | no other chart here`)
	told("a command is left", "80x24", "--states 5", `
		: q backspace                | :  | Command
		esc                          | !Command | $ --states 5
		: q backspace*2              | !Command | $ --states 5`)
	told("a command is pasted", "120x36", "--states 5", `
		<"some text"                 | !some text
		<"lambdascope --states 7 -n 50 --page folds" | $ --states 5
		enter                        | $ --states 7 --trajectories 50 --page folds
		: "lambdascope --data /etc/passwd" enter | data /etc/passwd: to open another file, start lambdascope --data FILE`)
	told("jumping to controls", "60x20 80x24", "--states 5", `
		/                            | letters jump to a control
		f                            | features ‹1-hot›
		esc / m                      | max steps ‹100000›
		esc / γ                      | γ ‹0.95›
		esc / "se"                   | seed ‹1›
		esc / "st"                   | states ‹5›
		esc / f right                | $ --states 5 --features 1-hot+bias
		/ q                          | no control begins with "q"
		enter 2                      | 2·Folds`)
	told("more settings", "120x36 200x60", "--states 5", `
		                             | M more | features | λ grid | !ridge | !states | !max steps
		M                            | M fewer | !M more | states | max steps | ridge | weighting | tail
		M                            | M more | !ridge
		: "ridge 0.1" enter          | ridge | 0.1 | M more | $ --states 5 --ridge 0.1
		u                            | !ridge | M more
		/ r                          | ridge | ‹ | M more
		esc up                       | !ridge | M more
		M / "wei" esc M              | !weighting | ‹ | M more
		0                            | 0·Dial | !M more
		1 2                          | 2·Folds | M more
		: "domain mountain-car" enter | M more | !start`)
	told("more settings in a line", "60x20 80x24", "--states 5", `
		                             | seed 1 | !states
		M                            | states 5
		up                           | γ ‹0.95›
		down*7                       | tail ‹none› | … `)
	told("more settings are clicked on", "80x24 120x36", "--states 5", `
		@"M more"                    | states
		M                            | M more | !states`)
	told("a problem that ships", "120x36", "--states 5 --trials 2", `
		/ d enter right*3            | ▸ domain | ‹ t-maze › | t-maze · 20 trajectories | truth | features | given | $ --problem t-maze --trials 2
		p : "features 1-hot" enter 2 enter right*2 | step 2 of 4 | reward 0 | · 2 down | sign up
		3                            | t-maze
		4                            | t-maze
		1 : "problem grid" enter     | ‹ grid › | grid · 20 trajectories
		: "problem nowhere" enter    | want t-maze, long-short, rare-branch,
		esc : "states 7" enter       | states does not apply to grid
		esc : "domain 2048" enter    | ‹ 2048 › | 2048 · 20 trajectories
		u                            | ‹ grid ›`)
	told("a target policy", "120x36", "--states 5", `
		                             | !off-policy
		/ t enter                    | ‹ 0.5 › | the policy | whose values are | this often
		right                        | ‹ 0.55 › | random-walk, target 0.55 | the data 0.5 | The values are those of a policy that goes right with probability 0.55, the data are of one with 0.5 (off-policy).
		shift+right                  | ‹ 0.9 › | $ … --target 0.9
		enter 2 enter                | target 2: want 0.05 to
		esc enter ".65" enter        | ‹ 0.65 ›
		@"‹"                         | ‹ 0.6 ›
		enter ".5" enter             | !off-policy | $ --states 5
		: "domain 2048" enter        | !target`)
	told("a target policy of the car", "120x36", "--domain mountain-car", `
		/ t enter                    | ‹ 0.25 ›
		right                        | ‹ 0.25 ›
		left                         | ‹ 0.2 › | The values are those of a policy that acts at random with probability 0.2, the data are of one with 0.25 (off-policy).
		: "start uniform" enter      | target 0.2: want 0.25`)
}

// TestNoticesMoveNothing compares the screen of each page with the screen beside a notice: all rows are the
// same but one.
func TestNoticesMoveNothing(t *testing.T) {
	t.Parallel()
	const notice = "! nothing to undo"
	for size := range strings.FieldsSeq(everySize) {
		for p := range state.NumPages {
			t.Run(size+" "+p.Title(), func(t *testing.T) {
				var width, height int
				testutil.Get(fmt.Sscanf(size, "%dx%d", &width, &height))(t)
				a := startApp(t, width, height, ofFlags(t, "--states 5 --trials 2 --page "+strings.ToLower(p.Title())))
				before := strings.Split(a.check(), "\n")
				a.press("u")
				a.wants(notice)
				for y, line := range strings.Split(a.check(), "\n") {
					if line != before[y] && !strings.Contains(line, notice) {
						t.Errorf("row %d: %q, was %q", y, line, before[y])
					}
				}
			})
		}
	}
}

// TestDragOnEveryPage drags from the first label of a λ axis beside 0 to the last one below 1.
func TestDragOnEveryPage(t *testing.T) {
	t.Parallel()
	label := regexp.MustCompile(`[^.\d](\.\d)[^.\d]`)
	for _, flags := range []string{"dial", "explore", "folds", "folds:curves", "trials", "figures", "figures:trajectories"} {
		for size := range strings.FieldsSeq(everySize) {
			t.Run(flags+" "+size, func(t *testing.T) {
				var width, height int
				testutil.Get(fmt.Sscanf(size, "%dx%d", &width, &height))(t)
				a := startApp(t, width, height, ofFlags(t, "--states 5 --trials 2 --page "+flags))
				rows := strings.Split(a.check(), "\n")
				y := slices.IndexFunc(rows, func(row string) bool {
					return strings.Contains(row, "λ └") || strings.Contains(row, "steps  ") && len(label.FindAllString(row, -1)) > 1
				})
				axis := regexp.MustCompile(`.*?(λ └.*?λ └|$)`).FindString(rows[y])
				labels := label.FindAllStringSubmatchIndex(axis, -1)
				at := func(of []int) int { return ansi.StringWidth(rows[y][:of[3]]) - 1 }
				first, last := labels[0], labels[len(labels)-1]
				a.send(tea.MouseClickMsg{X: at(first), Y: y, Button: tea.MouseLeft})
				a.send(tea.MouseMotionMsg{X: at(last), Y: y, Button: tea.MouseLeft})
				if got, want := textfmt.Trimmed(a.Cursor.Value, 3), rows[y][last[2]:last[3]]; got != want {
					t.Errorf("λ = %s, want %s", got, want)
				}
			})
		}
	}
}

// TestStoriesOfConfigs tells stories from states that no flag opens.
func TestStoriesOfConfigs(t *testing.T) {
	t.Parallel()
	told := func(name, sizes string, change func(*Config), story string) {
		t.Helper()
		drive.Story(t, name, sizes, with(change), story)
	}
	told("a click on a key that the welcome names", "80x24 120x36", func(c *Config) { c.Welcome = "New here? 0 shows what λ does." }, `
		@"what λ does"               | 0·Dial`)
	told("a long text leaves room for the verdicts", "60x20 80x24 90x24 120x36 200x60", func(c *Config) { c.Welcome = strings.Repeat("welcome ", 12) }, `
		| n 20 | ★`)
	told("no such domain", "80x24", func(c *Config) { c.Settings.Problem.Domain = "nowhere" }, `
		| domain "nowhere": want random-walk`)
	told("recorded data are revealed by the LOTO error", "120x36", func(c *Config) { loadWalk(t, "walk.jsonl")(c); c.Hidden = true }, `
		> z   | The data cannot rule out your λ = 1 (95 %); λ̂ = 0.2.`)
	told("a terminal without a clipboard", "80x24", func(c *Config) { c.Environ = []string{"TERM=linux"} }, `
		t y   | This terminal has no clipboard
		esc   | ↑↓ scroll`)
	told("a pin that fails leaves the others", "120x36", func(c *Config) {
		wrong := c.Settings
		wrong.Gamma = 2
		c.Pins = c.Pins.With(wrong)
	}, `
		| A pinned curve is missing: gamma 2: want 0 ≤ γ ≤ 1 | from λ̂`)
	told("limits", "120x36", func(c *Config) { c.Limits = testLimits() }, `
		right*20                     | trajectories 150: want | $ --states 5 --trajectories 100
		enter "500" enter            | trajectories 500: want
		esc 3 / "tria" right*6       | trials 320: want | $ --states 5 --trajectories 100 --page trials --trials 160
		: "trials 201" enter         | trials 201: want`)
	offered := testutil.Get(problem.Parse("offered", []byte(`{"name":"offered","states":[{"name":"here","start":1,"next":[{"p":1,"reward":1,"sd":1}]}]}`)))(t)
	told("a problem that the app is offered follows those that ship", "120x36", func(c *Config) { c.Problems = []*problem.Problem{offered} }, `
		/ d enter left               | ‹ offered › | offered · 20 trajectories | $ … --problem offered
		left                         | ‹ garnet ›
		right*2                      | ‹random-walk›`)
	own := testutil.Get(problem.Parse("my own.json", []byte(`{"name":"my own","states":[{"name":"here","start":1,"next":[{"to":"there","p":0.5},{"p":0.5}]},{"name":"there","next":[{"p":1,"reward":1,"sd":1}]}]}`)))(t)
	told("a problem of a file stays where the app has it", "120x36", func(c *Config) { c.State = state.New(settings.ProblemDefaults(own)) }, `
		                             | domain my own.json | my own · 20 trajectories | here | there | $ … --problem my own.json
		<"lambdascope --problem 'my own.json' -n 30" enter | my own · 30 trajectories
		: "lambdascope --problem other.json" enter | problem "other.json": want t-maze
		esc : "lambdascope --problem grid --domain 2048" enter | --domain does not apply to a problem
		esc / d enter right          | ‹random-walk›
		u                            | ‹my own.json›`)
	told("the answer stays hidden, at every size, until it has the price of the prediction", everySize, nil, `
		z        | !λ̂ = | !root MSVE | !, lowest | !lowest here | !to the lowest
		v        | !λ̂ = | !root MSVE | !, lowest | !lowest here | !to the lowest
		o        | !λ̂ = | !root MSVE | !, lowest | !lowest here | !to the lowest
		p        | !λ̂ = | !root MSVE | !, lowest | !lowest here | !to the lowest
		o <      | !λ̂ = | !root MSVE | !, lowest | !lowest here | !to the lowest
		> y      | !λ̂ = | !root MSVE | !, lowest | !lowest here | !to the lowest
		esc < .*3 z | Your λ = 0.3 
		s        | !Your λ`)
	told("what the held scale does not reach is marked", "120x36", func(c *Config) { c.Settings.Trajectories, c.Hold = 200, true }, `
		                             | scale held | !outside
		p shift+left*2               | ▴`)
	told("a scale is held for one problem, as others have other quantities", "120x36", nil, `
		=                            | scale held
		: "domain 2048" enter        | scale held | !outside`)
	told("preferences that were given are flags", "120x36", func(c *Config) { c.Theme, c.Glyphs, c.MouseOff = screen.ThemeDark, chart.Plain, true }, `
		right >                      | $ --states 5 --trajectories 30 --cursor 1 --theme dark --ascii --mouse off`)
}

// TestDragTheCursor drags the λ cursor over the chart and beyond, releases the button, and turns
// the wheel.
func TestDragTheCursor(t *testing.T) {
	a := startApp(t, 120, 36, nil)
	left, axis := drive.Find(a, a.check(), "└ 0 ─")
	middle, _ := drive.Find(a, a.check(), ".5─")
	left, y := left+2, axis-4
	for _, c := range []struct {
		msg  tea.Msg
		want string
	}{
		{tea.MouseClickMsg{X: left, Y: y, Button: tea.MouseLeft}, " λ 0    LOTO error"},
		{tea.MouseMotionMsg{X: middle, Y: y, Button: tea.MouseLeft}, " λ 0.5    LOTO error"},
		{tea.MouseMotionMsg{X: 119, Y: 0, Button: tea.MouseLeft}, " λ 1    LOTO error"},
		{tea.MouseReleaseMsg{X: 119, Y: y, Button: tea.MouseLeft}, " λ 1    LOTO error"},
		{tea.MouseMotionMsg{X: left, Y: y}, " λ 1    LOTO error"},
		{tea.MouseWheelMsg{X: left, Y: y, Button: tea.MouseWheelDown}, " λ 0.9    LOTO error"},
		{tea.MouseClickMsg{X: middle, Y: y, Button: tea.MouseLeft}, " λ 0.5    LOTO error"},
		{tea.MouseReleaseMsg{X: left, Y: y, Button: tea.MouseLeft}, " λ 0    LOTO error"}, // and no motion between
		{tea.MouseClickMsg{X: left, Y: y, Button: tea.MouseLeft}, " λ 0    LOTO error"},
		{drive.KeyPress("s"), " 142 steps"}, // and another result while the button is held
		{tea.MouseMotionMsg{X: middle, Y: y, Button: tea.MouseLeft}, " λ 0.5    LOTO error"},
	} {
		a.send(c.msg)
		a.wants(c.want)
	}
}
