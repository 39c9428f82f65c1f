package sim

import (
	"math"
	"slices"
	"testing"
)

// TestNextReward compares the mean reward of the next transition with drawn rewards, and with 0
// for a finished game.
func TestNextReward(t *testing.T) {
	d := mustRoller(t, Options{Domain: "2048"}).(RewardModel)
	off, squares, n := 0.0, 0.0, 0.0
	for i := range 300 {
		tr := mustDraw(t, d, 7, i)
		for step, state := range slices.Collect(slices.Chunk(d.States(7, i, nil), d.StateBytes())) {
			e := tr.Rewards()[step] - d.NextReward(state)
			off, squares, n = off+e, squares+e*e, n+1
		}
	}
	if z := off / math.Sqrt(squares); !(math.Abs(z) < 4.5) {
		t.Errorf("rewards are %v from their mean, z = %v", off/n, z)
	}
	// 4 4 . .: left and right merge, for 8 each, down moves alone.
	if got := d.NextReward([]byte{0x22, 0, 0, 0, 0, 0, 0, 0}); got != 16.0/3 {
		t.Errorf("mean reward %v, want 16/3", got)
	}
	over := []byte{0x21, 0x43, 0x43, 0x21, 0x21, 0x43, 0x43, 0x21}
	if got := d.NextReward(over); got != 0 {
		t.Errorf("mean reward %v of a game that is over", got)
	}
}
