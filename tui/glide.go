package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/state"
)

// Marks reach new places in four frames. Equal shares of the way let animations be drawn alike on all
// machines.
const (
	frameTime  = 30 * time.Millisecond
	frameShare = 1. / 4
)

// frame is the time for the next frame of a glide.
type frame struct {
	since time.Time // the start of the glide
}

// subject determines the places of the marks.
type subject struct {
	state.State
	shown *analysis.Result
}

func (m *model) subject() subject { return subject{m.State, m.shown(m.Page)} }

// beginGlide moves the marks to new places, if the app has motion.
func (m *model) beginGlide() tea.Cmd {
	if !m.config.Moves || m.config.Still {
		return nil
	}
	m.glide.Begin()
	m.gliding = time.Now()
	m.glide.Advance(frameShare)
	return m.nextFrame()
}

func (m *model) nextFrame() tea.Cmd {
	since := m.gliding
	return tea.Tick(frameTime, func(time.Time) tea.Msg { return frame{since} })
}

// advance draws the next frame. A frame of an earlier glide changes nothing.
func (m *model) advance(f frame) tea.Cmd {
	if !f.since.Equal(m.gliding) {
		return nil
	}
	m.glide.Advance(frameShare)
	if !m.glide.Moves() {
		return nil
	}
	return m.nextFrame()
}
