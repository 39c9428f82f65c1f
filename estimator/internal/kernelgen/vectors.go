package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
)

// combine sets out to x + times·y.
func combine() {
	begin("combineAVX", "func(out, x, y *float64, times float64, n int)", "see combineGo.")
	out := parameter("out")
	x := parameter("x")
	y := parameter("y")
	times := spreadParameter(four, "times")
	n := parameter("n")
	columns("combine", n, parts(4), func(p part) {
		sums := p.registers(p.times)
		for i, s := range sums {
			p.mul(p.at(y, i), p.of(times), s)
		}
		for i, s := range sums {
			p.add(p.at(x, i), s, s)
		}
		p.store(sums, out)
	}, out, x, y)
	end()
}

// addDoubleDouble adds times·x to sums of twice the precision of a double.
func addDoubleDouble() {
	begin("addDoubleDoubleAVX", "func(sum, rest, x *float64, times float64, n int)", "see addDoubleDoubleGo.")
	sum := parameter("sum")
	rest := parameter("rest")
	x := parameter("x")
	times := spreadParameter(four, "times")
	n := parameter("n")
	columns("addtwice", n, parts(2), func(p part) {
		terms := p.registers(p.times)
		before := p.registers(p.times)
		after := p.registers(p.times)
		p.load(before, sum)
		for i, v := range terms {
			p.mul(p.at(x, i), p.of(times), v)
			p.add(v, before[i], after[i])
		}
		p.store(after, sum)
		for i, v := range terms {
			lost := p.register()
			p.sub(before[i], after[i], lost) // the part of the term in the sum
			p.sub(lost, v, v)                // the part of the term not in the sum
			p.sub(lost, after[i], after[i])  // the part left of the old sum
			p.sub(after[i], before[i], lost) // the part lost of the old sum
			p.add(v, lost, lost)
			p.add(p.at(rest, i), lost, lost)
			p.move(lost, p.at(rest, i))
		}
	}, sum, rest, x)
	end()
}

// subDoubleDouble sets out to sums of twice the precision of a double less x.
func subDoubleDouble() {
	begin("subDoubleDoubleAVX", "func(out, sum, rest, x *float64, n int)", "see subDoubleDoubleGo.")
	out := parameter("out")
	sum := parameter("sum")
	rest := parameter("rest")
	x := parameter("x")
	n := parameter("n")
	columns("lesstwice", n, parts(2), func(p part) {
		before, after := p.registers(p.times), p.registers(p.times)
		p.load(before, sum)
		for i := range before {
			p.sub(p.at(x, i), before[i], after[i])
		}
		for i := range before {
			lost := p.register()
			kept := p.register()
			p.sub(before[i], after[i], lost)
			p.sub(lost, after[i], kept)
			p.sub(kept, before[i], kept)
			p.add(p.at(x, i), lost, lost)
			p.sub(lost, kept, lost)
			p.add(p.at(rest, i), lost, lost)
			p.add(lost, after[i], after[i])
		}
		p.store(after, out)
	}, out, sum, rest, x)
	end()
}

// dot sums xᵀy in sixteen parts, then adds the parts up to four.
func dot() {
	begin("dotAVX", "func(sums *[4]float64, x, y *float64, n int)",
		"see longDotGo; n is a multiple of four, and four parts are left to add up.")
	to := parameter("sums")
	x := parameter("x")
	y := parameter("y")
	n := parameter("n")
	whole := part{four, 16 / int(four)}
	sums := whole.registers(whole.times)
	for _, s := range sums {
		whole.zero(s)
	}
	columns("dot", n, []part{whole, {four, 1}}, func(p part) {
		for i := range p.times {
			r := four.register()
			p.move(p.at(x, i), p.of(r))
			p.mul(p.at(y, i), p.of(r), p.of(r))
			whole.add(r, sums[i], sums[i])
		}
	}, x, y)
	for half := whole.times / 2; half > 0; half /= 2 {
		for i := range half {
			whole.add(sums[i+half], sums[i], sums[i])
		}
	}
	VMOVUPD(sums[0].AsY(), Mem{Base: to})
	end()
}
