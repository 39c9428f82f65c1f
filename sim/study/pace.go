package study

import "time"

// Pace measures how fast the parts of some work are finished, such as trials, and
// estimates from the last of them how long others will take. The zero Pace has
// measured nothing.
type Pace struct {
	since time.Time       // when the last part was finished, or work began
	took  []time.Duration // of the last parts, each since the one before
}

// paceParts is how many of the last parts count.
const paceParts = 20

// Begin says that work begins at a time, or goes on after a pause that does not count.
func (p *Pace) Begin(at time.Time) { p.since = at }

// Finish says that a part was finished at a time. Where there was no Begin, it is the
// first to measure from.
func (p *Pace) Finish(at time.Time) {
	if !p.since.IsZero() {
		p.took = append(p.took, at.Sub(p.since))
		p.took = p.took[max(0, len(p.took)-paceParts):]
	}
	p.since = at
}

// Left estimates how long todo more parts will take, from the end of the last one, and
// returns false while fewer than enough have been measured.
func (p *Pace) Left(todo, enough int) (left time.Duration, ok bool) {
	if len(p.took) < max(1, enough) {
		return 0, false
	}
	for _, d := range p.took {
		left += d
	}
	return left / time.Duration(len(p.took)) * time.Duration(todo), true
}
