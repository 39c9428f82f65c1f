package room

import (
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"pgregory.net/rapid"

	"lambdascope/sim/must"
)

// TestOneVisitorOneVoice: who votes, drops and comes back as somebody else, hundreds of
// times, counts once for the seat that is taken, and for a few of those that are kept.
// Others' seats are not given up for it, nor does it keep newcomers out.
func TestOneVisitorOneVoice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const times, most = 700, 50
		m := NewMemory(Options{Seats: most})
		leads := must.Have(m.Open(Guest{}))(t)
		code := leads.Look().Code
		must.Succeed(t, leads.Show(viewOf(t, 20)))
		must.Succeed(t, leads.OpenVote(Question{}))
		must.Succeed(t, leads.Draw())
		join := func(id, from string) *Seat { return must.Have(m.Join(code, Guest{ID: id, From: from}))(t) }
		other := join("ann", "there")
		must.Succeed(t, other.Guess(1))
		other.Drop()
		for i := range times {
			s := join(fmt.Sprint(i), "here")
			must.Succeed(t, s.Guess(0))
			s.Report(1, Outcome{})
			if i < times-1 {
				s.Drop()
			}
		}
		rest()
		l := leads.Look()
		if l.Here != 1 || l.Vote.Voted != 1+mostAway+1 || len(l.Sample.Outcomes) != 1+mostAway || len(l.Seats) > most {
			t.Errorf("%d here, %d votes, %d outcomes, %d seats", l.Here, l.Vote.Voted, len(l.Sample.Outcomes), len(l.Seats))
		}
		again := join("ann", "there")
		if v := again.Look().Vote; !v.Own.Set {
			t.Error("the vote of another is lost")
		}
		again.Drop()
		must.Succeed(t, leads.CloseVote())
		if v := leads.Look().Vote; v.Voted != 1+mostAway+1 || !slices.Equal(v.Result, []float64{0, 0, 0, 0, 0, 1}) {
			t.Errorf("%+v", v)
		}
		for i := range most - 2 {
			join(fmt.Sprint("new", i), "elsewhere")
		}
		if _, err := m.Join(code, Guest{}); err != ErrFull {
			t.Errorf("a room whose seats are all taken: %v", err)
		}
		must.Have(m.Present(leads.Look().Secret, Guest{}))(t) // gets in all the same
	})
}

// TestKeptSeatsCountAgain: a vote that did not count, as others of the same visitor were
// dropped later, counts when its owner is back.
func TestKeptSeatsCountAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, leads, _ := class(t, 0)
		code := leads.Look().Code
		must.Succeed(t, leads.OpenVote(Question{}))
		const people = 3 * mostAway
		voted := func() int {
			rest()
			return leads.Look().Vote.Voted
		}
		var all []*Seat
		for i := range people {
			s := must.Have(m.Join(code, Guest{ID: fmt.Sprint(i), From: "class"}))(t)
			must.Succeed(t, s.Guess(.5))
			all = append(all, s)
		}
		for _, s := range all {
			s.Drop()
		}
		if n := voted(); n != mostAway {
			t.Errorf("%d votes of people who were dropped, want %d", n, mostAway)
		}
		for i := range people {
			must.Have(m.Join(code, Guest{ID: fmt.Sprint(i), From: "class"}))(t)
		}
		if n := voted(); n != people {
			t.Errorf("%d votes of people who are back, want %d", n, people)
		}
	})
}

// TestFailedOutcome: nobody waits for a seat whose data can't be analysed, and it may
// report later all the same.
func TestFailedOutcome(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, leads, follow := class(t, 3)
		must.Succeed(t, leads.Show(viewOf(t, 20)))
		must.Succeed(t, leads.Draw())
		id := leads.Look().Sample.ID
		follow[0].Report(id, Outcome{})
		follow[1].Fail(id)
		follow[0].Fail(id)
		rest()
		if m := leads.Look().Sample; len(m.Outcomes) != 1 || m.Of != 2 || m.Failed != 1 {
			t.Errorf("%+v", m)
		}
		follow[1].Report(id, Outcome{})
		rest()
		if m := leads.Look().Sample; len(m.Outcomes) != 2 || m.Of != 3 || m.Failed != 0 || !follow[1].Look().Sample.Done {
			t.Errorf("%+v", m)
		}
	})
}

// TestNobodysFlappingReachesAnother: whatever seats do, a quiet one gets at most two
// signals a second, and then sees the last counts.
func TestNobodysFlappingReachesAnother(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { rapid.Check(withoutDeadline{t}, flap) })
}

func flap(t *rapid.T) {
	m := NewMemory(Options{})
	leads, err := m.Open(Guest{})
	if err != nil {
		t.Fatal(err)
	}
	code := leads.Look().Code
	_ = leads.OpenVote(Question{})
	_ = leads.Draw()
	var busy []*Seat
	for range 3 {
		s, err := m.Join(code, Guest{})
		if err != nil {
			t.Fatal(err)
		}
		busy = append(busy, s)
	}
	quiet, err := m.Join(code, Guest{})
	if err != nil {
		t.Fatal(err)
	}
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
			if busy[i], err = m.Join(code, Guest{ID: fmt.Sprint(i)}); err != nil {
				t.Fatal(err)
			}
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
	for _, seat := range leads.Look().Seats {
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

// TestViewsAreToldAtOnce, however many there are.
func TestViewsAreToldAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, leads, follow := class(t, 1)
		rest()
		signalled(follow[0])
		for n := 2; n < 10; n++ {
			must.Succeed(t, leads.Show(viewOf(t, n)))
			if !signalled(follow[0]) || follow[0].Look().View != viewOf(t, n) {
				t.Fatalf("n = %d is not told at once", n)
			}
		}
		must.Succeed(t, leads.OpenVote(Question{}))
		if !signalled(follow[0]) || follow[0].Look().Vote == nil {
			t.Error("a vote is not told at once")
		}
		must.Succeed(t, follow[0].Guess(.5))
		if !signalled(follow[0]) || !follow[0].Look().Vote.Own.Set {
			t.Error("one's own guess is not told at once")
		}
		must.Succeed(t, leads.CloseVote())
		if !signalled(follow[0]) || len(follow[0].Look().Vote.Result) != 1 {
			t.Error("a result is not told at once")
		}
	})
}

// many is the number of seats of benchmarks.
const many = 10_000

// BenchmarkManyReports has each of many seats report, and look at what that gives.
func BenchmarkManyReports(b *testing.B) {
	_, leads, follow := class(b, many)
	must.Succeed(b, leads.Show(viewOf(b, 20)))
	for b.Loop() {
		must.Succeed(b, leads.Draw())
		id := leads.Look().Sample.ID
		for _, s := range follow {
			s.Report(id, Outcome{})
			_ = s.Look()
		}
		must.Succeed(b, leads.Draw())
	}
}

// BenchmarkManyGuesses has each of many seats vote, and counts the votes.
func BenchmarkManyGuesses(b *testing.B) {
	_, leads, follow := class(b, many)
	for b.Loop() {
		must.Succeed(b, leads.OpenVote(Question{}))
		for _, s := range follow {
			must.Succeed(b, s.Guess(.5))
		}
		must.Succeed(b, leads.CloseVote())
	}
}

// BenchmarkTally counts many seats.
func BenchmarkTally(b *testing.B) {
	_, leads, follow := class(b, many)
	must.Succeed(b, leads.OpenVote(Question{}))
	for _, s := range follow {
		must.Succeed(b, s.Guess(.5))
	}
	r := leads.room
	for b.Loop() {
		r.mu.Lock()
		book := r.book()
		r.mu.Unlock()
		_ = book.tally()
	}
}
