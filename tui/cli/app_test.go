package cli

import (
	"context"
	"errors"
	"strings"
	"testing"

	"lambdascope/tui"
)

// TestAppIsOpened checks that the app gets the parts of the session. The transcripts of the app
// check the flags.
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
