package analysis

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"lambdascope/estimator"
)

// underWay is an analysis under way.
type underWay struct {
	estimator.Progress
	standing atomic.Pointer[estimator.Standing] // after the last round, nil before the first
	// picture returns the result of a standing; nil before the first.
	picture func(context.Context, *estimator.Standing) (*Result, error)

	mu   sync.Mutex
	last *Result // of the last standing that was asked for
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

// roundsWorth is how long an analysis is expected to take that is looked at after rounds:
// shared by two processors, it is on the screen before anybody would have looked.
const roundsWorth = 300 * time.Millisecond

// AnalyzeInRounds is Analyze for somebody who watches: where it takes long, folds are
// scored in rounds first, as a race has them, and SoFar returns what they say. The result
// is that of Analyze, to the last bit.
func (e *Engine) AnalyzeInRounds(ctx context.Context, s Settings) (*Result, error) {
	return e.analyzeOnce(ctx, s, true)
}

// inRounds tells whether an analysis of settings in their usual form has rounds.
func (e *Engine) inRounds(s Settings) bool {
	return s.Method != estimator.RSM && s.Method != estimator.Naive && e.takesLong(s)
}

// takesLong tells whether an analysis is expected to take long enough for rounds.
func (e *Engine) takesLong(s Settings) bool { return e.Expected(s, Extra{}) >= roundsWorth }

// FoldsScored returns how many folds of all λ's an analysis under way has scored, and how many
// there are; 0 and 0 where it has no rounds, or none yet.
func (e *Engine) FoldsScored(s Settings) (scored, all int) {
	if s, _, err := e.check(s); err == nil {
		if u := e.underWay(s); u != nil {
			return u.Folds()
		}
	}
	return 0, 0
}

// SoFar returns what the rounds of an analysis under way say, with Result.Race and
// estimates of those λ's of which folds have been scored; nil where there is nothing yet.
// It returns the same as before where no round has come since.
func (e *Engine) SoFar(ctx context.Context, s Settings) (*Result, error) {
	s, _, err := e.check(s)
	if err != nil {
		return nil, err
	}
	u := e.underWay(s)
	if u == nil {
		return nil, nil
	}
	standing := u.standing.Load()
	if standing == nil {
		return nil, nil
	}
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.last == nil || u.last.Race.Standing != standing {
		last, err := u.picture(ctx, standing)
		if err != nil {
			return nil, err
		}
		u.last = last
	}
	return u.last, nil
}
