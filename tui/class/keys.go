package class

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/textfmt"
	"lambdascope/tui/page"
)

// Bindings returns the keys of the class. Lessons and pages come later.
func (m *Model) Bindings() []page.Binding {
	acts := func(act func() page.Action) func(*page.Snapshot) page.Action {
		return func(*page.Snapshot) page.Action {
			if m.seat == nil {
				return page.Action{Fault: errNoClass.Error()}
			}
			return act()
		}
	}
	return []page.Binding{
		{Keys: "z", When: m.endsVote, Do: acts(m.endVote), Hint: m.hint("end the vote", m.endsVote)},
		{Keys: "x", When: m.crowded, Do: acts(m.restartVote), Hint: m.hint("start again", m.crowded)},
		{Keys: "r", Does: "in a class: back to the presenter's view", Group: page.GroupClass, Do: acts(m.comeBack), Hint: m.hint("back", m.wanders)},
		{Keys: "V", Does: "in a class: vote; the presenter asks", Group: page.GroupClass, Do: acts(m.pressVote), Hint: m.hintVote},
		{Keys: "A", Does: "in a class, the presenter's: ask all to come back", Group: page.GroupClass, Do: acts(m.call), Hint: m.hint("call all back", m.callsBack)},
		{Keys: "g", Does: "in a class, the presenter's: own data for every seat, or all the same", Group: page.GroupClass, Do: acts(m.draw)},
		{Keys: "R", Does: "in a class: how others join", Group: page.GroupClass, Do: acts(m.invite), Hint: m.hint("class", always)},
		{Keys: ".", When: m.guessesLambda, Do: moveCursor, Hint: func(*page.Snapshot) page.Hint { return page.Hint{Key: ", .", Does: "λ cursor"} }},
	}
}

func always(*page.Snapshot) bool { return true }

// hint returns a hint for situations in a class.
func (m *Model) hint(does string, when func(*page.Snapshot) bool) func(*page.Snapshot) page.Hint {
	return func(s *page.Snapshot) page.Hint {
		if !m.begun || !when(s) {
			return page.Hint{}
		}
		return page.Hint{Does: does}
	}
}

func (m *Model) hintVote(s *page.Snapshot) page.Hint {
	does := "vote"
	if m.Look.Leads {
		does = "ask the class"
	}
	return m.hint(does, m.votesOrAsks)(s)
}

// guessesLambda reports whether the seat votes with its λ cursor.
func (m *Model) guessesLambda(*page.Snapshot) bool {
	return m.asked() && !m.Own && m.Look.Vote.OfLambda()
}

// moveCursor moves the λ cursor to the right.
func moveCursor(s *page.Snapshot) page.Action { return s.MoveCursor(+1) }

// endsVote reports whether z ends a vote. A vote on λ ends when z reveals the truth.
func (m *Model) endsVote(*page.Snapshot) bool {
	return m.Look.Leads && m.Voting() && !m.Look.Vote.OfLambda()
}

// crowded reports whether x restarts the vote without an address.
func (m *Model) crowded(*page.Snapshot) bool {
	return m.Look.Leads && m.Voting() && m.Look.Vote.Crowd != ""
}

// hosts reports whether the class ends with the app.
func (m *Model) hosts() bool { return m.Entry != nil && m.Entry.Hosts }

// Leaving returns the keys for every screen.
func (m *Model) Leaving() []page.Binding {
	out := []page.Binding{{Keys: "ctrl+c", Do: m.Quit}}
	if !m.Remote {
		out = append(out, page.Binding{Keys: "ctrl+z", Does: "suspend", Group: page.GroupLeaving, Do: m.suspend})
	}
	return out
}

// Quit leaves the app. It needs a second key where the class ends with the app.
func (m *Model) Quit(*page.Snapshot) page.Action {
	if m.hosts() && m.leaving == 0 {
		m.leaving = 2 // this key and the next
		return page.Action{Close: true, News: "Leaving ends the class. Press q again to leave."}
	}
	return page.Action{Cmd: tea.Quit}
}

// suspend stops the process, unless the process serves a class.
func (m *Model) suspend(*page.Snapshot) page.Action {
	if m.hosts() {
		return page.Action{Fault: "ctrl+z would stop the class: q ends it"}
	}
	return page.Action{Cmd: tea.Suspend}
}

// wanders reports whether the seat shows its own view.
func (m *Model) wanders(*page.Snapshot) bool { return m.Own }

// votesOrAsks reports whether V means something now. For a presenter z ends a vote first.
func (m *Model) votesOrAsks(*page.Snapshot) bool {
	if m.Look.Leads {
		return !m.Voting()
	}
	return m.Voting() && !m.Own
}

// callsBack reports whether there are seats to be called back.
func (m *Model) callsBack(s *page.Snapshot) bool {
	return m.Look.Leads && m.Look.Away > 0 && !m.endsVote(s)
}

// call asks all to come back.
func (m *Model) call() page.Action {
	if err := m.seat.Call(); err != nil {
		return page.Action{Fault: err.Error()}
	}
	return page.Action{News: "Asked " + textfmt.Count(m.Look.Away, "seat") + " to come back."}
}

// invite opens the panel of the class.
func (m *Model) invite() page.Action { return page.Action{Open: &invitation{m}} }
