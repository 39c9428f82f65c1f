package tui

import (
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/job"
)

// seldom is a model whose screen is drawn no more often than so many times a
// second, however much happens. A panic ends the program and is kept.
type seldom struct {
	*model
	interval time.Duration
	drawn    time.Time // when view was
	view     tea.View
	stale    bool // the model has changed since
	waiting  bool // a drawMsg is to come

	quit func()
	mu   sync.Mutex
	fell *job.Panic // the first
}

// drawMsg says that it is time to draw.
type drawMsg struct{}

func newSeldom(m *model, framesPerSecond int) *seldom {
	return &seldom{model: m, interval: time.Second / time.Duration(max(1, framesPerSecond)), stale: true}
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
	var cmd tea.Cmd
	s.hold(func() {
		_, cmd = s.model.Update(msg)
		cmd = s.held(cmd)
	})
	s.stale = true
	if wait := s.interval - time.Since(s.drawn); wait > 0 && !s.waiting {
		s.waiting = true
		cmd = tea.Batch(cmd, tea.Tick(wait, func(time.Time) tea.Msg { return drawMsg{} }))
	}
	return s, cmd
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

// View draws the screen, or returns the last while it is too early for another.
func (s *seldom) View() tea.View {
	if !s.stale || time.Since(s.drawn) < s.interval {
		return s.view
	}
	s.hold(func() { s.view = s.model.View() })
	s.drawn, s.stale = time.Now(), false
	return s.view
}
