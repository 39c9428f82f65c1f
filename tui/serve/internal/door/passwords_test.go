package door

import (
	"context"
	"net"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

func newTestGuard() *Guard { return NewGuard(New(Options{})) }

// guessPause is how long a connection waits between guesses.
const guessPause = 500 * time.Millisecond

// guess tries wrong passwords for a time with some connections, each of which asks
// next where to come from, and returns how many were looked at.
func guess(ctx context.Context, g *Guard, connections int, pause time.Duration, next func() net.Addr) (looked int) {
	var mu sync.Mutex
	var all sync.WaitGroup
	for range connections {
		all.Go(func() {
			for ctx.Err() == nil {
				mu.Lock()
				a := next()
				mu.Unlock()
				o, _ := g.Try(ctx, Address(a), func() bool { return false })
				if o == Wrong {
					mu.Lock()
					looked++
					mu.Unlock()
				}
				time.Sleep(pause) // before the answer
			}
		})
	}
	all.Wait()
	return looked
}

// TestGuessesFromOneAddress guesses for a day.
func TestGuessesFromOneAddress(t *testing.T) {
	for within, most := range map[time.Duration]int{10 * time.Second: 7, time.Hour: 22, 24 * time.Hour: 180} {
		synctest.Test(t, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), within)
			defer cancel()
			n := guess(ctx, newTestGuard(), 2, max(guessPause, within/20_000), func() net.Addr { return from("192.0.2.1") })
			t.Logf("%d guesses in %v", n, within)
			if n > most || n <= freeFailures {
				t.Errorf("%d passwords were looked at in %v, want at most %d", n, within, most)
			}
		})
	}
}

// TestGuessesFromManyAddresses guesses from a hundred addresses, and from a new one
// each time. Those who know the password get in meanwhile: at once from an address
// that they have logged in from, and in some tries from another.
func TestGuessesFromManyAddresses(t *testing.T) {
	const within = 10 * time.Minute
	for name, c := range map[string]struct {
		addresses int
		tries     int // that somebody from a new address may need
	}{
		"a hundred":        {100, 1},
		"a new one always": {1 << 24, 500}, // one in forty or so gets in
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				g := newTestGuard()
				known, unknown := from("192.0.2.1"), from("192.0.2.2")
				g.at(Address(known), time.Now()).known = time.Now().Add(knownFor)
				ctx, cancel := context.WithCancel(t.Context())
				i := 0
				looked := make(chan int)
				began := time.Now()
				go func() {
					looked <- guess(ctx, g, 64, guessPause, func() net.Addr { i++; return numbered(i % c.addresses) })
				}()
				time.Sleep(within/2 + budgetInterval/2) // when nothing has just come back
				yes := func() bool { return true }
				before := time.Now()
				if o, _ := g.Try(ctx, Address(known), yes); o != Right || time.Since(before) != 0 {
					t.Errorf("an address that is known: %v after %v", o, time.Since(before))
				}
				tries := 0
				for o := NotLookedAt; o != Right && tries <= c.tries; tries++ {
					o, _ = g.Try(ctx, Address(unknown), yes)
				}
				t.Logf("from a new address in at try %d, after %v", tries, time.Since(before))
				if tries > c.tries {
					t.Errorf("who knows the password is not in after %d tries", tries)
				}
				time.Sleep(max(0, within-time.Since(began)))
				took := time.Since(began)
				cancel()
				most := int(maxBudget) + int(took/budgetInterval) + 1
				n := <-looked
				t.Logf("%d guesses in %v", n, took)
				if n > most {
					t.Errorf("%d passwords were looked at in %v, want at most %d", n, took, most)
				}
			})
		})
	}
}

// TestGuessesOfAClass has a hundred people behind one address, every fifth of whom
// mistypes at first. Nobody waits for that.
func TestGuessesOfAClass(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, class := newTestGuard(), Address(from("192.0.2.1"))
		for i := range 100 {
			if i%5 == 0 {
				if o, _ := g.tryNow(class, 0, func() bool { return false }); o != Wrong {
					t.Fatalf("person %d: %v", i, o)
				}
			}
			if o, _ := g.tryNow(class, 0, func() bool { return true }); o != Right {
				t.Fatalf("person %d is not let in", i)
			}
		}
	})
}

// TestGuessesAreForgotten leaves an address alone after many wrong passwords.
func TestGuessesAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, from := newTestGuard(), Address(from("192.0.2.1"))
		never, always := func() bool { return false }, func() bool { return true }
		last := time.Duration(0)
		for range freeFailures + 6 {
			g.tryNow(from, 0, never)
			o, wait := g.tryNow(from, 0, always)
			if wait > 0 && (o != NotLookedAt || wait <= last) {
				t.Errorf("%v, wait %v after %v: want it to grow", o, wait, last)
			}
			if last = wait; o == Right {
				g.tryNow(from, 0, never) // which the right one had taken off
			}
			time.Sleep(wait)
		}
		if last < time.Minute {
			t.Errorf("the last wait is %v", last)
		}
		time.Sleep(2 * freeFailures * failureForgotten)
		for range freeFailures - 3 {
			if o, _ := g.tryNow(from, 0, never); o != Wrong {
				t.Errorf("%v, want it looked at", o)
			}
		}
		if o, _ := g.tryNow(from, 0, always); o != Right {
			t.Errorf("%v, want in", o)
		}
	})
}
