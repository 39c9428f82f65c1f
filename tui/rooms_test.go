//go:build unix

package tui

import (
	"fmt"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"lambdascope/sim/analysis"
	"lambdascope/tui/internal/emulator"
	"lambdascope/tui/lesson"
	"lambdascope/tui/room"
)

// typedAhead is a goroutine of Bubble Tea's reader that goes with the process: it waits for
// ever with what a terminal says when the app has ended, such as the answer to a question.
var typedAhead = goleak.IgnoreTopFunction("github.com/charmbracelet/ultraviolet.(*TerminalReader).sendEvents")

// school is a room with apps in terminals.
type school struct {
	*testing.T
	rooms  *room.Memory
	code   string
	secret string
	engine *analysis.Engine
	all    []*emulator.Terminal
}

// newSchool opens a room, and an app that presents in it.
func newSchool(t *testing.T, width, height int) (*school, *emulator.Terminal) {
	t.Helper()
	s, seat := openSchool(t)
	return s, s.sit(seat, width, height)
}

// openSchool opens a room, and returns the presenter's seat.
func openSchool(t *testing.T) (*school, *room.Seat) {
	t.Helper()
	t.Cleanup(func() { goleak.VerifyNone(t, typedAhead) }) // after the terminals have closed
	s := &school{T: t, rooms: room.NewMemory(room.Options{}), engine: analysis.NewEngine(64 << 20)}
	seat, err := s.rooms.Open(room.Guest{})
	if err != nil {
		t.Fatal(err)
	}
	s.code, s.secret = seat.Look().Code, seat.Look().Secret
	return s, seat
}

// newSeat joins the room.
func (s *school) newSeat() *room.Seat {
	s.Helper()
	seat, err := s.rooms.Join(s.code, room.Guest{})
	if err != nil {
		s.Fatal(err)
	}
	return seat
}

// sit runs an app on a seat, nil for none.
func (s *school) sit(seat *room.Seat, width, height int) *emulator.Terminal {
	s.Helper()
	term := emulator.Open(s.T, width, height)
	wait := onTerminal(s.T, term, func(c *Config) {
		c.Engine, c.Seat, c.Rooms = s.engine, seat, desk{s.rooms}
		c.Lessons = func() []*lesson.Lesson {
			all, err := lesson.Shipped(s.engine)
			if err != nil {
				s.Error(err)
			}
			return all
		}
	})
	s.Cleanup(func() {
		term.Type("\x03")
		if _, err := wait(); err != nil {
			s.Error(err)
		}
	})
	s.all = append(s.all, term)
	if seat != nil {
		term.AwaitText("● live")
	}
	return term
}

// join runs an app that follows.
func (s *school) join(width, height int) *emulator.Terminal {
	s.Helper()
	return s.sit(s.newSeat(), width, height)
}

// await waits until all screens have a text.
func (s *school) await(text string) {
	s.Helper()
	for _, term := range s.all {
		term.AwaitText(text)
	}
}

// lacks waits until a screen does not have a text.
func lacks(term *emulator.Terminal, text string) {
	term.Await("no "+text, func(screen string) bool { return !strings.Contains(screen, text) })
}

// header returns the first line of a screen.
func header(screen string) string {
	line, _, _ := strings.Cut(screen, "\n")
	return line
}

// TestFollowing: windows of several sizes follow, one goes a way of its own and comes
// back, and its own view is one step of undo away.
func TestFollowing(t *testing.T) {
	s, leads := newSchool(t, 80, 24)
	small, large := s.join(60, 20), s.join(200, 60)
	s.await("2 here ·  0 away")
	leads.Type("3")
	s.await("3·Trials")
	leads.Type("1")
	s.await("1·Explore")
	leads.Type(":n 33\r")
	large.AwaitText("33 trajectories")
	small.AwaitText("n ‹33›")
	// The cursor is one's own, and does not break away.
	small.Type(",")
	leads.Type(",,")
	large.AwaitText("◆ presenter")
	small.AwaitText("●")
	if screen := small.Screen(); strings.Contains(screen, "your own view") {
		t.Fatalf("the cursor breaks away:\n%s", screen)
	}
	large.Type(":n 44\r")
	large.AwaitText("○ your own view · r back")
	large.AwaitText("44 trajectories")
	leads.AwaitText("1 here ·  1 away")
	leads.Type("2")
	small.AwaitText("2·Folds")
	leads.Type("A")
	large.AwaitText("The presenter asks all to come back: press r.")
	if screen := large.Screen(); !strings.Contains(screen, "1·Explore") || strings.Contains(small.Screen(), "asks all") {
		t.Fatalf("pulled back:\n%s", screen)
	}
	large.Type("r")
	large.AwaitText("2·Folds")
	large.AwaitText("● live")
	leads.AwaitText("2 here ·  0 away")
	large.Type("u")
	large.AwaitText("44 trajectories")
	large.AwaitText("○ your own view")
	leads.AwaitText("1 here ·  1 away")
}

// TestHeaderKeepsItsWidth: what stands right of the room's counts does not move.
func TestHeaderKeepsItsWidth(t *testing.T) {
	s, leads := newSchool(t, 120, 36)
	at := func() int { return strings.Index(header(leads.Screen()), "trajectories") }
	leads.AwaitText("0 here")
	leads.Await("a result", func(screen string) bool { return strings.Contains(header(screen), "20 trajectories · ") })
	was := at()
	here := 0
	for _, count := range []int{1, 9, 10, 12} { // the counts are told twice a second
		for ; here < count; here++ {
			defer s.newSeat().Leave()
		}
		leads.AwaitText(fmt.Sprintf("%d here", count))
		if at() != was {
			t.Fatalf("%q has moved", header(leads.Screen()))
		}
	}
}

// TestPanel opens and joins a room, hands over, takes back, puts out and leaves.
func TestPanel(t *testing.T) {
	s, leads := newSchool(t, 100, 30)
	other := s.sit(nil, 100, 30)
	other.AwaitText("λ̂ =")
	other.Type("R")
	other.AwaitText("open a room")
	other.Type("bbbb\r") // in the alphabet of codes: one in 160000
	other.AwaitText("Not joined: no room")
	other.Type("R")
	other.AwaitText("open a room")
	other.Type(strings.ToLower(s.code) + "\r")
	other.AwaitText("● live")
	leads.AwaitText("1 here")
	other.Type("R")
	other.AwaitText("You have seat 2.")
	other.Type("a")
	other.AwaitText("no longer ask")
	other.Type("\x1b")
	other.AwaitText("λ̂ =")
	leads.Type("R")
	leads.AwaitText("ssh -t host join " + s.code)
	if strings.Contains(leads.Screen(), s.secret) {
		t.Fatal("the secret is on the projector")
	}
	leads.Type("s")
	leads.AwaitText(s.secret)
	leads.AwaitText("hand over to seat 2")
	leads.Type("h")
	other.AwaitText("You present")
	leads.AwaitText("Somebody else presents now")
	other.Type("4")
	leads.AwaitText("4·Figures")
	leads.Type("Rt")
	leads.AwaitText("You present")
	leads.Type("1")
	other.AwaitText("1·Explore")
	leads.Type("R2")
	leads.AwaitText("▸ 2 ")
	leads.AwaitText("x put out seat 2")
	leads.Type("x")
	other.AwaitText("the presenter has put this seat out")
	leads.AwaitText("Kept out: 2")
	lacks(other, "● live")
	leads.AwaitText("0 follow")
}

// TestPresenterIsLost: the last view stays, and the secret goes on from it.
func TestPresenterIsLost(t *testing.T) {
	s, seat := openSchool(t)
	lost := s.sit(seat, 80, 24)
	follows := s.join(100, 30)
	lost.Type(":n 44\r")
	follows.AwaitText("‹ 44 ›")
	seat.Drop()
	follows.AwaitText("○ no presenter")
	follows.AwaitText("‹ 44 ›")
	lost.AwaitText("no longer in the room")
	again, err := s.rooms.Present(s.secret, room.Guest{})
	if err != nil {
		t.Fatal(err)
	}
	back := s.sit(again, 100, 30)
	back.AwaitText("‹ 44 ›")
	follows.AwaitText("● live")
	back.Type("4")
	follows.AwaitText("4·Figures")
}

// TestVoting: followers guess, one looks at the answer before, and all see how they
// voted.
func TestVoting(t *testing.T) {
	s, leads := newSchool(t, 120, 36)
	a, b, c := s.join(60, 20), s.join(80, 24), s.join(200, 60)
	s.await("3 here")
	leads.Type("V")
	leads.AwaitText("Ask the class")
	leads.Type("\r") // which hides the answer
	c.AwaitText("hidden")
	leads.AwaitText("The class votes: 0 votes, 3 here")
	for _, term := range []*emulator.Terminal{a, b, c} {
		term.AwaitText("Which λ has the lowest true error? Put the λ")
	}
	a.Type("<V")
	a.AwaitText("Your vote: λ = 0.")
	leads.AwaitText("1 vote, 3 here")
	b.Type(">V")
	b.AwaitText("Your vote: λ = 1.")
	leads.AwaitText("2 votes, 3 here")
	b.Type(",V")
	b.AwaitText("Your vote: λ = 0.9.")
	c.Type("z")
	c.AwaitText("You have seen the answer and have no vote.")
	if strings.Contains(b.Screen(), "root MSVE") {
		t.Errorf("the answer is seen elsewhere:\n%s", b.Screen())
	}
	c.Type("V")
	leads.AwaitText("2 votes, 3 here")
	leads.Type("z")
	for _, term := range s.all {
		term.AwaitText("2 votes, 3 here, median λ = 0.45.")
	}
	a.AwaitText("Your λ = 0")
	b.AwaitText("Your λ = 0.9")
	c.AwaitText("votes")
	leads.Type(":n 33\r")
	c.AwaitText("33 trajectories")
	lacks(c, "voted, median")
}

// TestSampling gives every seat data of its own, and gathers what they show.
func TestSampling(t *testing.T) {
	s, leads := newSchool(t, 120, 36)
	a, b := s.join(120, 36), s.join(120, 36)
	s.await("2 here")
	leads.Type("g")
	for _, term := range s.all {
		term.AwaitText("2 results, 2 here: λ̂ ")
		term.AwaitText("λ̂'s")
	}
	a.AwaitText("seed               3")
	b.AwaitText("seed               4")
	if strings.Contains(a.Screen(), "your own view") {
		t.Errorf("data of its own are a view of its own:\n%s", a.Screen())
	}
	leads.Type("g")
	lacks(a, "results, 2 here:")
	a.AwaitText("seed               1")
}

// TestLessonInARoom: the presenter's step is everyone's, and its wait is the class's. One
// goes through the lesson alone and comes back to the step of the others.
func TestLessonInARoom(t *testing.T) {
	s, leads := newSchool(t, 100, 30)
	a, b := s.join(80, 24), s.join(100, 30)
	s.await("2 here")
	leads.Type("L\r")
	s.await("─ 1/4 ")
	before := a.Screen()
	for _, term := range s.all {
		term.AwaitText("0 of 2 have")
		term.AwaitText("step 0 of 3") // the walk is there
	}
	a.Type("\x1b[F") // to the end of the replay
	leads.AwaitText("1 of 2 have")
	a.AwaitText("✓ ")
	a.AwaitText("● live") // which is no way of one's own
	leads.Type("\x1b[F")
	b.AwaitText("2 of 2 have") // as the presenter's end is everyone's
	leads.AwaitText("✓ ")
	leads.Type("B") // takes the answer from all, and from nobody's count
	for _, term := range s.all {
		term.AwaitText("▸ ")
		term.AwaitText("step 0 of 3")
		term.AwaitText("2 of 2 have")
	}
	leads.Type("\x1b[F")
	leads.AwaitText("✓ ")
	leads.Type("n")
	s.await("─ 2/4 ")
	leads.Type(":cursor 0.8\r")
	leads.AwaitText("✓ ")
	leads.Type("n")
	leads.AwaitText("Of the class 0 of 2 have. n again goes on all the same.")
	if before == a.Screen() {
		t.Error("the scene stays")
	}
	b.Type("nn")
	b.AwaitText("─ 3/4 ")
	b.AwaitText("○ your own view")
	b.Type("r")
	b.AwaitText("─ 2/4 ")
	leads.Type("\x1b") // closes the replay
	s.await("by influence")
	leads.Type("\x1b")
	lacks(leads, "/4 ")
	lacks(a, "/4 ")
	lacks(b, "/4 ")
}
