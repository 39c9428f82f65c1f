package analysis

import (
	"lambdascope/estimator"
)

// underWay is an analysis under way.
type underWay struct {
	estimator.Progress
}

// begin notes an analysis under way, until done is called.
func (e *Engine) begin(s Settings) (u *underWay, done func()) {
	u = new(underWay)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.under[s] = u
	return u, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.under[s] == u { // and not that of a session with another limit
			delete(e.under, s)
		}
	}
}

// Progress returns how much of the selection of settings is done, from 0 to 1, and
// false where no analysis of them is under way. Drawing the data before and comparing
// with the truth afterwards do not count: they are short beside it.
func (e *Engine) Progress(s Settings) (share float64, under bool) {
	s, _, err := e.check(s)
	if err != nil {
		return 0, false
	}
	return e.share(s)
}

// share is Progress of settings in their usual form.
func (e *Engine) share(s Settings) (share float64, under bool) {
	u := e.underWay(s)
	if u == nil {
		return 0, false
	}
	return u.Share(), true
}

func (e *Engine) underWay(s Settings) *underWay {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.under[s]
}
