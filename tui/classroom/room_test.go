package classroom

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/lesson"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// school is a room with seats at which apps show no more than a state and what lies over
// it, in a bubble of synctest.
type school struct {
	*testing.T
	rooms *room.Memory
	all   []*pupil
	queue chan delivery
}

// pupil is an app in a school.
type pupil struct {
	*Room
	shows    room.View
	over     overlay.Stack
	news     string
	fault    string
	welcome  string
	recorded []room.View
	analyze  Analyze // in place of the engine's; nil mostly
}

// delivery is a message on its way.
type delivery struct {
	to  *pupil
	msg Msg
}

func newSchool(t *testing.T) *school {
	return &school{T: t, rooms: room.NewMemory(room.Options{}), queue: make(chan delivery, 100)}
}

// Open, Join and Command are those of classroom.Rooms.
func (s *school) Open() (*room.Seat, error) { return s.rooms.Open(room.Guest{}) }

func (s *school) Join(_ context.Context, code, name string) (*room.Seat, error) {
	return s.rooms.Join(code, room.Guest{Name: name})
}

func (s *school) Command(words ...string) string { return strings.Join(words, " ") }
func (s *school) VoteLink(code string) string    { return "" }

// comes is an app in no room yet.
func (s *school) comes() *pupil {
	e := analysis.NewEngine(1 << 20)
	p := &pupil{shows: room.View{State: state.New(drive.Defaults(s, ""))}}
	p.Room = &Room{Config: Config{
		Context: s.Context(), Rooms: s,
		Analyze: func(ctx context.Context, settings analysis.Settings) (*analysis.Result, error) {
			if p.analyze != nil {
				return p.analyze(ctx, settings)
			}
			return e.Analyze(ctx, settings)
		},
		Screen: func() *page.Snapshot {
			return &page.Snapshot{State: p.shows.State, Result: must.Have(e.Analyze(s.Context(), p.shows.State.Settings))(s), Most: 1000}
		},
		Shown:    func() room.View { return p.shows },
		Question: func() *lesson.Question { return nil },
		Title:    func() string { return "" },
	}}
	s.all = append(s.all, p)
	return p
}

// sits is an app that opens in the room of the first, or opens the room if it is that.
func (s *school) sits() *pupil { return s.sit(false) }

// sitsApart is the same with its own view.
func (s *school) sitsApart() *pupil { return s.sit(true) }

func (s *school) sit(apart bool) *pupil {
	s.Helper()
	p := s.comes()
	comes := s.Open
	if len(s.all) > 1 {
		comes = func() (*room.Seat, error) { return s.Join(s.Context(), s.all[0].Part().Look.Code, "") }
	}
	p.Sit(must.Have(comes())(s), apart)
	s.run(p, p.Await())
	s.rest()
	return p
}

// does has an app do what a call asks for, and all that follows come to rest.
func (s *school) does(p *pupil, a Action) {
	s.Helper()
	p.news, p.fault = "", ""
	s.carry(p, a)
	s.rest()
}

// carry carries out what a call asks for.
func (s *school) carry(p *pupil, a Action) {
	before := p.shows
	if a.Clear {
		p.over.Clear()
	}
	if a.Close {
		p.over.Close()
	}
	if a.Record {
		p.recorded = append(p.recorded, p.shows)
	}
	if a.State != nil {
		p.shows.State = *a.State
	}
	if a.Next != nil {
		p.shows = a.Next.View
	}
	if a.Welcome != "" {
		p.welcome = a.Welcome
	}
	p.news += a.News
	p.fault += a.Fault
	if p.over.Empty() && a.Open == nil {
		a.Open = a.Result
	}
	if a.Open != nil {
		p.over.Open(a.Open)
	}
	s.run(p, a.Cmd)
	p.Keep(false, before)
}

// run runs a command beside.
func (s *school) run(p *pupil, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range msg {
				s.run(p, c)
			}
		default:
			s.queue <- delivery{p, msg.(Msg)}
		}
	}()
}

// rest has everything that goes on come to rest.
func (s *school) rest() {
	for quiet := 0; quiet < 2; quiet++ {
		synctest.Wait()
		for len(s.queue) > 0 {
			d := <-s.queue
			var top overlay.Overlay
			if !d.to.over.Empty() {
				top = d.to.over.Top()
			}
			s.carry(d.to, d.to.Receive(d.msg, top))
			synctest.Wait()
			quiet = 0
		}
		time.Sleep(time.Second) // for what is counted
	}
}

// passes lets time pass.
func (s *school) passes(d time.Duration) {
	for end := time.Now().Add(d); time.Now().Before(end); {
		s.rest()
	}
}

// press presses a key that the room has.
func (s *school) press(p *pupil, key string) {
	s.Helper()
	p.news, p.fault = "", ""
	now := p.Screen()
	b, ok := page.Find(p.Bindings(func(a Action) tea.Cmd { s.carry(p, a); return nil }), now, key)
	if !ok {
		s.Fatalf("no key %s", key)
	}
	b.Do(now)
	s.rest()
}

// turns has a person turn a setting.
func (s *school) turns(p *pupil, change func(*state.State)) {
	before := p.shows
	change(&p.shows.State)
	p.Keep(true, before)
	s.rest()
}

// says has the line under an app's charts have some text.
func (s *school) says(p *pupil, want string) {
	s.Helper()
	if got := p.Part().Says(Window{Snapshot: p.Screen()}); !strings.Contains(got, want) {
		s.Errorf("says %q, want %q", got, want)
	}
}

// TestComesAndLeaves: who comes is told what that is, sees what the presenter shows, with
// the view before one step of undo away, and keeps the view when it leaves or is put out.
func TestComesAndLeaves(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchool(t)
		leads, a := s.sits(), s.comes()
		s.turns(leads, func(now *state.State) { now.Settings.Trajectories = 33 })
		s.press(a, "r")
		if a.fault != "in no room: R opens or joins one" {
			t.Errorf("%q outside of a room", a.fault)
		}
		s.press(a, "R")
		if _, ok := a.over.Top().(*Panel); !ok {
			t.Errorf("R opens %T", a.over.Top())
		}
		was := a.shows
		s.does(a, a.Answer(Do{Act: Join, Code: "nowhere"}))
		if !strings.HasPrefix(a.news, "Joining …Not joined: no room") || !a.over.Empty() {
			t.Errorf("joins a room that there is not: %q", a.news)
		}
		s.does(a, a.Answer(Do{Act: Join, Code: leads.Part().Look.Code}))
		if a.shows != leads.shows || len(a.recorded) != 1 || a.recorded[0] != was || a.welcome != a.Part().Greeting() {
			t.Errorf("shows %+v after %+v, welcome %q", a.shows, a.recorded, a.welcome)
		}
		s.press(a, "r")
		if a.fault != "you follow already" {
			t.Errorf("r says %q", a.fault)
		}
		s.does(a, a.Answer(Do{Act: Leave}))
		if a.Known() || !strings.Contains(a.news, "You have left") || a.shows != leads.shows {
			t.Errorf("left: %q, %+v", a.news, a.shows)
		}

		b := s.sits()
		if len(b.recorded) > 0 {
			t.Error("the app opens in the room with something to undo")
		}
		s.press(b, "R")
		s.does(leads, leads.Answer(Do{Act: PutOut, Number: b.Part().Look.Number}))
		if b.Known() || !strings.Contains(b.news, "put this seat out") || !b.over.Empty() || b.shows != leads.shows {
			t.Errorf("put out: %q, %+v", b.news, b.shows)
		}
	})
}

// TestCallsAreOfTheirTime: who follows when the presenter calls is not asked to come back
// by that when it goes its own way later.
func TestCallsAreOfTheirTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const called = "The presenter asks all to come back: press r."
		other := func(now *state.State) { now.Settings.Seed++ }
		s := newSchool(t)
		leads, a, b := s.sits(), s.sits(), s.sits()
		s.turns(a, other)
		s.press(leads, "A")
		if leads.news != "The one with a view of their own is asked to come back." {
			t.Errorf("says %q", leads.news)
		}
		s.says(a, called)
		s.turns(b, other)
		late := s.sitsApart()
		for _, x := range []*pupil{b, late} {
			if got := x.Part().Says(Window{Snapshot: x.Screen()}); got != "" || !x.Part().Own {
				t.Errorf("says %q to a view that is its own, %v, since then", got, x.Part().Own)
			}
		}
		if away := leads.Part().Look.Away; away != 3 {
			t.Errorf("%d have views of their own", away)
		}
		s.press(leads, "A")
		for _, x := range []*pupil{a, b, late} {
			s.says(x, called)
		}
	})
}

// TestVotesComeOut: the panel of how all voted opens at who follows, also where the ballot
// lies, not over what else a person reads, and goes when the presenter goes on.
func TestVotesComeOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchool(t)
		leads, votes, reads, own := s.sits(), s.sits(), s.sits(), s.sits()
		s.does(leads, leads.Answer(AskClass{Index: 1}))
		s.press(votes, "V")
		if _, ok := votes.over.Top().(*Ballot); !ok {
			t.Fatalf("V opens %T", votes.over.Top())
		}
		reads.over.Open(overlay.Message{"help"})
		s.turns(own, func(now *state.State) { now.Settings.Gamma = 0.5 })
		s.press(leads, "z")
		if v := votes.Part().Look.Vote; !v.Truth.Set {
			t.Errorf("the truth of the vote is not known: %+v", v)
		}
		for _, x := range []*pupil{leads, votes} {
			if _, ok := x.over.Top().(*Votes); !ok {
				t.Errorf("over the page is %T", x.over.Top())
			}
		}
		if _, ok := reads.over.Top().(overlay.Message); !ok || !own.over.Empty() {
			t.Errorf("over what a person reads is %T, over a view of its own nothing: %v", reads.over.Top(), own.over.Empty())
		}
		s.turns(leads, func(now *state.State) { now.Settings.Trajectories = 30 })
		if !leads.over.Empty() || !votes.over.Empty() || reads.over.Empty() {
			t.Error("the panels stay, or something else goes")
		}
	})
}

// TestHandingOver: who presents next has its screen on all; who did before follows, with
// its view one step of undo away.
func TestHandingOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchool(t)
		leads, a := s.sits(), s.sits()
		s.turns(leads, func(now *state.State) { now.Cursor = state.Some(0.1) })
		s.turns(a, func(now *state.State) { now.Settings.Trajectories = 33 })
		s.does(a, a.Answer(Do{Act: AskToPresent}))
		was := leads.shows
		s.does(leads, leads.Answer(Do{Act: Hand, Number: 7}))
		if !strings.HasPrefix(leads.news, "Not done: seat 7") {
			t.Errorf("says %q", leads.news)
		}
		s.does(leads, leads.Answer(Do{Act: Hand, Number: 2}))
		if a.news != "You present: what is on your screen is on all of the room. R hands back." || a.Part().Own {
			t.Errorf("says %q, own view %v", a.news, a.Part().Own)
		}
		if leads.shows.State.Settings.Trajectories != 33 || leads.shows.State.Cursor != state.Some(0.1) ||
			len(leads.recorded) != 1 || leads.recorded[0] != was || !strings.HasPrefix(leads.news, "Somebody else presents now.") {
			t.Errorf("follows with %+v after %+v, says %q", leads.shows, leads.recorded, leads.news)
		}
	})
}

// TestSampleIsTriedAgain: a seat whose analysis fails tries again after a pause, which
// doubles, until there is a result or the sample is over.
func TestSampleIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchool(t)
		leads, a, b := s.sits(), s.sits(), s.sits()
		tried := 0
		busy := func(context.Context, analysis.Settings) (*analysis.Result, error) {
			tried++
			return nil, errors.New("the machine is busy")
		}
		b.analyze = busy
		s.press(leads, "g")
		for _, all := range s.all {
			s.says(all, "1 result, 1 failed, 2 here.")
		}
		s.passes(time.Minute)
		if tried < 4 || tried > 7 { // 0, 2, 6, 14, 30, 62 s
			t.Errorf("tried %d times in a minute", tried)
		}
		s.says(leads, "1 result, 1 failed, 2 here.")
		b.analyze = nil
		s.passes(mostPause)
		for _, all := range s.all {
			s.says(all, "2 results, 2 here: ")
		}

		b.analyze = busy
		s.press(leads, "g")
		tried = 0
		s.press(leads, "g")
		if tried == 0 {
			t.Error("another sample is not tried")
		}
		s.press(leads, "g")
		tried = 0
		s.passes(5 * mostPause)
		if tried > 0 {
			t.Errorf("a sample that is over was tried %d times", tried)
		}
		if a.Part().Look.Sample != nil {
			t.Error("the sample is not over")
		}
	})
}

// TestSampleOfWhoPresentsMeanwhile: what a seat finds while it presents is not taken; it is
// found again when it follows again.
func TestSampleOfWhoPresentsMeanwhile(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchool(t)
		leads, a, b := s.sits(), s.sits(), s.sits()
		wait := make(chan struct{})
		a.analyze = func(context.Context, analysis.Settings) (*analysis.Result, error) {
			<-wait
			return b.Analyze(t.Context(), b.shows.State.Settings)
		}
		s.press(leads, "g")
		s.says(leads, "1 result, 2 here")
		s.does(a, a.Answer(Do{Act: AskToPresent}))
		s.does(leads, leads.Answer(Do{Act: Hand, Number: 2}))
		close(wait)
		s.rest()
		s.does(leads, leads.Answer(Do{Act: TakeBack}))
		if m := leads.Part().Look.Sample; m == nil || len(m.Outcomes) != m.Of || m.Of != 2 {
			t.Errorf("%+v", m)
		}
	})
}
