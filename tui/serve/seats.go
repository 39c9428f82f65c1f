package serve

import (
	"fmt"
	"net/netip"
	"time"
)

// seats are the seats of sessions, under the lock of the server. Presenters have seats of their own.
// An address has at most half of the seats. Without a free seat, the session with the longest idle
// time at the address with the most seats gives way, if the address has more seats than the
// newcomer's or the person is away. So a flood costs the flooder.
type seats struct {
	most  int
	taken map[*session]struct{}
}

const (
	// forPresenters is the number of presenters' seats.
	forPresenters = 2
	// absent is the idle time after which a person counts as away.
	absent = 2 * time.Minute
)

// take gives a newcomer a seat, or returns a refusal for the person. End the session of the victim.
func (s *seats) take(n *session) (victim *session, refusal string) {
	number := make(map[netip.Prefix]int) // without presenters
	all, presenters := 0, 0
	for v := range s.taken {
		switch {
		case v.leaving:
		case v.leads:
			presenters++
		default:
			all++
			number[v.conn.address]++
		}
	}
	own := number[n.conn.address]
	full, half := all >= s.most, own >= (s.most+1)/2
	switch {
	case n.leads && presenters >= forPresenters:
		victim = s.idlest(func(v *session) bool { return v.leads }, number)
	case n.leads:
	case full || half:
		victim = s.idlest(func(v *session) bool { return !v.leads && (!half || v.conn.address == n.conn.address) }, number)
		refusal = fmt.Sprintf("this address has %d sessions, the most for one address; try again later", own)
		if full {
			refusal = fmt.Sprintf("all %d sessions are taken; try again later", s.most)
		}
	}
	if refusal != "" && (victim == nil || number[victim.conn.address] <= own+1 && victim.idle() < absent) {
		return nil, refusal
	}
	if victim != nil {
		victim.leaving = true
	}
	s.taken[n] = struct{}{}
	return victim, ""
}

// idlest returns the seat with the longest idle time at the address with the most seats.
func (s *seats) idlest(among func(v *session) bool, number map[netip.Prefix]int) (idlest *session) {
	longest := time.Duration(0)
	for v := range s.taken {
		if v.leaving || !among(v) {
			continue
		}
		idle := v.idle()
		if idlest == nil || number[v.conn.address] > number[idlest.conn.address] || number[v.conn.address] == number[idlest.conn.address] && idle > longest {
			idlest, longest = v, idle
		}
	}
	return idlest
}
