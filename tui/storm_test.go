package tui

import (
	"context"
	"fmt"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"testing/synctest"

	tea "charm.land/bubbletea/v2"
	"go.uber.org/goleak"

	"lambdascope/sim/engine"
	"lambdascope/tui/chart"
	"lambdascope/tui/class"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/state"
)

// storm is what a fuzz test does to an app, a byte at a time.
type storm struct {
	*app
	left []tea.Cmd // commands that have not been run
	more int       // the number of messages that the current event may still cause
}

// The events that are not keys. The low bits of a mouse event are the place.
const (
	stormSize  byte = 0
	stormLeave byte = 4 // the next event's commands are left undone
	stormLater byte = 5 // runs a command that was left
	stormPaste byte = 9 // pastes
	stormMouse byte = 128
)

// stormKeys are the keys that are no characters.
var stormKeys = map[byte]string{
	1: "right", 2: "shift+right", 3: "down", 6: "pgdown", 7: "up", 8: "left", 11: "home", 12: "end", '\r': "enter", 27: "esc", 127: "backspace", ' ': "space",
}

// FuzzStorm plays keys, the mouse, sizes and pastes at random, on all pages. Every screen is
// complete, nothing panics, and no work is left at the end. Most commands run at once; the others
// are dropped or run later, as if newer keys had come first.
func FuzzStorm(f *testing.F) {
	for i, seed := range []string{
		"lljj\r50\r,.<>vo?jjk?uUx",
		"\x00\x01\x02hLl\r999999\r\x1bs",
		"jjjj\r0:1:0.001\rk\r.5\rv>?",
		"2\x01\r\x01\x01 \x0a\x0a+\x0a-\x0b\x0c\x1b4f3 c u",
		"3 l\x04ll\x05 jjjjjj\r2\rzuzeyt\x1b",
		"4ffff\x01F cC,.\x04s\x05\x05jl\x00\x00u",
		"1p\x04lpsPz,,.z\x04sx\x05m\x90\xa1\xb2\xc3m",
		"\x80\x91\xa2\xb3\xc4\xd5\xe6\xf72\x80\x91\xa2\xb3\xc4\xd5\xe6\xf73\x8f\x9e\xad4\xbc\xcb\xda\xe9\xf8",
		"l>pls", // a pin stays
		"\r\x0912\x09\x09\r\x7fz2\x08\x08\x03\r\x09\r\x00\x00?\x00t\x00\x06\x06\x06",
	} {
		glyphs := byte(i % 3)
		f.Add(2*glyphs, []byte(seed))
		f.Add(2*glyphs+1, []byte(seed)) // recorded data
	}
	f.Fuzz(func(t *testing.T, kind byte, events []byte) {
		synctest.Test(t, func(t *testing.T) { storms(t, kind, events) }) // since the app rests before some work
	})
}

// storms plays events on recorded data where kind is odd.
func storms(t *testing.T, kind byte, events []byte) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	change := func(c *Config) {
		c.Folder, c.Files = "/home/me", newFolder()
		c.Glyphs = chart.Glyphs(kind / 2 % 2)
		if c.Trials = 3; kind%2 == 1 {
			loadWalk(t, "walk.jsonl")(c)
			return
		}
		c.Settings.Problem.States = 3
		// Any allowed request must be quick in this test.
		c.Limits = engine.Limits{Trajectories: 200, Lambdas: 51, Trials: 20, MaxSteps: 1000}
		c.Settings.Problem.MaxSteps = 1000
	}
	a := startApp(t, 80, 24, change)
	a.model.Context = ctx
	s := &storm{app: a}
	const most = 120
	for i, e := range events[:min(len(events), most)] {
		next := byte(0)
		if i+1 < len(events) {
			next = events[i+1]
		}
		s.event(e, next, i > 0 && events[i-1] == stormLeave)
		a.check()
	}
	s.rest()
	s.laws(t, func(as state.State) *app {
		return startApp(t, 120, 36, func(c *Config) {
			change(c)
			c.State = as
		})
	})
}

// event delivers one event. Some events have a parameter, the next byte.
func (s *storm) event(e, next byte, leave bool) {
	var msg tea.Msg
	switch key, isKey := stormKeys[e]; {
	case e == stormLater && len(s.left) > 0:
		cmd := s.left[0]
		s.left = s.left[1:]
		s.do(cmd)
		return
	case e == stormSize:
		msg = tea.WindowSizeMsg{Width: int(next) * 230 / 255, Height: int(next*31) * 70 / 255}
	case e == stormPaste:
		msg = tea.PasteMsg{Content: "0.5\n\x1b[Aλ" + string(rune(next))}
	case e >= stormMouse: // spread over the screen
		at := tea.Mouse{X: int(e&0xf) * s.width / 15, Y: int(next) * s.height / 255, Button: tea.MouseLeft}
		up, down := at, at
		up.Button, down.Button = tea.MouseWheelUp, tea.MouseWheelDown
		msg = [8]tea.Msg{
			tea.MouseClickMsg(at), tea.MouseClickMsg(at), tea.MouseClickMsg(at), tea.MouseMotionMsg(at), tea.MouseMotionMsg(at),
			tea.MouseReleaseMsg(at), tea.MouseWheelMsg(up), tea.MouseWheelMsg(down),
		}[e>>4&7]
	case isKey:
		msg = drive.KeyPress(key)
	case e > ' ':
		msg = drive.KeyPress(string(rune(e)))
	default:
		return
	}
	_, cmd := s.Update(msg)
	if leave {
		s.left = append(s.left, cmd)
		return
	}
	s.do(cmd)
}

// do runs a command and what comes of it, but for so much that work does not hold up
// the storm: the rest is left.
func (s *storm) do(cmd tea.Cmd) {
	s.more = 6
	s.follow(cmd)
}

func (s *storm) follow(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	if s.more--; s.more < 0 {
		s.left = append(s.left, cmd)
		return
	}
	switch msg := cmd().(type) {
	case nil, tea.QuitMsg:
	case tea.BatchMsg:
		for _, c := range msg {
			s.follow(c)
		}
	default:
		_, next := s.Update(msg)
		s.follow(next)
	}
}

// rest closes the open texts and runs the commands left.
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

// laws checks an app at rest: the screen is complete, undo and redo are inverse, no fault outlives a
// key, and the flags that y copies open the same screen. Open opens another app with a state.
func (s *storm) laws(t *testing.T, open func(state.State) *app) {
	_, cmd := s.Update(tea.WindowSizeMsg{Width: 120, Height: 36})
	s.do(cmd)
	s.rest()
	isWhole(t, "after the storm", s.app)
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
			t.Fatalf("%d undone and done again: %q becomes %q", back, want.Args(), s.State.Args())
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

	if s.rest(); len(s.left) > 0 || regexp.MustCompile(`stopped ·`).MatchString(s.check()) {
		return // work that goes on, or that another app would do
	}

	again, err := s.State.Command(drive.CommandLine(s.config.args(s.State)))
	if err != nil {
		t.Fatalf("%q: %v", s.Args(), err)
	}
	other := open(again)
	screen := func(a *app) string { // without what is of the way to here: axes change late
		a.messages, a.view, a.controls.Name, a.held = messages{}, view{State: a.State, initial: a.State}, "", heldAxes{}
		a.Update(nil)
		return a.check()
	}
	if got, want := screen(other), screen(s.app); got != want {
		t.Fatalf("%q opens\n%s\ninstead of\n%s", s.Args(), got, want)
	}
}

// TestFollowersInAStorm: after any keys of the presenter, a follower sees the same view, except for
// the parts that are personal.
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
				if got, want := class.Common(follows.currentView()), class.Common(leads.currentView()); got != want {
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
