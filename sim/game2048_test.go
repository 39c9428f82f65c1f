package sim

import (
	"math"
	"slices"
	"testing"
)

// Length, score and largest tile of many games against those of 200,000 games
// of another implementation.
func TestGame2048Statistics(t *testing.T) {
	d := mustRoller(t, Options{Domain: "2048"})
	var length, lengthVariance, score, scoreVariance, median, large sample
	for i := range 20000 {
		tr := mustDraw(t, d, 17, i)
		h, sum := float64(tr.Len()), 0.0
		for _, r := range tr.Rewards() {
			sum += r
		}
		length.add(h)
		lengthVariance.add((h - 118.4) * (h - 118.4))
		score.add(sum)
		scoreVariance.add((sum - 1095) * (sum - 1095))
		median.add(indicator(sum < 1052) + indicator(sum == 1052)/2)
		largest := slices.Max(tr.Features(tr.Len() - 1))
		large.add(indicator(largest == 64 || largest == 128))
		if h < 20 || h > 500 {
			t.Errorf("trajectory %d has %v transitions", i, h)
		}
	}
	length.want(t, "length", 118.4)
	lengthVariance.want(t, "variance of the length", 37.8*37.8)
	score.want(t, "score", 1095)
	scoreVariance.want(t, "variance of the score", 536*536)
	median.want(t, "share of scores below the median", 0.5)
	large.want(t, "share of games up to 64 or 128", 0.85)
}

func indicator(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// TestNextReward compares the mean reward of the next transition with those that are
// drawn, and that of a game that is over against 0.
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
