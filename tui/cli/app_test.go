package cli

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
	"lambdascope/tui"
	"lambdascope/tui/shell"
)

// TestAppIsOpened with what the session has; what it is opened with besides is in the
// transcripts of the app.
func TestAppIsOpened(t *testing.T) {
	s := appSession(t)
	s.Environ = []string{"TERM=xterm"}
	s.does(t, "-n 20")
	if c := s.shown; c.Engine != s.Engine || c.In != s.In || c.Out != s.Out || len(c.Environ) != 1 || len(c.Lessons()) == 0 || c.Build != s.Version {
		t.Errorf("the app is opened with %+v", c)
	}
	s.Terminal.In = false
	if code := s.call(); code != 2 || !strings.Contains(s.err.String(), "standard input is not a terminal") {
		t.Errorf("without a keyboard: exit %d, %q", code, s.err.String())
	}
	s.Terminal.In = true
	code, _ := execute(t.Context(), s.Env, func(context.Context, tui.Config) ([]string, error) { return nil, errors.New("the terminal is gone") }, nil)
	if code != exitFailed || s.out.Len() > 0 || !strings.HasSuffix(s.err.String(), "lambdascope: the terminal is gone\n") {
		t.Errorf("an app that fails: exit %d, %q", code, s.err.String())
	}
}

// TestAppPrintsItsCommand, which a shell reads as it was, with its pins.
func TestAppPrintsItsCommand(t *testing.T) {
	const odd = "it's a \"file\" $HOME \\ 見本\n.jsonl"
	walk := func(change func(*settings.Settings)) []string {
		s := testutil.Get(settings.Defaults(""))(t)
		change(&s)
		return s.Args()
	}
	for _, c := range []struct {
		main []string
		pins [][]string
	}{
		{[]string{"--states", "5"}, [][]string{walk(func(s *settings.Settings) { s.Gamma, s.Seed = .1234567890123, 1<<64-1 })}},
		{[]string{"--states", "5"}, [][]string{walk(func(s *settings.Settings) { s.Lambdas = "0,0.1,0.7:0.9:0.05" }), walk(func(*settings.Settings) {}), {"--domain", "mountain-car", "--start", "uniform"}}},
		{[]string{"--data", odd}, [][]string{{"--data", odd, "--gamma", "0.5"}, {"--data", odd}, {"--states", "5", "--trajectories", "7"}}},
	} {
		s := appSession(t)
		s.disk()[odd] = s.disk()["walk.jsonl"]
		args := slices.Clone(c.main)
		for _, p := range c.pins {
			args = append(args, "--pin", shell.Join(p))
		}
		want := commandLine(args) + "\n"
		for range 2 { // as given, and as a shell reads what was printed
			if got := s.does(t, "", args...); got != want {
				t.Errorf("prints %s, want %s", got, want)
			}
			args = testutil.Get(shell.Split(s.out.String()))(t)[1:]
		}
		for _, p := range s.shown.Pins.List() {
			if usual, err := s.Engine.Check(analysis.Request{Settings: p}); err != nil || usual != p {
				t.Errorf("%q: not in the usual form, %v", p.Args(), err)
			}
		}
	}
}
