package room

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"lambdascope/sim/problem"
	"lambdascope/tui/shell"
	"lambdascope/tui/state"
)

// Store keeps rooms beyond the end of the process, each as a text with a name.
type Store interface {
	// Save replaces what is kept under a name.
	Save(name string, text []byte)
	// Remove deletes what is kept under a name.
	Remove(name string)
}

// ClassName is the name under which the room is kept that never ends. Others are kept
// under their codes.
const ClassName = "class"

// keepWithin is how soon after a change a room begins to be kept. Changes that come
// meanwhile are kept together.
const keepWithin = 300 * time.Millisecond

// keep notes that there is something new to be kept. It is called with the lock.
func (r *Room) keep() {
	if r.store == nil || r.unsaved || r.over {
		return
	}
	r.unsaved = true
	time.AfterFunc(keepWithin, r.save)
}

// save keeps the room as it is now. What takes time is done without the room's lock.
func (r *Room) save() {
	r.disk.Lock()
	defer r.disk.Unlock()
	r.mu.Lock()
	if r.over || !r.unsaved {
		r.mu.Unlock()
		return
	}
	r.unsaved = false
	b, out := r.book(), r.record()
	r.mu.Unlock()
	b.sort()
	for _, p := range b.places {
		if p.guest.ID != "" && p.number != b.owner && (r.most == 0 || len(out.Seats) < r.most) { // more can't be restored
			out.Seats = append(out.Seats, b.record(p))
		}
	}
	text, err := json.Marshal(out)
	if err == nil { // numbers that are none have been left out
		r.store.Save(r.name, text)
	}
}

// remove has a room that has ended be kept no more.
func (r *Room) remove() {
	if r.store == nil {
		return
	}
	r.disk.Lock()
	defer r.disk.Unlock()
	r.store.Remove(r.name)
}

// Flush keeps all that is new at once.
func (m *Memory) Flush() {
	m.mu.Lock()
	var all []*Room
	for _, r := range m.rooms {
		all = append(all, r)
	}
	m.mu.Unlock()
	for _, r := range all {
		r.save()
	}
}

// version is that of the form in which rooms are kept.
const version = 1

// record is a room as it is kept. Outcomes of samples are not: they are found again.
type record struct {
	Version int          `json:"version"`
	Code    string       `json:"code"`
	Secret  string       `json:"secret"`
	From    string       `json:"from"`
	Closed  bool         `json:"closed"`
	Last    int          `json:"last"` // number of the newest seat
	View    *viewRecord  `json:"view,omitempty"`
	Vote    *voteRecord  `json:"vote,omitempty"`
	Out     []Out        `json:"out,omitempty"`
	Seats   []seatRecord `json:"seats,omitempty"` // by number
}

type viewRecord struct {
	Args   []string `json:"args"` // that open the app with the state
	Lesson string   `json:"lesson,omitempty"`
	Step   int      `json:"step,omitempty"`
	Again  int      `json:"again,omitempty"`
}

type voteRecord struct {
	Kind    Kind       `json:"kind"`
	Text    string     `json:"text"`
	Answers []string   `json:"answers,omitempty"`
	Truth   *float64   `json:"truth,omitempty"`
	Beyond  bool       `json:"beyond,omitempty"`
	Least   float64    `json:"least,omitempty"`
	About   viewRecord `json:"about"`
	Open    bool       `json:"open"`
	Result  []float64  `json:"result,omitempty"`
	Here    int        `json:"here"`
	Away    int        `json:"away"`
	Phones  int        `json:"phones,omitempty"`
}

type seatRecord struct {
	Number int      `json:"number"`
	ID     string   `json:"id"`
	From   string   `json:"from"`
	Name   string   `json:"name,omitempty"`
	Own    bool     `json:"own,omitempty"`
	Guess  *float64 `json:"guess,omitempty"` // in the vote
	Final  bool     `json:"final,omitempty"`
}

// record returns all of a room but its seats. It is called with the lock.
func (r *Room) record() record {
	out := record{
		Version: version, Code: r.code, Secret: r.secret, From: r.from,
		Closed: r.closed, Last: r.last, Out: r.out,
	}
	if r.turn > 0 && !r.view.State.Settings.Recorded() { // whose file is elsewhere
		v := r.view.record()
		out.View = &v
	}
	v := r.vote
	if v == nil || out.View == nil {
		return out
	}
	out.Vote = &voteRecord{
		Kind: v.Kind, Text: v.Text, Answers: v.Answers, Truth: pointer(v.Truth), Beyond: v.Beyond, Least: v.Least,
		About: v.about.record(), Open: v.open(),
	}
	if t := v.result; t != nil {
		out.Vote.Result, out.Vote.Here, out.Vote.Away, out.Vote.Phones = t.guesses, t.here, t.away, t.phones
	}
	return out
}

func (v View) record() viewRecord {
	return viewRecord{v.State.Args(), v.Lesson, v.Step, v.Again}
}

func (b book) record(p place) seatRecord {
	out := seatRecord{Number: p.number, ID: p.guest.ID, From: p.guest.From, Name: p.guest.Name, Own: p.own}
	if b.vote > 0 && p.voteID == b.vote {
		out.Guess, out.Final = pointer(p.guess), p.final
	}
	return out
}

// pointer returns a number as JSON has one that may not be there.
func pointer(v state.Optional[float64]) *float64 {
	if !v.Set || math.IsNaN(v.Value) || math.IsInf(v.Value, 0) {
		return nil
	}
	return &v.Value
}

// optional is the inverse of pointer.
func optional(v *float64) state.Optional[float64] {
	if v == nil {
		return state.Optional[float64]{}
	}
	return state.Some(*v)
}

// The bounds of what is read of a room.
const (
	mostText   = 4096    // bytes
	mostNumber = 1 << 30 // of seats and steps
)

// Restore opens a room again that was kept under a name. Its seats are kept as those of
// people who have just been dropped. The error says what is wrong with the text.
func (m *Memory) Restore(name string, text []byte) error {
	var in record
	if err := json.Unmarshal(text, &in); err != nil {
		return err
	}
	if in.Version != version {
		return fmt.Errorf("version %d: want %d", in.Version, version)
	}
	if err := in.check(name); err != nil {
		return err
	}
	if most := m.options.Seats; most > 0 && len(in.Seats) > most {
		return fmt.Errorf("%d seats: want at most %d", len(in.Seats), most)
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	r := m.newRoom(in.Code, in.Secret, in.From, name == ClassName)
	if err := r.restore(in, m.options.Problems); err != nil {
		return err
	}
	switch {
	case m.rooms[r.code] != nil || r.lasts && m.class != nil:
		return fmt.Errorf("code %s: there is a room already", r.code)
	case m.full():
		return ErrMany
	}
	m.add(r)
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, p := range r.seats {
		r.keepSeat(p)
	}
	r.vacate()
	r.recount()
	return nil
}

// check returns an error for what no room has.
func (in record) check(name string) error {
	switch {
	case len(in.Code) != codeLength || strings.Trim(in.Code, letters) != "":
		return fmt.Errorf("code %q: want %d letters of %s", shell.Escape(in.Code), codeLength, letters)
	case name != in.Code && name != ClassName:
		return fmt.Errorf("code %s: want that of the name, %s", in.Code, shell.Escape(name))
	case len(in.Secret) < secretLength || !short(in.Secret):
		return fmt.Errorf("secret: want %d letters", secretLength)
	case !short(in.From) || len(in.Out) > mostOut:
		return errors.New("from or out: want less")
	case in.Last < 0 || in.Last > mostNumber:
		return fmt.Errorf("last %d: want 0 to %d", in.Last, mostNumber)
	case in.View == nil && in.Vote != nil:
		return errors.New("vote: want a view for it")
	}
	for _, o := range in.Out {
		if o.Number < 1 || o.Number > in.Last || !short(o.From) {
			return fmt.Errorf("out %d: want a seat from 1 to %d", o.Number, in.Last)
		}
	}
	before := 0
	for _, s := range in.Seats {
		if s.Number <= before || s.Number > in.Last || s.ID == "" || !short(s.ID) || !short(s.From) {
			return fmt.Errorf("seat %d: want one of somebody, from %d to %d", s.Number, before+1, in.Last)
		}
		before = s.Number
	}
	return nil
}

// short reports whether a text is printable and of a length that there is.
func short(text string) bool { return len(text) <= mostText && shell.Plain(text) }

// restore gives a new room what was kept of one.
func (r *Room) restore(in record, known []*problem.Problem) error {
	r.closed, r.last = in.Closed, in.Last
	if in.View != nil {
		var err error
		if r.view, err = in.View.view(known); err != nil {
			return fmt.Errorf("view: %w", err)
		}
		r.turn = 1
	}
	if in.Vote != nil {
		v, err := in.Vote.vote(known)
		if err != nil {
			return fmt.Errorf("vote: %w", err)
		}
		r.votes, r.vote = v.id, v
	}
	for _, o := range in.Out {
		o.Name = CleanName(o.Name)
		r.out = append(r.out, o)
	}
	for _, s := range in.Seats {
		r.left++
		p := &place{number: s.Number, guest: Guest{s.ID, s.From, CleanName(s.Name)}, own: s.Own, left: r.left}
		if r.vote != nil && (s.Guess != nil || s.Final) {
			p.voteID, p.guess, p.final = r.vote.id, optional(s.Guess), s.Final
			if s.Guess != nil {
				if err := r.vote.check(*s.Guess); err != nil {
					return fmt.Errorf("seat %d: %w", s.Number, err)
				}
			}
		}
		r.seats[p.number] = p
	}
	return nil
}

func (v viewRecord) view(known []*problem.Problem) (View, error) {
	if !short(v.Lesson) || v.Step < 0 || v.Step > mostNumber || v.Again < 0 || v.Again > mostNumber {
		return View{}, fmt.Errorf("step %d: want one of a lesson", v.Step)
	}
	s, err := state.Parse(v.Args, known...)
	return View{State: s, Lesson: v.Lesson, Step: v.Step, Again: v.Again}, err
}

func (in voteRecord) vote(known []*problem.Problem) (*vote, error) {
	about, err := in.About.view(known)
	if err != nil {
		return nil, err
	}
	v := &vote{
		id: 1, about: about, closes: !in.Open,
		Question: Question{Kind: in.Kind, Text: shell.Escape(in.Text), Truth: optional(in.Truth), Beyond: in.Beyond, Least: in.Least},
	}
	if !in.Open {
		v.result = &tally{vote: v.id, guesses: in.Result, here: in.Here, away: in.Away, phones: in.Phones}
	}
	for _, a := range in.Answers {
		v.Answers = append(v.Answers, shell.Escape(a))
	}
	switch {
	case v.Kind < OfLambda || v.Kind > OfChoice:
		return nil, fmt.Errorf("kind %d: want 0 to %d", v.Kind, OfChoice)
	case in.Here < 0 || in.Away < 0 || in.Phones < 0 || in.Open && len(in.Result) > 0 || !slices.IsSorted(in.Result):
		return nil, errors.New("result: want that of a vote that is closed")
	}
	if v.Truth.Set {
		if err := v.check(v.Truth.Value); err != nil && !v.Beyond {
			return nil, err
		}
	}
	for _, g := range in.Result {
		if err := v.check(g); err != nil {
			return nil, err
		}
	}
	return v, nil
}
