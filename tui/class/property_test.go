package class

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

// bare is the part of a test of rapid that a tester needs.
type bare struct {
	testing.TB
	t *rapid.T
}

func (b bare) Helper()           { b.t.Helper() }
func (b bare) Fatal(args ...any) { b.t.Fatal(args...) }

func doAnything(t *rapid.T) {
	c := newTester(bare{t: t}, 0)
	all := []*Seat{c.leads}
	seat := func(t *rapid.T) *Seat { return rapid.SampledFrom(all).Draw(t, "seat") }
	sampled := func(t *rapid.T) int { return rapid.IntRange(0, 3).Draw(t, "id") }
	guest := func(t *rapid.T) Guest {
		id := rapid.SampledFrom([]string{"", "a", "b", "c", "d", "e", "f"}).Draw(t, "who")
		return Guest{ID: id, From: rapid.SampledFrom([]string{"", "x"}).Draw(t, "from"), Unique: id > "c"}
	}
	t.Repeat(map[string]func(*rapid.T){
		"join":   func(t *rapid.T) { all = append(all, c.Join(guest(t))) },
		"lead":   func(t *rapid.T) { all = append(all, c.Lead(guest(t))) },
		"leave":  func(t *rapid.T) { seat(t).Leave() },
		"away":   func(t *rapid.T) { seat(t).SetAway(rapid.Bool().Draw(t, "away")) },
		"wander": func(t *rapid.T) { seat(t).SetOwn(rapid.Bool().Draw(t, "own")) },
		"show": func(t *rapid.T) {
			v := View{State: state.State{Trials: rapid.IntRange(1, 3).Draw(t, "trials")}}
			v.State.Settings.Trajectories = rapid.IntRange(2, 3).Draw(t, "n")
			_ = seat(t).Show(v)
		},
		"vote":    func(t *rapid.T) { _ = seat(t).OpenVote(Question{}) },
		"restart": func(t *rapid.T) { _ = seat(t).Restart("x") },
		"phone": func(t *rapid.T) {
			who := guest(t)
			who.ID += "!"
			who.Unique = true
			guess := rapid.Float64().Draw(t, "guess")
			_, _ = c.Ask(who, 0, &guess)
		},
		"later":  func(t *rapid.T) { time.Sleep(phoneAway / 3) },
		"guess":  func(t *rapid.T) { _ = seat(t).Guess(rapid.Float64().Draw(t, "guess")) },
		"result": func(t *rapid.T) { _ = seat(t).CloseVote(state.Optional[float64]{}) },
		"draw":   func(t *rapid.T) { _ = seat(t).Draw() },
		"report": func(t *rapid.T) { seat(t).Report(sampled(t), Outcome{}) },
		"fail":   func(t *rapid.T) { seat(t).Fail(sampled(t)) },
		"": func(t *rapid.T) {
			rest()
			hangsTogether(t, all)
		},
	})
}

// hangsTogether fails unless all looks are of one class.
func hangsTogether(t *rapid.T, all []*Seat) {
	var looks []Look
	numbers := make(map[int]bool)
	leads := 0
	for _, s := range all {
		l := s.Look()
		if l.Number == 0 {
			continue // of a seat that was left
		}
		if numbers[l.Number] {
			t.Fatalf("two sit on seat %d", l.Number)
		}
		numbers[l.Number] = true
		looks = append(looks, l)
		if l.Leads {
			leads++
		}
	}
	if leads > 1 {
		t.Fatalf("%d present", leads)
	}
	for _, l := range looks {
		if l.Here+l.Away > len(looks)-leads || l.Live != (leads == 1) || l.View != looks[0].View {
			t.Fatalf("%d seats, %d present: %+v", len(looks), leads, l)
		}
		if m := l.Sample; m != nil && (len(m.Outcomes) > m.Of || !slices.IsSortedFunc(m.Outcomes, func(a, b Outcome) int { return int(a.Seed) - int(b.Seed) })) {
			t.Fatalf("sample %+v", m)
		}
		v := l.Vote
		switch {
		case v == nil:
		case v.Open && v.Result != nil, !v.Open && len(v.Result) != v.Voted, !slices.IsSorted(v.Result):
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
	c := newTester(bare{t: t}, 4)
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
			s.SetOwn(rapid.Bool().Draw(t, "own"))
		case 1:
			s.SetAway(rapid.Bool().Draw(t, "away"))
		case 2:
			_ = s.Guess(rapid.Float64Range(0, 1).Draw(t, "guess"))
		case 3:
			s.Report(1, Outcome{})
		case 4:
			s.Reach("", 0)
		case 5:
			s.Leave()
			busy[i] = c.Join(Guest{ID: fmt.Sprint(i)})
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
	voted := 0
	for _, s := range busy {
		if s.Look().Vote.Own.Set {
			voted++
		}
	}
	counted := c.count()
	if l := quiet.Look(); l.Counts != counted.Counts || l.Vote.Voted < voted {
		t.Fatalf("the last counts: %+v, %d votes, want %+v and at least %d", l.Counts, l.Vote.Voted, counted.Counts, voted)
	}
}
