package study

import "time"

// pace estimates how long trials will take, from those finished last. The zero pace has
// measured nothing.
type pace struct {
	since time.Time       // when the last trial was finished
	took  []time.Duration // of the last trials, each since the one before
}

// How many trials pace needs, and how many of the last count.
const (
	paceEnough = 3
	paceTrials = 20
)

// finish records that a trial was finished at a time.
func (p *pace) finish(at time.Time) {
	if !p.since.IsZero() {
		p.took = append(p.took, at.Sub(p.since))
		p.took = p.took[max(0, len(p.took)-paceTrials):]
	}
	p.since = at
}

// left estimates how long todo more trials will take, from the end of the last one; below 0
// while that is not known.
func (p *pace) left(todo int) time.Duration {
	if len(p.took) < paceEnough {
		return -1
	}
	var sum time.Duration
	for _, d := range p.took {
		sum += d
	}
	return sum / time.Duration(len(p.took)) * time.Duration(todo)
}
