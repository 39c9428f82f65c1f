package folds

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// player plays the map, where one trajectory after another is left out, or the steps of a
// replay.
type player struct {
	playing bool
	ticks   int // generation of those awaited
	at      int // the trajectory that the map has come to
}

// pace is how long a trajectory is left out, or a step is on show.
const pace = time.Second / 2

// tickMsg says that it is time for the next trajectory or step.
type tickMsg struct{ ticks int }

// leavesOut reports whether the map plays.
func (v *view) leavesOut() bool { return v.play.playing && !v.open() }

// toggle plays, from the start if the end is on show, or pauses.
func (v *view) toggle() page.Action {
	if v.play.playing || v.folds == nil {
		v.play.playing = false
		return page.Action{}
	}
	next, ended := v.State, v.atEnd()
	switch {
	case v.open() && ended:
		next.Step.Value = 0
	case !v.open():
		v.play.at = v.selected()
		if ended {
			v.play.at = v.folds.Order[0]
		}
		next.Trajectory = state.Some(v.play.at)
	}
	v.play.playing = true
	return page.Action{State: &next, Cmd: v.await()}
}

// atEnd reports whether the last row of the map or the last step of the replay is on show.
func (v *view) atEnd() bool {
	if v.open() {
		return v.ready() && v.Step.Value >= v.last()
	}
	return v.current() && v.folds.rank[v.selected()] == len(v.folds.Order)-1
}

// current reports whether the map is of the current settings.
func (v *view) current() bool {
	return v.folds != nil && v.Current() && v.folds.Analysis == v.Result
}

// await returns the command that waits for the time of the next trajectory or step.
func (v *view) await() tea.Cmd {
	v.play.ticks++
	ticks := v.play.ticks
	return tea.Tick(pace, func(time.Time) tea.Msg { return tickMsg{ticks} })
}

// tick goes to the next trajectory or step, unless that is still on its way. Playing ends
// with the last one, and when the page is left.
func (p *Page) tick(s *page.Snapshot, msg tickMsg) (a page.Action) {
	v, play := p.view(s), &p.play
	if !play.playing || msg.ticks != play.ticks {
		return a
	}
	switch {
	case v.open() && v.ready():
		a = v.goTo(v.step() + 1)
		play.playing = a.State.Step.Value < v.last()
	case !v.open() && v.current():
		play.at = v.neighbour(+1)
		play.playing = v.folds.rank[play.at] < len(v.folds.Order)-1
		now := s.State
		now.Trajectory = state.Some(play.at)
		a = page.Go(now)
	}
	if play.playing = play.playing && s.OnShow; !play.playing {
		return a
	}
	a.Cmd = v.await()
	return a
}

// followPlay stops the map where other data or another trajectory have come on show.
func (v *view) followPlay() {
	switch {
	case v.open():
		v.play.at = -1 // the map does not play when the replay is closed
	case !v.current() || v.selected() != v.play.at:
		v.play.playing = false
	}
}
