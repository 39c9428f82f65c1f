package tui

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/classroom"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// rest runs what a storm has left undone, and leaves what it has opened.
func (s *storm) rest() {
	for range 4 { // out of a value being typed, a text, a search, and a replay
		_, cmd := s.Update(drive.KeyPress("esc"))
		s.left = append(s.left, cmd)
	}
	for most := 200; len(s.left) > 0 && most > 0; most-- {
		cmd := s.left[0]
		s.left = s.left[1:]
		s.do(cmd)
	}
}

// key presses a key, whose commands are run as the storm's are.
func (s *storm) key(name string) {
	_, cmd := s.Update(drive.KeyPress(name))
	s.do(cmd)
}

// laws hold of an app at rest, whatever was done to it: every mark has a name, no fault
// outlives another key, undo and redo are inverse, and the flags that y copies open the
// same screen, as their link does. open opens another app, as this one was, with a state.
func (s *storm) laws(t *testing.T, open func(state.State) *app) {
	s.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	if s.failure == nil {
		hasLegends(t, "after the storm", s.app, s.config.Glyphs)
	}

	for most := range 4 {
		want, back := s.State, 0
		for ; back < most && s.fault == ""; back++ {
			s.key("u")
		}
		if s.fault != "" { // there was no more
			back--
		}
		for range back {
			s.key("U")
		}
		if s.State != want {
			t.Fatalf("%d undone and done again: %q becomes %q", back, want.Args(s.worker.File), s.State.Args(s.worker.File))
		}
	}
	for s.key("u"); s.fault == ""; s.key("u") {
	}
	fault := s.fault
	if s.key("?"); fault != "nothing to undo" || s.fault != "" {
		t.Fatalf("%q is said after u, and %q after another key", fault, s.fault)
	}
	s.key("esc")
	for range 200 {
		s.key("U")
	}

	if s.rest(); len(s.left) > 0 || regexp.MustCompile(`(paused|stopped) ·`).MatchString(s.check()) {
		return // work that goes on, or that another app would do
	}

	again, err := s.State.Command(s.commandLine(), s.worker.File)
	if err != nil {
		t.Fatalf("%q: %v", s.Args(), err)
	}
	link, ok := state.Link("https://host:1", s.args())
	if linked, err := s.State.Command(link, s.worker.File); !ok || err != nil || linked != again {
		t.Fatalf("%q has the link %q, which opens %q (%v)", s.Args(), link, linked.Args(s.worker.File), err)
	} else if back, _ := state.Link("https://host:1", linked.Args(s.worker.File)); back != link {
		t.Fatalf("the link %q becomes %q", link, back)
	}
	other := open(again)
	screen := func(a *app) string { // without what is of the way to here: axes change late
		a.news, a.fault, a.welcome, a.revealed, a.focus, a.scales = "", "", "", false, "", page.Scales{}
		a.Update(nil)
		return a.check()
	}
	if got, want := screen(other), screen(s.app); got != want {
		t.Fatalf("%q opens\n%s\ninstead of\n%s", s.Args(), got, want)
	}
}

// TestFollowersInAStorm: whatever a presenter does, a follower has the same on show but for
// what is each one's own.
func TestFollowersInAStorm(t *testing.T) {
	const keys = "01234lhjks,.<>vozpPxuUfFcgtL=mNnbB"
	for seed := range uint64(4) {
		synctest.Test(t, func(t *testing.T) {
			s := newStage(t)
			quick := func(c *Config) { c.Trials, c.Settings.Problem.States = 2, 3 }
			leads, follows := s.sit(120, 36, quick), s.sit(80, 24, quick)
			random, pressed := rand.New(rand.NewPCG(seed, 1)), ""
			for range 25 {
				key := string(keys[random.IntN(len(keys))])
				pressed += key
				leads.press(key)
				if got, want := classroom.Common(follows.currentView()), classroom.Common(leads.currentView()); got != want {
					t.Fatalf("after %q the follower has %s instead of %s", pressed, fmt.Sprint(got), fmt.Sprint(want))
				}
				if follows.Hidden != leads.Hidden {
					t.Fatalf("after %q one hides the answer", pressed)
				}
				if follows.analysis.Settings != leads.analysis.Settings || strings.Contains(follows.check(), "omputing") {
					t.Fatalf("after %q the follower draws another result:\n%s", pressed, follows.check())
				}
			}
		})
	}
}
