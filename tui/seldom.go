package tui

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"lambdascope/tui/job"
)

// seldom is a model whose screen is drawn no more often than so many times a
// second, however much happens. A panic ends the program and is kept.
type seldom struct {
	model    tea.Model
	ctx      context.Context // of the app
	size     Size
	least    time.Duration // between drawings, on average
	interval time.Duration // that is to be kept now
	saved    float64       // drawings that may come sooner, up to burst
	remote   *Remote
	drawn    time.Time // when view was
	screen   remoteScreen
	stale    bool // the model has changed since
	waiting  bool // a drawMsg is to come

	quit func()
	mu   sync.Mutex
	fell *job.Panic // the first
}

// drawMsg says that it is time to draw.
type drawMsg struct{}

func newSeldom(ctx context.Context, c Config, m tea.Model) *seldom {
	least := time.Second / time.Duration(max(1, c.Remote.FramesPerSecond))
	return &seldom{
		model: m, ctx: ctx, least: least, interval: least, remote: c.Remote, stale: true,
		screen: remoteScreen{out: c.Out, profile: colorprofile.Env(c.Environ)},
	}
}

// turn runs f when it is the terminal's turn, and keeps its panic.
func (s *seldom) turn(f func()) (took time.Duration, ran bool) {
	s.hold(func() {
		if s.remote.Turn != nil {
			took, ran = s.remote.Turn(s.ctx, f)
			return
		}
		f()
		ran = true
	})
	return took, ran
}

// panicked returns the panic that ended the program, nil without one.
func (s *seldom) panicked() *job.Panic {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fell
}

// hold calls f and keeps its panic.
func (s *seldom) hold(f func()) {
	p := job.Catch(f)
	if p == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fell == nil {
		s.fell = p
		go s.quit()
	}
}

// Init starts the model.
func (s *seldom) Init() (cmd tea.Cmd) {
	s.hold(func() { cmd = s.held(s.model.Init()) })
	return cmd
}

// Update takes a message.
func (s *seldom) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(drawMsg); ok {
		s.waiting = false
		return s, nil
	}
	if size, ok := msg.(tea.WindowSizeMsg); ok {
		s.size = Size(size)
	}
	var cmd tea.Cmd
	s.turn(func() {
		_, cmd = s.model.Update(msg)
		cmd = s.held(cmd)
	})
	s.stale = true
	if wait := s.wait(); wait > 0 && !s.waiting {
		s.waiting = true
		cmd = tea.Batch(cmd, tea.Tick(wait, func(time.Time) tea.Msg { return drawMsg{} }))
	}
	return s, cmd
}

// burst is how many drawings may follow each other at once after a pause: one of the
// key that was pressed, and one of what it leads to.
const burst = 3

// drawings returns how many there may be now.
func (s *seldom) drawings() float64 {
	return min(burst, s.saved+float64(time.Since(s.drawn))/float64(s.interval))
}

// wait returns how long it is to the next drawing, 0 or less for none.
func (s *seldom) wait() time.Duration {
	return time.Duration((1 - s.drawings()) * float64(s.interval))
}

// held returns a command whose panic is kept, and those of the commands that it
// leads to.
func (s *seldom) held(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		s.hold(func() {
			msg = cmd()
			if batch, ok := msg.(tea.BatchMsg); ok {
				held := make(tea.BatchMsg, len(batch))
				for i, c := range batch {
					held[i] = s.held(c)
				}
				msg = held
			}
		})
		return msg
	}
}

// View draws the screen on the terminal unless it is too early for another. What
// Bubble Tea gets of it is empty.
func (s *seldom) View() tea.View {
	if !s.stale || s.wait() > 0 {
		return tea.View{}
	}
	took, drawn := s.turn(func() { s.screen.draw(s.model.View(), s.size.Width, s.size.Height) })
	if drawn {
		s.saved = s.drawings() - 1
		s.drawn, s.stale, s.interval = time.Now(), false, s.least
		if s.remote.Rest != nil {
			s.interval = max(s.least, s.remote.Rest(took))
		}
		_ = s.screen.flush() // of a terminal that is gone; the end of the session says so
	}
	return tea.View{}
}
