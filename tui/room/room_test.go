package room

import (
	"errors"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/tui/state"
)

// viewOf returns a view of n trajectories.
func viewOf(t testing.TB, n int) View {
	t.Helper()
	s := must.Have(analysis.Defaults(""))(t)
	s.Trajectories = n
	return View{State: state.New(s)}
}

// class returns a room with a presenter and some seats, and its rooms.
func class(t testing.TB, seats int) (m *Memory, leads *Seat, follow []*Seat) {
	t.Helper()
	m = NewMemory(Options{})
	leads = must.Have(m.Open(Guest{}))(t)
	for range seats {
		follow = append(follow, must.Have(m.Join(leads.Look().Code, Guest{}))(t))
	}
	return m, leads, follow
}

// rest waits until all that goes on has been counted, and told.
func rest() {
	time.Sleep(pause)
	synctest.Wait()
}

// signalled tells whether a seat has a signal, and takes it.
func signalled(s *Seat) bool {
	select {
	case <-s.Changed():
		return true
	default:
		return false
	}
}

// TestShow: all seats see the presenter's last view, those too that have looked at none
// of the ones before.
func TestShow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, leads, follow := class(t, 3)
		rest()
		if l := follow[0].Look(); l.Turn != 0 || !l.Live || l.Leads || l.Here != 3 || l.Away != 0 {
			t.Errorf("at first: %+v", l)
		}
		for _, s := range follow {
			signalled(s)
		}
		for n := 2; n <= 50; n++ {
			must.Succeed(t, leads.Show(viewOf(t, n)))
		}
		for i, s := range follow {
			if !signalled(s) || signalled(s) {
				t.Errorf("seat %d: want one signal", i)
			}
			if l := s.Look(); l.View != viewOf(t, 50) || l.Turn != 49 {
				t.Errorf("seat %d: turn %d, %+v", i, l.Turn, l.View)
			}
		}
		must.Succeed(t, leads.Show(viewOf(t, 50)))
		if signalled(follow[0]) {
			t.Error("the same view is a turn")
		}
		if err := follow[0].Show(viewOf(t, 7)); !errors.Is(err, ErrNotPresenter) {
			t.Errorf("a follower shows: %v", err)
		}
		follow[1].Wander(true)
		rest()
		if l := leads.Look(); l.Here != 2 || l.Away != 1 {
			t.Errorf("%d here, %d away", l.Here, l.Away)
		}
		must.Succeed(t, leads.Call())
		if l := follow[1].Look(); l.Called != 1 {
			t.Error("not called")
		}
	})
}

// TestSecret: it alone takes a room over, and nobody sees it but the owner.
func TestSecret(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, leads, follow := class(t, 2)
		secret := leads.Look().Secret
		if len(secret) < 26 || follow[0].Look().Secret != "" {
			t.Fatal("secrets")
		}
		for _, forged := range []string{"", secret[1:], secret + "A", strings.ToLower(secret), leads.Look().Code} {
			if _, err := m.Present(forged, Guest{}); !errors.Is(err, ErrSecret) {
				t.Errorf("%q: %v", forged, err)
			}
		}
		must.Succeed(t, leads.Show(viewOf(t, 9)))
		again := must.Have(m.Present(secret, Guest{}))(t)
		rest()
		l, was := again.Look(), leads.Look()
		if !l.Leads || !l.Owns || l.View != viewOf(t, 9) || was.Leads || was.Owns || was.Secret != "" {
			t.Errorf("taken over: %+v, before %+v", l, was)
		}
		if err := leads.Show(viewOf(t, 3)); !errors.Is(err, ErrNotPresenter) {
			t.Errorf("who presented before shows: %v", err)
		}
		if l.Here != 3 {
			t.Errorf("%d here, want the one before among them", l.Here)
		}
		again.Drop()
		if l := follow[0].Look(); l.Live || l.View != viewOf(t, 9) || l.Turn != 1 {
			t.Errorf("without a presenter: %+v", l)
		}
	})
}

// TestCodes: they are of four letters, tell nothing of other rooms, and both refusals
// are one.
func TestCodes(t *testing.T) {
	m := NewMemory(Options{Rooms: 300, Seats: 2})
	seen := make(map[string]bool)
	var leads *Seat
	for range 300 {
		leads = must.Have(m.Open(Guest{}))(t)
		code := leads.Look().Code
		if len(code) != 4 || seen[code] || strings.Trim(code, letters) != "" {
			t.Fatalf("code %q", code)
		}
		seen[code] = true
	}
	if _, err := m.Open(Guest{}); !errors.Is(err, ErrMany) {
		t.Errorf("one room more: %v", err)
	}
	code := leads.Look().Code
	must.Have(m.Join(" "+strings.ToLower(code)+" ", Guest{}))(t)
	if _, err := m.Join(code, Guest{}); !errors.Is(err, ErrFull) {
		t.Errorf("one seat more: %v", err)
	}
	must.Succeed(t, leads.Close(true))
	for _, wrong := range []string{"", "AAAA", code + code, code} {
		if _, err := m.Join(wrong, Guest{}); !errors.Is(err, ErrNoRoom) {
			t.Errorf("%q: %v", wrong, err)
		}
	}
}

// TestHandOver hands over to one who asks, and takes back.
func TestHandOver(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, leads, follow := class(t, 3)
		a, b := follow[1], follow[0]
		a.Ask(true)
		b.Ask(true)
		follow[2].Ask(true)
		follow[2].Ask(false)
		rest()
		if got, want := leads.Look().Asking, []int{a.Look().Number, b.Look().Number}; !slices.Equal(got, want) {
			t.Fatalf("%v ask, want %v", got, want)
		}
		if a.Look().Asking != nil || a.Look().Seats != nil {
			t.Error("a follower sees who asks")
		}
		for _, wrong := range []int{0, -1, 99, follow[2].Look().Number, leads.Look().Number} {
			if leads.Hand(wrong) == nil {
				t.Errorf("handed to seat %d", wrong)
			}
		}
		if err := a.Hand(b.Look().Number); !errors.Is(err, ErrNotPresenter) {
			t.Errorf("a follower hands over: %v", err)
		}
		must.Succeed(t, leads.Hand(a.Look().Number))
		must.Succeed(t, a.Show(viewOf(t, 5)))
		rest()
		if l := leads.Look(); l.Leads || !l.Owns || l.View != viewOf(t, 5) || l.Here != 3 {
			t.Errorf("the owner sees %+v", l)
		}
		must.Succeed(t, leads.TakeBack())
		if a.Show(viewOf(t, 6)) == nil || leads.Show(viewOf(t, 6)) != nil {
			t.Error("not taken back")
		}
		must.Succeed(t, leads.Hand(b.Look().Number))
		must.Succeed(t, b.HandBack())
		if !leads.Look().Leads {
			t.Error("not handed back")
		}
		a.Ask(true)
		must.Succeed(t, leads.Hand(a.Look().Number))
		a.Drop() // who presented for the owner is gone
		if !leads.Look().Leads {
			t.Error("nobody presents, though the owner is there")
		}
	})
}

// TestPutOut ends a seat, which then does nothing more.
func TestPutOut(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, leads, follow := class(t, 2)
		number := follow[0].Look().Number
		must.Succeed(t, leads.OpenVote(Question{}))
		must.Succeed(t, follow[0].Guess(.5))
		must.Succeed(t, leads.PutOut(number))
		for _, wrong := range []int{number, leads.Look().Number, 0} {
			if leads.PutOut(wrong) == nil {
				t.Errorf("seat %d is put out", wrong)
			}
		}
		s := follow[0]
		s.Wander(true)
		s.Ask(true)
		s.Drop()
		if s.Guess(.4) == nil || !errors.Is(s.Look().Over, ErrOusted) || s.Live() {
			t.Errorf("%+v", s.Look())
		}
		rest()
		if l := leads.Look(); l.Here != 1 || l.Vote.Voted != 0 || len(l.Seats) != 2 {
			t.Errorf("%+v", l)
		}
	})
}

// TestVote: nobody sees a guess before the vote is closed, and then all without whose
// they are.
func TestVote(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, leads, follow := class(t, 4)
		must.Succeed(t, leads.Show(viewOf(t, 20)))
		if err := follow[0].Guess(.5); !errors.Is(err, ErrNoVote) {
			t.Errorf("no vote is open: %v", err)
		}
		if follow[0].OpenVote(Question{}) == nil || follow[0].CloseVote() == nil {
			t.Error("a follower opens or closes a vote")
		}
		must.Succeed(t, leads.OpenVote(Question{Text: "Which λ?"}))
		for _, wrong := range []float64{-.1, 1.1, math.NaN(), math.Inf(1), math.Inf(-1)} {
			if follow[0].Guess(wrong) == nil {
				t.Errorf("%v is taken", wrong)
			}
		}
		if leads.Guess(.5) == nil {
			t.Error("the presenter votes")
		}
		must.Succeed(t, follow[0].Guess(.9))
		must.Succeed(t, follow[0].Guess(.2))
		must.Succeed(t, follow[1].Guess(.4))
		follow[1].Peek()
		if follow[1].Guess(.6) == nil {
			t.Error("who has seen the answer votes")
		}
		follow[2].Peek()
		rest()
		l := leads.Look()
		if v := l.Vote; !v.Open || v.Voted != 2 || v.Here != 4 || v.Result != nil || v.Own.Set {
			t.Errorf("the presenter sees %+v", v)
		}
		if v := follow[0].Look().Vote; v.Own != state.Some(.2) || v.Result != nil {
			t.Errorf("a follower sees %+v", v)
		}
		if v := follow[1].Look().Vote; !v.Final || v.Own != state.Some(.4) {
			t.Errorf("who has seen the answer sees %+v", v)
		}
		must.Succeed(t, leads.CloseVote())
		if v := follow[3].Look().Vote; v.Open || !slices.Equal(v.Result, []float64{.2, .4}) || v.Voted != 2 || v.Here != 4 || v.Own.Set {
			t.Errorf("afterwards: %+v", v)
		}
		if follow[3].Guess(.5) == nil {
			t.Error("a closed vote takes guesses")
		}
		view := viewOf(t, 20)
		view.State.Hidden = true
		must.Succeed(t, leads.Show(view))
		if leads.Look().Vote == nil {
			t.Error("the result goes when the answer is hidden")
		}
		must.Succeed(t, leads.Show(viewOf(t, 21)))
		if leads.Look().Vote != nil {
			t.Error("a vote outlives its settings")
		}
		for _, c := range []struct {
			Question
			right, wrong []float64
		}{
			{Question{Kind: OfTrajectories}, []float64{2, 100, 100000}, []float64{1, 2.5, 100001, math.NaN()}},
			{Question{Kind: OfChoice, Answers: []string{"a", "b", "c"}}, []float64{0, 2}, []float64{-1, .5, 3}},
			{Question{Kind: OfChoice}, nil, []float64{0}},
		} {
			must.Succeed(t, leads.OpenVote(c.Question))
			for _, g := range c.right {
				must.Succeed(t, follow[0].Guess(g))
			}
			for _, g := range c.wrong {
				if follow[0].Guess(g) == nil {
					t.Errorf("%+v: %v is taken", c.Question, g)
				}
			}
		}
	})
}

func TestMedian(t *testing.T) {
	for _, c := range []struct {
		of   []float64
		want float64
	}{{[]float64{3}, 3}, {[]float64{1, 2}, 1.5}, {[]float64{1, 2, 9}, 2}} {
		if got := Median(c.of); got != c.want {
			t.Errorf("%v: %v, want %v", c.of, got, c.want)
		}
	}
	if !math.IsNaN(Median(nil)) {
		t.Error("a median of nothing")
	}
}

// TestSample gives each seat its own seed, and gathers what they find.
func TestSample(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, leads, follow := class(t, 5)
		must.Succeed(t, leads.Show(viewOf(t, 20)))
		must.Succeed(t, leads.Draw())
		rest()
		seeds := make(map[uint64]bool)
		for i, s := range follow {
			m := s.Look().Sample
			if seeds[m.Settings.Seed] || m.Settings.Seed == viewOf(t, 20).State.Settings.Seed || m.Of != 5 || m.Done {
				t.Errorf("seat %d: %+v", i, m)
			}
			seeds[m.Settings.Seed] = true
			s.Report(m.ID, Outcome{Lambda: float64(i) / 10})
			s.Report(m.ID, Outcome{Lambda: 1})
			s.Report(m.ID+1, Outcome{Lambda: 1})
		}
		m := leads.Look().Sample
		leads.Report(m.ID, Outcome{})
		rest()
		if m = leads.Look().Sample; len(m.Outcomes) != 5 || m.Outcomes[4].Lambda != .4 || !follow[0].Look().Sample.Done {
			t.Errorf("%+v", m)
		}
		other := viewOf(t, 20)
		other.State.Settings.Seed++
		must.Succeed(t, leads.Show(other))
		if leads.Look().Sample == nil {
			t.Error("other data of the same problem end the sample")
		}
		must.Succeed(t, leads.Show(viewOf(t, 30)))
		if leads.Look().Sample != nil {
			t.Error("another problem leaves the sample")
		}
	})
}

// TestReach counts at how many seats what a step waits for has come.
func TestReach(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		_, leads, follow := class(t, 3)
		v := viewOf(t, 20)
		v.Lesson, v.Step = "trace", 2
		must.Succeed(t, leads.Show(v))
		follow[0].Reach("trace", 2)
		follow[1].Reach("trace", 1)
		leads.Reach("trace", 2)
		rest()
		if l := leads.Look(); l.Met != 1 {
			t.Errorf("%d have, want 1", l.Met)
		}
		follow[1].Reach("trace", 2)
		rest()
		if l := follow[2].Look(); l.Met != 2 || l.Here != 3 {
			t.Errorf("%d of %d have, want 2 of 3", l.Met, l.Here)
		}
	})
}

// TestComesBack: who is dropped finds the seat, the seed and the vote for some minutes.
func TestComesBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, leads, _ := class(t, 0)
		code := leads.Look().Code
		must.Succeed(t, leads.Show(viewOf(t, 20)))
		must.Succeed(t, leads.OpenVote(Question{}))
		must.Succeed(t, leads.Draw())
		s := must.Have(m.Join(code, Guest{ID: "ann"}))(t)
		must.Succeed(t, s.Guess(.3))
		was := s.Look()
		s.Drop()
		rest()
		if l := leads.Look(); l.Here != 0 || l.Vote.Voted != 1 {
			t.Errorf("dropped: %+v", l)
		}
		must.Succeed(t, leads.Close(true))
		for who, again := range map[string]bool{"bob": false, "": false} {
			if _, err := m.Join(code, Guest{ID: who}); (err == nil) != again {
				t.Errorf("%q: %v", who, err)
			}
		}
		time.Sleep(KeepSeat - time.Second)
		s = must.Have(m.Join(code, Guest{ID: "ann"}))(t)
		if l := s.Look(); l.Number != was.Number || l.Vote.Own != state.Some(.3) || l.Sample.Settings != was.Sample.Settings {
			t.Errorf("came back to %+v", l)
		}
		time.Sleep(2 * KeepSeat)
		if s.Look().Over != nil {
			t.Fatal("a seat is given up that somebody came back to")
		}
		s.Drop()
		s.Drop() // is the same as once
		time.Sleep(KeepSeat)
		synctest.Wait()
		if _, err := m.Join(code, Guest{ID: "ann"}); !errors.Is(err, ErrNoRoom) {
			t.Errorf("too late: %v", err)
		}
		must.Succeed(t, leads.Close(false))
		left := must.Have(m.Join(code, Guest{ID: "ann"}))(t)
		if left.Look().Vote.Own.Set || left.Look().Number == was.Number {
			t.Error("a new seat has the old one's vote")
		}
		number := left.Look().Number
		left.Leave()
		if again := must.Have(m.Join(code, Guest{ID: "ann"}))(t); again.Look().Number == number {
			t.Error("a seat that was left is kept")
		}
		// A role goes with the secret alone.
		leads.Drop()
		if must.Have(m.Join(code, Guest{}))(t).Look().Owns {
			t.Error("who joins owns the room")
		}
	})
}

// TestEmptyRoomEnds after some minutes, and not before; that of a class never.
func TestEmptyRoomEnds(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, leads, follow := class(t, 1)
		code, secret := leads.Look().Code, leads.Look().Secret
		lasting := must.Have(m.Class())(t)
		leads.Drop()
		time.Sleep(2 * KeepRoom)
		synctest.Wait()
		if rooms, _, _ := m.Numbers(); rooms != 2 {
			t.Fatal("a room has ended with somebody in it")
		}
		follow[0].Drop()
		time.Sleep(KeepRoom - time.Second)
		leads = must.Have(m.Present(secret, Guest{}))(t)
		time.Sleep(2 * KeepRoom)
		synctest.Wait()
		if rooms, _, _ := m.Numbers(); rooms != 2 {
			t.Fatal("a room has ended to which somebody came back")
		}
		leads.Leave()
		time.Sleep(KeepRoom)
		synctest.Wait()
		rooms, seats, _ := m.Numbers()
		if _, err := m.Join(code, Guest{}); rooms != 1 || seats != 0 || !errors.Is(err, ErrNoRoom) {
			t.Errorf("%d rooms, %d seats, %v", rooms, seats, err)
		}
		if _, err := m.Present(secret, Guest{}); !errors.Is(err, ErrSecret) {
			t.Errorf("the secret of a room that has ended: %v", err)
		}
		must.Have(lasting.Join(Guest{}))(t)
		must.Have(m.Present(lasting.Secret(), Guest{}))(t)
	})
}

// TestManyAtOnce has seats come, go, look, vote and wander while the presenter turns.
// Some never look.
func TestManyAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m, leads, stalled := class(t, 10)
		code, last := leads.Look().Code, viewOf(t, 1000)
		must.Succeed(t, leads.OpenVote(Question{Kind: OfTrajectories}))
		var all sync.WaitGroup
		done := make(chan struct{})
		for i := range 20 {
			all.Go(func() {
				for range 50 {
					s, err := m.Join(code, Guest{ID: string(rune('a' + i))})
					if err != nil {
						t.Error(err)
						return
					}
					_ = s.Guess(float64(2 + i))
					s.Wander(i%2 == 0)
					s.Ask(i%3 == 0)
					_ = s.Look()
					if i%2 == 0 {
						s.Drop()
					} else {
						s.Leave()
					}
				}
			})
			s := must.Have(m.Join(code, Guest{}))(t)
			all.Go(func() { // until the last view is there
				for s.Look().View != last {
					select {
					case <-s.Changed():
					case <-done:
						return
					}
				}
				s.Leave()
			})
		}
		for n := 2; n <= last.State.Settings.Trajectories; n++ {
			must.Succeed(t, leads.Show(viewOf(t, n)))
			if n%100 == 0 {
				time.Sleep(pause)
			}
			for _, number := range leads.Look().Asking {
				if leads.Hand(number) == nil {
					must.Succeed(t, leads.TakeBack())
				}
			}
		}
		ended := make(chan struct{})
		go func() {
			all.Wait()
			close(ended)
		}()
		select {
		case <-ended:
		case <-time.After(30 * time.Second):
			close(done)
			t.Fatal("some have not seen the last view")
		}
		for _, s := range stalled {
			if s.Look().View != last {
				t.Error("who did not look sees an old view")
			}
		}
		rest()
		if l := leads.Look(); l.Here != 10 || l.Away != 0 {
			t.Errorf("%d here and %d away are left, want 10 and 0", l.Here, l.Away)
		}
	})
}

// TestBytes holds what a room with 100 seats takes.
func TestBytes(t *testing.T) {
	const rooms, seats, most = 20, 100, 100_000
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	m := NewMemory(Options{})
	for range rooms {
		leads := must.Have(m.Open(Guest{}))(t)
		must.Succeed(t, leads.Show(viewOf(t, 20)))
		must.Succeed(t, leads.OpenVote(Question{}))
		must.Succeed(t, leads.Draw())
		for range seats {
			s := must.Have(m.Join(leads.Look().Code, Guest{ID: "somebody"}))(t)
			must.Succeed(t, s.Guess(.5))
			s.Report(1, Outcome{})
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	each := (int64(after.HeapAlloc) - int64(before.HeapAlloc)) / rooms
	t.Logf("%d bytes a room of %d seats", each, seats)
	if each > most {
		t.Errorf("%d bytes a room, want at most %d", each, most)
	}
	runtime.KeepAlive(m)
}

// BenchmarkTurn is a turn of the presenter that 100 seats look at.
func BenchmarkTurn(b *testing.B) {
	_, leads, follow := class(b, 100)
	views := []View{viewOf(b, 20), viewOf(b, 21)}
	i := 0
	for b.Loop() {
		must.Succeed(b, leads.Show(views[i%2]))
		i++
		for _, s := range follow {
			<-s.Changed()
			_ = s.Look()
		}
	}
}

// BenchmarkJoin is one seat that comes to 100 others and goes.
func BenchmarkJoin(b *testing.B) {
	m, leads, _ := class(b, 100)
	code := leads.Look().Code
	for b.Loop() {
		must.Have(m.Join(code, Guest{}))(b).Leave()
	}
}

// BenchmarkThousandRooms is a turn in each of 1000 rooms of 30 seats, which all look.
func BenchmarkThousandRooms(b *testing.B) {
	const rooms, seats = 1000, 30
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	m := NewMemory(Options{})
	var lead, all []*Seat
	for range rooms {
		s := must.Have(m.Open(Guest{}))(b)
		lead = append(lead, s)
		for range seats {
			all = append(all, must.Have(m.Join(s.Look().Code, Guest{}))(b))
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	views := []View{viewOf(b, 20), viewOf(b, 21)}
	i := 0
	for b.Loop() {
		for _, s := range lead {
			must.Succeed(b, s.Show(views[i%2]))
		}
		i++
		for _, s := range all {
			<-s.Changed()
			_ = s.Look()
		}
	}
	b.ReportMetric(float64(int64(after.HeapAlloc)-int64(before.HeapAlloc))/rooms, "B/room")
}
