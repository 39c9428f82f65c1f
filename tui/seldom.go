package tui

import (
	"context"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
)

// seldom is a model whose screen is drawn no more often than so many times a
// second, however much happens. A panic ends the program and is kept.
type seldom struct {
	*model
	least    time.Duration // between two drawings
	interval time.Duration // that is to be kept now
	turn     func(ctx context.Context, draw func()) (rest time.Duration, drawn bool)
	drawn    time.Time // when view was
	screen   remoteScreen
	stale    bool // the model has changed since
	waiting  bool // a drawMsg is to come

	quit func()
	mu   sync.Mutex
	fell *panicError // the first
}

// drawMsg says that it is time to draw.
type drawMsg struct{}

func newSeldom(m *model, r *Remote) *seldom {
	s := &seldom{model: m, least: time.Second / time.Duration(max(1, r.FramesPerSecond)), turn: r.Draw, stale: true, screen: remoteScreen{out: m.config.Out, profile: colorprofile.Env(m.config.Environ)}}
	s.interval = s.least
	if s.turn == nil {
		s.turn = func(_ context.Context, draw func()) (time.Duration, bool) { draw(); return 0, true }
	}
	return s
}

// panicked returns the panic that ended the program, nil without one.
func (s *seldom) panicked() *panicError {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fell
}

// hold calls f and keeps its panic.
func (s *seldom) hold(f func()) {
	p := caught(f)
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

// View draws the screen on the terminal unless it is too early for another. What
// Bubble Tea gets of it is empty.
func (s *seldom) View() tea.View {
	if !s.stale || time.Since(s.drawn) < s.interval {
		return tea.View{}
	}
	rest, drawn := time.Duration(0), false
	s.hold(func() {
		rest, drawn = s.turn(s.worker.ctx, func() { s.screen.draw(s.model.View(), s.width, s.height) })
	})
	if drawn {
		s.drawn, s.stale, s.interval = time.Now(), false, max(s.least, rest)
		_ = s.screen.flush() // of a terminal that is gone; the end of the session says so
	}
	return tea.View{}
}
