package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// eliminate subtracts multiples of a row from the rows below, and keeps the multiples.
func eliminate() {
	begin("eliminateAVX", "func(top, row *float64, stride, rows, cols int, inverse float64)", "see eliminateGo; rows ≥ 1.")
	top, m, stride := parameter("top"), parameter("row"), distance("stride")
	n, cols, inverse := parameter("rows"), parameter("cols"), spreadParameter(one, "inverse")
	times := four.register()
	rows("eliminaterow", n, func() {
		first := XMM()
		one.mul(Mem{Base: m}, inverse, first)
		one.move(first, Mem{Base: m})
		four.spread(Mem{Base: m}, times)
		from, to := copyOf(top), GP64()
		LEAQ(Mem{Base: m, Disp: 8}, to)
		columns("eliminate", copyOf(cols), parts(2), func(p part) {
			products := p.registers(p.times)
			numbers := p.registers(p.times)
			for i, r := range products {
				p.mul(p.at(from, i), p.of(times), r)
			}
			p.load(numbers, to)
			for i, r := range numbers {
				p.sub(products[i], r, r)
				p.move(r, p.at(to, i))
			}
		}, from, to)
		ADDQ(stride, m)
	})
	end()
}
