package class

import (
	"errors"
	"fmt"
	"math"
	"slices"
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

// tester is a class with a presenter and some seats.
type tester struct {
	testing.TB
	*Class
	leads  *Seat
	follow []*Seat
}

func newTester(t testing.TB, seats int) *tester {
	c := &tester{TB: t, Class: New()}
	c.leads = c.Lead(Guest{})
	for range seats {
		c.follow = append(c.follow, c.Join(Guest{}))
	}
	return c
}

// story tells a story of a class in a bubble of synctest.
func story(t *testing.T, seats int, tell func(c *tester)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) { tell(newTester(t, seats)) })
}

// phone sends a request of a phone.
func (c *tester) phone(id, from string, guess ...float64) Phone {
	c.Helper()
	return testutil.Get(c.asks(id, from, guess...))(c)
}

func (c *tester) asks(id, from string, guess ...float64) (Phone, error) {
	who := Guest{ID: id, From: from, Unique: true}
	if len(guess) > 0 {
		return c.Ask(who, 0, &guess[0])
	}
	return c.Ask(who, 0, nil)
}

// does fails unless all acts succeed.
func (c *tester) does(all ...error) {
	c.Helper()
	testutil.Check(c, errors.Join(all...))
}

// refuses fails unless there is an error, want if that is not nil.
func (c *tester) refuses(act string, err, want error) {
	c.Helper()
	if err == nil || want != nil && !errors.Is(err, want) {
		c.Errorf("%s: %v, want %v", act, err, want)
	}
}

// looks returns the presenter's look after all counts.
func (c *tester) looks() Look {
	rest()
	return c.leads.Look()
}

// rest waits for all counts.
func rest() {
	time.Sleep(pause)
	synctest.Wait()
}

func choice() Question { return Question{Text: "Which?", Answers: []string{"a", "b", "c"}} }

// TestLead: the presenter's view stays when the presenter leaves, and a new presenter goes on
// from it.
func TestLead(t *testing.T) {
	story(t, 2, func(c *tester) {
		c.does(c.leads.Show(viewOf(t, 9)))
		again := c.Lead(Guest{})
		was := c.looks()
		if l := again.Look(); !l.Leads || l.View != viewOf(t, 9) || l.Here != 3 || was.Leads || !again.Leads() {
			t.Errorf("taken over: %+v, before %+v", l, was)
		}
		c.refuses("the former presenter shows", c.leads.Show(viewOf(t, 3)), ErrNotPresenter)
		again.Leave()
		if l := c.follow[0].Look(); l.Live || l.View != viewOf(t, 9) || l.Turn != 1 {
			t.Errorf("without a presenter: %+v", l)
		}
	})
}

// TestVote: guesses are secret until the vote is closed, then they show without names.
func TestVote(t *testing.T) {
	story(t, 4, func(c *tester) {
		a, b, quiet := c.follow[0], c.follow[1], c.follow[2]
		c.does(c.leads.Show(viewOf(t, 20)))
		c.refuses("a guess without a vote", a.Guess(.5), ErrNoVote)
		c.refuses("a follower opens a vote", a.OpenVote(Question{}), ErrNotPresenter)
		for _, q := range []struct {
			Question
			right, wrong []float64
		}{
			{choice(), []float64{0, 2}, []float64{-1, .5, 3}},
			{Question{Text: "Which λ?", Truth: state.Some(.3)}, []float64{0, 1, .9, .2}, []float64{-.1, 1.1, math.NaN(), math.Inf(1)}},
		} {
			c.does(c.leads.OpenVote(q.Question))
			for _, g := range q.right {
				c.does(a.Guess(g))
			}
			for _, g := range q.wrong {
				c.refuses(fmt.Sprintf("%+v: %v", q.Question, g), a.Guess(g), nil)
			}
		}
		c.refuses("a follower closes the vote", a.CloseVote(state.Some(.1)), ErrNotPresenter)
		c.refuses("the presenter votes", c.leads.Guess(.5), nil)
		c.does(b.Guess(.4))
		if v := c.looks().Vote; !v.Open || v.Voted != 2 || v.Here != 4 || v.Result != nil || v.Own.Set || v.Truth.Set {
			t.Errorf("the presenter sees %+v", v)
		}
		if v := a.Look().Vote; v.Own != state.Some(.2) || v.Result != nil {
			t.Errorf("a follower sees %+v", v)
		}
		c.does(c.leads.CloseVote(state.Optional[float64]{}))
		if v := quiet.Look().Vote; v.Open || !slices.Equal(v.Result, []float64{.2, .4}) || v.Voted != 2 || v.Here != 4 || v.Own.Set || v.Truth != state.Some(.3) {
			t.Errorf("the result is %+v", v)
		}
		c.refuses("a guess after the vote", quiet.Guess(.5), ErrNoVote)
		hidden := viewOf(t, 20)
		hidden.State.Hidden = true
		c.does(c.leads.Show(hidden))
		if c.leads.Look().Vote == nil {
			t.Error("hiding the answer removes the result")
		}
		c.does(c.leads.Show(viewOf(t, 21)))
		if c.leads.Look().Vote != nil {
			t.Error("a vote on λ outlives its settings")
		}
	})
}

// TestSample gives every seat its own seed and collects the outcomes. A seat whose analysis
// failed holds up nobody and can report later.
func TestSample(t *testing.T) {
	story(t, 5, func(c *tester) {
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

// TestComesBack: a dropped guest finds the seat, the seed and the vote again for some minutes.
func TestComesBack(t *testing.T) {
	story(t, 0, func(c *tester) {
		c.does(c.leads.Show(viewOf(t, 20)), c.leads.OpenVote(choice()), c.leads.Draw())
		ann := Guest{ID: "ann"}
		s := c.Join(ann)
		c.does(s.Guess(1))
		was := s.Look()
		s.Leave()
		if l := c.looks(); l.Here != 0 || l.Vote.Voted != 1 {
			t.Errorf("dropped: %+v", l)
		}
		time.Sleep(keepSeat - time.Second)
		s = c.Join(ann)
		if l := s.Look(); l.Number != was.Number || l.Vote.Own != state.Some(1.) || l.Sample.Settings != was.Sample.Settings {
			t.Errorf("came back to %+v", l)
		}
		s.SetAway(true)
		if l := c.looks(); l.Here != 0 || l.Vote.Voted != 1 {
			t.Errorf("away for the moment: %+v", l)
		}
		s.SetAway(false)
		time.Sleep(2 * keepSeat)
		if s.Look().Number != was.Number {
			t.Fatal("the class gives up a seat that was taken again")
		}
		s.Leave()
		s.Leave() // has no effect
		time.Sleep(keepSeat)
		synctest.Wait()
		late := c.Join(ann)
		if l := late.Look(); l.Number == was.Number || l.Vote.Own.Set {
			t.Errorf("too late: %+v", l)
		}
		teacher := c.Lead(Guest{ID: "teacher"})
		teacher.Leave()
		if c.Join(Guest{ID: "teacher"}).Leads() {
			t.Error("a presenter comes back without the secret")
		}
	})
}

// TestKeptSeatsAreBounded: a visitor who comes and goes keeps few seats, and others keep theirs.
func TestKeptSeatsAreBounded(t *testing.T) {
	story(t, 0, func(c *tester) {
		ann := c.Join(Guest{ID: "ann", From: "there"})
		number := ann.Look().Number
		ann.Leave()
		for i := range 3 * maxKept {
			c.Join(Guest{ID: fmt.Sprint(i), From: "here"}).Leave()
		}
		if n := len(c.seats); n > 2+maxKept {
			t.Errorf("%d seats", n)
		}
		if c.Join(Guest{ID: "ann", From: "there"}).Look().Number != number {
			t.Error("the seat of another visitor is lost")
		}
	})
}

// TestPhones: a person has one vote at a phone and at seats. A phone that leaves keeps its vote.
func TestPhones(t *testing.T) {
	story(t, 2, func(c *tester) {
		is := func(seats, phones, addresses, voted int) {
			t.Helper()
			if l := c.looks(); l.Here != seats || l.Phones != phones || l.Addresses != addresses || l.Vote.Voted != voted {
				t.Errorf("%+v, %+v, want %d seats, %d phones from %d addresses, %d votes", l.Counts, l.Vote, seats, phones, addresses, voted)
			}
		}
		c.does(c.leads.OpenVote(choice()))
		c.phone("ann", "lab")
		c.phone("bob", "home")
		is(2, 2, 2, 0)
		c.phone("ann", "lab", 1)
		c.phone("bob", "home", 0)
		c.phone("bob", "home", 2)
		c.does(c.follow[0].Guess(0))
		old := 0.
		if p := testutil.Get(c.Ask(Guest{ID: "ann", From: "lab", Unique: true}, 9, &old))(t); *p.Own != 1 || p.Says[:9] != "Not voted" {
			t.Errorf("a guess in another vote: %+v", p)
		}
		screen := c.Join(Guest{ID: "ann", From: "lab", Unique: true})
		if own := screen.Look().Vote.Own; own != state.Some(1.) {
			t.Errorf("the screen has the vote %v", own)
		}
		c.does(screen.Guess(0))
		if p := c.phone("ann", "lab"); *p.Own != 0 {
			t.Errorf("the phone has the vote %v", *p.Own)
		}
		is(3, 2, 2, 3)
		time.Sleep(phoneAway)
		is(3, 0, 0, 3)
		if p := c.phone("bob", "home"); *p.Own != 2 {
			t.Errorf("comes back to %+v", p)
		}
		c.does(c.leads.CloseVote(state.Optional[float64]{}))
		if p := c.phone("bob", "home"); p.Open || len(p.Result) != 3 || p.Result[0].Count != 2 || p.Result[2].Note != "yours" {
			t.Errorf("the result is %+v", p)
		}
	})
}

// TestPhonesAreBounded by address and in all. Seats vote all the same.
func TestPhonesAreBounded(t *testing.T) {
	story(t, 1, func(c *tester) {
		c.does(c.leads.OpenVote(choice()))
		count := func(from string) (n int) {
			for ; ; n++ {
				if _, err := c.asks(fmt.Sprint(from, n), from, 1); err != nil {
					return n
				}
			}
		}
		for from, want := range map[string]int{"a": 300, "b": 300, "c": 300} {
			if n := count(from); n != want {
				t.Errorf("%d of address %s", n, from)
			}
		}
		if n := count("d"); n != 100 {
			t.Errorf("%d of address d", n)
		}
		c.does(c.follow[0].Guess(1))
		if l := c.looks(); l.Phones != 1000 || l.Vote.Voted != 1001 {
			t.Errorf("%+v, %+v", l.Counts, l.Vote)
		}
		c.does(c.leads.OpenVote(choice()))
		time.Sleep(phoneAway)
		rest()
		c.phone("new", "d")
		if l := c.looks(); l.Phones != 1 || l.Vote.Voted != 0 {
			t.Errorf("after the next vote: %+v", l.Counts)
		}
	})
}

// TestCrowd: the presenter learns of an address with most voters, phones or seats, and starts the vote
// again without it.
func TestCrowd(t *testing.T) {
	story(t, 0, func(c *tester) {
		c.does(c.leads.OpenVote(choice()))
		for i := range 10 {
			c.phone(fmt.Sprint("honest", i), fmt.Sprint(i), 0)
		}
		for i := range minCrowd {
			c.phone(fmt.Sprint("forged", i), "crowd", 1)
		}
		if v := c.looks().Vote; v.Crowd != "" || v.Voted != 50 {
			t.Errorf("%d phones are a crowd: %+v", minCrowd, v)
		}
		seat := c.Join(Guest{ID: "forged", From: "crowd", Unique: true})
		c.does(seat.Guess(1))
		seat.Leave()
		if v := c.looks().Vote; v.Crowd != "crowd" {
			t.Errorf("%+v", v)
		}
		c.does(c.leads.Restart("crowd"))
		if _, err := c.asks("forged", "crowd", 1); !errors.Is(err, ErrShut) {
			t.Errorf("a phone of the crowd: %v", err)
		}
		c.phone("honest1", "1", 0)
		if l := c.looks(); l.Vote.Voted != 1 || l.Phones != 10 || l.Vote.Crowd != "" {
			t.Errorf("restarted: %+v, %+v", l.Counts, l.Vote)
		}
		c.does(c.leads.OpenVote(choice()))
		c.phone("forged", "crowd", 1) // the next vote is for all
	})
}
