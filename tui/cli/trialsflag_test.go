package cli

import "testing"

func TestTrialsFlag(t *testing.T) {
	s := newSession(t)
	s.Terminal = Terminal{In: true, Out: true}
	mustCall(t, s, "--page", "trials", "--trials", "320")
	if got := s.shown.State.Trials; got != 320 {
		t.Errorf("%d trials, want 320", got)
	}
	for _, value := range []string{"0", "-1", "10001", "many", "", "1.5"} {
		s := newSession(t)
		s.Terminal = Terminal{In: true, Out: true}
		checkFailure(t, s, s.call("--trials", value), 2, `trials "`+value+`": want a whole number, 1 to 10000`)
	}
}
