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
	playerConfig
	goal   state.State      // before the first step
	result *analysis.Result // of the goal, or an earlier one
	at     state.State      // after the last step; the play goes on from here

	introduced bool // the Dial has been opened
}

// playerConfig is the part of the app that a player needs.
type playerConfig struct {
	context context.Context
	of      func(*page.Snapshot) page.Play // of the current page
	check   func(now, next state.State) (state.State, error)
	settle  func()        // ends a step of undo
	least   time.Duration // between two steps
}

// playName is the control of all steps of a play for undo, so that one undo takes the whole play
// back.
const playName = "play"

// binding returns the key that plays.
func (p *player) binding() page.Binding {
	return page.Binding{
		Keys: "space", Does: "play, and pause", Group: page.GroupScreen,
		When: func(s *page.Snapshot) bool { return p.of(s).Next != nil },
		Do:   p.toggle,
		Hint: func(s *page.Snapshot) page.Hint {
			if s.Playing {
				return page.Hint{Does: "pause", Main: true}
			}
			return page.Hint{Does: p.of(s).Does, Main: true}
		},
	}
}

// toggle stops a play, or starts one: from the last step if nothing has changed since, otherwise from
// the first.
func (p *player) toggle(s *page.Snapshot) page.Action {
	if p.Running() {
		p.Stop()
		return page.Go(s.State)
	}
	play := p.of(s)
	next := play.Begin()
	if p.Begun() && s.State == p.at && s.State != p.goal {
		next = s.State
	} else {
		p.goal = s.State
		p.result = s.Result
		p.settle()
	}
	return p.goOn(s, next, play.Pace)
}

// endPlay ends a play before another key or a click. The result is again that of the chosen settings, from
// which the key may count.
func (m *model) endPlay() tea.Cmd {
	a := m.player.end(m.State)
	if a.State != nil && m.player.result != nil && a.State.Settings == m.player.result.Settings {
		m.analysis = m.player.result
	}
	return m.apply(a)
}

// end ends a play because of something else. Numbers of trajectories and of trials go back to the
// chosen ones, since the value of a moment was nobody's choice.
func (p *player) end(now state.State) page.Action {
	if !p.Running() {
		return page.Action{}
	}
	p.Forget()
	if now.Settings == p.goal.Settings && now.Trials == p.goal.Trials {
		return page.Go(now)
	}
	now.Settings = p.goal.Settings
	now.Trials = p.goal.Trials
	return page.Action{State: &now, Run: playName}
}

// remotePause is the least time between two steps over a connection, where the screens of a play take
// 6 KB a second at most.
const remotePause = 450 * time.Millisecond

// goOn goes to a step and starts the pause after it.
func (p *player) goOn(s *page.Snapshot, next state.State, pause time.Duration) page.Action {
	next, err := p.check(s.State, next)
	if err != nil {
		p.Stop()
		return page.Action{Fault: err.Error()}
	}
	p.at = next
	pause = max(pause, p.least)
	p.First = 2 * pause // because one message a pause, at its end, is enough
	wait := p.Start(p.context, true, func(ctx context.Context, _ func(struct{})) error {
		select {
		case <-ctx.Done():
		case <-time.After(pause):
		}
		return nil
	})
	return page.Action{State: &next, Run: playName, Cmd: wait}
}

// step goes to the next step after a pause, or waits for the current one. It ends the play where
// something else has changed the state, such as a presenter.
func (p *player) step(s *page.Snapshot, waits bool) page.Action {
	play := p.of(s)
	if s.State != p.at || play.Next == nil {
		return page.Go(s.State)
	}
	if play.Wait || waits {
		return p.goOn(s, s.State, background.Interval)
	}
	next, more := play.Next(p.goal)
	if !more {
		p.Forget()
		return page.Action{State: &next, Run: playName}
	}
	return p.goOn(s, next, play.Pace)
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
	return m.apply(m.player.toggle(m.Snapshot()))
}
