package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/background"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// player turns a control of the page by itself, from space to the end or to the next key. The
// work of its job is the pause before the next step.
type player struct {
	background.Job[bool, struct{}]
	goal state.State // before the first step
	at   state.State // after the last step; the play goes on from here

	introduced bool // the Dial has been opened
}

// playName is the control of all steps of a play for undo, so that one undo takes the whole play
// back.
const playName = "play"

// bindPlay returns the key that plays.
func (m *model) bindPlay() page.Binding {
	return page.Binding{
		Keys: "space", Does: "play, and pause", Group: page.GroupScreen,
		When: func(s *page.Snapshot) bool { return m.pages[s.Page].Play(s).Next != nil },
		Do:   runs(m.togglePlay),
		Hint: func(s *page.Snapshot) page.Hint {
			if s.Playing {
				return page.Hint{Does: "pause", Main: true}
			}
			return page.Hint{Does: m.pages[s.Page].Play(s).Does, Main: true}
		},
	}
}

// togglePlay stops a play, or starts one: from the last step if nothing has changed since, otherwise from
// the first.
func (m *model) togglePlay() tea.Cmd {
	if m.player.Running() {
		m.player.Stop()
		return m.follow()
	}
	s := m.Snapshot()
	play := m.pages[m.Page].Play(s)
	next := play.Begin()
	if m.player.Begun() && m.State == m.player.at && m.State != m.player.goal {
		next = m.State
	} else {
		m.player.goal = m.State
		m.history.Settle()
	}
	return m.playOn(next, play.Pace)
}

// stopPlay ends a play because of something else. Numbers of trajectories and of trials go back to the
// chosen ones, since the value of a moment was nobody's choice.
func (m *model) stopPlay() tea.Cmd {
	goal := m.player.goal
	if !m.player.Running() {
		return nil
	}
	m.player.Forget()
	if m.Settings == goal.Settings && m.Trials == goal.Trials {
		return m.follow()
	}
	next := m.State
	next.Settings = goal.Settings
	next.Trials = goal.Trials
	return m.Go(next, playName)
}

// introduce plays the Dial's sweep when the Dial is first opened, because nothing on a still page says
// that λ moves. It leaves alone lessons, classes and a λ that the user has chosen.
func (m *model) introduce() tea.Cmd {
	if m.player.introduced || m.Page != state.PageDial || m.shown(m.Page) == nil {
		return nil
	}
	m.player.introduced = true
	own := m.Cursor.Set || m.lessons.Taken() || m.config.Class != nil || m.Settings.Recorded()
	if own || !m.config.Moves || m.config.Still {
		return nil
	}
	return m.togglePlay()
}

// remotePause is the least time between two steps over a connection, where the screens of a play take
// 6 KB a second at most.
const remotePause = 450 * time.Millisecond

// playOn goes to a step and starts the pause after it.
func (m *model) playOn(next state.State, pause time.Duration) tea.Cmd {
	if m.config.Remote != nil {
		pause = max(pause, remotePause)
	}
	m.player.First = 2 * pause // because one message a pause, at its end, is enough
	wait := m.player.Start(m.Context, true, func(ctx context.Context, _ func(struct{})) error {
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		return nil
	})
	cmd := m.Go(next, playName)
	m.player.at = m.State
	if m.fault != "" {
		m.player.Stop()
	}
	return tea.Batch(cmd, wait)
}

// step goes to the next step after a pause. It ends the play where something else has changed the
// state, such as a presenter.
func (m *model) step() tea.Cmd {
	if m.State != m.player.at || !m.overlays.Empty() {
		return m.follow()
	}
	play := m.pages[m.Page].Play(m.Snapshot())
	if play.Next == nil {
		return m.follow()
	}
	if play.Wait || m.job.Running() {
		return m.playOn(m.State, background.Interval)
	}
	next, more := play.Next(m.player.goal)
	cmd := m.playOn(next, play.Pace)
	if !more {
		m.player.Forget()
		cmd = tea.Batch(cmd, m.follow())
	}
	return cmd
}
