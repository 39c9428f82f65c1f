package serve

import (
	"context"
	"runtime"
	"sync"
	"time"

	"lambdascope/sim/study"
)

// pace is how often sessions draw: all of them together take at most half of the
// processors, each an equal part. What a drawing costs grows with the area of the
// window, so that large windows are drawn less often when many are busy.
type pace struct {
	mu    sync.Mutex
	drawn map[*study.Share]time.Time // when the sessions drew last
}

// recent is how long ago a session has drawn that counts as drawing.
const recent = 500 * time.Millisecond

// whole is how much more a drawing costs than making its text: the renderer compares
// all cells with those before, and what differs is encrypted and sent.
const whole = 3

func newPace() *pace { return &pace{drawn: make(map[*study.Share]time.Time)} }

// draw runs draw when it is the share's turn, and returns how long the screen is
// then to stay as it is.
func (p *pace) draw(ctx context.Context, share *study.Share, draw func()) (rest time.Duration, drawn bool) {
	took, drawn := share.Do(ctx, draw)
	if !drawn {
		return 0, false
	}
	share.Charge((whole - 1) * took)
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.drawn[share] = now
	for s, t := range p.drawn {
		if now.Sub(t) > recent {
			delete(p.drawn, s)
		}
	}
	return 2 * whole * took * time.Duration(len(p.drawn)) / time.Duration(runtime.GOMAXPROCS(0)), true
}
