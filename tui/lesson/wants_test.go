package lesson

import (
	"strings"
	"testing"

	"lambdascope/sim/analysis"
)

// TestKeys says by which keys a wait can come, from where the learner is.
func TestKeys(t *testing.T) {
	e := analysis.NewEngine(1 << 20)
	for _, c := range []struct{ flags, until, now, want string }{
		{"--states 5", "seed = 2", "", "s"},
		{"--states 5", "seed = 5", "", ":seed 5 sets it"},
		{"--states 5", "seed changed", "", "s"},
		{"--states 5", "n = 5 and trials done", "", ":n 5 sets it; 3 opens Trials"},
		{"--states 5", "n = 5 and trials done", "n 5", "3 opens Trials"},
		{"--states 5", "n = 5 and trials done", "n 5 page trials", ""},
		{"--page figures", "trials done", "", ""},
		{"--page figures", "figure = b", "", "f goes through them"},
		{"--states 5 --cursor 0.5", "cursor at 1", "", "> puts it there"},
		{"--states 5 --cursor 0.5", "cursor at 0", "", "< puts it there"},
		{"--states 5", "cursor at best", "", ", and . move it"},
		{"--states 5", "page = folds", "", "2 opens it"},
		{"--states 5", "replay at end", "", "2 opens Folds, space plays"},
		{"--states 5 --page folds", "replay at end", "", "space plays, end jumps there"},
		{"--states 5 --view panels", "view = level", "", "v"},
	} {
		l, err := Parse(e, "f.md", []byte(written("Text", c.flags, c.until, "")))
		if err != nil {
			t.Fatal(err)
		}
		s := l.Steps[0]
		now := s.Scene
		if c.now != "" {
			if now, err = now.Command(c.now, analysis.File{}); err != nil {
				t.Fatal(err)
			}
		}
		if got := Keys(s.Until, now, s.Scene); got != c.want {
			t.Errorf("%s, until %s, at %q: %q, want %q", c.flags, c.until, c.now, got, c.want)
		}
	}
}

// TestPending has what is known without an analysis at once.
func TestPending(t *testing.T) {
	e := analysis.NewEngine(1 << 20)
	l, err := Parse(e, "f.md", []byte(written(
		"{n} of {states}, {trials}: {selected}, {trace at 0.8 after 1 steps, 2 digits}, {ratio n to states}{if n = 20} yes{else} no{end}{if best = 1} one{end}",
		"--states 5 -n 20", "n = 5", "{n} {best} {n with n 7}")))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.TrimSpace(l.Pending(0)), "20 of 5, 80: …, 0.76, 4.00 yes…"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	learner := l.Steps[0].Scene
	learner.Settings.Trajectories = 6
	if got, want := strings.TrimSpace(l.PendingAfter(e, 0, learner)), "6 … 7"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestShare: what is not quite all or nothing is not written so.
func TestShare(t *testing.T) {
	for share, want := range map[float64]string{0: "0", 1: "100", .5: "50", .998: "99.8", .9996: "99.96", .002: "0.2", .996: "99.6", .994: "99", 1e-9: "0.0000"} {
		if got := writeShare(share, 0); got != want {
			t.Errorf("%v: %q, want %q", share, got, want)
		}
	}
}
