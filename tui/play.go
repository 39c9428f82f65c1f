package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/tui/background"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// player turns a control of the page by itself, from space to the end or to the next key. The
// work of its job is the pause before the next step.
type player struct {
	background.Job[bool, struct{}]
	goal   state.State      // before the first step
	result *analysis.Result // of the goal, or an earlier one
	at     state.State      // after the last step; the play continues from here

	introduced bool // the Dial has been opened
}

// playName is the control of all steps of a play for undo, so that one undo takes the whole play
// back.
const playName = "play"

// play returns the play of the current page.
func (m *model) play(s *page.Snapshot) page.Play { return m.pages[s.Page].Play(s) }

// playBinding returns the key that plays.
func (m *model) playBinding() page.Binding {
	return page.Binding{
		Keys: "space", Does: "play, and pause", Group: page.GroupScreen,
		When: func(s *page.Snapshot) bool { return m.play(s).Next != nil },
		Do:   m.togglePlay,
		Hint: func(s *page.Snapshot) page.Hint {
			if s.Playing {
				return page.Hint{Does: "pause", Main: true}
			}
			return page.Hint{Does: m.play(s).Does, Main: true}
		},
	}
}

// togglePlay stops a play, or starts one: from the last step if nothing has changed since, otherwise
// from the first.
func (m *model) togglePlay(s *page.Snapshot) page.Action {
	p := &m.player
	if p.Running() {
		p.Stop()
		return page.Go(s.State)
	}
	play := m.play(s)
	next := play.Begin()
	if p.Begun() && s.State == p.at && s.State != p.goal {
		next = s.State
	} else {
		p.goal = s.State
		p.result = s.Result
		m.controls.Settle()
	}
	return m.goOn(s, next, play.Pace)
}

// endPlay ends a play before another key or a click. Numbers of trajectories and of trials return to
// the chosen ones, because nobody chose the current step. The result returns with them, because the
// key may count from λ̂.
func (m *model) endPlay() tea.Cmd {
	p := &m.player
	if !p.Running() {
		return nil
	}
	p.Forget()
	a := page.Go(m.State)
	if m.Settings != p.goal.Settings || m.Trials != p.goal.Trials {
		a.State.Settings = p.goal.Settings
		a.State.Trials = p.goal.Trials
		a.Run = playName
	}
	if p.result != nil && a.State.Settings == p.result.Settings {
		m.analysis = p.result
	}
	return m.apply(a)
}

// remotePause is the least time between two steps over a connection, where the screens of a play take
// 6 KB a second at most.
const remotePause = 450 * time.Millisecond

// goOn goes to a step and starts the pause after it.
func (m *model) goOn(s *page.Snapshot, next state.State, pause time.Duration) page.Action {
	p := &m.player
	next, err := m.config.check(s.State, next)
	if err != nil {
		p.Stop()
		return page.Action{Fault: err.Error()}
	}
	p.at = next
	if m.config.Remote != nil {
		pause = max(pause, remotePause)
	}
	p.First = 2 * pause // because one message a pause, at its end, is enough
	wait := p.Start(m.Context, true, func(ctx context.Context, _ func(struct{})) error {
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		return nil
	})
	return page.Action{State: &next, Run: playName, Cmd: wait}
}

// playStep goes to the next step after a pause, or waits for the current one. It ends the play if
// something else has changed the state, such as a presenter.
func (m *model) playStep(s *page.Snapshot) page.Action {
	p := &m.player
	play := m.play(s)
	if s.State != p.at || play.Next == nil {
		return page.Go(s.State)
	}
	if play.Wait || m.job.Running() {
		return m.goOn(s, s.State, background.Interval)
	}
	next, more := play.Next(p.goal)
	if !more {
		p.Forget()
		return page.Action{State: &next, Run: playName}
	}
	return m.goOn(s, next, play.Pace)
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
	return m.apply(m.togglePlay(m.Snapshot()))
}
