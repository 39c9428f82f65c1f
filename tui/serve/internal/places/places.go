// Package places decides which sessions there may be at once, and which one ends where
// another needs its place. It imports the standard library alone.
package places

import (
	"fmt"
	"time"
)

// Places are those of sessions. Who has a key is counted by the key, anybody else by
// the address.
//
// The rule: one address, or key, may have as many sessions as half of the places
// that others leave, at most perParty and at least fewSessions. Reserve places are
// for those alone who have a key. Where a session has no place by this, the one that
// has been idle longest is ended for it: one of the same address where the address
// has its share already, any other where all places are taken; but none that has
// been idle for less than evictAfter, and none with a key for one without.
type Places struct {
	most, perParty, reserve int // 0 for any number
	evictAfter              time.Duration
	taken                   map[*Seat]struct{}
}

// fewSessions is what an address may have as long as there are places at all.
const fewSessions = 4

// Options bound how many sessions there are. A number or time of zero bounds nothing.
type Options struct {
	Most       int           // at once
	PerParty   int           // of one party
	Reserve    int           // of Most, for parties with a key
	EvictAfter time.Duration // without input, after which a session may be ended for another
}

// New returns places that are all free.
func New(o Options) *Places {
	return &Places{most: o.Most, perParty: o.PerParty, reserve: o.Reserve, evictAfter: o.EvictAfter, taken: make(map[*Seat]struct{})}
}

// Party is who a session counts for.
type Party struct {
	Name  string // an address, or the fingerprint of a key
	Keyed bool
}

// Seat is the place of one session.
type Seat struct {
	Party  Party
	Idle   func() time.Duration // for how long nothing was done in the session
	yields bool                 // its session is being ended for another
}

// Take lets a session have a place, perhaps that of a victim, whose session is to be
// ended and then to leave; or says why not.
func (p *Places) Take(s *Seat) (victim *Seat, refusal string) {
	if victim, refusal = p.room(s.Party); refusal != "" {
		return nil, refusal
	}
	if victim != nil {
		victim.yields = true
	}
	p.taken[s] = struct{}{}
	return victim, ""
}

// Leave gives a place up.
func (p *Places) Leave(s *Seat) { delete(p.taken, s) }

// Len returns how many places are taken.
func (p *Places) Len() int { return len(p.taken) }

// room tells whether a session of a party may begin, perhaps in place of a victim;
// or says why not.
func (p *Places) room(of Party) (victim *Seat, refusal string) {
	own, unkeyed, all := 0, 0, 0
	for v := range p.taken {
		if v.yields {
			continue
		}
		all++
		if v.Party == of {
			own++
		}
		if !v.Party.Keyed {
			unkeyed++
		}
	}
	full := p.most > 0 && (all >= p.most || !of.Keyed && unkeyed >= p.most-p.reserve)
	share := p.share(all - own)
	switch {
	case share > 0 && own >= share:
		if victim = p.idlest(func(v *Seat) bool { return v.Party == of }); victim == nil {
			return nil, fmt.Sprintf("%s has %s, and %d of all %d places are taken; try again later", of.words(), sessions(own), all, p.most)
		}
	case full:
		victim = p.idlest(func(v *Seat) bool { return !v.Party.Keyed })
		if victim == nil && of.Keyed {
			victim = p.idlest(func(*Seat) bool { return true })
		}
		if victim == nil {
			return nil, fmt.Sprintf("all %d sessions are taken; try again later", p.most)
		}
	}
	return victim, ""
}

// share returns how many sessions a party may have where others have some; 0 for any
// number.
func (p *Places) share(others int) int {
	switch {
	case p.perParty == 0 || p.most == 0:
		return p.perParty
	default:
		return min(p.perParty, max(fewSessions, (p.most-others)/2))
	}
}

// idlest returns the session that has been idle longest, of those that may be ended
// for another; nil for none.
func (p *Places) idlest(among func(v *Seat) bool) (idlest *Seat) {
	if p.evictAfter == 0 {
		return nil
	}
	longest := p.evictAfter
	for v := range p.taken {
		if v.yields || !among(v) {
			continue
		}
		if idle := v.Idle(); idle >= longest {
			longest, idlest = idle, v
		}
	}
	return idlest
}

func (of Party) words() string {
	if of.Keyed {
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
