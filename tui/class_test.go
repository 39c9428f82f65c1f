package tui

import (
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
	"lambdascope/tui/class"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/internal/pages"
	"lambdascope/tui/lesson"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

func TestClassStories(t *testing.T) {
	t.Parallel()
	for _, r := range []classStory{
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
		{name: "the panel shows how others join", windows: "100x30 80x24", told: `
			a: R                      | You follow. 1 follow | ssh -p 2222 host | http://host/vote | █▀▀▀▀▀█
			leads: R                  | You present. 1 follow | calls back
			leads: esc`},
		{
			name: "the class guesses λ, and sees the truth and the distribution", windows: "120x36 60x20 80x24 200x60", told: `
			leads: V                  | Ask the class
			leads: down @"Which λ has" @"Which λ has" | The class votes: 0 voted · 3 seats | $ … --hide
			a:                        | Which λ has the lowest true error?
			b:                        | Which λ has the lowest true error?
			c:                        | Which λ has the lowest true error?
			a: < V                    | Your vote: λ = 0.
			b: > V , V                | Your vote: λ = 0.9.
			leads:                    | 2 voted · 3 seats
			b:                        | !root MSVE
			leads: z
			all:                      | 2 voted · 3 seats. Median λ = 0.45. Right is λ =
			c: V                      | λ = 0.9 | right
			c: V
			a: V                      | yours
			a: V
			a:                        | Your λ = 0
			b:                        | Your λ = 0.9
			b: t                      | What the class answered:
			b: esc e                  | Wrote 9 files
			leads: : "n 33" enter
			c:                        | 33 trajectories | !Median`,
			check: func(apps map[string]*app) {
				files := apps["b"].config.Files.(*folder).files
				class, votes := files["lambdascope-explore-1/explore-class.csv"], files["lambdascope-explore-1/explore-votes.csv"]
				if !strings.HasPrefix(class, "lambda,votes\n0,1\n0.1,0\n") || !strings.HasSuffix(votes, "\n1,Which λ has the lowest true error?,0.9,1,false\n") {
					apps["b"].Errorf("exported:\n%s\n%s", class, votes)
				}
			},
		},
		{name: "a question in one's own words", windows: "80x24 60x20", told: `
			leads: : "ask Which falls?" enter                | want a question and 2 to 9 answers
			leads: esc : "ask Which falls? | bias" enter     | want a question and 2 to 9 answers
			leads: esc : "ask Which falls? | bias | bias" enter | two answers are the same
			leads: esc : "ask Which falls? | bias | variance | both" enter
			a:                        | Which falls?
			a: V                      | 1   bias | 2   variance | 3   both
			a: 2
			leads: z
			a:                        | 2, variance | 1 voted · 1 seat.
			a: esc : "ask Mine? | yes | no" enter | presenter can`},
		{name: "a vote on the dial, where who has not turned λ guesses the lowest", windows: "120x36 60x20 80x24", told: `
			leads: 0 V 1
			a:                        | Which λ has the lowest bias² + variance? | V.
			a: V                      | Your vote: λ = 0.
			b: .*2 V
			leads: z                  | votes  █
			all:                      | 2 voted · 2 seats. Median λ = 0.1. Right is λ =`},
		{name: "the class sees the dial turn, until one turns it, and while it votes has its own", windows: "120x36 80x24", told: `
			leads: 0 right*2
			a:                        | λ 0.2
			a: right                  | λ 0.3 | ● live
			leads: right*2
			a:                        | λ 0.4
			leads: V enter
			a: right
			leads: left               | λ 0.3
			a:                        | λ 0.5
			leads: z 1
			a:                        | !λ 0.5`}, // on Explore the cursor is at λ̂
		{name: "V asks what the step of a lesson asks, and the next step ends it", windows: "80x24 60x20 200x60", told: `
			leads: L down enter       | This step has a question for the class: V asks it.
			leads: V                  | ▸ 1  λ is 0. Which states learn | all on its way · the last one alone
			leads: enter              | $ … --hide
			a:                        | Which states learn from the reward of this walk? | V vote | What does λ carry back?
			a: V                      | 1   all on its way | 2   the last one alone | 3   the first one alone
			a: 4                      | You have not voted. | !Right is
			a: 1 V 2
			b: V 1
			leads:                    | The class votes: 2 voted · 2 seats. | !Right is
			leads: z
			all:                      | 2 voted · 2 seats. Right is 2, the last one alone. | 3, the first one alone | !$ --hide
			leads: space              | 2 voted · 2 seats.
			leads: end
			a:                        | the presenter goes on
			leads: n*2                | ─ 2/4 | !2 voted
			a:                        | ─ 2/4 | !Right is 2 | !2 voted`},
		{
			name: "a bank of questions, about the lesson at hand first, and what the class answered", windows: "80x24 60x20 60x20", told: `
			leads: V                  | ▸ 1  Which λ has the lowest true error? | What does λ do? | 2  Thirty estimates lie close together. Are they good?
			leads: esc L home down enter V | ▸ 1  λ is 0. Which states | What does λ carry back? | 3  What share of the reward gets a state
			leads: esc*3 1 V end      | ▸    On Mountain Car λ = 1 is best. Does that contradict the paper? | yes · no | !Which λ has
			leads: home down*3 enter
			a:                        | n grows from 8 to 100. Which way does
			a: V                      | 1   down | 2   up | 3   it stays
			a: 2
			b: V 2
			leads: z
			all:                      | 2, up | 2 voted · 2 seats. Right is 2, up. | 1, down
			leads: V*2 1
			a: > V
			b: < . V
			leads: z : "ask How many? | one | two" enter z esc t | What the class answered: | Which way does the best λ move? up: 2 votes. | λ = 0.1: 1 vote; λ = 1: 1 vote. 2 voted | How many? Nobody has voted.
			leads: esc e              | explore-votes.csv`,
			check: func(apps map[string]*app) {
				const want = "vote,question,answer,votes,right\n" +
					"1,n grows from 8 to 100. Which way does the best λ move?,down,0,false\n" +
					"1,n grows from 8 to 100. Which way does the best λ move?,up,2,true\n"
				got := apps["leads"].config.Files.(*folder).files["lambdascope-explore-1/explore-votes.csv"]
				if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, "\n3,How many?,one,0,\n3,How many?,two,0,\n") {
					apps["leads"].Errorf("%q", got)
				}
			},
		},
		{
			name: "with g the trials are those of the presenter at every seat", windows: "120x36 80x24 60x20", told: `
			leads: g
			all:                      | 2 results of 2 seats: λ̂ | λ̂'s
			leads: 3                  | !yours
			all:                      | 2 of 2 data sets | ● class
			a:                        | ▼ yours | $ … --seed 3
			b:                        | $ … --seed 4
			a: right                  | your own view | !class,
			a: r                      | 2 of 2 data sets
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
			all:                      | says of each λ
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
		{name: "the presenter's cursor is on other pages", windows: "120x36 200x60", told: `
			leads: 2
			a:                        | !◆ presenter
			leads: .*4                | !◆ presenter
			a:                        | ◆ presenter
			leads: < esc 3
			a:                        | !◆ presenter
			leads: .*4
			a:                        | ◆ presenter`},
	} {
		r.tell(t)
	}
}

// TestLeavingEndsTheClass: an app that hosts the class asks once before it leaves.
func TestLeavingEndsTheClass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		leads := s.sit(80, 24, func(c *Config) { c.Class.Hosts = true })
		drive.Tell(leads, `
			q | Leaving ends the class. Press q again
			1 | !Leaving ends
			R | You present.
			q | Leaving ends the class. Press q again | !You present.
			1 ctrl+c | Leaving ends the class. Press q again
			1 ctrl+z | ctrl+z would stop the class`)
	})
}

// TestPresenterIsLost: the last view stays, a change makes it a follower's own, and the next
// presenter goes on from it.
func TestPresenterIsLost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newStage(t)
		lost, follows, early := s.sit(80, 24, nil), s.sit(100, 30, nil), s.sit(80, 24, nil)
		early.wants("You follow: this screen shows the presenter's view.")
		drive.Tell(lost, `: "n 44" enter > ,`)
		lost.config.Class.Seat.Leave()
		drive.Tell(lost, "esc")
		drive.Tell(follows, "| ○ no presenter | ‹44›")
		drive.Tell(early, "right | !Somebody presents now")
		back := s.sit(100, 30, func(c *Config) { c.Class = &class.Entry{Seat: s.class.Lead(class.Guest{})} })
		drive.Tell(back, "| ‹44› | λ 0.9    LOTO error")
		drive.Tell(early, "| Somebody presents now: r follows.")
		drive.Tell(early, "r | !Somebody presents now")
		drive.Tell(back, "4")
		drive.Tell(follows, "| ● live | 4·Figures")
		s.sit(80, 24, func(c *Config) { c.Class = &class.Entry{Seat: s.class.Lead(class.Guest{})} }).wants("4·Figures")
		drive.Tell(back, "| Somebody else presents now")
	})
}

// TestGoldenClass draws the screens of a presenter and of the followers, in windows of one size.
func TestGoldenClass(t *testing.T) {
	for _, size := range [][2]int{{60, 20}, {120, 36}} {
		t.Run(fmt.Sprintf("%dx%d", size[0], size[1]), func(t *testing.T) {
			screens := map[string]string{}
			synctest.Test(t, func(t *testing.T) {
				s := newStage(t)
				leads := s.sit(size[0], size[1], nil)
				a, b := s.sit(size[0], size[1], nil), s.sit(size[0], size[1], nil)
				leads.press(".", ".", ".")
				screens["presenter"], screens["follower"] = leads.check(), a.check()

				b.press("right")
				leads.press("A")
				screens["called"] = b.check()
				b.press("r")

				leads.press("V", "1")
				a.press("<", "V")
				screens["voting"] = leads.check()
				b.press(">", "V")
				leads.press("z")
				screens["result"] = a.check()

				leads.press("V", "2")
				a.press("V")
				screens["ballot"] = a.check()
				a.press("1")
				b.press("V", "2")
				leads.press("z")
				screens["votes"] = a.check()

				leads.press("esc", "R")
				screens["panel"] = leads.check()
				leads.press("esc", "3", "g")
				screens["class"] = a.check()
			})
			for name, screen := range screens {
				t.Run(name, func(t *testing.T) { golden.RequireEqual(t, screen) })
			}
		})
	}
}

// stage is a class of apps without terminals, in a bubble of synctest. A test looks at a screen
// when all apps are at rest, so that the screen is always the same.
type stage struct {
	*testing.T
	class  *class.Class
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
	return &stage{T: t, class: class.New(), engine: analysis.NewEngine(64 << 20)}
}

// sit puts an app on a seat of the class. The first app presents.
func (s *stage) sit(width, height int, change func(*Config)) *app {
	s.Helper()
	join := s.class.Join
	if len(s.apps) == 0 {
		join = s.class.Lead
	}
	c := Config{
		Engine: s.engine, State: state.New(drive.Defaults(s, "")), Pages: pages.New, CommandLine: drive.CommandLine,
		Class: &class.Entry{
			Seat: join(class.Guest{}), Commands: []string{"ssh -p 2222 host"}, Links: []string{"http://host/"}, Votes: []string{"http://host/vote"}, Codes: []string{"http://192.168.100.100:8080/vote/" + strings.Repeat("A", 26)},
		},
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

// run runs a command in a goroutine, and queues its message.
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

// classStory is a story of a class. The first window is of leads, the presenter; the others are
// of the followers a, b and c.
type classStory struct {
	name, windows, told string
	check               func(apps map[string]*app) // checks beyond the screens; may be nil
}

// tell tells the story.
func (r classStory) tell(t *testing.T) {
	t.Run(r.name, func(t *testing.T) {
		t.Parallel()
		synctest.Test(t, func(t *testing.T) {
			s, apps := newStage(t), map[string]*app{}
			for i, window := range strings.Fields(r.windows) {
				var width, height int
				testutil.Get(fmt.Sscanf(window, "%dx%d", &width, &height))(t)
				apps[[]string{"leads", "a", "b", "c"}[i]] = s.sit(width, height, func(c *Config) {
					c.Folder = "/home/me"
					c.Files = newFolder()
				})
			}
			drive.TellAll(apps, r.told)
			if r.check != nil {
				r.check(apps)
			}
		})
	})
}
