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
	testing.TB
	*Places
	evicted []*Seat
	why     []Reason
}

func (p *testPlaces) begin(of Party) (*session, string) { return p.present(of, "") }

// begins is begin for one who gets a place, refused for one who gets none.
func (p *testPlaces) begins(of Party) *session {
	p.Helper()
	v, refusal := p.begin(of)
	if refusal != "" {
		p.Fatalf("%v: %s", of, refusal)
	}
	return v
}

func (p *testPlaces) refused(of Party, why string) {
	p.Helper()
	if _, refusal := p.begin(of); refusal == "" {
		p.Fatal("a place, although " + why)
	}
}

// present begins a session that presents something.
func (p *testPlaces) present(of Party, what string) (v *session, refusal string) {
	v = &session{used: time.Now()}
	v.Seat = Seat{Party: of, Presents: what, Idle: func() time.Duration { return time.Since(v.used) }}
	victim, why, refusal := p.Take(&v.Seat)
	if refusal != "" {
		return nil, refusal
	}
	if victim != nil {
		p.evicted, p.why = append(p.evicted, victim), append(p.why, why)
		p.Leave(victim)
	}
	return v, ""
}

// fill begins sessions until one is refused or another ends for it, and returns how
// many there are more.
func (p *testPlaces) fill(of Party) (n int) {
	before, evicted := p.Len(), len(p.evicted)
	for len(p.evicted) == evicted {
		if _, refusal := p.begin(of); refusal != "" {
			break
		}
	}
	return p.Len() - before
}

// of returns how many sessions a party has.
func (p *testPlaces) of(party Party) (n int) {
	for v := range p.taken {
		if v.Party == party {
			n++
		}
	}
	return n
}

func address(i int) Party { return Party{Name: fmt.Sprintf("192.0.2.%d", i)} }
func key(i int) Party     { return Party{fmt.Sprintf("SHA256:%d", i), true} }

func defaultPlaces(t testing.TB, o Options) *testPlaces {
	o.Most, o.EvictAfter = 200, 2*time.Minute
	return &testPlaces{TB: t, Places: New(o)}
}

// TestShares has one address after the other begin more sessions than there are places.
// None ever ends another's within its share, so that the first keeps half.
func TestShares(t *testing.T) {
	p := defaultPlaces(t, Options{})
	if n := p.fill(address(0)); n != 200 {
		t.Fatalf("while nobody else wants in, one address has %d sessions, want all 200", n)
	}
	for i := 1; i < 30; i++ {
		p.fillTo(address(i), 200)
	}
	for i, want := range []int{100, 50, 25, 12, 6, fewSessions, 3, 0} {
		if n := p.of(address(i)); n != want {
			t.Errorf("address %d has %d sessions, want %d", i, n, want)
		}
	}
	if p.Len() != 200 {
		t.Errorf("%d places are taken, want all 200", p.Len())
	}
	if p := (&testPlaces{Places: New(Options{})}); p.fillTo(address(0), 1000) != 1000 {
		t.Error("without a bound, there is one")
	}
}

// fillEach begins a session of each of many parties.
func (p *testPlaces) fillEach(party func(i int) Party) {
	for i := range 300 {
		_, _ = p.begin(party(i))
	}
}

func (p *testPlaces) fillTo(of Party, n int) int {
	for range n {
		_, _ = p.begin(of)
	}
	return p.of(of)
}

// TestLent has newcomers take the places that one address has beyond its share, the
// newest first, and none of those that it had within it.
func TestLent(t *testing.T) {
	p := defaultPlaces(t, Options{})
	var first []*session
	for range 200 {
		first = append(first, p.begins(address(0)))
	}
	for i := range 30 {
		p.begins(address(1 + i))
		if last := len(p.evicted) - 1; last != i || p.evicted[last] != &first[199-i].Seat || p.why[last] != WasLent {
			t.Fatalf("newcomer %d: another than the newest lent session ends", i)
		}
	}
	p.refused(address(0), "it is of those who came new")
	p.Leave(&first[0].Seat) // within the share: the oldest lent session replaces it there
	p.begins(address(50))
	if p.of(address(0)) != 169 || first[100].lent {
		t.Error("a place that became free was not taken, or the share got smaller")
	}
}

// TestPresenters fills all places with sessions that are in use: who presents gets in,
// however often, from any address. A secret that many use gets in one.
func TestPresenters(t *testing.T) {
	for name, fill := range map[string]func(p *testPlaces){
		"one address": func(p *testPlaces) { p.fill(address(0)) },
		"many addresses": func(p *testPlaces) {
			p.fillEach(address)
		},
		"many keys": func(p *testPlaces) {
			p.fillEach(func(i int) Party { return key(1000 + i) })
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := defaultPlaces(t, Options{})
			fill(p)
			for i := range 20 {
				for _, party := range []Party{address(0), address(1000 + i), key(i)} {
					if name == "many keys" && !party.Keyed { // which ends none of those
						continue
					}
					if _, refusal := p.present(party, "class"); refusal != "" {
						t.Fatalf("presenter %d from %v: %s", i, party, refusal)
					}
				}
			}
			presenting := 0
			for v := range p.taken {
				if v.Presents != "" {
					presenting++
				}
			}
			if presenting != 1 || p.Len() > 200+ForPresenters {
				t.Errorf("%d present one class, %d places are taken", presenting, p.Len())
			}
			for i := range 2 * ForPresenters {
				if _, refusal := p.present(key(0), fmt.Sprint(i)); refusal != "" {
					t.Errorf("presenter of room %d: %s", i, refusal)
				}
			}
			if p.Len() > 200+ForPresenters {
				t.Errorf("%d places are taken", p.Len())
			}
		})
	}
}

// TestEviction ends the session that has been idle longest, and no other.
func TestEviction(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &testPlaces{TB: t, Places: New(Options{Most: 4, EvictAfter: 2 * time.Minute})}
		keyed := p.begins(key(1))
		time.Sleep(time.Minute)
		first, second := p.begins(address(1)), p.begins(address(2))
		time.Sleep(time.Second)
		third := p.begins(address(3))
		time.Sleep(2*time.Minute - 2*time.Second)
		p.refused(address(4), "nobody without a key is idle for two minutes yet")
		first.used = time.Now()
		time.Sleep(3 * time.Second)
		p.begins(address(4))
		p.begins(address(5))
		if len(p.evicted) != 2 || p.evicted[0] != &second.Seat || p.evicted[1] != &third.Seat {
			t.Errorf("evicted %v, want the second and the third", p.evicted)
		}
		p.refused(address(6), "the others have a key, or were used")
		p.begins(key(2)) // at the cost of the one with a key, as the others are not idle
		if p.evicted[len(p.evicted)-1] != &keyed.Seat {
			t.Error("another than the idle one is ended")
		}
	})
}
