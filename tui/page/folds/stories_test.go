package folds

import (
	"testing"

	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/problem"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// startFolds starts the app on the Folds page.
func startFolds(t *testing.T, width, height int, change func(*apptest.Config)) (*apptest.App, *Page) {
	t.Helper()
	return apptest.Start(t, width, height, state.PageFolds, New, change)
}

// with returns a func that opens the page with a config.
func with(change func(*apptest.Config)) func(t *testing.T, width, height int) *apptest.App {
	return apptest.Opens(state.PageFolds, New, change)
}

const everySize = "60x20 80x24 120x36 200x60"

func TestStories(t *testing.T) {
	told := func(name, sizes, flags, story string) {
		t.Helper()
		drive.Story(t, name, sizes, with(apptest.Flags(t, flags+" --page folds")), story)
	}
	told("trajectories by influence", "120x36", "--states 5", `
		                      | 1–13 of 20 | λ̂ without | leverage | have half of all influence | ‹ 2 ›
		right*2 left          | $ … --trajectory 18
		end                   | $ … --trajectory 15 | ▸ 15
		home left             | $ … --trajectory 2
		>                     | error when left out
		1                     | ‹ 20 ›
		pgdown                | ‹ 2 ›`)
	told("columns are named while the list scrolls", "60x20 80x24 120x36 200x60", "--states 5 -n 80", `
		                     | walk | 1–
		end                  | walk | –80 | steps`)
	told("more rows than any screen", "80x24", "--states 5 -n 1000", `
		                      | walk 1–16 
		right*10              | walk 1–16 
		right*10              | !walk 1–16 
		end                   | –1000 of 1000
		enter esc home        | walk 1–16 `)
	told("nothing true is hidden, the columns are named, however few rows there are", "60x20", "--states 5 -n 2 --hide", `| no. | λ̂ without`)
	told("a view reopens", "120x36", "--states 5 --trajectory 5 --step 3", `
		                      | ‹ 3 › | step 3 of | $ --states 5 --page folds --trajectory 5 --step 3
		esc                   | $ --states 5 --page folds --trajectory 5
		: "n 4" enter         | $ --states 5 --trajectories 4 --page folds`)
	told("a step that is none", "120x36", "--states 5 --step 1000", `| step 1000: trajectory | has steps 0 to`)
	told("the trace is hidden until z shows it", everySize, "--states 5 --trajectory 0 --step 1 --hide", `
		                      | hidden: z shows it | !███
		z                     | race z | ███`)
	told("a hidden trace has no numbers", "80x24", "--states 5 --features dependent --trajectory 0 --step 1 --hide", `
		                      | Trace hidden | states 1 to 3 | !states 1 to 3        0
		z                     | states 1 to 3     .274`)
	told("a hidden trace on a board has none", "80x24", "--domain 2048 --features tiles+bias -n 3 --trajectory 0 --step 1 --hide", `
		                      | Trace hidden | !bias 0 | !0      0      0`)
	told("nor has that of the car", "80x24", "--domain mountain-car -n 3 --trajectory 0 --step 1 --hide", `
		                      | Trace hidden | position | !position        0`)
	told("steps of a replay", "120x36", "--states 5 --trajectory 0", `
		enter                 | step 0 of 3 | reward 0 | esc table
		right*3 left          | step 2 of 3 | ‹ 2 ›
		left*3                | step 0 of
		end right             | step 3 of 3 | terminated: the value here is 0 | right end
		home                  | step 0 of
		enter 9 9 enter       | step 99: want 0 to 3
		esc                   | step 0 of
		enter 1 enter         | step 1 of
		up right              | step 0 of | !$ --trajectory 0
		esc                   | says of each λ | !step 0 of`)
	told("a replay follows the cursor and the settings", "120x36", "--states 5 --trajectory 2 --step 4", `
		<                     | λγ = 0 a step
		>                     | λγ = .95 a step | step 4 of
		: "gamma 0.98" enter  | λγ = .98 a step | step 4 of
		s                     | $ … --seed 2 | step 4 of`)
	told("where λ̂ is 0 the replay shows another λ until the cursor is put somewhere", "120x36", "--states 5", `
		enter                 | λγ = .475 a step | !$ --cursor
		,                     | λγ = .38 a step
		<                     | λγ = 0
		esc*2                 | stays, λ = 0; 1 other turns it. | Trajectory 18 turns it alone. | !$ --cursor`)
	maze := testutil.Get(problem.Shipped("t-maze"))(t)
	opens := with(func(c *apptest.Config) {
		c.Settings = settings.ProblemDefaults(maze)
		c.Settings.Problem.Features, c.Trajectory, c.Step = "1-hot", state.Some(3), state.Some(2)
	})
	drive.Story(t, "a replay of a problem", "200x60", opens, `
		                      | 3 up | sign down | step 2 of 4
		end                   | terminated: the value here is 0`)
	drive.Story(t, "a replay of a file", everySize, with(apptest.Recorded(t)), `
		                      | says of each λ
		enter                 | obs_0
		right*5
		end                   | step`)
	drive.Story(t, "without groups", "120x36", with(func(c *apptest.Config) {
		apptest.Grouped(t)(c)
		c.Settings.IgnoreGroups, c.Trajectory = true, state.Some(11)
	}), `| What each trajectory says | ▸ 11 | !12 trajectories in 4 groups`)
}

// TestGoldenFolds compares table and replay with those on file.
func TestGoldenFolds(t *testing.T) {
	for glyphs, sizes := range drive.PageSizes() {
		drive.Screens(t, "%s/"+drive.GlyphName(glyphs), sizes, with(func(c *apptest.Config) {
			c.Glyphs, c.Theme, c.Settings.Trajectories = glyphs, screen.ThemeMono, 10
		}), ".*2 right", golden.RequireEqual[string])
	}
}

func TestGoldenReplay(t *testing.T) {
	for _, domain := range []string{"random-walk", "2048", "mountain-car", "file"} {
		change := func(c *apptest.Config) { apptest.Recorded(t)(c) }
		if domain != "file" {
			change = apptest.Domain(t, domain)
		}
		for glyphs, sizes := range drive.ViewSizes() {
			drive.Screens(t, domain+"/%s/"+drive.GlyphName(glyphs), sizes, with(func(c *apptest.Config) {
				change(c)
				c.Glyphs, c.Cursor, c.Trajectory, c.Step = glyphs, state.Some(.5), state.Some(2), state.Some(3)
			}), "", golden.RequireEqual[string])
		}
	}
}

// TestReplayOfAProblem names the states before and after the one on show.
func TestReplayOfAProblem(t *testing.T) {
	maze := testutil.Get(problem.Shipped("t-maze"))(t)
	drive.Screens(t, "%s", "60x20 120x36", with(func(c *apptest.Config) {
		c.Settings, c.Trajectory, c.Step = settings.ProblemDefaults(maze), state.Some(3), state.Some(2)
	}), "", golden.RequireEqual[string])
}
