package room

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"lambdascope/tui/state"
)

// TestProperties does anything in any order, also through seats that have gone, and
// looks whether what every seat sees hangs together.
func TestProperties(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { rapid.Check(withoutDeadline{t}, doAnything) })
}

// withoutDeadline is a test in a bubble of synctest, where it can't be asked for its
// deadline.
type withoutDeadline struct{ testing.TB }

// bare is what a class needs of one of rapid's tests.
type bare struct {
	testing.TB
	t *rapid.T
}

func (b bare) Helper()           { b.t.Helper() }
func (b bare) Fatal(args ...any) { b.t.Fatal(args...) }

func doAnything(t *rapid.T) {
	c := newClass(bare{t: t}, Options{Seats: 12}, 0)
	m, code := c.m, c.code
	all, presented := []*Seat{c.leads}, 1 // each of them gets in
	seat := func(t *rapid.T) *Seat { return rapid.SampledFrom(all).Draw(t, "seat") }
	number := func(t *rapid.T) int { return rapid.IntRange(0, 15).Draw(t, "number") }
	sampled := func(t *rapid.T) int { return rapid.IntRange(0, 3).Draw(t, "id") }
	guest := func(t *rapid.T) Guest {
		return Guest{
			ID:   rapid.SampledFrom([]string{"", "a", "b", "c", "d", "e", "f"}).Draw(t, "who"),
			From: rapid.SampledFrom([]string{"", "x"}).Draw(t, "from"),
		}
	}
	t.Repeat(map[string]func(*rapid.T){
		"join": func(t *rapid.T) {
			if s, err := m.Join(code, guest(t)); err == nil {
				all = append(all, s)
			}
		},
		"present": func(t *rapid.T) {
			if s, err := m.Present(c.secret, guest(t)); err == nil {
				all, presented = append(all, s), presented+1
			}
		},
		"leave":  func(t *rapid.T) { seat(t).Leave() },
		"drop":   func(t *rapid.T) { seat(t).Drop() },
		"wander": func(t *rapid.T) { seat(t).Wander(rapid.Bool().Draw(t, "own")) },
		"ask":    func(t *rapid.T) { seat(t).Ask(rapid.Bool().Draw(t, "asks")) },
		"hand":   func(t *rapid.T) { _ = seat(t).Hand(number(t)) },
		"take":   func(t *rapid.T) { _ = seat(t).TakeBack() },
		"return": func(t *rapid.T) { _ = seat(t).HandBack() },
		"put":    func(t *rapid.T) { _ = seat(t).PutOut(number(t)) },
		"let in": func(t *rapid.T) { _ = seat(t).LetIn(number(t)) },
		"close":  func(t *rapid.T) { _ = seat(t).Close(rapid.Bool().Draw(t, "closed")) },
		"show": func(t *rapid.T) {
			v := View{State: state.State{Trials: rapid.IntRange(1, 3).Draw(t, "trials")}}
			v.State.Settings.Trajectories = rapid.IntRange(2, 3).Draw(t, "n")
			_ = seat(t).Show(v)
		},
		"vote": func(t *rapid.T) { _ = seat(t).OpenVote(Question{}) },
		"phone": func(t *rapid.T) {
			who := guest(t)
			who.ID += "!" // one who has none can't come back, which phones have to
			if rapid.Bool().Draw(t, "sits, too") {
				who.ID = "a"
			}
			if p, err := m.Phone(code, who); err == nil {
				_ = p.Guess(0, rapid.Float64().Draw(t, "guess"))
			}
		},
		"later":  func(t *rapid.T) { time.Sleep(PhoneAway / 3) },
		"guess":  func(t *rapid.T) { _ = seat(t).Guess(rapid.Float64().Draw(t, "guess")) },
		"peek":   func(t *rapid.T) { seat(t).Peek() },
		"result": func(t *rapid.T) { _ = seat(t).CloseVote() },
		"draw":   func(t *rapid.T) { _ = seat(t).Draw() },
		"report": func(t *rapid.T) { seat(t).Report(sampled(t), Outcome{}) },
		"fail":   func(t *rapid.T) { seat(t).Fail(sampled(t)) },
		"": func(t *rapid.T) {
			rest()
			hangsTogether(t, all, 12+presented)
		},
	})
}

// hangsTogether fails unless all looks at a room are of one room.
func hangsTogether(t *rapid.T, all []*Seat, most int) {
	var looks []Look
	for _, s := range all {
		if l := s.Look(); l.Over == nil {
			looks = append(looks, l)
		} else if l.Secret != "" || l.Vote != nil || l.Turn != 0 {
			t.Fatalf("who is gone sees %+v", l)
		}
	}
	leads, owns := 0, 0
	numbers := make(map[int]bool)
	for _, l := range looks {
		if numbers[l.Number] {
			t.Fatalf("two sit on seat %d", l.Number)
		}
		numbers[l.Number] = true
		if l.Leads {
			leads++
		}
		if l.Owns {
			owns++
		} else if l.Secret != "" || l.Asking != nil || l.Seats != nil || l.Out != nil {
			t.Fatalf("a follower sees %+v", l)
		}
	}
	if leads > 1 || owns > 1 || owns == 1 && leads == 0 {
		t.Fatalf("%d present and %d own the room", leads, owns)
	}
	taken, phones := 0, 0
	for _, l := range looks {
		for _, seat := range l.Seats {
			switch seat.Presence {
			case OnPhone:
				phones++
			case Follows, OwnView:
				taken++
			}
		}
		if l.Owns && (taken != len(looks) || phones != l.Phones || len(l.Seats) > most) {
			t.Fatalf("%d seats, listed are %+v", len(looks), l.Seats)
		}
		if l.Here+l.Away != len(looks)-leads || l.Live != (leads == 1) || l.View != looks[0].View {
			t.Fatalf("%d seats, %d present: %+v", len(looks), leads, l)
		}
		if m := l.Sample; m != nil && (len(m.Outcomes) > m.Of || !slices.IsSortedFunc(m.Outcomes, func(a, b Outcome) int { return int(a.Seed) - int(b.Seed) })) {
			t.Fatalf("sample %+v", m)
		}
		v := l.Vote
		switch {
		case v == nil:
		case v.Open && v.Result != nil, v.Open && v.Voted > l.Here+l.Away+l.Phones+2*mostAway, !v.Open && len(v.Result) != v.Voted, !slices.IsSorted(v.Result):
			t.Fatalf("vote %+v", v)
		}
	}
}

// TestNobodysFlappingReachesAnother: whatever seats do, a quiet one gets at most two
// signals a second, and then sees the last counts.
func TestNobodysFlappingReachesAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { rapid.Check(withoutDeadline{t}, flap) })
}

func flap(t *rapid.T) {
	c := newClass(bare{t: t}, Options{}, 4)
	c.does(c.leads.OpenVote(Question{}), c.leads.Draw())
	busy, quiet := c.follow[:3], c.follow[3]
	rest()
	rest()
	<-quiet.Changed()
	var told []time.Time
	stop, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-quiet.Changed():
				told = append(told, time.Now())
				_ = quiet.Look()
			case <-stop:
				return
			}
		}
	}()
	for range rapid.IntRange(1, 300).Draw(t, "times") {
		i := rapid.IntRange(0, len(busy)-1).Draw(t, "seat")
		switch s := busy[i]; rapid.IntRange(0, 6).Draw(t, "does") {
		case 0:
			s.Wander(rapid.Bool().Draw(t, "own"))
		case 1:
			s.Ask(rapid.Bool().Draw(t, "asks"))
		case 2:
			_ = s.Guess(rapid.Float64Range(0, 1).Draw(t, "guess"))
		case 3:
			s.Report(1, Outcome{})
		case 4:
			s.Reach("", 0)
		case 5:
			s.Drop()
			busy[i] = c.joins(fmt.Sprint(i), "")
		case 6:
			time.Sleep(time.Duration(rapid.IntRange(1, 400).Draw(t, "ms")) * time.Millisecond)
		}
	}
	rest()
	close(stop)
	<-ended
	for i := 2; i < len(told); i++ {
		if d := told[i].Sub(told[i-2]); d < time.Second {
			t.Fatalf("three signals within %v", d)
		}
	}
	var here, away, voted int
	for _, s := range busy {
		l := s.Look()
		if l.Vote.Own.Set {
			voted++
		}
	}
	for _, seat := range c.leads.Look().Seats {
		switch {
		case seat.Presents:
		case seat.Presence == Follows:
			here++
		case seat.Presence == OwnView:
			away++
		}
	}
	if l := quiet.Look(); l.Here != here || l.Away != away || here+away != len(busy)+1 || l.Vote.Voted != voted {
		t.Fatalf("the last counts: %d here, %d away, %d votes, want %d, %d, %d", l.Here, l.Away, l.Vote.Voted, here, away, voted)
	}
}
