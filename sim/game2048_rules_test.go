package sim

import (
	"testing"

	"lambdascope/sim/random"
)

// grid has the values of the tiles, 0 for an empty cell, for a slow version of the rules.
type grid [4][4]int

// steps are the directions of the moves, in the order of Move: rows down,
// columns to the right.
var steps = [4][2]int{MoveLeft: {0, -1}, MoveRight: {0, 1}, MoveUp: {-1, 0}, MoveDown: {1, 0}}

// move moves the tiles, starting at the edge, cell by cell until the edge or another tile. A tile
// merges with an equal tile that has not merged in the move.
func (g grid) move(d Move) (after grid, score int) {
	dr, dc := steps[d][0], steps[d][1]
	var merged [4][4]bool
	for k := range 16 {
		if dr > 0 || dc > 0 {
			k = 15 - k
		}
		r, c := k/4, k%4
		value := g[r][c]
		if value == 0 {
			continue
		}
		g[r][c] = 0
		for {
			nr, nc := r+dr, c+dc
			if nr < 0 || nr > 3 || nc < 0 || nc > 3 {
				break
			}
			if g[nr][nc] == value && !merged[nr][nc] && value < 32768 {
				r, c = nr, nc
				value *= 2
				score += value
				merged[r][c] = true
				break
			}
			if g[nr][nc] != 0 {
				break
			}
			r, c = nr, nc
		}
		g[r][c] = value
	}
	return g, score
}

// legal returns the moves that change the grid.
func (g grid) legal() []Move {
	var out []Move
	for d := MoveLeft; d <= MoveDown; d++ {
		if after, _ := g.move(d); after != g {
			out = append(out, d)
		}
	}
	return out
}

// board returns the grid in 64 bits.
func (g grid) board() board {
	var b board
	for k := range 16 {
		e := 0
		for v := g[k/4][k%4]; v > 1; v /= 2 {
			e++
		}
		b |= board(e) << (4 * k)
	}
	return b
}

// gridOf returns the grid of 16 values.
func gridOf(x []float64) (g grid) {
	for k, v := range x {
		g[k/4][k%4] = int(v)
	}
	return g
}

// added returns the cell and the value of the single new tile in after. It returns false if the
// difference is not a single tile.
func added(before, after grid) (cell, value int, ok bool) {
	for k := range 16 {
		old, now := before[k/4][k%4], after[k/4][k%4]
		switch {
		case old == now:
		case old == 0 && !ok && (now == 2 || now == 4):
			cell, value, ok = k, now, true
		default:
			return 0, 0, false
		}
	}
	return cell, value, ok
}

func TestMoveAgainstSlowRules(t *testing.T) {
	rules := sharedRules2048()
	check := func(g grid) {
		for d := MoveLeft; d <= MoveDown; d++ {
			want, wantScore := g.move(d)
			after, score := rules.move(g.board(), d)
			if after != want.board() || score != wantScore {
				t.Fatalf("%v, direction %d: %#x scoring %d, want %v scoring %d", g, d, after, score, want, wantScore)
			}
		}
		if over := len(g.legal()) == 0; rules.over(g.board()) != over {
			t.Fatalf("%v: over %v", g, !over)
		}
	}
	tile := func(e int) int { return 1 << e &^ 1 }
	// Every row there is, four to a board; then boards of few values, which merge
	// and fill up often.
	for first := 0; first < 1<<16; first += 4 {
		var g grid
		for k := range 16 {
			g[k/4][k%4] = tile((first + k/4) >> (4 * (k % 4)) & 15)
		}
		check(g)
	}
	rng := random.Stream(3, 0)
	for range 5000 {
		var g grid
		word := rng.Uint64()
		for k := range 16 {
			g[k/4][k%4] = tile(int(word >> (2 * k) & 3))
			if word>>(32+k)&1 == 0 && word>>48&1 == 0 {
				g[k/4][k%4] = 2
			}
		}
		check(g)
	}
}
