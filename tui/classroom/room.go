package classroom

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/settings"
	"lambdascope/tui/background"
	"lambdascope/tui/lesson"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
)

// Rooms is where a session opens and joins rooms.
type Rooms interface {
	// Open opens a room, of which it returns the presenter's seat.
	Open() (*room.Seat, error)
	// Join takes a seat in the room of a code, or without a code in the room that all of
	// the server share. The name is for the presenter's list of seats, empty for none.
	// Join may wait, as guessing is throttled.
	Join(ctx context.Context, code, name string) (*room.Seat, error)
	// Command returns the command that a person types to join or present elsewhere.
	Command(words ...string) string
	// VoteLink returns the link by which a phone votes in the room of a code; empty where
	// phones can't.
	VoteLink(code string) string
}

// Config is what a room needs of the app.
type Config struct {
	Context context.Context // of the session
	Analyze Analyze
	Rooms   Rooms // nil where there are none
	// Screen returns what the page on show is told, Shown what the app shows, in the form
	// that a room shares.
	Screen func() *page.Snapshot
	Shown  func() room.View
	// Question returns what the lesson's step asks a class; nil for nothing.
	Question func() *lesson.Question
	// Title returns the title of the lesson at hand; empty for none.
	Title func() string
}

// Room is the room that the app is in, if any.
type Room struct {
	Config
	seat *seat // nil outside of one
}

// seat is that of the app.
type seat struct {
	Part  // as it was last told
	room  *room.Seat
	begun bool // it has been told

	record bool      // the first view that comes is a step of undo
	taken  room.View // of the presenter's, last
	shown  room.View // last, by who presents

	past  []room.Vote // that are over, the last at the end
	looks int         // how often it was told
	class page.Memo[classOf, *page.Class]
	last  *page.Class

	sample background.Job[int, room.Outcome] // own data of a sample, by its ID
}

// changedMsg says that something has changed in a room.
type changedMsg struct{ room *room.Seat }

// joinedMsg is the outcome of joining a room.
type joinedMsg struct {
	room *room.Seat
	err  error
}

// Update takes a message. top is what lies over the page, nil for nothing. It reports false
// for messages that are not the room's.
func (x *Room) Update(msg tea.Msg, top page.Overlay) (a page.Action, mine bool) {
	switch msg := msg.(type) {
	case background.Msg:
		if x.seat != nil {
			a.Cmd, mine = x.seat.sample.Receive(msg)
		}
		return a, mine
	case changedMsg:
		return x.changed(msg, top), true
	case joinedMsg:
		if msg.err != nil {
			return page.Action{News: "Not joined: " + msg.err.Error() + "."}, true
		}
		return page.Action{Cmd: x.enter(msg.room)}, true
	}
	return a, false
}

// Sit takes a seat for an app that opens in a room, with its own view or not.
func (x *Room) Sit(at *room.Seat, apart bool) {
	x.seat = &seat{room: at, Part: Part{Own: apart}}
}

// enter takes the app into a room. Your own view before that is one step of undo
// away.
func (x *Room) enter(at *room.Seat) tea.Cmd {
	if x.seat != nil {
		x.seat.sample.Stop()
		x.seat.room.Leave()
	}
	x.Sit(at, false)
	x.seat.record = true
	return x.Await()
}

// Await waits until something changes in the room.
func (x *Room) Await() tea.Cmd {
	if x.seat == nil {
		return nil
	}
	at, ctx := x.seat.room, x.Context
	return func() tea.Msg {
		select {
		case <-at.Changed():
			return changedMsg{at}
		case <-ctx.Done():
			return nil
		}
	}
}

// leave leaves the room; the view stays.
func (x *Room) leave() page.Action {
	x.seat.sample.Stop()
	x.seat.room.Leave()
	x.seat = nil
	return page.Action{Close: true, News: "You have left the room. The view stays, and is your own."}
}

// look looks at the room.
func (r *seat) look() {
	r.Look = r.room.Look()
	r.looks++
	r.remember()
}

// changed looks at the room.
func (x *Room) changed(msg changedMsg, top page.Overlay) page.Action {
	r := x.seat
	if r == nil || msg.room != r.room {
		return page.Action{} // of one that was left
	}
	before := r.Look
	r.look()
	if r.Look.Over != nil {
		r.sample.Stop()
		x.seat = nil
		// What lies over the page is the room's, or hides the news.
		return page.Action{Close: true, News: "You are no longer in the room: " + r.Look.Over.Error() + ". The view stays, and is your own."}
	}
	var a page.Action
	first := !r.begun
	r.begun = true
	if first {
		r.Answered = r.Look.Called
		a.Welcome = r.Greeting()
		if r.Own && !r.Look.Leads {
			r.room.Wander(true)
		}
	}
	r.Invited = r.Own && !first && (r.Invited || r.Look.Live && !before.Live)
	switch {
	case r.Look.Leads && !before.Leads && !first: // what is on the screen is for all now
		r.Own = false
		r.room.Wander(false)
		a.News = "You present: what is on your screen is on all of the room."
		if !r.Look.Owns {
			a.News += " R hands back."
		}
	case before.Leads && !r.Look.Leads:
		a.Follow = x.next(false, true)
		a.News = "Somebody else presents now. u goes back to your view."
	case first && r.Look.Leads:
		a.Follow = x.next(true, false)
	case !r.Own && !r.Look.Leads && (first || r.Look.Turn != before.Turn || !before.Sample.Same(r.Look.Sample)):
		a.Follow = x.next(false, first && r.record)
	}
	a.Close, a.Open = x.votes(before, top)
	a.Cmd = tea.Batch(x.computeSample(), x.Await())
	return a
}

// next is what the app shows next of the presenter's view; nil before the first.
func (x *Room) next(whole, record bool) *page.Follow {
	r := x.seat
	if r.Look.Turn == 0 {
		return nil
	}
	was := r.taken
	r.taken = r.View()
	own := x.Shown()
	n := Follow(own, was, r.taken, whole)
	if v := r.Look.Vote; v != nil && v.Open && v.Kind == room.OfLambda && !whole {
		n.State.Cursor = own.State.Cursor // with which one votes
	}
	n.Record = record
	return &n
}

// comeBack shows what the presenter does again. The view before is one step of undo
// away.
func (x *Room) comeBack() page.Action {
	r := x.seat
	r.Own, r.Invited, r.taken = false, false, room.View{}
	r.room.Wander(false)
	return page.Action{Follow: x.next(false, true)}
}

// Keep tells the room what has become of the view: who presents shows it, and who changes
// it by a key or the mouse goes its own way.
func (x *Room) Keep(pressed bool, before room.View) {
	r := x.seat
	if r == nil || !r.begun {
		return
	}
	now, v := x.Shown(), r.Look.Vote
	if r.Look.Leads {
		if now != r.shown {
			if r.Voting() && v.Kind == room.OfLambda && r.shown.State.Hidden && !now.State.Hidden {
				_ = r.room.CloseVote() // fails for who presents no more
			}
			r.show(now)
		}
		return
	}
	if pressed && !r.Own && Common(now) != Common(before) && Common(now) != Common(r.View()) {
		r.Own, r.Answered = true, r.Look.Called
		r.room.Wander(true)
	}
	if r.Voting() && !v.Final && r.SeesAnswer(x.Screen()) {
		r.room.Peek()
	}
}

// show shows a view to all.
func (r *seat) show(v room.View) {
	r.shown = v
	_ = r.room.Show(v) // fails for who presents no more
}

// Known reports whether the app is in a room that it knows of.
func (x *Room) Known() bool { return x.seat != nil && x.seat.begun }

// Part returns the app's part in the room; the zero Part outside of one.
func (x *Room) Part() Part {
	if x.seat == nil {
		return Part{}
	}
	return x.seat.Part
}

// Leads reports whether what is done here is done for all who follow, of whom there are
// none outside of a room.
func (x *Room) Leads() bool { return x.seat == nil || x.seat.Look.Leads }

// Follows reports whether what is on the screen is what somebody presents.
func (x *Room) Follows() bool {
	return x.Known() && !x.seat.Own && !x.seat.Look.Leads && x.seat.Look.Live
}

// GuessesLambda reports whether this seat is asked for a λ.
func (x *Room) GuessesLambda() bool {
	return x.Known() && x.asked() && !x.seat.Own && x.seat.Look.Vote.Kind == room.OfLambda
}

// Reach notes that what a step of a lesson waits for has come here.
func (x *Room) Reach(lesson string, step int) {
	if x.seat != nil {
		x.seat.room.Reach(lesson, step)
	}
}

// Have says at how many seats what a step of a lesson waits for has come, and whether who
// presents it still waits for some. The text is empty where another step is on show, or
// nobody follows.
func (x *Room) Have(lesson string, step int) (text string, waits bool) {
	if x.seat == nil {
		return "", false
	}
	l := x.seat.Look
	all := l.Here + l.Away
	if l.View.Lesson != lesson || l.View.Step != step || all == 0 {
		return "", false
	}
	return fmt.Sprintf("%d of %d have done it", l.Met, all), l.Leads && l.Met < all
}

// classOf is what a class is made of.
type classOf struct {
	looks    int
	own      bool
	settings settings.Settings
}

// Class is what pages show of the class with the settings at hand; nil outside of a room.
// It is the same as long as it shows the same.
func (x *Room) Class(s settings.Settings) *page.Class {
	r := x.seat
	if r == nil {
		return nil
	}
	return r.class.Of(classOf{r.looks, r.Own, s}, func() *page.Class {
		if c := r.Part.Class(s); !c.Same(r.last) {
			r.last = c
		}
		return r.last
	})
}
