package sim

import "sync"

// board is a 4×4 board of 2048 in 64 bits: 4 bits for each tile's exponent (a tile e shows 2ᵉ, 0
// is an empty cell), row by row from the top, each row from the left, the first cell in the
// lowest bits.
//
// Exponents end at 15, the tile 32768. Two of these do not merge, so that every board remains
// valid. The random policy is far from such tiles: the largest of a million games is 512.
type board uint64

const largestExponent = 15

// exponent returns the exponent in a cell, 0 … 15 row by row.
func (b board) exponent(cell int) int { return int(b >> (4 * uint(cell)) & 15) }

// empty returns a word with the lowest bit of each empty cell set.
func (b board) empty() uint64 {
	pairs := b | b>>2
	return ^uint64(pairs|pairs>>1) & 0x1111111111111111
}

// transpose swaps rows and columns, by swapping the off-diagonal cells of each
// 2×2 block and then the off-diagonal blocks.
func (b board) transpose() board {
	swap := (b ^ b>>12) & 0x0000F0F00000F0F0
	b ^= swap ^ swap<<12
	swap = (b ^ b>>24) & 0x00000000FF00FF00
	return b ^ swap ^ swap<<24
}

// Move is a move of all tiles of a board.
type Move uint8

// The moves. Bit 1 means to transpose the board, because up and down are left and right on the
// transposed board; bit 0 means to slide right.
const (
	MoveLeft Move = iota
	MoveRight
	MoveUp
	MoveDown
)

// String returns left, right, up or down.
func (m Move) String() string { return [...]string{"left", "right", "up", "down"}[m] }

// rules2048 are tables of the moves of single rows, by the row's 16 bits, and of the orders of
// the four directions. They are immutable.
type rules2048 struct {
	slide  [2][1 << 16]slid // left, right
	orders [24]uint8        // all orders of the four directions, two bits each, the first in the lowest
}

// slid is a row after a move, in the low 16 bits, and a quarter of the score in the high bits,
// because the highest score of a row, 65536, needs 17.
type slid uint32

// sharedRules2048 returns the rules, built at the first use because the tables take half a
// megabyte and a millisecond or two.
var sharedRules2048 = sync.OnceValue(newRules2048)

func newRules2048() *rules2048 {
	r := new(rules2048)
	for row := range 1 << 16 {
		var tiles, mirrored [4]int
		for i := range tiles {
			tiles[i] = row >> (4 * i) & 15
			mirrored[3-i] = tiles[i]
		}
		toLeft, score := slideRow(tiles)
		r.slide[MoveLeft][row] = packRow(toLeft, score)
		toRight, score := slideRow(mirrored)
		toRight[0], toRight[1], toRight[2], toRight[3] = toRight[3], toRight[2], toRight[1], toRight[0]
		r.slide[MoveRight][row] = packRow(toRight, score)
	}
	n := 0
	for code := range 1 << 8 {
		seen := 0
		for place := range 4 {
			seen |= 1 << (code >> (2 * place) & 3)
		}
		if seen == 0b1111 {
			r.orders[n] = uint8(code)
			n++
		}
	}
	return r
}

// slideRow slides the exponents of a row towards the first cell. From there on, each tile merges
// with an equal neighbour, a merged tile not again. The score is the sum of the merged tiles'
// values.
func slideRow(row [4]int) (out [4]int, score int) {
	n := 0 // used cells of out
	merged := false
	for _, e := range row {
		switch {
		case e == 0:
		case n > 0 && !merged && out[n-1] == e && e < largestExponent:
			out[n-1]++
			score += 1 << out[n-1]
			merged = true
		default:
			out[n] = e
			n++
			merged = false
		}
	}
	return out, score
}

func packRow(row [4]int, score int) slid {
	packed := slid(score/4) << 16
	for i, e := range row {
		packed |= slid(e) << (4 * i)
	}
	return packed
}

// move slides all tiles in a direction. It returns the board, without a new tile, and the score.
// An illegal move changes nothing.
func (r *rules2048) move(b board, d Move) (after board, score int) {
	if d >= MoveUp {
		b = b.transpose()
	}
	slide := &r.slide[d&1]
	r0, r1, r2, r3 := slide[uint16(b)], slide[uint16(b>>16)], slide[uint16(b>>32)], slide[uint16(b>>48)]
	after = board(uint16(r0)) | board(uint16(r1))<<16 | board(uint16(r2))<<32 | board(uint16(r3))<<48
	if d >= MoveUp {
		after = after.transpose()
	}
	return after, int(r0>>16+r1>>16+r2>>16+r3>>16) * 4
}

// over reports whether there is no legal move.
func (r *rules2048) over(b board) bool {
	for d := MoveLeft; d <= MoveDown; d++ {
		if after, _ := r.move(b, d); after != b {
			return false
		}
	}
	return true
}
