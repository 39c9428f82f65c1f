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
	result   *analysis.Result
	over     overlay.Stack
	news     string
	fault    string
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
			result, err := e.Analyze(s.Context(), p.shows.State.Settings)
			if err != nil {
				s.Error(err)
			}
			return &page.Snapshot{State: p.shows.State, Result: result, Most: 1000}
		},
		Shown:    func() room.View { return p.shows },
		Question: func() *lesson.Question { return nil },
	}}
	s.all = append(s.all, p)
	return p
}

// sits is an app in the room of the first, which it opens if it is that.
func (s *school) sits() *pupil {
	s.Helper()
	p := s.comes()
	var seat *room.Seat
	var err error
	if len(s.all) == 1 {
		seat, err = s.Open()
	} else {
		seat, err = s.Join(s.Context(), s.all[0].Part().Look.Code, "")
	}
	if err != nil {
		s.Fatal(err)
	}
	p.Sit(seat, false)
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

// TestSampleIsTriedAgain: a seat whose analysis fails tries again after a pause, which
// doubles, until there is a result or the sample is over.
func TestSampleIsTriedAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSchool(t)
		leads, a, b := s.sits(), s.sits(), s.sits()
		tried := 0
		b.analyze = func(context.Context, analysis.Settings) (*analysis.Result, error) {
			tried++
			return nil, errors.New("the machine is busy")
		}
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

		b.analyze = func(context.Context, analysis.Settings) (*analysis.Result, error) {
			tried++
			return nil, errors.New("the machine is busy")
		}
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
