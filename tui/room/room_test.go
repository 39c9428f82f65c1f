package room

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
	"lambdascope/tui/state"
)

// viewOf returns a view of n trajectories.
func viewOf(t testing.TB, n int) View {
	t.Helper()
	s := testutil.Get(settings.Defaults(""))(t)
	s.Trajectories = n
	return View{State: state.New(s)}
}

// class is a room with a presenter and some seats.
type class struct {
	testing.TB
	m      *Memory
	leads  *Seat
	follow []*Seat
	code   string
	secret string
}

func newClass(t testing.TB, o Options, seats int) *class {
	t.Helper()
	c := &class{TB: t, m: NewMemory(o)}
	c.leads = testutil.Get(c.m.Open(Guest{}))(t)
	c.code, c.secret = c.leads.Look().Code, c.leads.Look().Secret
	for range seats {
		c.follow = append(c.follow, c.joins("", ""))
	}
	return c
}

// story tells one of a class, in a bubble of synctest.
func story(t *testing.T, o Options, seats int, tell func(c *class)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { tell(newClass(t, o, seats)) })
}

func (c *class) join(id, from string) (*Seat, error) {
	return c.m.Join(c.code, Guest{ID: id, From: from, Name: id})
}

// joins is join for who gets in.
func (c *class) joins(id, from string) *Seat {
	c.Helper()
	return testutil.Get(c.join(id, from))(c)
}

// phone is that of who has an ID.
func (c *class) phone(id, from string) *Phone {
	c.Helper()
	return testutil.Get(c.m.Phone(c.code, Guest{ID: id, From: from}))(c)
}

// does are acts that succeed.
func (c *class) does(all ...error) {
	c.Helper()
	testutil.Check(c, errors.Join(all...))
}

// refuses fails unless there is an error, as wanted unless that is nil.
func (c *class) refuses(what string, err, want error) {
	c.Helper()
	if err == nil || want != nil && !errors.Is(err, want) {
		c.Errorf("%s: %v, want %v", what, err, want)
	}
}

// looks returns what the presenter sees once all that goes on has been counted, and told.
func (c *class) looks() Look {
	rest()
	return c.leads.Look()
}

// numbers fails unless there are so many rooms and seats that are taken.
func (c *class) numbers(rooms, seats int) {
	c.Helper()
	synctest.Wait()
	if r, s, _ := c.m.Numbers(); r != rooms || s != seats {
		c.Errorf("%d rooms, %d seats; want %d and %d", r, s, rooms, seats)
	}
}

// rest waits until all that goes on has been counted, and told.
func rest() {
	time.Sleep(pause)
	synctest.Wait()
}

// TestSecret: it alone takes a room over, and nobody sees it but the owner.
func TestSecret(t *testing.T) {
	story(t, Options{}, 2, func(c *class) {
		if len(c.secret) < 26 || c.follow[0].Look().Secret != "" {
			t.Fatal("secrets")
		}
		for _, forged := range []string{"", c.secret[1:], c.secret + "A", strings.ToLower(c.secret), c.code} {
			_, err := c.m.Present(forged, Guest{})
			c.refuses("forged "+forged, err, ErrSecret)
		}
		c.does(c.leads.Show(viewOf(t, 9)))
		again := testutil.Get(c.m.Present(c.secret, Guest{}))(t)
		was := c.looks()
		if l := again.Look(); !l.Leads || !l.Owns || l.View != viewOf(t, 9) || l.Here != 3 || was.Leads || was.Owns || was.Secret != "" {
			t.Errorf("taken over: %+v, before %+v", l, was)
		}
		c.refuses("who presented before shows", c.leads.Show(viewOf(t, 3)), ErrNotPresenter)
		again.Drop()
		if l := c.follow[0].Look(); l.Live || l.View != viewOf(t, 9) || l.Turn != 1 {
			t.Errorf("without a presenter: %+v", l)
		}
	})
}

// TestPutOut: who is put out does nothing more and stays out, with all who come from there,
// but for those who sit there and those who were dropped. The owner lets them in again.
func TestPutOut(t *testing.T) {
	var events []Event
	story(t, Options{Note: func(e Event) { events = append(events, e) }}, 0, func(c *class) {
		bad, sits, dropped := c.joins("bad", "lab"), c.joins("sits", "lab"), c.joins("dropped", "lab")
		dropped.Drop()
		c.does(c.leads.OpenVote(Question{}), bad.Guess(.5))
		c.refuses("a follower puts out", sits.PutOut(2), ErrNotPresenter)
		c.does(c.leads.PutOut(2))
		for _, wrong := range []int{2, 1, 0} {
			c.refuses(fmt.Sprint("puts out seat ", wrong), c.leads.PutOut(wrong), nil)
		}
		bad.Wander(true)
		bad.Ask(true)
		bad.Drop()
		c.refuses("who was put out votes", bad.Guess(.4), nil)
		if l := bad.Look(); !errors.Is(l.Over, ErrOusted) || bad.Live() || sits.Look().Over != nil {
			t.Errorf("%+v", l)
		}
		if l := c.looks(); l.Here != 1 || l.Vote.Voted != 0 || len(l.Seats) != 3 || !slices.Equal(l.Out, []Out{{2, "bad", "lab"}}) {
			t.Errorf("%+v", l)
		}
		for _, again := range []string{"bad", "worse"} {
			_, err := c.join(again, "lab")
			c.refuses(again+" comes again", err, ErrKeptOut)
		}
		if n := c.joins("dropped", "lab").Look().Number; n != 4 {
			t.Errorf("who was dropped has seat %d", n)
		}
		c.joins("good", "elsewhere")
		c.refuses("lets in another", c.leads.LetIn(99), nil)
		c.refuses("a follower lets in", sits.LetIn(2), ErrNotPresenter)
		c.does(c.leads.LetIn(2))
		c.joins("bad", "lab")
		if want := []Event{{PutOut, c.code, 2, "lab"}, {LetIn, c.code, 2, "lab"}}; len(c.looks().Out) != 0 || !slices.Equal(events, want) {
			t.Errorf("%+v, kept out are %+v", events, c.looks().Out)
		}
		sits.Drop() // a seat that is kept is put out, too
		c.does(c.leads.PutOut(sits.Look().Number))
		_, err := c.join("sits", "lab")
		c.refuses("who was dropped and put out comes again", err, ErrKeptOut)
		testutil.Get(c.m.Present(c.secret, Guest{From: "lab"}))(t) // a role goes with the secret
	})
	// One who has several seats is put out of all that are surely theirs. Where people are
	// known by their address, they may be alike.
	for id, stays := range map[string]bool{"lab": false, "screen": true} {
		story(t, Options{}, 0, func(c *class) {
			kept, sits, out := c.joins(id, "lab"), c.joins(id, "lab"), c.joins(id, "lab")
			kept.Drop()
			c.does(c.leads.PutOut(out.Look().Number))
			_, err := c.join(id, "lab")
			c.refuses("comes back to a seat that was kept", err, ErrKeptOut)
			if (sits.Look().Over == nil) != stays {
				t.Errorf("by %s, another seat stays: %t", id, !stays)
			}
		})
	}
}

// TestVote: nobody sees a guess before the vote is closed, and then all without whose
// they are.
func TestVote(t *testing.T) {
	story(t, Options{}, 4, func(c *class) {
		a, b, seen, quiet := c.follow[0], c.follow[1], c.follow[2], c.follow[3]
		c.does(c.leads.Show(viewOf(t, 20)))
		c.refuses("no vote is open", a.Guess(.5), ErrNoVote)
		c.refuses("a follower opens a vote", a.OpenVote(Question{}), ErrNotPresenter)
		for _, q := range []struct {
			Question
			right, wrong []float64
		}{
			{Question{Kind: OfTrajectories}, []float64{2, 100, 100000}, []float64{1, 2.5, 100001, math.NaN()}},
			{Question{Kind: OfChoice, Answers: []string{"a", "b", "c"}}, []float64{0, 2}, []float64{-1, .5, 3}},
			{Question{Kind: OfChoice}, nil, []float64{0}},
			{Question{Text: "Which λ?"}, []float64{0, 1, .9, .2}, []float64{-.1, 1.1, math.NaN(), math.Inf(1), math.Inf(-1)}},
		} {
			c.does(c.leads.OpenVote(q.Question))
			for _, g := range q.right {
				c.does(a.Guess(g))
			}
			for _, g := range q.wrong {
				c.refuses(fmt.Sprintf("%+v: %v", q.Question, g), a.Guess(g), nil)
			}
		}
		c.refuses("a follower closes a vote", a.CloseVote(), ErrNotPresenter)
		c.refuses("the presenter votes", c.leads.Guess(.5), nil)
		c.does(b.Guess(.4))
		b.Peek()
		c.refuses("who has seen the answer votes", b.Guess(.6), nil)
		seen.Peek()
		if v := c.looks().Vote; !v.Open || v.Voted != 2 || v.Here != 4 || v.Result != nil || v.Own.Set {
			t.Errorf("the presenter sees %+v", v)
		}
		if v := a.Look().Vote; v.Own != state.Some(.2) || v.Result != nil {
			t.Errorf("a follower sees %+v", v)
		}
		if v := b.Look().Vote; !v.Final || v.Own != state.Some(.4) {
			t.Errorf("who has seen the answer sees %+v", v)
		}
		c.does(c.leads.CloseVote())
		if v := quiet.Look().Vote; v.Open || !slices.Equal(v.Result, []float64{.2, .4}) || v.Voted != 2 || v.Here != 4 || v.Own.Set {
			t.Errorf("afterwards: %+v", v)
		}
		c.refuses("a closed vote takes guesses", quiet.Guess(.5), ErrNoVote)
		view := viewOf(t, 20)
		view.State.Hidden = true
		c.does(c.leads.Show(view))
		if c.leads.Look().Vote == nil {
			t.Error("the result goes when the answer is hidden")
		}
		c.does(c.leads.Show(viewOf(t, 21)))
		if c.leads.Look().Vote != nil {
			t.Error("a vote outlives its settings")
		}
	})
	for want, of := range map[float64][]float64{3: {3}, 1.5: {1, 2}, 2: {1, 2, 9}} {
		if got := Median(of); got != want {
			t.Errorf("%v: %v, want %v", of, got, want)
		}
	}
}

// TestSample gives each seat its own seed, and gathers what they find. Nobody waits for a
// seat whose data can't be analysed, and it may report later all the same.
func TestSample(t *testing.T) {
	story(t, Options{}, 5, func(c *class) {
		c.does(c.leads.Show(viewOf(t, 20)), c.leads.Draw())
		rest()
		seeds := make(map[uint64]bool)
		last := c.follow[4]
		for i, s := range c.follow {
			m := s.Look().Sample
			if seeds[m.Settings.Seed] || m.Settings.Seed == viewOf(t, 20).State.Settings.Seed || m.Of != 5 || m.Done {
				t.Errorf("seat %d: %+v", i, m)
			}
			seeds[m.Settings.Seed] = true
			if s == last {
				s.Fail(m.ID)
				break
			}
			s.Report(m.ID, Outcome{Lambda: float64(i) / 10})
			s.Report(m.ID, Outcome{Lambda: 1})
			s.Report(m.ID+1, Outcome{Lambda: 1})
			s.Fail(m.ID)
		}
		is := func(outcomes, of, failed int) {
			t.Helper()
			if m := c.looks().Sample; len(m.Outcomes) != outcomes || m.Of != of || m.Failed != failed || m.Outcomes[3].Lambda != .3 {
				t.Errorf("%+v, want %d of %d, and %d failed", m, outcomes, of, failed)
			}
		}
		c.leads.Report(1, Outcome{})
		is(4, 4, 1)
		last.Report(1, Outcome{})
		is(5, 5, 0)
		if !last.Look().Sample.Done {
			t.Error("it is not done")
		}
		other := viewOf(t, 20)
		other.State.Settings.Seed++
		c.does(c.leads.Show(other))
		if c.leads.Look().Sample == nil {
			t.Error("other data of the same problem end the sample")
		}
		c.does(c.leads.Show(viewOf(t, 30)))
		if c.leads.Look().Sample != nil {
			t.Error("another problem leaves the sample")
		}
		c.does(c.leads.Draw(), c.leads.Draw())
		if c.leads.Look().Sample != nil {
			t.Error("drawing again leaves the sample")
		}
	})
}

// TestComesBack: who is dropped finds the seat, the seed and the vote for some minutes.
func TestComesBack(t *testing.T) {
	story(t, Options{}, 0, func(c *class) {
		c.does(c.leads.Show(viewOf(t, 20)), c.leads.OpenVote(Question{}), c.leads.Draw())
		s := c.joins("ann", "")
		c.does(s.Guess(.3))
		was := s.Look()
		s.Drop()
		if l := c.looks(); l.Here != 0 || l.Vote.Voted != 1 {
			t.Errorf("dropped: %+v", l)
		}
		c.does(c.leads.Close(true))
		for _, who := range []string{"bob", ""} {
			_, err := c.join(who, "")
			c.refuses("a newcomer to a closed room", err, ErrNoRoom)
		}
		time.Sleep(KeepSeat - time.Second)
		s = c.joins("ann", "")
		if l := s.Look(); l.Number != was.Number || l.Vote.Own != state.Some(.3) || l.Sample.Settings != was.Sample.Settings {
			t.Errorf("came back to %+v", l)
		}
		s.Miss(true) // for the moment
		if l := c.looks(); l.Here != 0 || l.Vote.Voted != 1 {
			t.Errorf("away for the moment: %+v", l)
		}
		s.Miss(false)
		time.Sleep(2 * KeepSeat)
		if s.Look().Over != nil {
			t.Fatal("a seat is given up that somebody came back to")
		}
		s.Drop()
		s.Drop() // is the same as once
		time.Sleep(KeepSeat)
		synctest.Wait()
		_, err := c.join("ann", "")
		c.refuses("too late", err, ErrNoRoom)
		c.does(c.leads.Close(false))
		left := c.joins("ann", "")
		number := left.Look().Number
		if left.Look().Vote.Own.Set || number == was.Number {
			t.Error("a new seat has the old one's vote")
		}
		left.Leave()
		if c.joins("ann", "").Look().Number == number {
			t.Error("a seat that was left is kept")
		}
		again := testutil.Get(c.m.Present(c.secret, Guest{ID: "teacher"}))(t)
		again.Drop()
		if l := c.joins("teacher", "").Look(); l.Owns || l.Number == again.Look().Number { // a role goes with the secret alone
			t.Errorf("who joins has the owner's seat: %+v", l)
		}
	})
}

// TestEmptyRoomEnds after some minutes, and not before; that of a class never.
func TestEmptyRoomEnds(t *testing.T) {
	story(t, Options{}, 1, func(c *class) {
		lasting := testutil.Get(c.m.Class())(t)
		c.leads.Drop()
		time.Sleep(2 * KeepRoom)
		c.numbers(2, 1) // somebody is in it
		c.follow[0].Drop()
		time.Sleep(KeepRoom - time.Second)
		leads := testutil.Get(c.m.Present(c.secret, Guest{}))(t)
		time.Sleep(2 * KeepRoom)
		c.numbers(2, 1) // somebody came back
		leads.Leave()
		time.Sleep(KeepRoom)
		c.numbers(1, 0)
		_, err := c.join("", "")
		c.refuses("the code of a room that has ended", err, ErrNoRoom)
		_, err = c.m.Present(c.secret, Guest{})
		c.refuses("the secret of a room that has ended", err, ErrSecret)
		testutil.Get(lasting.Join(Guest{}))(t)
		testutil.Get(c.m.Present(lasting.Secret(), Guest{}))(t)
	})
}

// TestPhones: phones are counted apart, and a person who shows the view as well has one
// seat and one vote.
func TestPhones(t *testing.T) {
	story(t, Options{}, 2, func(c *class) {
		is := func(here, phones, voted int) {
			t.Helper()
			if l := c.looks(); l.Here != here || l.Away != 0 || l.Phones != phones || l.Vote.Voted != voted {
				t.Errorf("%d here, %d phones, %d votes, want %d, %d and %d", l.Here, l.Phones, l.Vote.Voted, here, phones, voted)
			}
		}
		c.does(c.leads.OpenVote(Question{}))
		ann, bob := c.phone("ann", "lab"), c.phone("bob", "lab")
		is(2, 2, 0)
		if l := c.leads.Look().Seats[3]; l.Presence != OnPhone {
			t.Errorf("%+v", l)
		}
		id := ann.Look().Vote.ID
		c.does(ann.Guess(id, .1), bob.Guess(id, .2), c.phone("bob", "lab").Guess(id, .3), c.follow[0].Guess(.9))
		c.refuses("a guess in another vote", ann.Guess(id+1, .5), ErrNoVote)
		screen := c.joins("ann", "lab")
		is(3, 1, 3)
		if own := screen.Look().Vote.Own; own != state.Some(.1) {
			t.Errorf("the screen has the vote %v", own)
		}
		c.does(screen.Guess(.4))
		if own := c.phone("ann", "lab").Look().Vote.Own; own != state.Some(.4) {
			t.Errorf("the phone has the vote %v", own)
		}
		screen.Drop() // the phone is still there
		is(2, 2, 3)
		c.does(c.leads.CloseVote())
		if v := bob.Look().Vote; v.Open || v.Phones != 2 || !slices.Equal(v.Result, []float64{.3, .4, .9}) {
			t.Errorf("%+v", v)
		}
		c.refuses("a guess after the vote", bob.Guess(id, .5), ErrNoVote)
	})
}

// TestPhoneGoes: a phone that is heard of no more is dropped, and comes back with its vote.
func TestPhoneGoes(t *testing.T) {
	story(t, Options{}, 0, func(c *class) {
		phone := c.phone("ann", "")
		c.does(c.leads.OpenVote(Question{}), phone.Guess(1, .5))
		for range 3 {
			time.Sleep(PhoneAway * 2 / 3)
			c.phone("ann", "")
		}
		if l := c.looks(); l.Phones != 1 {
			t.Errorf("one that is heard of: %+v", l)
		}
		time.Sleep(PhoneAway)
		if l := c.looks(); l.Phones != 0 || l.Vote.Voted != 1 || phone.Look().Over == nil {
			t.Errorf("one that is not: %+v, %+v", l, l.Vote)
		}
		if v := c.phone("ann", "").Look().Vote; v.Own != state.Some(.5) {
			t.Errorf("comes back to %+v", v)
		}
		c.leads.Leave()
		for range 3 { // a phone keeps no room
			time.Sleep(KeepRoom / 2)
			_, _ = c.m.Phone(c.code, Guest{ID: "ann"})
		}
		_, err := c.m.Phone(c.code, Guest{ID: "ann"})
		if c.refuses("a room that has ended", err, ErrNoRoom); !c.m.Ended(c.code) || c.m.Ended("NONE") {
			t.Error("it is not known that the room has ended")
		}
	})
}

// TestPhonesAreBounded: they leave room for seats that show the view, and for others.
func TestPhonesAreBounded(t *testing.T) {
	story(t, Options{Seats: 2000}, 0, func(c *class) {
		count := func(from string) (n int) {
			for ; ; n++ {
				if _, err := c.m.Phone(c.code, Guest{ID: fmt.Sprint(from, n), From: from}); err != nil {
					return n
				}
			}
		}
		if n := count("a"); n != phonesFrom {
			t.Errorf("%d of one address", n)
		}
		c.does(c.leads.PutOut(2))
		_, err := c.m.Phone(c.code, Guest{ID: "a0", From: "a"})
		c.refuses("one that was put out", err, ErrKeptOut)
		c.phone("a1", "a") // which was there
		for _, from := range []string{"b", "c", "d", "e"} {
			count(from)
		}
		if l := c.looks(); l.Phones != 1000 {
			t.Errorf("%d phones", l.Phones)
		}
		c.joins("", "")
		c.does(c.leads.Close(true))
		_, err = c.m.Phone(c.code, Guest{ID: "new", From: "f"})
		c.refuses("a newcomer to a closed room", err, ErrNoRoom)
	})
}

// TestOneVisitorOneVoice: who votes, drops and comes back as somebody else, hundreds of
// times, counts once for the seat that is taken, and for a few of those that are kept.
// Others' seats are not given up for it, nor does it keep newcomers out. A vote that did
// not count counts when its owner is back.
func TestOneVisitorOneVoice(t *testing.T) {
	const times, most = 700, 50
	story(t, Options{Seats: most}, 0, func(c *class) {
		c.does(c.leads.Show(viewOf(t, 20)), c.leads.OpenVote(Question{}), c.leads.Draw())
		other := c.joins("ann", "there")
		c.does(other.Guess(1))
		other.Drop()
		for i := range times {
			s := c.joins(fmt.Sprint(i), "here")
			c.does(s.Guess(0))
			s.Report(1, Outcome{})
			if i < times-1 {
				s.Drop()
			}
		}
		if l := c.looks(); l.Here != 1 || l.Vote.Voted != 1+mostAway+1 || len(l.Sample.Outcomes) != 1+mostAway || len(l.Seats) > most {
			t.Errorf("%d here, %d votes, %d outcomes, %d seats", l.Here, l.Vote.Voted, len(l.Sample.Outcomes), len(l.Seats))
		}
		if again := c.joins("ann", "there"); !again.Look().Vote.Own.Set {
			t.Error("the vote of another is lost")
		}
		back := 2 * mostAway // of those of before
		for i := range back {
			c.joins(fmt.Sprint(times-2-i), "here")
		}
		if l := c.looks(); l.Vote.Voted != 2+back+mostAway {
			t.Errorf("%d votes with %d who are back", l.Vote.Voted, back)
		}
		c.does(c.leads.CloseVote())
		if v := c.leads.Look().Vote; v.Voted != 2+back+mostAway || len(v.Result) != v.Voted || v.Result[v.Voted-1] != 1 {
			t.Errorf("%+v", v)
		}
		for i := range most - 3 - back {
			c.joins(fmt.Sprint("new", i), "elsewhere")
		}
		_, err := c.join("", "")
		c.refuses("a room whose seats are all taken", err, ErrFull)
		testutil.Get(c.m.Present(c.secret, Guest{}))(t) // gets in all the same
	})
}
