package processor

import (
	"sync"
	"time"

	"lambdascope/sim/analysis"
)

// Pace is how often sessions draw: all of them together take at most half of the
// processors, each an equal part. What a drawing costs grows with the area of the
// window, so that large windows are drawn less often when many are busy.
type Pace struct {
	processors int

	mu    sync.Mutex
	drawn map[*analysis.Share]time.Time // when the sessions drew last
}

// recent is how long ago a session has drawn that counts as drawing.
const recent = 500 * time.Millisecond

// NewPace returns the pace for a number of processors.
func NewPace(processors int) *Pace {
	return &Pace{processors: processors, drawn: make(map[*analysis.Share]time.Time)}
}

// Rest returns how long the screen of a session is to stay as it is after a drawing
// that took some time.
func (p *Pace) Rest(share *analysis.Share, took time.Duration) time.Duration {
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drawn[share] = now
	for s, t := range p.drawn {
		if now.Sub(t) > recent {
			delete(p.drawn, s)
		}
	}
	return 2 * took * time.Duration(len(p.drawn)) / time.Duration(p.processors)
}
