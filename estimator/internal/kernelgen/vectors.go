package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// combine sets out to x + times·y.
func combine() {
	begin("combineAVX", "func(out, x, y *float64, times float64, n int)", "see combineGo.")
	out, x, y := parameter("out"), parameter("x"), parameter("y")
	times, n := spreadParameter(four, "times"), parameter("n")
	columns("combine", n, parts(4, one), func(p part) {
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

// passOn adds before to after, and own to before.
func passOn() {
	begin("passOnAVX", "func(after, before, own *float64, n int)", "see passOnGo.")
	after, before, own, n := parameter("after"), parameter("before"), parameter("own"), parameter("n")
	columns("pass", n, parts(2, one), func(p part) {
		for i := range p.times {
			b, a := p.register(), p.register()
			p.move(p.at(before, i), b)
			p.add(p.at(after, i), b, a)
			p.move(a, p.at(after, i))
			p.add(p.at(own, i), b, b)
			p.move(b, p.at(before, i))
		}
	}, after, before, own)
	end()
}

// dot sums xᵀy in sixteen parts, and adds these up to four.
func dot() { sumProducts("dot", "longDotGo", nil) }

// absDot sums |x|ᵀy as dot does.
func absDot() { sumProducts("absDot", "absDotGo", absolute) }

// sumProducts sums xᵀy in sixteen parts, of x the bits that a mask has, where it is not
// nil.
func sumProducts(name, see string, masks func() reg.VecVirtual) {
	begin(name+"AVX", "func(sums *[4]float64, x, y *float64, n int)",
		"see "+see+"; n is a multiple of four, and four parts are left to add up.")
	to, x, y, n := parameter("sums"), parameter("x"), parameter("y"), parameter("n")
	var mask reg.VecVirtual
	if masks != nil {
		mask = masks()
	}
	whole := part{four, 16 / int(four)}
	sums := whole.registers(whole.times)
	for _, s := range sums {
		whole.zero(s)
	}
	columns(name, n, []part{whole, {four, 1}}, func(p part) {
		for i := range p.times {
			r := four.register() // what is loaded into its low numbers clears the others
			if mask == nil {
				p.move(p.at(x, i), p.of(r))
			} else {
				p.and(p.at(x, i), p.of(mask), p.of(r))
			}
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

// dots sets out to the products of four rows of a matrix at a time with x.
func dots() {
	begin("dotsAVX", "func(out, m *float64, ld int, x *float64, rows, n int)",
		"see dotsGo; rows is a multiple of four. The numbers beyond the last four of a row go to the",
		"first of its four parts, as in dot.")
	out, m, ld, x := parameter("out"), parameter("m"), distance("ld"), parameter("x")
	left, n := parameter("rows"), distance("n")
	whole := copyOf(n)
	ANDQ(I32(^31), whole)
	second, third, fourth, at := GP64(), GP64(), GP64(), GP64()
	loop := label("dots")
	Label(loop)
	LEAQ(Mem{Base: m, Index: ld, Scale: 1}, second)
	LEAQ(Mem{Base: m, Index: ld, Scale: 2}, third)
	LEAQ(Mem{Base: second, Index: ld, Scale: 2}, fourth)
	XORQ(at, at)
	sums, products, row := four.registers(4), four.registers(4), four.register()
	for _, s := range sums {
		four.zero(s)
	}
	take := func(w width, to Op, name string) {
		JMP(LabelRef(loop + name + "test"))
		Label(loop + name)
		w.move(Mem{Base: x, Index: at, Scale: 1}, w.of(row))
		for i, base := range []Mem{{Base: m}, {Base: second}, {Base: third}, {Base: fourth}} {
			base.Index, base.Scale = at, 1
			w.mul(base, w.of(row), w.of(products[i]))
		}
		for i, s := range sums {
			four.add(products[i], s, s)
		}
		ADDQ(constant(w.bytes()), at)
		Label(loop + name + "test")
		CMPQ(at, to)
		JLT(LabelRef(loop + name))
	}
	take(four, whole, "four")
	take(one, n, "one")
	VHADDPD(sums[1], sums[0], sums[0])
	VHADDPD(sums[3], sums[2], sums[2])
	low, high := YMM(), YMM()
	VPERM2F128(Imm(0x20), sums[2], sums[0], low)
	VPERM2F128(Imm(0x31), sums[2], sums[0], high)
	four.add(high, low, low)
	VMOVUPD(low, Mem{Base: out})
	ADDQ(Imm(32), out)
	LEAQ(Mem{Base: m, Index: ld, Scale: 4}, m)
	SUBQ(Imm(4), left)
	JG(LabelRef(loop))
	end()
}
