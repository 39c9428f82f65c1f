package room

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"lambdascope/sim/testutil"
	"lambdascope/tui/state"
)

// shelf keeps rooms in memory.
type shelf struct {
	mu    sync.Mutex
	texts map[string]string
	saved int
}

func newShelf() *shelf { return &shelf{texts: make(map[string]string)} }

func (s *shelf) Save(name string, text []byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.saved++
	s.texts[name] = string(text)
}

func (s *shelf) Remove(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.texts, name)
}

// has returns what is kept, and how often something was saved.
func (s *shelf) has() (texts map[string]string, saved int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return maps.Clone(s.texts), s.saved
}

// again returns the rooms of a process that begins with what is kept.
func (s *shelf) again(t testing.TB) *Memory {
	t.Helper()
	m := NewMemory(Options{Seats: 100, Store: s})
	texts, _ := s.has()
	for name, text := range texts {
		testutil.Check(t, m.Restore(name, []byte(text)))
	}
	return m
}

// TestRoomsComeBack: a second after the last change, a process that begins with what is
// kept has the same rooms.
func TestRoomsComeBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newShelf()
		m := NewMemory(Options{Store: store})
		leads := testutil.Get(m.Open(Guest{ID: "teacher", From: "desk"}))(t)
		code, secret := leads.Look().Code, leads.Look().Secret
		view := viewOf(t, 33)
		view.Lesson, view.Step, view.Again = "trace", 2, 1
		view.State.Hidden, view.State.Cursor, view.State.Page = true, state.Some(.3), state.PageTrials
		view.State.Charts[state.PageTrials], view.State.Pins = state.TrialsChoices, view.State.Pins.With(viewOf(t, 7).State.Settings)
		testutil.Check(t, leads.Show(view))
		join := func(m *Memory, id string) *Seat {
			return testutil.Get(m.Join(code, Guest{ID: id, From: id + "'s", Name: "Name of " + id}))(t)
		}
		ann, bob, eve := join(m, "ann"), join(m, "bob"), join(m, "eve")
		numbers := []int{ann.Look().Number, bob.Look().Number, eve.Look().Number}
		testutil.Check(t, leads.OpenVote(Question{Kind: OfChoice, Text: "Which λ̂?", Answers: []string{"this", "that"}, Truth: state.Some(1.)}))
		testutil.Check(t, ann.Guess(0))
		testutil.Check(t, ann.Guess(1))
		testutil.Check(t, bob.Guess(0))
		bob.Peek()
		bob.Drop()
		bob.Wander(true) // is no seat any more
		testutil.Check(t, leads.PutOut(numbers[2]))
		testutil.Check(t, leads.Close(true))
		time.Sleep(time.Second)
		synctest.Wait()

		m = store.again(t) // the first process has been killed
		rest()
		if rooms, seats, _ := m.Numbers(); rooms != 1 || seats != 0 {
			t.Fatalf("%d rooms, %d seats", rooms, seats)
		}
		leads = testutil.Get(m.Present(secret, Guest{}))(t)
		rest()
		l := leads.Look()
		if l.View != view || l.Code != code || !l.Closed || l.Turn == 0 {
			t.Errorf("shows %+v", l)
		}
		if v := l.Vote; v == nil || !v.Open || v.Voted != 2 || v.Text != "Which λ̂?" || len(v.Answers) != 2 {
			t.Fatalf("vote %+v", v)
		}
		if want := []Out{{numbers[2], "Name of eve", "eve's"}}; !slices.Equal(l.Out, want) {
			t.Errorf("kept out are %+v", l.Out)
		}
		if len(l.Seats) != 3 || l.Seats[0] != (Listed{Number: numbers[0], Name: "Name of ann", Presence: Dropped, Voted: true}) {
			t.Errorf("seats %+v", l.Seats)
		}
		again := testutil.Get(m.Join(code, Guest{ID: "bob", From: "elsewhere"}))(t)
		if b := again.Look(); b.Number != numbers[1] || b.Name != "Name of bob" || b.Vote.Own != state.Some(0.) || !b.Vote.Final {
			t.Errorf("who comes back sees %+v, %+v", b, b.Vote)
		}
		if n := leads.Look().Number; n <= numbers[2] {
			t.Errorf("the presenter has seat %d, which another had", n)
		}
		testutil.Check(t, leads.CloseVote())
		if v := again.Look().Vote; v.Truth != state.Some(1.) || !slices.Equal(v.Result, []float64{0, 1}) {
			t.Errorf("result %+v", v)
		}
		time.Sleep(time.Second)
		synctest.Wait()
		m = store.again(t)
		leads = testutil.Get(m.Present(secret, Guest{}))(t)
		if v := leads.Look().Vote; v.Open || v.Voted != 2 || v.Here != 1 || !slices.Equal(v.Result, []float64{0, 1}) {
			t.Errorf("the last vote: %+v", v)
		}
		view.State.Settings.Seed++
		testutil.Check(t, leads.Show(view)) // the vote is on a step's question
		if leads.Look().Vote == nil {
			t.Error("other settings end a vote on a step's question")
		}
		view.Step++
		testutil.Check(t, leads.Show(view))
		if leads.Look().Vote != nil {
			t.Error("another step leaves the vote")
		}
	})
}

// kept returns a room as it is kept, and its name.
func kept(t testing.TB) (name, text string) {
	store := newShelf()
	c := newClass(t, Options{Store: store}, 0)
	c.does(c.leads.Show(viewOf(t, 20)), c.leads.OpenVote(Question{}), c.joins("ann", "").Guess(.5))
	c.m.Flush()
	texts, _ := store.has()
	return c.code, texts[c.code]
}

// FuzzRestore reads anything as a room. What is read can be used, and is kept as what
// is read again.
func FuzzRestore(f *testing.F) {
	name, text := kept(f)
	f.Add(name, text)
	f.Add(ClassName, text)
	f.Add(name, strings.ReplaceAll(text, "0.5", "1e999"))
	f.Add(name, strings.ReplaceAll(text, `"open":true`, `"open":false,"result":[0,0.5],"truth":0.1,"beyond":true`))
	f.Add(name, strings.ReplaceAll(text, `"name":"ann"`, `"name":"\u202e\u0000\ud800A\u0301\u0301\u0301\u0301n"`))
	f.Add(name, strings.ReplaceAll(text, `"args":[`, `"lesson":"trace","step":99,"args":["--page","folds","--trajectory","3",`))
	f.Add(name, `{"version":1,"code":"`+name+`","secret":"ABCDEFGHIJKLMNOPQRSTUVWXYZ","last":3,"out":[{"number":3,"from":"x"}]}`)
	f.Add(name, "null")
	f.Fuzz(func(t *testing.T, name, text string) {
		synctest.Test(t, func(t *testing.T) {
			store := newShelf()
			m := NewMemory(Options{Seats: 100, Store: store})
			if m.Restore(name, []byte(text)) != nil {
				return
			}
			var r *Room
			for _, r = range m.rooms {
			}
			leads := testutil.Get(r.Lead(Guest{}))(t)
			rest()
			l := leads.Look()
			for _, seat := range l.Seats {
				if CleanName(seat.Name) != seat.Name {
					t.Errorf("name %q", seat.Name)
				}
			}
			if l.Vote != nil {
				_ = fmt.Sprint(l.Vote.Written(Median(l.Vote.Result)))
			}
			m.Flush()
			again := store.again(t)
			was, now := l, testutil.Get(again.Present(l.Secret, Guest{}))(t).Look()
			if now.View != was.View || now.Closed != was.Closed || !reflect.DeepEqual(now.Out, was.Out) || !reflect.DeepEqual(counted(now.Vote), counted(was.Vote)) {
				t.Errorf("was %+v, %+v, is %+v, %+v", was, was.Vote, now, now.Vote)
			}
		})
	})
}

// counted leaves out of a vote how many are there, which is counted later.
func counted(v *Vote) *Vote {
	if v == nil {
		return nil
	}
	c := *v
	c.ID, c.Voted, c.Here, c.Away = 0, 0, 0, 0
	return &c
}
