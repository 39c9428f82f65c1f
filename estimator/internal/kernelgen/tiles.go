package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// tile adds Σ_j x_j w_jᵀ to four rows of some vectors of a matrix, with the sums in
// registers.
func tile(name string, w width, times int) {
	const height = 4
	p := part{w, times}
	begin(name, "func(m *float64, stride int, x *float64, ldx int, w *float64, ldw, n int)",
		fmt.Sprintf("adds Σ_j x_j w_jᵀ to a tile of %d×%d, of n ≥ 1 vectors; see tilesGo.", height, p.numbers()))
	m, stride := parameter("m"), distance("stride")
	x, ldx := parameter("x"), distance("ldx")
	from, ldw := parameter("w"), distance("ldw")
	n := parameter("n")
	var sums [height][]reg.VecVirtual
	for a := range sums {
		sums[a] = w.registers(times)
		for _, s := range sums[a] {
			w.zero(s)
		}
	}
	row, number, product := w.registers(times), w.register(), w.registers(times)
	rows("step", n, func() {
		for b := range row {
			w.move(p.at(from, b), row[b])
		}
		for a := range sums {
			w.spread(Mem{Base: x, Disp: 8 * a}, number)
			for b := range row {
				w.mul(row[b], number, product[b])
				w.add(product[b], sums[a][b], sums[a][b])
			}
		}
		ADDQ(ldx, x)
		ADDQ(ldw, from)
	})
	for a := range sums {
		for b, s := range sums[a] {
			to := p.at(m, b)
			w.add(to, s, s)
			w.move(s, to)
		}
		ADDQ(stride, m)
	}
	end()
}

// column adds Σ_j x_j w_j to a column of a matrix, of numbers w_j: a tile would work on
// columns of padding beside it. Rows are side by side in registers.
func column(v version) {
	begin("column"+v.name, "func(m *float64, stride int, x *float64, ldx int, w *float64, ldw, rows, n int)",
		"adds Σ_j x_j w_j to a column, of n ≥ 1 vectors; rows is a multiple of four. See tilesGo.")
	m, stride := parameter("m"), distance("stride")
	x, ldx := parameter("x"), distance("ldx")
	w, ldw := parameter("w"), distance("ldw")
	height, n := parameter("rows"), parameter("n")
	kept := AllocLocal(2 * v.widest.bytes())
	columns("column", height, v.parts(2, four), func(p part) {
		sums, number := p.registers(p.times), p.register()
		for _, s := range sums {
			p.zero(s)
		}
		from, numbers := copyOf(x), copyOf(w)
		rows("columnstep", copyOf(n), func() {
			p.spread(Mem{Base: numbers}, number)
			for i, s := range sums {
				r := p.register()
				p.mul(p.at(from, i), number, r)
				p.add(r, s, s)
			}
			ADDQ(ldx, from)
			ADDQ(ldw, numbers)
		})
		for i, s := range sums {
			p.move(s, kept.Offset(i*p.bytes()))
		}
		for i := range p.numbers() {
			r := XMM()
			one.move(kept.Offset(8*i), r)
			one.add(Mem{Base: m}, r, r)
			one.move(r, Mem{Base: m})
			ADDQ(stride, m)
		}
	}, x)
	end()
}
