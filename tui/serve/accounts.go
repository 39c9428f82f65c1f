package serve

import (
	"maps"
	"net/netip"
	"sync"
	"time"

	"lambdascope/sim/engine"
)

// accounts are the processor times of ended sessions, by address. A new session continues the time
// of its address, because the engine serves the least recent use first: otherwise somebody who
// connects again and again would come before all others, whose keys then take over a second.
type accounts struct {
	engine *engine.Engine

	mu    sync.Mutex
	ended map[netip.Prefix]*engine.Share
}

// open returns the account of a session from an address. Call end when the session has ended.
func (a *accounts) open(address netip.Prefix) (share *engine.Share, end func()) {
	const negligible = time.Millisecond
	a.mu.Lock()
	defer a.mu.Unlock()
	maps.DeleteFunc(a.ended, func(_ netip.Prefix, s *engine.Share) bool { return s.Used() < negligible })
	began := time.Duration(0)
	if before := a.ended[address]; before != nil {
		began = before.Used()
	}
	share = a.engine.NewShare(engine.SessionLimits(), began)
	return share, func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		if a.ended[address] == nil {
			a.ended[address] = a.engine.NewShare(engine.Limits{}, 0)
		}
		a.ended[address].Charge(max(0, share.Used()-began))
	}
}
