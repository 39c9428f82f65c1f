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
	"github.com/charmbracelet/x/exp/golden"

	"lambdascope/sim/analysis"
	"lambdascope/sim/testutil"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/lesson"
	"lambdascope/tui/page/all"
	"lambdascope/tui/room"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

func TestRoomStories(t *testing.T) {
	t.Parallel()
	for _, r := range []roomStory{
		{name: "one goes its own way and comes back, and undo leads to its own view", windows: "80x24 60x20 200x60", told: `
			leads:                    | 2 here ·  0 away
			leads: 3
			all:                      | 3·Trials
			leads: 1 : "n 33" enter
			all:                      | 1·Explore
			b:                        | 33 trajectories
			a: ,                      | n ‹33›
			leads: ,*2
			b:                        | ◆ presenter
			a:                        | !your own view
			b: : "n 44" enter         | ○ your own view · r back | 44 trajectories
			leads: 2 A                | 1 here ·  1 away
			a:                        | 2·Folds | !asks all
			b:                        | 1·Explore | The presenter asks all to come back: press r.
			b: r                      | 2·Folds | ● live
			leads:                    | 2 here ·  0 away
			b: u                      | 44 trajectories | ○ your own view
			leads:                    | 1 here ·  1 away
			b: 1 z r                  | 2·Folds | ● live | !$ --hide`},
		{name: "the panel opens and joins a room, hands over, takes back, puts out", windows: "100x30 100x30out", told: `
			a: R                      | open a room
			a: "bbbb" enter           | Not joined: no room
			a: R "CODE" enter         | ● live
			leads:                    | 1 here
			a: R                      | You have seat 3.
			a: a                      | no longer ask
			a: esc
			leads: R                  | ssh -t host join | !SECRET
			leads: s                  | SECRET | hand over to seat 3
			leads: h                  | Somebody else presents now
			a:                        | You present
			a: 4
			leads:                    | 4·Figures
			leads: R t                | You present
			leads: 1
			a:                        | 1·Explore
			leads: R 3                | ▸ 3 | x put out seat 3
			leads: x                  | Kept out: 3 | 0 follow
			a:                        | the presenter has put this seat out | !● live`},
		{name: "the class guesses λ, and one looks at the answer before", windows: "120x36 60x20 80x24 200x60", told: `
			leads: V                  | Ask the class
			leads: enter              | The class votes: 0 votes, 3 here | $ … --hide
			c:                        | hidden
			a:                        | Which λ has the lowest true error?
			b:                        | Which λ has the lowest true error?
			c:                        | Which λ has the lowest true error?
			a: < V                    | Your vote: λ = 0.
			b: > V , V                | Your vote: λ = 0.9.
			leads:                    | 2 votes, 3 here
			c: z                      | You have seen the answer and have no vote.
			b:                        | !root MSVE
			c: V
			leads:                    | 2 votes, 3 here
			leads: z
			all:                      | 2 votes, 3 here, median λ = 0.45.
			a:                        | Your λ = 0
			b:                        | Your λ = 0.9
			b: t                      | What the class answered:
			b: esc e                  | explore-class.csv
			leads: : "n 33" enter
			c:                        | 33 trajectories | !voted, median`,
			check: func(apps map[string]*app) {
				files := apps["b"].config.Files.(*folder).files
				class, votes := files["lambdascope-explore-1/explore-class.csv"], files["lambdascope-explore-1/explore-votes.csv"]
				if !strings.HasPrefix(class, "lambda,votes\n0,1\n0.1,0\n") || !strings.HasSuffix(votes, ",0,1,\n1,Which λ has the lowest true error?,0.9,1,\n") {
					apps["b"].Errorf("exported:\n%s\n%s", class, votes)
				}
			}},
		{name: "the class guesses n, and who has tried another has no vote", windows: "80x24 60x20 80x24 80x24", told: `
			leads: V 2
			a:                        | half of | V votes.
			a: V 1 enter              | Not voted: guess 1: want a whole number, 2 to 100000
			a: V "9999999" enter      | Not voted: guess 999999
			a: V "50" backspace*2 "40" enter | Your vote: n = 40. V changes it.
			b: V "100" enter
			c: right u                | have no vote.
			leads:                    | The class votes: 2 votes, 2 here, 1 away.
			leads: z                  | 2 votes, 2 here, 1 away, median n = 70. On these data it | the truth | !$ --hide
			a:                        | 2 votes, 2 here, 1 away, median n = 70. On these data it | the truth
			b:                        | 2 votes, 2 here, 1 away, median n = 70. On these data it | the truth
			leads: esc right
			a:                        | median n = 70 | !the truth
			a: V                      | the truth | your vote
			a: V
			leads: V 0                | the truth
			leads: esc`,
			check: func(apps map[string]*app) { // n is turned until the error is half of what it was
				leads := apps["leads"]
				rmsve := func() float64 { return leads.analysis.RootMSVE(leads.analysis.Selection.Selected) }
				leads.press("u")
				before, truth := rmsve(), leads.config.Seat.Look().Vote.Truth.Value
				for leads.Settings.Trajectories < int(truth) {
					if leads.press("right"); (rmsve() <= before/2) != (leads.Settings.Trajectories >= int(truth)) {
						leads.Errorf("n = %d: %v after %v, said to be half at n = %v", leads.Settings.Trajectories, rmsve(), before, truth)
					}
				}
				leads.press("s")
				apps["a"].lacks("median")
			}},
		{name: "a question in one's own words", windows: "80x24 60x20", told: `
			leads: : "ask Which falls?" enter                | want a question and 2 to 9 answers
			leads: esc : "ask Which falls? | bias" enter     | want a question and 2 to 9 answers
			leads: esc : "ask Which falls? | bias | bias" enter | two answers are the same
			leads: esc : "ask Which falls? | bias | variance | both" enter
			a:                        | Which falls?
			a: V                      | 1   bias | 2   variance | 3   both
			a: 2
			leads: z
			a:                        | 2 variance | 1 vote, 1 here.
			a: esc : "ask Mine? | yes | no" enter | present`},
		{name: "a vote on the dial, where who has not turned λ guesses the lowest", windows: "120x36 60x20 80x24", told: `
			leads: 0 V 1
			a:                        | Which λ has the lowest bias² + variance? | V.
			a: V                      | λ = 0.
			b: .*2 V
			leads: z                  | votes  █
			all:                      | 2 votes, 2 here, median λ = 0.1`},
		{name: "the class sees the dial turn, until one turns it, and while it votes has its own", windows: "120x36 80x24", told: `
			leads: 0 right*2
			a:                        | λ = 0.2
			a: right                  | λ = 0.3 | ● live
			leads: right*2
			a:                        | λ = 0.4
			leads: V enter
			a: right
			leads: left               | λ = 0.3
			a:                        | λ = 0.5
			leads: z enter
			a:                        | !λ = 0.5`}, // on Explore the cursor is at λ̂
		{name: "V asks what the step of a lesson asks, and the next step ends it", windows: "80x24 60x20 200x60", told: `
			leads: L down enter       | This step has a question for the class: V asks it.
			leads: V                  | ▸ 1  λ is 0. Which states learn | all on its way · the last one alone
			leads: enter              | $ … --hide
			a:                        | Which states learn from the reward of this walk? | V vote | What does λ carry back?
			a: V                      | 1   all on its way | 2   the last one alone | 3   the first one alone
			a: 4                      | You have not voted. | !Right is
			a: 1 V 2
			b: V 1
			leads:                    | The class votes: 2 votes, 2 here. | !Right is
			leads: z
			all:                      | 2 votes, 2 here. Right is 2, the last one alone. | right | !$ --hide
			leads: space              | 2 votes, 2 here.
			leads: end
			a:                        | the presenter goes on
			leads: n*2                | ─ 2/4 | !2 votes, 2 here.
			a:                        | ─ 2/4 | !Right is 2 | !2 votes, 2 here.`},
		{name: "a bank of questions, about the lesson at hand first, and what the class answered", windows: "80x24 60x20 60x20", told: `
			leads: V                  | ▸ 1  Which λ has the lowest true error? | What does λ do? | 4  Thirty estimates lie close together. Are they good?
			leads: esc L home down enter V | ▸ 1  λ is 0. Which states | What does λ carry back? | 5  At λ = 0, does the first state of the walk | !Thirty estimates
			leads: esc*3 1 V end      | ▸    On Mountain Car λ = 1 is best. Does that contradict the paper? | yes · no | !Which λ has
			leads: home down*6 enter
			a:                        | n grows from 8 to 100. Which way does
			a: V                      | 1   down | 2   up | 3   it stays
			a: 2
			b: V 2
			leads: z
			all:                      | 2 up | 2 votes, 2 here. Right is 2, up. | !1 down
			leads: V*2 1
			a: > V
			b: < . V
			leads: z : "ask How many? | one | two" enter z esc V 3
			a: V "40" enter
			leads: z esc t            | What the class answered: | Which way does the best λ move? up: 2 votes. | λ = 0.1: 1 vote; λ = 1: 1 vote. 2 votes, | How many? Nobody has voted. | n = 40: 1 vote.
			leads: esc e              | explore-votes.csv`,
			check: func(apps map[string]*app) {
				const want = "vote,question,answer,votes,right\n" +
					"1,n grows from 8 to 100. Which way does the best λ move?,down,0,false\n" +
					"1,n grows from 8 to 100. Which way does the best λ move?,up,2,true\n"
				got := apps["leads"].config.Files.(*folder).files["lambdascope-explore-1/explore-votes.csv"]
				if !strings.HasPrefix(got, want) || !strings.Contains(got, "\n4,How many trajectories? (The presenter asks aloud.),40,1,\n") {
					apps["leads"].Errorf("%q", got)
				}
			}},
		{name: "g gives every seat its own data", windows: "120x36 120x36 120x36", told: `
			leads: g
			all:                      | 2 results, 2 here: λ̂ | λ̂'s
			a:                        | seed               3 | !your own view
			b:                        | seed               4
			leads: g
			a:                        | seed               1 | !results, 2 here:`},
		{name: "with g the trials are those of the presenter at every seat", windows: "120x36 80x24 60x20", told: `
			leads: 3 g                | !yours
			all:                      | class, 2 of 2 | 10 trials | ● class
			a:                        | ▼ yours | $ … --seed 3
			b:                        | $ … --seed 4
			a: right                  | your own view | !class,
			a: r                      | class, 2 of 2
			a: o                      | !your own view
			leads: g
			a:                        | !$ --seed
			b:                        | !class,`,
		},
		{name: "the presenter's step is everyone's, and its wait is the class's", windows: "100x30 80x24 100x30", told: `
			leads: L down enter
			all:                      | ─ 1/4 | 0 of 2 have | step 0 of 3
			a: z end                  | ✓ | ● live
			leads:                    | 1 of 2 have
			leads: z end              | ✓
			b:                        | 2 of 2 have
			leads: B
			all:                      | ▸ | step 0 of 3 | 2 of 2 have
			leads: z end n
			all:                      | ─ 2/4
			leads: : "cursor 0.8" enter n | Of the class 0 of 2 have done it. Press n again to skip the step.
			b: n*2                    | ─ 3/4 | ○ your own view
			b: r                      | ─ 2/4
			leads: esc
			all:                      | by influence
			leads: esc
			all:                      | !/4`},
		{name: "a step begins with the cursor and charts of its scene, and gives them back", windows: "80x24 60x20", told: `
			a: > o                    | $ … --cursor 1 | $ … --page explore:values
			leads: L down enter
			a:                        | $ … --cursor 0 | !$ --cursor 0. | !$ explore:
			a: .*2
			leads: end .
			a:                        | $ … --cursor 0.2
			leads: B
			a:                        | $ … --cursor 0 | !$ --cursor 0.
			a: .
			leads: end n*2
			a:                        | $ … --cursor 0 | !$ --cursor 0.
			leads: n*2
			a:                        | $ … --cursor 0.8
			a: 1 , r                  | $ … --cursor 0.7
			a: n*2 r                  | $ … --cursor 0.8
			leads: esc*2              | !/4
			a:                        | $ … --cursor 1 | $ … --page explore:values | !your own view | !/4`},
		{name: "the presenter's cursor is on each page", windows: "120x36 200x60", told: `
			leads: 1
			a:                        | !◆ presenter
			leads: .*4                | !◆ presenter
			a:                        | ◆ presenter
			leads: < esc 2
			a:                        | !◆ presenter
			leads: .*4
			a:                        | ◆ presenter
			leads: < esc 3
			a:                        | !◆ presenter
			leads: .*4
			a:                        | ◆ presenter
			leads: < esc 4
			a:                        | !◆ presenter
			leads: .*4
			a:                        | ◆ presenter`},
	} {
		r.tell(t)
	}
}

// TestPresenterIsLost: the last view stays, whoever changes it then has their own, and the
// secret goes on from it.
func TestPresenterIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		lost, follows, early := s.sit(80, 24, nil), s.sit(100, 30, nil), s.sit(80, 24, nil)
		early.wants("You follow: this screen shows what the presenter does.")
		secret := lost.config.Seat.Look().Secret
		drive.Tell(lost, `: "n 44" enter > ,`)
		lost.config.Seat.Drop()
		drive.Tell(lost, "esc | no longer in the room")
		drive.Tell(follows, "| ○ no presenter | ‹ 44 ›")
		drive.Tell(early, "right | !Somebody presents now")
		again := testutil.Get(s.rooms.Present(secret, room.Guest{}))(t)
		back := s.sit(100, 30, func(c *Config) { c.Seat = again })
		drive.Tell(back, "| ‹ 44 › | λ = 0.9 ·")
		drive.Tell(early, "| Somebody presents now: r shows what they do.")
		drive.Tell(early, "r | !Somebody presents now")
		drive.Tell(back, "4")
		drive.Tell(follows, "| ● live | 4·Figures")
	})
}

// TestGoldenRooms has what a presenter and those who follow see, in windows of one size.
func TestGoldenRooms(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {120, 36}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			screens := map[string]string{}
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t)
				leads := s.sit(size[0], size[1], nil)
				a, b := s.sit(size[0], size[1], nil), s.sit(size[0], size[1], nil)
				leads.press(".", ".", ".")
				screens["presenter"], screens["follower"] = s.screen(leads), s.screen(a)

				b.press("right")
				leads.press("A")
				screens["called"] = s.screen(b)
				b.press("r")

				leads.press("V", "1")
				a.press("<", "V")
				screens["voting"] = s.screen(leads)
				b.press(">", "V")
				leads.press("z")
				screens["result"] = s.screen(a)

				leads.press("V", "2")
				a.press("V", "4", "0")
				screens["ballot"] = s.screen(a)
				a.press("enter")
				b.press("V", "1", "0", "0", "enter")
				leads.press("z")
				screens["votes"] = s.screen(a)

				leads.press("esc", "R")
				screens["panel"] = s.screen(leads)
				leads.press("esc", "3", "g")
				screens["class"] = s.screen(a)
			})
			for name, screen := range screens {
				t.Run(name, func(t *testing.T) { golden.RequireEqual(t, screen) })
			}
		})
	}
}

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
		Engine: s.engine, State: state.New(drive.Defaults(s, "")), Pages: all.New, CommandLine: drive.CommandLine,
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
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			s, apps := newStage(t), map[string]*app{}
			secret := ""
			for i, window := range strings.Fields(r.windows) {
				size, isOut := strings.CutSuffix(window, "out")
				var width, height int
				testutil.Get(fmt.Sscanf(size, "%dx%d", &width, &height))(t)
				a := s.sit(width, height, func(c *Config) {
					if c.Folder, c.Files = "/home/me", newFolder(); isOut {
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
