package class

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/background"
	"lambdascope/tui/chart"
	"lambdascope/tui/lesson"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Entry is a session's seat, with the ways for others to join.
type Entry struct {
	Seat     *Seat
	Commands []string // over SSH
	Links    []string // of the app in a browser
	Votes    []string // links of the page for phones, to type
	Codes    []string // the same, for a QR code
	Password string   // or empty
	Hosts    bool     // the server ends with the app
}

// Config is the environment of a Model.
type Config struct {
	Context  context.Context // of the session
	Analyze  func(context.Context, analysis.Request) (*analysis.Result, error)
	Entry    *Entry                         // nil without a class
	Screen   func() *page.Snapshot          // the input of the current page
	Truth    func() state.Optional[float64] // the right λ in a vote; unset while unknown
	Shown    func() View                    // the current view
	Question func() *lesson.Question        // of the lesson's step; or nil
	Title    func() string                  // of the lesson; or empty
	Remote   bool                           // a server cannot suspend one session
}

// Model is the app's part in its class.
type Model struct {
	Config
	Part
	seat  *Seat // nil without a class
	begun bool  // the first look has been taken

	taken View // the presenter's view shown last
	led   View // the view shown to the class last

	past    []Vote // closed votes, the last at the end
	looks   int    // number of looks
	data    page.Memo[dataKey, *page.Class]
	before  *page.Class // the data before
	samples background.Job[int, Outcome]
	leaving int // number of keys until the question whether to end the class is void
}

// NewModel returns the app's part in the class of an entry. With apart, the app begins with its own
// view. A presenter has no other.
func NewModel(c Config, apart bool) *Model {
	m := &Model{Config: c}
	if c.Entry != nil {
		m.seat = c.Entry.Seat
		m.Own = apart && !m.seat.Leads()
	}
	return m
}

// changedMsg reports a change in the class.
type changedMsg struct{}

// Init waits for the first change.
func (m *Model) Init() tea.Cmd {
	if m.seat == nil {
		return nil
	}
	changed := m.seat.Changed()
	done := m.Context.Done()
	return func() tea.Msg {
		select {
		case <-changed:
			return changedMsg{}
		case <-done:
			return nil
		}
	}
}

// Update takes a message; top is the overlay on the page, or nil. The result mine reports whether the message
// was for the class.
func (m *Model) Update(msg tea.Msg, top page.Overlay) (a page.Action, mine bool) {
	switch msg := msg.(type) {
	case background.Msg:
		a.Cmd, mine = m.samples.Receive(msg)
		return a, mine
	case changedMsg:
		return m.changed(top), true
	}
	return a, false
}

// View returns the lines about the class below the charts.
func (m *Model) View(w Window, rows int) []string {
	if !m.begun {
		return nil
	}
	text := m.Says(w)
	if text == "" {
		return nil
	}
	return w.Styles.Indented(chart.InkCursor, text, w.Width, rows)
}

// takeLook looks at the class and remembers a closed vote.
func (m *Model) takeLook() {
	const maxPast = 100
	m.Look = m.seat.Look()
	m.looks++
	v := m.Look.Vote
	if v == nil || v.Open || len(m.past) > 0 && m.past[len(m.past)-1].ID == v.ID {
		return
	}
	m.past = append(m.past, *v)
	m.past = m.past[max(0, len(m.past)-maxPast):]
}

// changed looks at the class after a change.
func (m *Model) changed(top page.Overlay) (a page.Action) {
	before := m.Look
	first := !m.begun
	m.begun = true
	m.takeLook()
	if first {
		m.Answered = m.Look.Called
		if !m.Own {
			a.Welcome = m.greeting()
		}
		m.seat.SetOwn(m.Own)
	}
	m.Invited = m.Own && !first && (m.Invited || m.Look.Live && !before.Live)
	switch {
	case first && m.Look.Leads:
		a.Follow = m.next(true, false)
	case before.Leads && !m.Look.Leads:
		a.Follow = m.next(false, true)
		a.News = "Somebody else presents now. u goes back to your view."
	case m.Own || m.Look.Leads:
	case first || m.Look.Turn != before.Turn || m.Look.Sample.id() != before.Sample.id():
		a.Follow = m.next(false, false)
	}
	a.Close, a.Open = m.votePanel(before, top)
	a.Cmd = tea.Batch(m.analyzeSample(), m.Init())
	return a
}

// next returns the next view of a follower; nil before the presenter's first.
func (m *Model) next(whole, record bool) *page.Follow {
	if m.Look.Turn == 0 {
		return nil
	}
	was := m.taken
	m.taken = m.view()
	own := m.Shown()
	n := Follow(own, was, m.taken, whole)
	if m.Voting() && m.Look.Vote.OfLambda() && !whole {
		n.State.Cursor = own.State.Cursor // the seat votes with its cursor
	}
	n.Record = record
	return &n
}

// comeBack follows the presenter again. The view before is one step of undo away.
func (m *Model) comeBack() page.Action {
	switch {
	case m.Look.Leads:
		return page.Action{Fault: "you present: all others follow"}
	case !m.Own:
		return page.Action{Fault: "you follow already"}
	}
	m.Own = false
	m.Invited = false
	m.taken = View{}
	m.seat.SetOwn(false)
	return page.Action{Follow: m.next(false, true)}
}

// Keep tells the class about the view after a message. The presenter shows the view; a follower
// with a change by key or mouse has an own view.
func (m *Model) Keep(pressed bool, before View) {
	if !m.begun {
		return
	}
	if pressed {
		m.leaving = max(0, m.leaving-1)
	}
	now := m.Shown()
	if m.Look.Leads {
		m.show(now)
		return
	}
	if pressed && !m.Own && Common(now) != Common(before) && Common(now) != Common(m.view()) {
		m.Own = true
		m.Answered = m.Look.Called
		m.seat.SetOwn(true)
	}
}

// show shows a view to the class. Revealing the truth ends a vote on λ.
func (m *Model) show(now View) {
	if now == m.led {
		return
	}
	if m.Voting() && m.Look.Vote.OfLambda() && m.led.State.Hidden && !now.State.Hidden {
		_ = m.seat.CloseVote(m.Truth()) // fails for a former presenter
	}
	m.led = now
	_ = m.seat.Show(now)
}

// Known reports whether the app is in a class.
func (m *Model) Known() bool { return m.begun }

// Leads reports whether all followers see the user's actions; true without a class.
func (m *Model) Leads() bool { return m.seat == nil || m.Look.Leads }

// Follows reports whether the screen shows a presenter's view.
func (m *Model) Follows() bool { return m.begun && !m.Own && !m.Look.Leads && m.Look.Live }

// Reach notes that the condition of a step of a lesson has been met here.
func (m *Model) Reach(lesson string, step int) {
	if m.seat != nil {
		m.seat.Reach(lesson, step)
	}
}

// Progress returns the number of seats at which the condition of a step has been met, in words,
// and whether the presenter waits for others. The text is empty without followers at that step.
func (m *Model) Progress(lesson string, step int) (text string, waits bool) {
	l := m.Look
	all := l.Here + l.Away
	if l.View.Lesson != lesson || l.View.Step != step || all == 0 {
		return "", false
	}
	return fmt.Sprintf("%d of %d have done it", l.Met, all), l.Leads && l.Met < all
}

// dataKey determines the class's data for pages.
type dataKey struct {
	looks    int
	own      bool
	settings settings.Settings
}

// Data returns the class's data for pages; nil without a class. Equal data are the same value,
// since pages compare pointers.
func (m *Model) Data(s settings.Settings) *page.Class {
	if m.seat == nil {
		return nil
	}
	return m.data.Of(dataKey{m.looks, m.Own, s}, func() *page.Class {
		if now := m.Part.data(s); !now.Same(m.before) {
			m.before = now
		}
		return m.before
	})
}
