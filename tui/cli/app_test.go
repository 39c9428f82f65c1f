package cli

import (
	"context"
	"errors"
	"testing"

	"lambdascope/tui"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

func TestAppIsOpenedWithTheFlags(t *testing.T) {
	s := newSession(t)
	s.Terminal = Terminal{In: true, Out: true, Width: 80}
	s.Environ = []string{"TERM=xterm"}
	s.leave = []string{"--states", "7", "--data", "it's a file"}
	out := mustCall(t, s, "--states", "7", "--cursor", "0.35", "--view", "panels", "--theme", "light", "--ascii")
	if want := `lambdascope --states 7 --data 'it'\''s a file'` + "\n"; out != want {
		t.Errorf("printed %q, want %q", out, want)
	}
	c := s.shown
	if c.Settings.Problem.States != 7 || c.Settings.Trajectories != 20 {
		t.Errorf("settings %+v", c.Settings)
	}
	if c.Cursor != state.Some(.35) || !c.Panels || c.Theme != screen.ThemeLight || c.Glyphs != chart.Plain {
		t.Errorf("config %+v", c)
	}
	if c.Engine != s.Engine || c.In != s.In || c.Out != s.Out || len(c.Environ) != 1 {
		t.Errorf("streams and engine %+v", c)
	}
}

func TestAppDefaults(t *testing.T) {
	s := newSession(t)
	s.Terminal = Terminal{In: true, Out: true}
	if out := mustCall(t, s); out != "lambdascope\n" {
		t.Errorf("printed %q", out)
	}
	c := s.shown
	if c.State != state.New(c.Settings) || c.Theme != screen.ThemeAuto || c.Glyphs != chart.Braille {
		t.Errorf("config %+v", c)
	}
	mustCall(t, s, "--data", "walk.jsonl", "--glyphs", "block")
	if c := s.shown; c.Settings.File != "walk.jsonl" || c.Settings.Trajectories != 4 || c.Glyphs != chart.Block {
		t.Errorf("config %+v", c)
	}
}

func TestAppThatFails(t *testing.T) {
	s := newSession(t)
	s.Terminal = Terminal{In: true, Out: true}
	code, _ := execute(context.Background(), s.Env, func(context.Context, tui.Config) ([]string, error) {
		return nil, errors.New("the terminal is gone")
	}, nil)
	checkFailure(t, s, code, 1, "the terminal is gone")
}

func TestAppOpensAChartAndASpeed(t *testing.T) {
	s := newSession(t)
	s.Terminal = Terminal{In: true, Out: true}
	mustCall(t, s, "--chart", "3", "--step", "4", "--speed", "10")
	if v := s.shown.State; v.Chart != 3 || v.Speed != 10 || v.Page != state.PageFolds {
		t.Errorf("view %+v", v)
	}
	for flag, want := range map[string]string{"--chart": `chart "7": want a whole number, 1 to 4`, "--speed": `speed "7": want 1, 2, 5, 10, 30`} {
		s = newSession(t)
		s.Terminal = Terminal{In: true, Out: true}
		checkFailure(t, s, s.call(flag, "7"), 2, want)
	}
}

func TestAppOpensAFigure(t *testing.T) {
	s := newSession(t)
	s.Terminal = Terminal{In: true, Out: true}
	mustCall(t, s, "--page", "figures", "--figure", "sweep", "--sweep", "gamma")
	if v := s.shown.State; v.Page != state.PageFigures || v.Figure != state.FigureSweep || v.Sweep != state.SweepGamma {
		t.Errorf("view %+v", v)
	}
	s = newSession(t)
	s.Terminal = Terminal{In: true, Out: true}
	checkFailure(t, s, s.call("--figure", "e"), 2, `figure "e": want a, b, c, d`)
}
