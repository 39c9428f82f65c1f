package sim

import (
	"math"
	"slices"
	"testing"

	"lambdascope/sim/random"
)

// The policy takes each move that changes the board with the same probability,
// the new tile lies in each empty cell with the same, and is a 2 nine times of ten.
func TestGame2048TurnShares(t *testing.T) {
	rules := sharedRules2048()
	for _, g := range []grid{
		{{0, 0, 0, 0}, {0, 8, 0, 0}, {0, 0, 16, 0}, {0, 0, 0, 0}},                 // all four
		{{2, 4, 0, 0}, {8, 16, 0, 0}, {32, 64, 0, 0}, {0, 0, 0, 0}},               // right and down
		{{2, 4, 2, 4}, {4, 2, 4, 2}, {2, 4, 2, 8}, {0, 0, 0, 0}},                  // down
		{{2, 0, 4, 8}, {16, 0, 2, 4}, {2, 0, 16, 32}, {8, 0, 64, 2}},              // left and right
		{{8, 4, 2, 4}, {0, 2, 4, 2}, {16, 4, 2, 4}, {32, 2, 4, 2}},                // left, up and down
		{{4, 0, 0, 0}, {8, 0, 0, 0}, {16, 0, 0, 0}, {32, 0, 0, 0}},                // right
		{{32768, 32768, 2, 4}, {2, 4, 2, 4}, {4, 2, 4, 2}, {32768, 32768, 2, 2}},  // left and right
		{{2, 4, 2, 4}, {4, 2, 4, 2}, {2, 4, 2, 4}, {4, 2, 4, 8}},                  // none
		{{32768, 32768, 2, 4}, {2, 4, 8, 2}, {4, 2, 4, 8}, {32768, 32768, 8, 32}}, // none
	} {
		legal := g.legal()
		if over := len(legal) == 0; rules.over(g.board()) != over {
			t.Errorf("%v: over %v", g, !over)
		}
		if len(legal) == 0 {
			for i := range 100 {
				if next, score, ok := rules.turn(g.board(), random.Stream(1, i).Uint64()); ok || next != g.board() || score != 0 {
					t.Fatalf("%v: a move to %#x", g, next)
				}
			}
			continue
		}
		moves, afters, scores := make([]int, len(legal)), make([]grid, len(legal)), make([]int, len(legal))
		for m, d := range legal {
			afters[m], scores[m] = g.move(d)
		}
		places := make([][]int, len(legal)) // by move: new tiles by cell, 2s and 4s
		for m := range places {
			places[m] = make([]int, 32)
		}
		rng := random.Stream(8, 0)
		for range 20000 {
			next, score, ok := rules.turn(g.board(), rng.Uint64())
			if !ok {
				t.Fatalf("%v: no move", g)
			}
			found := 0
			at := gridOf(tiles(next))
			for m := range legal {
				if cell, value, ok := added(afters[m], at); ok && score == scores[m] {
					found++
					moves[m]++
					places[m][2*cell+value/4]++
				}
			}
			if found != 1 {
				t.Fatalf("%v to %#x, scoring %d: %d moves explain it", g, next, score, found)
			}
		}
		wantShares(t, "moves", moves, uniform(len(legal)))
		for m, after := range afters {
			empty := 0
			for k := range 16 {
				if after[k/4][k%4] == 0 {
					empty++
				}
			}
			want := make([]float64, 32)
			for k := range 16 {
				if after[k/4][k%4] == 0 {
					want[2*k], want[2*k+1] = 0.9/float64(empty), 0.1/float64(empty)
				}
			}
			wantShares(t, "new tiles", places[m], want)
		}
	}
}

// tiles returns the values of a board's tiles.
func tiles(b board) []float64 {
	f, out := newTileFeatures("tiles"), make([]float64, 16)
	f.set(b, out)
	return out
}

// A game starts with two tiles in any two cells, each a 2 nine times of ten.
func TestGame2048Start(t *testing.T) {
	d := mustRoller(t, Options{Domain: "2048"})
	pairs, fours := make([]int, 120), make([]int, 3)
	for i := range 10000 {
		var cells []int
		four := 0
		for k, v := range tiles(start2048(random.Stream(2, i))) {
			if v != 0 {
				cells = append(cells, k)
			}
			if v == 4 {
				four++
			}
		}
		if len(cells) != 2 {
			t.Fatalf("%d tiles at the start", len(cells))
		}
		pairs[cells[1]*(cells[1]-1)/2+cells[0]]++
		fours[four]++
	}
	wantShares(t, "cells of the first two", pairs, uniform(120))
	wantShares(t, "4s of the first two", fours, []float64{0.81, 0.18, 0.01})
	for i := range 10 {
		if first := decodeBoard(d.States(2, i, nil)); first != start2048(random.Stream(2, i)) {
			t.Errorf("trajectory %d starts from %#x", i, first)
		}
	}
}

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
