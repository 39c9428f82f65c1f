package cli

import (
	"testing"

	"lambdascope/tui/state"
)

func TestFoldsFlags(t *testing.T) {
	s := newSession(t)
	s.Terminal = Terminal{In: true, Out: true}
	mustCall(t, s, "--trajectory", "7", "--step", "3")
	if v := s.shown.State; v.Page != state.PageFolds || v.Trajectory != state.Some(7) || v.Step != state.Some(3) {
		t.Errorf("view %+v", v)
	}
	mustCall(t, s, "--step", "0")
	if v := s.shown.State; v.Page != state.PageFolds || v.Trajectory.Set || v.Step != state.Some(0) {
		t.Errorf("view %+v", v)
	}
	mustCall(t, s, "--trajectory", "1", "--page", "explore")
	if v := s.shown.State; v.Page != state.PageExplore || !v.Trajectory.Set {
		t.Errorf("view %+v", v)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--trajectory", "8"}, `trajectory "8": want a whole number, 0 to 7`},
		{[]string{"--trajectory", "-1"}, `trajectory "-1": want a whole number, 0 to 7`},
		{[]string{"--trajectory", "x"}, `trajectory "x": want a whole number, 0 to 7`},
		{[]string{"--trajectory", "4", "--data", "walk.jsonl"}, `trajectory "4": want a whole number, 0 to 3`},
		{[]string{"--step", "-1"}, `step "-1": want a whole number, 0 to 10000000`},
	} {
		s := newSession(t)
		s.Terminal = Terminal{In: true, Out: true}
		checkFailure(t, s, s.call(c.args...), 2, c.want)
	}
}
