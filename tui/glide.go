package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/state"
)

// The time that marks take to reach new places, and the time between two frames on the way.
const (
	glideTime = 120 * time.Millisecond
	frameTime = 30 * time.Millisecond
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
	m.glide.Advance(float64(frameTime) / float64(glideTime))
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
	m.glide.Advance(float64(time.Since(f.since)+frameTime) / float64(glideTime))
	if !m.glide.Moves() {
		return nil
	}
	return m.nextFrame()
}
