package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// traces sets each row but the first to the decay times the row before, plus a row of x.
func traces() {
	begin("tracesAVX", "func(z, x *float64, ld, rows int, decays *float64, stride int)",
		"see tracesGo; rows ≥ 1. stride is 8 where every row has a decay, and 0 where one is for all.")
	z, x, cols, n := parameter("z"), parameter("x"), parameter("ld"), parameter("rows")
	decays, stride := parameter("decays"), parameter("stride")
	ld := copyOf(cols)
	SHLQ(Imm(3), ld)
	decay := four.register()
	columns("traces", cols, parts(2, four), func(p part) {
		sums := p.registers(p.times)
		p.load(sums, z)
		to, from, number := copyOf(z), copyOf(x), copyOf(decays)
		rows("tracesstep", copyOf(n), func() {
			p.spread(Mem{Base: number}, p.of(decay))
			for _, s := range sums {
				p.mul(p.of(decay), s, s)
			}
			ADDQ(ld, to)
			for i, s := range sums {
				p.add(p.at(from, i), s, s)
				p.move(s, p.at(to, i))
			}
			ADDQ(ld, from)
			ADDQ(stride, number)
		})
	}, z, x)
	end()
}

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
		columns("eliminate", copyOf(cols), parts(2, one), func(p part) {
			products, numbers := p.registers(p.times), p.registers(p.times)
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
