package serve

import (
	"net"
	"net/netip"
	"sync"
	"time"

	"lambdascope/sim/analysis"
)

// accounts are the processor times of sessions. Who connects again goes on where
// the sessions of the same address have ended, as new sessions come first.
type accounts struct {
	engine *analysis.Engine

	mu    sync.Mutex
	ended map[netip.Prefix]*analysis.Share // of the sessions that have ended, together
}

func newAccounts(e *analysis.Engine) *accounts {
	return &accounts{engine: e, ended: make(map[netip.Prefix]*analysis.Share)}
}

// open returns the account of a session from an address; close ends it.
func (a *accounts) open(from net.Addr) (share *analysis.Share, close func()) {
	key := addressOf(from)
	a.mu.Lock()
	defer a.mu.Unlock()
	used := time.Duration(0)
	if before := a.ended[key]; before != nil {
		used = before.Used()
	}
	share = a.engine.NewShare(sessionLimits(), used)
	return share, func() { a.settle(key, share, used) }
}

// forgotten is a time that makes no difference any more.
const forgotten = time.Millisecond

// settle adds what a session has used beyond what it began with.
func (a *accounts) settle(key netip.Prefix, share *analysis.Share, began time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for k, s := range a.ended {
		if s.Used() < forgotten {
			delete(a.ended, k)
		}
	}
	used := share.Used()
	if before := a.ended[key]; before != nil {
		before.Charge(max(0, used-began))
	} else {
		a.ended[key] = a.engine.NewShare(analysis.Limits{}, used)
	}
}
