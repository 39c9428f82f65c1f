package door

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"time"
)

// crowded returns a place that has been taken away, nil for none: above half of
// what may be pending one of them by chance, above all of it one for certain.
func (d *Door) crowded(now time.Time) *Place {
	n, half := len(d.pending), d.most/2
	if d.most == 0 || n <= half || rand.IntN(d.most-half) >= n-half-1 && n <= d.most {
		return nil
	}
	s := d.standing(now)
	worst := d.worst(s)
	if n <= d.most && min(worst.guest.pending, s.counts(worst.guest, worst.guest.pending)) <= 1 {
		return nil // nobody has more than one yet
	}
	return d.take(worst)
}

// standing is what connections count for at one time, where places are short.
type standing struct {
	now     time.Time
	protect bool // logins protect
}

// standing returns what connections count for now. Logins protect as long as what they
// protect is at most half of the places: whoever logs in from many addresses could hold
// the door against all others.
func (d *Door) standing(now time.Time) standing {
	protected := 0
	for _, p := range d.pending {
		protected += btoi(p.guest.protected(p.guest.pending, now))
	}
	return standing{now, protected <= d.most/2}
}

// counts returns how many pending connections count against a guest that has some number:
// those that came to nothing lately are one more.
func (s standing) counts(g *guest, pending int) int {
	owed := btoi(g.owes(s.now))
	if s.protect && g.protected(pending, s.now) {
		return owed
	}
	return pending + owed
}

// worst returns the place that is the first to be taken away: the oldest one of the
// address that has most. Of addresses with equally many, those with penalties come first;
// of equal ones any. The first connections of an address that somebody has logged in
// from count for nothing, so that they come last; see counts.
func (d *Door) worst(s standing) (worst *Place) {
	candidates := 0
	for i, p := range d.pending {
		if slices.ContainsFunc(d.pending[:i], func(q *Place) bool { return q.guest == p.guest }) {
			continue
		}
		switch order := s.worse(p.guest, worst); {
		case order > 0:
			worst, candidates = p, 1
		case order == 0:
			if candidates++; rand.IntN(candidates) == 0 {
				worst = p
			}
		}
	}
	return worst
}

// take takes a place away, whose connection is to be dropped.
func (d *Door) take(p *Place) *Place {
	p.dropped = true
	d.remove(p)
	return p
}

// worse compares a guest with that of a place: greater than 0 where it is the one
// to lose a place.
func (s standing) worse(g *guest, than *Place) int {
	if than == nil {
		return 1
	}
	return cmp.Or(s.counts(g, g.pending)-s.counts(than.guest, than.guest.pending), btoi(g.owes(s.now))-btoi(than.guest.owes(s.now)))
}

// gives tells whether a place is to be given to one of a guest's connections that waits.
func (s standing) gives(p *Place, to *guest) bool {
	has, wants := s.counts(p.guest, p.guest.pending), s.counts(to, to.pending+1)
	return has > wants || has == wants && p.guest.owes(s.now) && !to.owes(s.now)
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}
