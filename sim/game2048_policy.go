package sim

import (
	"math/bits"
	"math/rand/v2"
)

// turn plays one transition with the 64 random bits of word: a move of the policy and a new tile.
// It returns false without a legal move.
//
// The policy draws one of the four actions uniformly, and again if the action changes nothing;
// equivalently it takes the first legal action of a random order of the four. The word, as a
// binary fraction, is read as digits of a mixed radix: the order (1 in 24), the cell (1 in the
// number of empty cells), the tile (1 in 10). This is the single multiplication of Lemire 2019
// without rejection, so that probabilities are off by less than 2⁻⁵² of their size.
func (r *rules2048) turn(b board, word uint64) (next board, score int, ok bool) {
	_, after, score, word, ok := r.choose(b, word)
	if !ok {
		return b, 0, false
	}
	return after.spawn(word), score, true
}

// choose is the first half of turn: the policy's move, the board after it without a new tile, the
// score, and the remainder of word.
func (r *rules2048) choose(b board, word uint64) (d Move, after board, score int, rest uint64, ok bool) {
	order, word := bits.Mul64(word, uint64(len(r.orders)))
	directions := r.orders[order]
	for range 4 {
		d := Move(directions & 3)
		if after, score := r.move(b, d); after != b {
			return d, after, score, word, true
		}
		directions >>= 2
	}
	return 0, b, 0, word, false
}

// spawn adds a tile to a uniformly drawn empty cell: a 2 with probability 0.9, otherwise a 4.
// There must be an empty cell.
func (b board) spawn(word uint64) board {
	cells := b.empty()
	skip, word := bits.Mul64(word, uint64(bits.OnesCount64(cells)))
	for range skip {
		cells &= cells - 1
	}
	tile := cells & -cells // exponent 1
	if tenth, _ := bits.Mul64(word, 10); tenth == 0 {
		tile <<= 1
	}
	return b | board(tile)
}

// start2048 returns the board of a new game: two tiles.
func start2048(rng *rand.Rand) board {
	return board(0).spawn(rng.Uint64()).spawn(rng.Uint64())
}
