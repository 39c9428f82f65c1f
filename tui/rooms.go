package tui

import (
	"context"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/lesson"
	"lambdascope/tui/page"
	"lambdascope/tui/room"
	"lambdascope/tui/state"
)

// Rooms is where a session opens and joins rooms.
type Rooms interface {
	// Open opens a room, of which it returns the presenter's seat.
	Open() (*room.Seat, error)
	// Join takes a seat in the room of a code. It may wait, as guessing is throttled.
	Join(ctx context.Context, code string) (*room.Seat, error)
	// Command returns the command that a person types to join or present elsewhere.
	Command(words ...string) string
}

// attendance is the app's part in a room.
type attendance struct {
	seat     *room.Seat
	look     room.Look   // as it was last told
	class    *page.Class // made from it
	begun    bool        // it has been told
	own      bool        // the view is one's own
	record   bool        // the first view that comes is a step of undo
	taken    room.View   // of the presenter's, last
	answered int         // calls of the presenter to come back
	shown    room.View   // last, by who presents
	sampled  int         // the sample that is being computed, or was
}

// roomMsg says that something has changed in a room.
type roomMsg struct{ seat *room.Seat }

// joinedMsg is the outcome of joining a room.
type joinedMsg struct {
	seat *room.Seat
	err  error
}

// enter takes the app into a room. A view of one's own before that is one step of undo
// away.
func (m *model) enter(seat *room.Seat) tea.Cmd {
	if m.room != nil {
		m.room.seat.Leave()
	}
	m.room = &attendance{seat: seat, record: true}
	return m.awaitRoom()
}

// leaveRoom leaves the room; the view stays.
func (m *model) leaveRoom() {
	m.room.seat.Leave()
	m.room = nil
	m.news = "You have left the room. The view stays, and is your own."
}

// awaitRoom waits until something changes in the room.
func (m *model) awaitRoom() tea.Cmd {
	if m.room == nil {
		return nil
	}
	seat, ctx := m.room.seat, m.worker.ctx
	return func() tea.Msg {
		select {
		case <-seat.Changed():
			return roomMsg{seat}
		case <-ctx.Done():
			return nil
		}
	}
}

// joined takes the outcome of joining.
func (m *model) joined(msg joinedMsg) tea.Cmd {
	if msg.err != nil {
		m.fault, m.news = "", "Not joined: "+msg.err.Error()+"."
		return nil
	}
	return m.enter(msg.seat)
}

// roomChanged looks at the room.
func (m *model) roomChanged(msg roomMsg) tea.Cmd {
	r := m.room
	if r == nil || msg.seat != r.seat {
		return nil // of one that was left
	}
	before := r.look
	r.look = r.seat.Look()
	if r.look.Over != nil {
		m.room = nil
		m.news = "You are no longer in the room: " + r.look.Over.Error() + ". The view stays, and is your own."
		return nil
	}
	first := !r.begun
	r.begun = true
	if first && r.own && !r.look.Leads {
		r.seat.Wander(true)
	}
	m.classify() // pages that are told of a new view look at it
	leads := r.look.Leads && !before.Leads && !first
	follows := before.Leads && !r.look.Leads
	var cmd tea.Cmd
	switch {
	case leads: // what is on the screen is for all now
		r.own = false
		r.seat.Wander(false)
		m.news = "You present: what is on your screen is on all of the room. R hands back."
	case follows:
		m.history.Record(m.State, "")
		cmd = m.takeView(false)
		m.news = "Somebody else presents now. u goes back to your view."
	case first && r.look.Leads:
		cmd = m.takeView(true)
	case r.look.Turn != before.Turn || first || !sameSample(before.Sample, r.look.Sample):
		if !r.own && !r.look.Leads {
			if first && r.record && r.look.Turn > 0 {
				m.history.Record(m.State, "")
			}
			cmd = m.takeView(false)
		}
	}
	m.classify()
	m.showVotes(before)
	return tea.Batch(cmd, m.computeSample(), m.awaitRoom())
}

// takeView shows what the presenter does. A follower's λ cursor and chart are its own,
// but for what the scene of a step begins with; whole takes the presenter's.
func (m *model) takeView(whole bool) tea.Cmd {
	r := m.room
	if r.look.Turn == 0 {
		return nil
	}
	v := r.view()
	next := v.State
	if !whole {
		next = m.ownParts(next, v)
	}
	r.taken = v
	revealed := m.Hidden && !next.Hidden && next.Settings == m.Settings
	begins, ends := v.Lesson != "" && !m.atStep(v), v.Lesson == "" && m.lesson != nil
	var before state.State
	if ends {
		before = m.lesson.before.state
	}
	cmd := m.takeLesson(v)
	begins = begins && m.lesson != nil // its lesson is at hand
	switch {
	case whole:
	case begins: // its text is about what they show
		next = lookAt(next, m.lesson.scene())
	case ends:
		next = lookAt(next, before)
	}
	if next != m.State {
		cmd = tea.Batch(cmd, m.stage(next))
	}
	if begins {
		m.sayComputing()
	}
	m.revealed = m.revealed || revealed
	return cmd
}

// lookAt returns a state with the λ cursor and the charts on show of another.
func lookAt(s, other state.State) state.State {
	s.Cursor, s.Chart, s.TrialsChart = other.Cursor, other.Chart, other.TrialsChart
	return s
}

// atStep tells whether the lesson's step at hand is that of a view, put right as often.
func (m *model) atStep(v room.View) bool {
	return m.lesson != nil && m.lesson.Key == v.Lesson && m.lesson.Step == v.Step && m.lesson.again == v.Again
}

// ownParts keeps of the state at hand what is each one's own: the λ cursor and the chart
// on show, and, until the presenter changes it, the replay and whether the answer is
// hidden.
func (m *model) ownParts(next state.State, v room.View) state.State {
	next.Cursor, next.Chart = m.Cursor, m.Chart
	was := m.room.taken
	if was.State.TrialsChart == v.State.TrialsChart {
		next.TrialsChart = m.TrialsChart
	}
	if was.State.Settings != v.State.Settings || was.State.Page != v.State.Page || was.Lesson != v.Lesson || was.Step != v.Step || was.Again != v.Again {
		return next
	}
	if was.State.Hidden == v.State.Hidden {
		next.Hidden = m.Hidden
	}
	if replay(was.State) == replay(v.State) {
		next.Trajectory, next.Step, next.LeaveOut, next.Speed = m.Trajectory, m.Step, m.LeaveOut, m.Speed
	}
	return next
}

// replay is the part of a state that is about what plays.
func replay(s state.State) state.State {
	return state.State{Trajectory: s.Trajectory, Step: s.Step, LeaveOut: s.LeaveOut, Speed: s.Speed}
}

// view is what the room shows at this seat: with data of its own while there is a
// sample.
func (r *attendance) view() room.View {
	v := r.look.View
	if s := r.look.Sample; s != nil && !r.look.Leads {
		v.State.Settings.Seed = s.Settings.Seed
	}
	return v
}

// takeLesson goes to the presenter's step, also where that was put right.
func (m *model) takeLesson(v room.View) tea.Cmd {
	switch {
	case v.Lesson == "" && m.lesson == nil:
		return nil
	case v.Lesson == "":
		m.lesson.stop()
		m.lesson = nil
		return nil
	case m.atStep(v):
		return nil
	case m.lesson != nil && m.lesson.Key == v.Lesson && m.lesson.Step == v.Step:
		m.lesson.again = v.Again
		return m.sayAgain()
	}
	if m.lesson == nil || m.lesson.Key != v.Lesson {
		l := m.lessonOf(v.Lesson)
		if l == nil {
			return nil
		}
		m.pick(l)
	}
	m.beginStep(v.Step)
	m.lesson.again = v.Again
	return m.sayStep()
}

// lessonOf returns the lesson of a key, nil for one that is not at hand.
func (m *model) lessonOf(key string) *lesson.Lesson {
	if m.config.Lessons == nil {
		return nil
	}
	for _, l := range m.lessons() {
		if l.Key == key {
			return l
		}
	}
	return nil
}

// sees is what the app shows, as a room has it.
func (m *model) sees() room.View {
	v := room.View{State: m.State}
	if m.lesson != nil {
		v.Lesson, v.Step, v.Again = m.lesson.Key, m.lesson.Step, m.lesson.again
	}
	return v
}

// common leaves out of a view what is each one's own.
func common(v room.View) room.View {
	v.Again = 0
	v.State.Cursor, v.State.Chart, v.State.TrialsChart, v.State.Hidden = state.Optional[float64]{}, 0, 0, false
	v.State.Trajectory, v.State.Step, v.State.LeaveOut, v.State.Speed = state.Optional[int]{}, state.Optional[int]{}, state.Optional[int]{}, 0
	return v
}

// keepRoom has the room know what has become of the view by a message: who presents
// shows it, and who changes it goes a way of one's own.
func (m *model) keepRoom(msg tea.Msg, before room.View) {
	r := m.room
	if r == nil || !r.begun {
		return
	}
	now := m.sees()
	if r.look.Leads {
		if now != r.shown {
			if v := r.look.Vote; v != nil && v.Open && v.Kind == room.OfLambda && r.shown.State.Hidden && !now.State.Hidden {
				_ = r.seat.CloseVote() // fails for who presents no more
			}
			r.shown = now
			_ = r.seat.Show(now)
		}
		return
	}
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseMsg, tea.PasteMsg:
		if !r.own && common(now) != common(before) && common(now) != common(r.view()) {
			r.own = true
			r.seat.Wander(true)
			m.classify()
		}
	}
	if v := r.look.Vote; v != nil && v.Open && !v.Final && m.seesAnswer(v) {
		r.seat.Peek()
	}
}

// seesAnswer tells whether what is on the screen has the answer to a vote.
func (m *model) seesAnswer(v *room.Vote) bool {
	asked := m.room.look.View.State.Settings
	switch v.Kind {
	case room.OfLambda:
		return !m.Hidden && m.Settings == asked
	case room.OfTrajectories: // other numbers of them have been tried
		tried := m.Settings
		tried.Trajectories = asked.Trajectories
		return m.Settings != asked && tried == asked
	}
	return false
}

// classify makes what pages show of the class.
func (m *model) classify() {
	r := m.room
	c := &page.Class{}
	if !r.own && !r.look.Leads {
		c.Presenter = r.look.View.State.Cursor
	}
	same := !r.own || m.Settings == r.look.View.State.Settings
	switch v, s := r.look.Vote, r.look.Sample; {
	case same && v != nil && !v.Open && v.Kind == room.OfLambda && len(v.Result) > 0:
		c.Lambdas, c.Guesses = v.Result, true
	case same && s != nil:
		for _, o := range s.Outcomes {
			c.Lambdas = append(c.Lambdas, o.Lambda)
		}
	}
	if s := r.look.Sample; s != nil && !r.own {
		c.Sample = sampleOf(r.look)
	}
	if !c.Same(r.class) {
		r.class = c
	}
}

// sampleOf is a room's sample as pages show it.
func sampleOf(l room.Look) *page.Sample {
	s := l.Sample
	out := &page.Sample{Settings: s.Settings, Seed: l.View.State.Settings.Seed, Own: -1, Of: s.Of}
	if l.Leads {
		out.Settings.Seed = out.Seed
	}
	for i, o := range s.Outcomes {
		out.Lambda, out.RootMSVE = append(out.Lambda, o.Lambda), append(out.RootMSVE, o.RootMSVE)
		if s.Done && o.Seed == s.Settings.Seed {
			out.Own = i
		}
	}
	return out
}

// comeBack shows what the presenter does again. The view before is one step of undo
// away.
func (m *model) comeBack() tea.Cmd {
	r := m.room
	m.history.Record(m.State, "")
	r.own, r.taken, r.answered = false, room.View{}, r.look.Called
	r.seat.Wander(false)
	m.classify()
	cmd := m.takeView(false)
	m.classify()
	return cmd
}

func sameSample(a, b *room.Sample) bool {
	if a == nil || b == nil {
		return a == b
	}
	return a.ID == b.ID
}

// classHas says at how many seats what the lesson's step waits for has come; empty where
// that is not of this step, or nobody follows.
func (m *model) classHas() string {
	r := m.room
	if r == nil || m.lesson == nil || m.lesson.Steps[m.lesson.Step].Until == nil ||
		r.look.View.Lesson != m.lesson.Key || r.look.View.Step != m.lesson.Step || r.look.Here+r.look.Away == 0 {
		return ""
	}
	return fmt.Sprintf("%d of %d have", r.look.Met, r.look.Here+r.look.Away)
}

// classWaits tells whether a presenter's step waits for the class.
func (m *model) classWaits() bool {
	return m.classHas() != "" && m.room.look.Leads && m.room.look.Met < m.room.look.Here+m.room.look.Away
}
