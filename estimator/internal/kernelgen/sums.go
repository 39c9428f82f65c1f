package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// horner replaces sums by decay·sums + row, with the sums of some columns in registers
// through all rows.
func horner() {
	begin("hornerAVX", "func(sum, row *float64, stride, rows, cols int, decay float64)", "see hornerGo; rows ≥ 1.")
	sum, first, stride := parameter("sum"), parameter("row"), distance("stride")
	n, cols, decay := parameter("rows"), parameter("cols"), spreadParameter(four, "decay")
	columns("horner", cols, parts(4, one), func(p part) {
		sums := p.registers(p.times)
		p.load(sums, sum)
		row := copyOf(first)
		rows("hornerstep", copyOf(n), func() {
			for _, s := range sums {
				p.mul(p.of(decay), s, s)
			}
			for i, s := range sums {
				p.add(p.at(row, i), s, s)
			}
			ADDQ(stride, row)
		})
		p.store(sums, sum)
	}, sum, first)
	end()
}

// blocks does so for four blocks of rows at a time, so that their chains of sums overlap.
func blocks() {
	begin("blocksAVX", "func(out *float64, ld int, data *float64, step, stride, rows, cols, fours int, decay float64)",
		"see blockSumsGo; fours ≥ 1 times four blocks of rows ≥ 1.")
	out, ld, data := parameter("out"), distance("ld"), parameter("data")
	step, stride, n := distance("step"), distance("stride"), parameter("rows")
	cols, fours, decay := parameter("cols"), parameter("fours"), spreadParameter(four, "decay")
	thrice := func(r reg.Register) reg.Register {
		out := GP64()
		LEAQ(Mem{Base: r, Index: r, Scale: 2}, out)
		return out
	}
	ld3, step3 := thrice(ld), thrice(step)
	DECQ(n)
	block := func(p part, base, once, thrice reg.Register, b, i int) Mem {
		m := p.at(base, i)
		switch b {
		case 1, 2:
			m.Index, m.Scale = once, uint8(b)
		case 3:
			m.Index, m.Scale = thrice, 1
		}
		return m
	}
	rows("blocksfour", fours, func() {
		from, to := copyOf(data), copyOf(out)
		columns("blocks", copyOf(cols), parts(2, four), func(p part) {
			sums := p.registers(4 * p.times)
			each := func(f func(b, i int, s reg.VecVirtual)) {
				for at, s := range sums {
					f(at/p.times, at%p.times, s)
				}
			}
			row, left, store := copyOf(from), copyOf(n), label("blocksstore")
			each(func(b, i int, s reg.VecVirtual) { p.move(block(p, row, step, step3, b, i), s) })
			TESTQ(left, left)
			JZ(LabelRef(store))
			rows("blocksstep", left, func() {
				ADDQ(stride, row)
				each(func(_, _ int, s reg.VecVirtual) { p.mul(p.of(decay), s, s) })
				each(func(b, i int, s reg.VecVirtual) { p.add(block(p, row, step, step3, b, i), s, s) })
			})
			Label(store)
			each(func(b, i int, s reg.VecVirtual) { p.move(s, block(p, to, ld, ld3, b, i)) })
		}, from, to)
		LEAQ(Mem{Base: data, Index: step, Scale: 4}, data)
		LEAQ(Mem{Base: out, Index: ld, Scale: 4}, out)
	})
	end()
}

// traces sets each row but the first to its decay times the one before it, and a row of
// x.
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

// rowSum sets out to the sum of rows, each times its number of x.
func rowSum() {
	begin("rowSumAVX", "func(out, m *float64, ld int, x *float64, rows, cols int)", "see rowSumGo; rows ≥ 1.")
	out, m, ld := parameter("out"), parameter("m"), distance("ld")
	x, n, cols := parameter("x"), parameter("rows"), parameter("cols")
	columns("rowsum", cols, parts(4, one), func(p part) {
		sums, products, number := p.registers(p.times), p.registers(p.times), p.register()
		for _, s := range sums {
			p.zero(s)
		}
		row, numbers := copyOf(m), copyOf(x)
		rows("rowsumstep", copyOf(n), func() {
			p.spread(Mem{Base: numbers}, number)
			for i, r := range products {
				p.mul(p.at(row, i), number, r)
			}
			for i, s := range sums {
				p.add(products[i], s, s)
			}
			ADDQ(ld, row)
			ADDQ(Imm(8), numbers)
		})
		p.store(sums, out)
	}, out, m)
	end()
}

// addRows adds rows of a matrix to rows of another.
func addRows() {
	begin("addRowsAVX", "func(m *float64, ldm int, x *float64, ldx, rows, cols int)", "see addRowsGo; rows ≥ 1.")
	m, ldm, x, ldx := parameter("m"), distance("ldm"), parameter("x"), distance("ldx")
	n, cols := parameter("rows"), parameter("cols")
	rows("addrow", n, func() {
		to, from := copyOf(m), copyOf(x)
		columns("add", copyOf(cols), parts(1, one), func(p part) {
			r := p.register()
			p.move(p.at(to, 0), r)
			p.add(p.at(from, 0), r, r)
			p.move(r, p.at(to, 0))
		}, from, to)
		ADDQ(ldx, x)
		ADDQ(ldm, m)
	})
	end()
}

// scaleRows sets rows of a matrix to those of another times factors.
func scaleRows() {
	begin("scaleRowsAVX", "func(out *float64, ldo int, x *float64, ldx int, factors *float64, rows, cols int)", "see scaleRowsGo; rows ≥ 1.")
	out, ldo, x, ldx := parameter("out"), distance("ldo"), parameter("x"), distance("ldx")
	factors, n, cols := parameter("factors"), parameter("rows"), parameter("cols")
	rows("scalerow", n, func() {
		to, from, by := copyOf(out), copyOf(x), copyOf(factors)
		columns("scale", copyOf(cols), parts(1, one), func(p part) {
			r := p.register()
			p.move(p.at(from, 0), r)
			p.mul(p.at(by, 0), r, r)
			p.move(r, p.at(to, 0))
		}, from, to, by)
		ADDQ(ldx, x)
		ADDQ(ldo, out)
	})
	end()
}

// addSquares adds the squares of the numbers of some rows to sums, which are in registers
// through all rows.
func addSquares() {
	begin("addSquaresAVX", "func(sums, x *float64, ld, rows, cols int)", "see addSquaresGo; rows ≥ 1.")
	out, x, ld := parameter("sums"), parameter("x"), distance("ld")
	n, cols := parameter("rows"), parameter("cols")
	columns("squares", cols, parts(4, one), func(p part) {
		sums := p.registers(p.times)
		p.load(sums, out)
		row := copyOf(x)
		rows("squaresstep", copyOf(n), func() {
			for i, s := range sums {
				r := p.register()
				p.move(p.at(row, i), r)
				p.mul(r, r, r)
				p.add(r, s, s)
			}
			ADDQ(ld, row)
		})
		p.store(sums, out)
	}, out, x)
	end()
}

// addOuter adds the numbers of x times w to rows of a matrix.
func addOuter() {
	begin("addOuterAVX", "func(m *float64, ld int, x, w *float64, rows, cols int)", "see addOuterGo; rows ≥ 1.")
	m, ld, x, w := parameter("m"), distance("ld"), parameter("x"), parameter("w")
	n, cols := parameter("rows"), parameter("cols")
	number := four.register()
	rows("outerrow", n, func() {
		four.spread(Mem{Base: x}, number)
		to, from := copyOf(m), copyOf(w)
		columns("outer", copyOf(cols), parts(1, one), func(p part) {
			r := p.register()
			p.mul(p.at(from, 0), p.of(number), r)
			p.add(p.at(to, 0), r, r)
			p.move(r, p.at(to, 0))
		}, from, to)
		ADDQ(Imm(8), x)
		ADDQ(ld, m)
	})
	end()
}

// eliminate subtracts multiples of a row from those below it, and keeps the multiples.
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
