package serve

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"lambdascope/tui/serve/internal/door"
)

// Why a session is refused, beside door.Stopping.
const (
	refusedFull   = "full"   // all places are taken, or those that its party may have
	refusedGone   = "gone"   // it ended before it had its place
	refusedMemory = "memory" // there is none for its window
)

// places are those of sessions. Who has a key is counted by the key, anybody else by
// the address.
//
// The rule: one address, or key, may have as many sessions as half of the places
// that others leave, at most perParty and at least fewSessions. Reserve places are
// for those alone who have a key. Where a session has no place by this, the one that
// has been idle longest is ended for it: one of the same address where the address
// has its share already, any other where all places are taken; but none that has
// been idle for less than evictAfter, and none with a key for one without.
type places struct {
	most, perParty, reserve int // 0 for any number
	evictAfter              time.Duration
	taken                   map[*session]struct{}
}

// fewSessions is what an address may have as long as there are places at all.
const fewSessions = 4

func newPlaces(o Options) places {
	p := places{most: o.MaxSessions, perParty: o.MaxPerAddress, evictAfter: o.EvictAfter, taken: make(map[*session]struct{})}
	if len(o.AuthorizedKeys) > 0 && (o.Public || o.Password != "") {
		p.reserve = o.MaxSessions / 10
	}
	return p
}

// party is who a session counts for.
type party struct {
	name  string // an address, or the fingerprint of a key
	keyed bool
}

// room tells whether a session of a party may begin, perhaps in place of a victim;
// or says why not.
func (p *places) room(of party) (victim *session, refusal string) {
	own, unkeyed, all := 0, 0, 0
	for v := range p.taken {
		if v.yields {
			continue
		}
		all++
		if v.party == of {
			own++
		}
		if !v.party.keyed {
			unkeyed++
		}
	}
	full := p.most > 0 && (all >= p.most || !of.keyed && unkeyed >= p.most-p.reserve)
	share := p.share(all - own)
	switch {
	case share > 0 && own >= share:
		if victim = p.idlest(func(v *session) bool { return v.party == of }); victim == nil {
			return nil, fmt.Sprintf("%s has %s, and %d of all %d places are taken; try again later", of.words(), sessions(own), all, p.most)
		}
	case full:
		victim = p.idlest(func(v *session) bool { return !v.party.keyed })
		if victim == nil && of.keyed {
			victim = p.idlest(func(*session) bool { return true })
		}
		if victim == nil {
			return nil, fmt.Sprintf("all %d sessions are taken; try again later", p.most)
		}
	}
	return victim, ""
}

// share returns how many sessions a party may have where others have some; 0 for any
// number.
func (p *places) share(others int) int {
	switch {
	case p.perParty == 0 || p.most == 0:
		return p.perParty
	default:
		return min(p.perParty, max(fewSessions, (p.most-others)/2))
	}
}

// idlest returns the session that has been idle longest, of those that may be ended
// for another; nil for none.
func (p *places) idlest(among func(v *session) bool) (idlest *session) {
	if p.evictAfter == 0 {
		return nil
	}
	longest := p.evictAfter
	for v := range p.taken {
		if v.yields || !among(v) {
			continue
		}
		if idle := v.activity.idle(); idle >= longest {
			longest, idlest = idle, v
		}
	}
	return idlest
}

func (of party) words() string {
	if of.keyed {
		return "this key"
	}
	return "this address"
}

func sessions(n int) string {
	if n == 1 {
		return "1 session"
	}
	return fmt.Sprintf("%d sessions", n)
}

// admit lets a session begin, which is to leave, when its place is free; or says why
// not, for the person and for the log.
func (s *Server) admit(v *session) (refusal, reason string) {
	s.mu.Lock()
	if s.stopping {
		s.mu.Unlock()
		return "the server is stopping", door.Stopping
	}
	if v.window.denied {
		s.mu.Unlock()
		return "there is no memory for another session; try again later", refusedMemory
	}
	victim, refusal := s.places.room(v.party)
	if refusal != "" {
		s.mu.Unlock()
		return refusal, refusedFull
	}
	s.places.taken[v] = struct{}{}
	if victim != nil {
		victim.yields = true
		victim.end(endEvicted(victim.activity.idle()))
	}
	s.mu.Unlock()
	if victim == nil {
		return "", ""
	}
	late := time.AfterFunc(linger, func() { _ = victim.conn.Close() }) // one that takes no output
	defer late.Stop()
	select {
	case <-victim.gone:
	case <-v.ctx.Done():
		s.leave(v)
		return cmp.Or(toldBy(context.Cause(v.ctx)), "the session has ended"), refusedGone
	}
	return "", ""
}

// leave gives a session's place up.
func (s *Server) leave(v *session) {
	s.mu.Lock()
	defer s.mu.Unlock()
	close(v.gone)
	delete(s.places.taken, v)
	s.vacated()
}
