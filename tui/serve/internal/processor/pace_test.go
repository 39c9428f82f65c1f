package processor

import (
	"math"
	"testing"
	"testing/synctest"
	"time"

	"lambdascope/sim/analysis"
)

// TestPace has some sessions draw: alone, one rests as long as half of the processors
// leave it; many rest longer, and those that stopped a while ago count no more.
func TestPace(t *testing.T) {
	engine := analysis.NewEngine(1 << 20)
	synctest.Test(t, func(t *testing.T) {
		const processors, took = 4, 10 * time.Millisecond
		p := NewPace(processors)
		sessions := make([]*analysis.Share, 40)
		for i := range sessions {
			sessions[i] = engine.NewShare(analysis.Limits{}, 0)
		}
		if got := p.Rest(sessions[0], took); got != 5*time.Millisecond {
			t.Errorf("alone, one rests for %v, want 5ms", got)
		}
		for range 2 { // in the first round some are not known yet
			for _, s := range sessions {
				p.Rest(s, took)
			}
		}
		drawing := 0.0 // processors
		for _, s := range sessions {
			drawing += float64(took) / float64(p.Rest(s, took))
		}
		if math.Abs(drawing-processors/2) > 1e-9 {
			t.Errorf("%d sessions that draw take %g of %d processors, want half", len(sessions), drawing, processors)
		}
		if small, large := p.Rest(sessions[0], took), p.Rest(sessions[1], 3*took); large != 3*small {
			t.Errorf("a window that takes three times as long rests for %v, one that does not for %v", large, small)
		}
		time.Sleep(recent + time.Millisecond)
		if got := p.Rest(sessions[0], took); got != 5*time.Millisecond || len(p.drawn) != 1 {
			t.Errorf("when the others have stopped, one rests for %v beside %d, want 5ms", got, len(p.drawn)-1)
		}
	})
}
