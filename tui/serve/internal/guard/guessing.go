package guard

import (
	"net/netip"
	"sync"
	"time"
)

// Guard bounds how fast something short can be guessed, as the code of a room is. It
// counts wrong guesses by the address that they come from, and those of all addresses
// together. The zero value is ready.
type Guard struct {
	mu  sync.Mutex
	all tried // and wrong
	of  map[netip.Prefix]*guesses
}

// The bounds: an address has few wrong guesses free and then one every five minutes. Each
// right one is worth one more, up to maxRight: in a class behind one address some mistype
// the code. All addresses
// together have maxAll, then one every allForgotten; an address without a wrong guess
// may go beyond that, up to twice as many, as it is most likely somebody new.
const (
	maxWrong     = 5
	maxRight     = 30
	forgotten    = 5 * time.Minute // one of them
	maxAll       = 200
	allForgotten = 5 * time.Second
	maxAddresses = 1 << 14 // that are remembered
)

// guesses are those of an address.
type guesses struct{ wrong, right tried }

// tried is a number of guesses, which are forgotten one by one.
type tried struct {
	n       float64
	counted time.Time
}

func (w *tried) now(now time.Time, each time.Duration) float64 {
	w.n = max(0, w.n-float64(now.Sub(w.counted))/float64(each))
	w.counted = now
	return w.n
}

// Try calls matches, which tells whether a guess is right, unless too many were wrong
// before. Then wait is the time until it is worth trying again. One lock is held
// throughout, so that many guesses at once are not more guesses.
func (g *Guard) Try(address netip.Prefix, matches func() bool) (right bool, wait time.Duration) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := time.Now()
	own := g.of[address]
	if own == nil {
		own = &guesses{}
	}
	mine, earned, all := own.wrong.now(now, forgotten), own.right.now(now, forgotten), g.all.now(now, allForgotten)
	most := maxAll
	if mine == 0 {
		most = 2 * maxAll
	}
	wait = max(until(mine, maxWrong+int(earned), forgotten), until(all, most, allForgotten))
	switch {
	case wait > 0:
		return false, wait
	case matches():
		own.right.n = min(earned+1, maxRight)
		g.remember(address, own, now)
		return true, 0
	}
	own.wrong.n++
	g.all.n++
	g.remember(address, own, now)
	return false, 0
}

// until returns the time in which a number falls to where one more is within most.
func until(n float64, most int, each time.Duration) time.Duration {
	return max(0, time.Duration((n-float64(most-1))*float64(each)))
}

// remember keeps what an address has guessed. Where there are too many addresses, some make
// room: their guesses still count among those of all.
func (g *Guard) remember(address netip.Prefix, own *guesses, now time.Time) {
	if g.of == nil {
		g.of = make(map[netip.Prefix]*guesses)
	}
	if g.of[address] == nil && len(g.of) >= maxAddresses {
		for a, other := range g.of {
			if other.wrong.now(now, forgotten) == 0 || len(g.of) > maxAddresses*3/4 {
				delete(g.of, a)
			}
		}
	}
	g.of[address] = own
}
