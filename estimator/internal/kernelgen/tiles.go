package main

import (
	"fmt"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// tile adds Σ_j x_j w_jᵀ to four rows of a matrix, times vectors wide. The sums are in registers.
func tile(name string, times int) {
	const height = 4
	const w = four
	p := part{w, times}
	begin(name, "func(m *float64, stride int, x *float64, ldx int, w *float64, ldw, n int)",
		fmt.Sprintf("adds Σ_j x_j w_jᵀ to a tile of %d×%d, of n ≥ 1 vectors; see addOuterProductsGo.", height, p.numbers()))
	m := parameter("m")
	stride := distance("stride")
	x, ldx := parameter("x"), distance("ldx")
	from := parameter("w")
	ldw := distance("ldw")
	n := parameter("n")
	var sums [height][]reg.VecVirtual
	for a := range sums {
		sums[a] = w.registers(times)
		for _, s := range sums[a] {
			w.zero(s)
		}
	}
	row := w.registers(times)
	number := w.register()
	product := w.registers(times)
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
