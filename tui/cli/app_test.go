package cli

import (
	"context"
	"errors"
	"testing"

	"lambdascope/tui"
	"lambdascope/tui/chart"
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
	if c.View.Cursor == nil || *c.View.Cursor != 0.35 || !c.View.Panels || c.Theme != tui.ThemeLight || c.Glyphs != chart.Plain {
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
	if c.View != (tui.View{}) || c.Theme != tui.ThemeAuto || c.Glyphs != chart.Braille {
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
	code := execute(context.Background(), s.Env, func(context.Context, tui.Config) ([]string, error) {
		return nil, errors.New("the terminal is gone")
	}, nil)
	checkFailure(t, s, code, 1, "the terminal is gone")
}

func TestQuote(t *testing.T) {
	for word, want := range map[string]string{
		"":            "''",
		"0:1:0.1":     "0:1:0.1",
		"1-hot+bias":  "1-hot+bias",
		"./a_b/c.gz":  "./a_b/c.gz",
		"two words":   "'two words'",
		"it's":        `'it'\''s'`,
		"$HOME":       "'$HOME'",
		"~":           "'~'",
		"λ":           "'λ'",
		"a\nb":        `$'a\nb'`,
		"\x1b'\\":     `$'\x1b\'\\'`,
		"=ls":         "'=ls'",
		"back\\slash": `'back\slash'`,
	} {
		if got := quote(word); got != want {
			t.Errorf("quote(%q) = %s, want %s", word, got, want)
		}
	}
}
