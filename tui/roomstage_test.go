package tui

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/lesson"
	"lambdascope/tui/pages"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// desk is where the apps of a test find rooms.
type desk struct{ rooms *room.Memory }

func (d desk) Open() (*room.Seat, error) { return d.rooms.Open(room.Guest{}) }

func (d desk) Join(_ context.Context, code, name string) (*room.Seat, error) {
	return d.rooms.Join(code, room.Guest{Name: name})
}

func (d desk) Command(words ...string) string { return "ssh -t host " + strings.Join(words, " ") }
func (d desk) VoteLink(string) string         { return "" }

// stage is a room with apps that no terminal shows, in a bubble of synctest: a screen is
// looked at when all that goes on in all of them has come to rest, so that it is always
// the same.
type stage struct {
	*testing.T
	rooms  *room.Memory
	code   string
	engine *analysis.Engine
	apps   []*app

	mu     sync.Mutex
	queued []delivery
}

// delivery is a message on its way to an app.
type delivery struct {
	to  int
	msg tea.Msg
}

func newStage(t *testing.T) *stage {
	return &stage{T: t, rooms: room.NewMemory(room.Options{}), engine: analysis.NewEngine(64 << 20)}
}

// sit puts an app on a seat of the room: the first presents.
func (s *stage) sit(width, height int, change func(*Config)) *app {
	s.Helper()
	var seat *room.Seat
	var err error
	if s.code == "" {
		if seat, err = s.rooms.Open(room.Guest{}); err == nil {
			s.code = seat.Look().Code
		}
	} else {
		seat, err = s.rooms.Join(s.code, room.Guest{})
	}
	if err != nil {
		s.Fatal(err)
	}
	c := Config{
		Engine: s.engine, State: state.New(drive.Defaults(s, "")), Pages: pages.New, CommandLine: drive.CommandLine,
		Seat: seat, Rooms: desk{s.rooms},
		Lessons: func() []*lesson.Lesson {
			all, err := lesson.Shipped(s.engine)
			if err != nil {
				s.Error(err)
			}
			return all
		},
	}
	c.Theme, c.Trials = screen.ThemeDark, 10
	if change != nil {
		change(&c)
	}
	a := &app{s.T, newModel(s.Context(), c), s}
	s.apps = append(s.apps, a)
	s.run(len(s.apps)-1, a.Init())
	s.send(a, tea.WindowSizeMsg{Width: width, Height: height})
	return a
}

// run runs a command beside, and puts what it brings into the queue.
func (s *stage) run(to int, cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	go func() {
		switch msg := cmd().(type) {
		case nil, tea.QuitMsg:
		case tea.BatchMsg:
			for _, c := range msg {
				s.run(to, c)
			}
		default:
			s.mu.Lock()
			defer s.mu.Unlock()
			s.queued = append(s.queued, delivery{to, msg})
		}
	}()
}

// send delivers a message to an app, and all that follows from it.
func (s *stage) send(a *app, msg tea.Msg) {
	s.Helper()
	for i, b := range s.apps {
		if a == b {
			s.run(i, a.take(msg))
		}
	}
	const long = time.Second // for whatever waits
	for waited := false; ; {
		synctest.Wait()
		s.mu.Lock()
		now := s.queued
		s.queued = nil
		s.mu.Unlock()
		for _, d := range now {
			s.run(d.to, s.apps[d.to].take(d.msg))
		}
		if len(now) > 0 {
			waited = false
			continue
		}
		if waited {
			return
		}
		waited = true
		time.Sleep(long)
	}
}

// roomStory is one of a room. The first of the windows is that of leads, who presents; the
// others are those of a, b and c. "out" behind a window is for who is in no room.
type roomStory struct {
	name, windows, told string
	check               func(apps map[string]*app) // what no screen tells; nil for nothing
}

// tell tells the story, in which CODE and SECRET are those of the room.
func (r roomStory) tell(t *testing.T) {
	t.Run(r.name, func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) {
			s, apps := newStage(t), map[string]*app{}
			secret := ""
			for i, window := range strings.Fields(r.windows) {
				size, isOut := strings.CutSuffix(window, "out")
				var width, height int
				must.Have(fmt.Sscanf(size, "%dx%d", &width, &height))(t)
				a := s.sit(width, height, func(c *Config) {
					if c.Files = newFolder(); isOut {
						c.Seat.Leave()
						c.Seat = nil
					}
				})
				if i == 0 {
					secret = a.config.Seat.Look().Secret
				}
				apps[[]string{"leads", "a", "b", "c"}[i]] = a
			}
			drive.TellAll(apps, strings.NewReplacer("CODE", strings.ToLower(s.code), "SECRET", secret).Replace(r.told))
			if r.check != nil {
				r.check(apps)
			}
		})
	})
}

// screen returns what an app shows, with a code that is always the same.
func (s *stage) screen(a *app) string {
	s.Helper()
	return strings.ReplaceAll(a.check(), s.code, "BDGK")
}
