package serve

import (
	"sync"
	"time"
)

// pace is how often sessions draw. All of them together take at most half of the processors, each
// an equal part. A drawing costs more in a larger window, so large windows are drawn less often when
// many sessions are busy.
type pace struct {
	processors int

	mu    sync.Mutex
	drawn map[*session]time.Time // the last drawing of a session
}

// recent is how long a session counts as busy after a drawing.
const recent = 500 * time.Millisecond

// rest returns how long the screen of a session stays unchanged after a drawing.
func (p *pace) rest(v *session, took time.Duration) time.Duration {
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drawn[v] = now
	for s, t := range p.drawn {
		if now.Sub(t) > recent {
			delete(p.drawn, s)
		}
	}
	return 2 * took * time.Duration(len(p.drawn)) / time.Duration(p.processors)
}
