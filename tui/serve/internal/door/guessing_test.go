package door

import (
	"net/netip"
	"testing"
	"testing/synctest"
	"time"
)

func address(i int) netip.Prefix { return Address(numbered(i)) }

func right() bool { return true }
func wrong() bool { return false }

// guess guesses wrong at every step of some time, from the address that next returns,
// and returns how many guesses were looked at.
func guess(g *Guard, within, step time.Duration, next func(i int) netip.Prefix) (looked int) {
	for i := range int(within / step) {
		g.Try(next(i), func() bool { looked++; return false })
		time.Sleep(step)
	}
	return looked
}

// TestGuessesOfOneAddress guesses without a pause: a few guesses, then one every five minutes.
func TestGuessesOfOneAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g Guard
		if n := guess(&g, time.Hour, time.Second, func(int) netip.Prefix { return address(1) }); n < 12 || n > maxWrong+12 {
			t.Errorf("%d guesses in an hour", n)
		}
		g.Try(address(1), wrong)
		late, wait := g.Try(address(1), right)
		if late || wait <= 0 || wait > forgotten {
			t.Errorf("right %t after so many, wait %v", late, wait)
		}
		if other, wait := g.Try(address(2), right); !other || wait != 0 {
			t.Error("another address waits")
		}
		time.Sleep(wait)
		if again, _ := g.Try(address(1), right); !again {
			t.Error("after the wait, a right guess is not looked at")
		}
	})
}

// TestGuessesOfManyAddresses guesses from 40 addresses, and from a new one each time. The
// former leave the door open for others, the latter are held to the bound of all. So many addresses are
// remembered.
func TestGuessesOfManyAddresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var few, ever Guard
		hour := int(time.Hour / allForgotten)
		n := guess(&few, time.Hour, 100*time.Millisecond, func(i int) netip.Prefix { return address(i % 40) })
		if n > 2*maxAll+hour {
			t.Errorf("40 addresses: %d guesses in an hour", n)
		}
		if in, _ := few.Try(address(5000), right); !in {
			t.Error("an address that is new has to wait for those that guess")
		}
		n = guess(&ever, time.Hour, 100*time.Millisecond, address)
		if n > 2*maxAll+hour {
			t.Errorf("ever new addresses: %d guesses in an hour", n)
		}
		for i := range 3 * maxAddresses {
			ever.all = tried{counted: time.Now()}
			ever.Try(address(i), wrong)
		}
		if n := len(ever.of); n > maxAddresses {
			t.Errorf("%d addresses are remembered", n)
		}
	})
}
