package places

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// session is one in which nothing is done after used.
type session struct {
	Seat
	used time.Time
}

// testPlaces are places whose sessions do nothing.
type testPlaces struct {
	*Places
	evicted []*Seat
}

func (p *testPlaces) begin(of Party) (v *session, refusal string) {
	v = &session{used: time.Now()}
	v.Seat = Seat{Party: of, Idle: func() time.Duration { return time.Since(v.used) }}
	victim, refusal := p.Take(&v.Seat)
	if refusal != "" {
		return nil, refusal
	}
	if victim != nil {
		p.evicted = append(p.evicted, victim)
		p.Leave(victim)
	}
	return v, ""
}

// fill begins sessions until one is refused and returns how many.
func (p *testPlaces) fill(of Party) (n int) {
	for ; ; n++ {
		if _, refusal := p.begin(of); refusal != "" {
			return n
		}
	}
}

func address(i int) Party { return Party{Name: fmt.Sprintf("192.0.2.%d", i)} }
func key(i int) Party     { return Party{fmt.Sprintf("SHA256:%d", i), true} }

func defaultPlaces(o Options) *testPlaces {
	o.Most, o.PerParty, o.EvictAfter = 200, 100, 2*time.Minute
	return &testPlaces{Places: New(o)}
}

// TestShares fills the places from one address after the other.
func TestShares(t *testing.T) {
	p := defaultPlaces(Options{})
	for i, want := range []int{100, 50, 25, 12, 6, fewSessions, 3, 0} {
		if n := p.fill(address(i)); n != want {
			t.Errorf("address %d has %d sessions, want %d", i, n, want)
		}
	}
	p = &testPlaces{Places: New(Options{Most: 200})}
	if n := p.fill(address(0)); n != 200 {
		t.Errorf("without a share, one address has %d", n)
	}
}

// TestReserve fills the places without a key: who has one gets in, and counts by it.
func TestReserve(t *testing.T) {
	p := defaultPlaces(Options{Reserve: 20})
	all := 0
	for i := range 20 {
		all += p.fill(address(i))
	}
	if all != 180 {
		t.Errorf("%d sessions without a key, want 180", all)
	}
	for i := range 20 {
		if _, refusal := p.begin(key(i)); refusal != "" {
			t.Errorf("key %d: %s", i, refusal)
		}
	}
	if _, refusal := p.begin(key(30)); refusal == "" {
		t.Error("a session too many")
	}
}

// TestEviction ends the session that has been idle longest, and no other.
func TestEviction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testPlaces{Places: New(Options{Most: 4, PerParty: 100, EvictAfter: 2 * time.Minute})}
		must := func(of Party) *session {
			t.Helper()
			v, refusal := p.begin(of)
			if refusal != "" {
				t.Fatal(refusal)
			}
			return v
		}
		keyed := must(key(1))
		time.Sleep(time.Minute)
		first, second := must(address(1)), must(address(2))
		time.Sleep(time.Second)
		third := must(address(3))
		time.Sleep(2*time.Minute - 2*time.Second)
		if _, refusal := p.begin(address(4)); refusal == "" {
			t.Fatal("nobody without a key is idle for two minutes yet")
		}
		first.used = time.Now()
		time.Sleep(3 * time.Second)
		must(address(4))
		must(address(5))
		if len(p.evicted) != 2 || p.evicted[0] != &second.Seat || p.evicted[1] != &third.Seat {
			t.Errorf("evicted %v, want the second and the third", p.evicted)
		}
		if _, refusal := p.begin(address(6)); refusal == "" {
			t.Error("a session with a key, or one that was used, is ended for one without")
		}
		must(key(2)) // at the cost of the one with a key, as the others are not idle
		if p.evicted[len(p.evicted)-1] != &keyed.Seat {
			t.Error("another than the idle one is ended")
		}
	})
}

// TestEvictionOfOnesOwn has an address with its whole share, of which some are idle.
func TestEvictionOfOnesOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := defaultPlaces(Options{})
		other, _ := p.begin(address(2))
		time.Sleep(time.Second)
		p.fill(address(1))
		time.Sleep(2 * time.Minute)
		if _, refusal := p.begin(address(1)); refusal != "" {
			t.Fatal(refusal)
		}
		if len(p.evicted) != 1 || p.evicted[0] == &other.Seat {
			t.Error("want one of the same address ended, as there is room for others")
		}
	})
}
