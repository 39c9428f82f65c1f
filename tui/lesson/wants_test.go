package lesson

import (
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// TestWaiting says what to do, and by which keys, from where the learner is.
func TestWaiting(t *testing.T) {
	e := analysis.NewEngine(1 << 20)
	for _, c := range []struct{ flags, until, now, want string }{
		{"--states 5", "seed = 2", "", "press s for other data"},
		{"--states 5", "seed = 5", "", "set seed to 5 (type :seed 5)"},
		{"--states 5", "seed changed", "", "press s for other data"},
		{"--states 5", "seed changed", "seed 7", ""},
		{"--states 5", "n = 5 and trials done", "", "set n to 5 (type :n 5) and let all trials finish (3 opens Trials)"},
		{"--states 5", "n = 5 and trials done", "n 5", "let all trials finish (3 opens Trials)"},
		{"--states 5", "n = 5 and trials done", "n 5 page trials", "let all trials finish"},
		{"--page figures", "trials done", "", "let all trials finish"},
		{"--page figures", "figure = b", "", "show figure b (f)"},
		{"--states 5 --cursor 0.5", "cursor at 1", "", "move the cursor to λ = 1 (press >)"},
		{"--states 5 --cursor 0.5", "cursor at 0", "", "move the cursor to λ = 0 (press <)"},
		{"--states 5", "cursor at best", "", "move the cursor to the λ of least true error (with , and .)"},
		{"--states 5", "page = folds", "", "press 2 to open Folds"},
		{"--states 5", "replay at end", "", "play the replay to its end (2 opens Folds, space plays)"},
		{"--states 5 --page folds", "replay at end", "", "play the replay to its end (space plays, end jumps there)"},
		{"--states 5 --view panels", "view = level", "", "press v for another view"},
	} {
		l := must.Have(Parse(e, "f.md", []byte(written("Text", c.flags, c.until, ""))))(t)
		s := l.Steps[0]
		now := s.Scene
		if c.now != "" {
			now = must.Have(now.Command(c.now, analysis.File{}))(t)
		}
		if got, _ := Waiting(s.Until, now, s.Scene); got != c.want {
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
