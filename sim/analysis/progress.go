package analysis

import (
	"lambdascope/estimator"
	"lambdascope/sim/settings"
)

// underWay registers an analysis in progress until done is called.
func (e *Engine) underWay(s settings.Settings) (p *estimator.Progress, done func()) {
	p = new(estimator.Progress)
	e.mu.Lock()
	defer e.mu.Unlock()
	e.under[s] = p
	return p, func() {
		e.mu.Lock()
		defer e.mu.Unlock()
		if e.under[s] == p { // not the analysis of a session with another limit
			delete(e.under, s)
		}
	}
}

// Progress returns the share of the selection that is done, from 0 to 1, and false if no
// analysis of the settings is in progress. Drawing the data and comparing with the truth do
// not count, because both are short.
func (e *Engine) Progress(s settings.Settings) (share float64, under bool) {
	s, err := e.checkSettings(s)
	if err != nil {
		return 0, false
	}
	return e.share(s)
}

// share is Progress for settings in normal form.
func (e *Engine) share(s settings.Settings) (share float64, under bool) {
	e.mu.Lock()
	p := e.under[s]
	e.mu.Unlock()
	if p == nil {
		return 0, false
	}
	return p.Share(), true
}
