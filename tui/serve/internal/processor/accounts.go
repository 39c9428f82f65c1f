// Package processor shares the processors among sessions: what each has used counts
// beyond its end, and drawing leaves room for work. It may import the engine, in
// sim/analysis, and knows neither SSH nor screens.
package processor

import (
	"net/netip"
	"sync"
	"time"

	"lambdascope/sim/analysis"
)

// Accounts are the processor times of sessions. Who connects again goes on where
// the sessions of the same address have ended, as new sessions come first.
type Accounts struct {
	engine *analysis.Engine

	mu    sync.Mutex
	ended map[netip.Prefix]*analysis.Share // of the sessions that have ended, together
}

// NewAccounts returns the accounts of an engine.
func NewAccounts(e *analysis.Engine) *Accounts {
	return &Accounts{engine: e, ended: make(map[netip.Prefix]*analysis.Share)}
}

// Open returns the account of a session from an address, with what may be asked for in
// it; close ends it.
func (a *Accounts) Open(address netip.Prefix, limits analysis.Limits) (share *analysis.Share, close func()) {
	a.mu.Lock()
	defer a.mu.Unlock()
	used := time.Duration(0)
	if before := a.ended[address]; before != nil {
		used = before.Used()
	}
	share = a.engine.NewShare(limits, used)
	return share, func() { a.settle(address, share, used) }
}

// forgotten is a time that makes no difference any more.
const forgotten = time.Millisecond

// settle adds what a session has used beyond what it began with.
func (a *Accounts) settle(address netip.Prefix, share *analysis.Share, began time.Duration) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for k, s := range a.ended {
		if s.Used() < forgotten {
			delete(a.ended, k)
		}
	}
	used := share.Used()
	if before := a.ended[address]; before != nil {
		before.Charge(max(0, used-began))
	} else {
		a.ended[address] = a.engine.NewShare(analysis.Limits{}, used)
	}
}
