package main

import (
	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// laneCount is kernels.LaneCount: the number of systems side by side.
const laneCount = 8

// abreast returns the part that holds some places of all lanes.
func abreast(places int) part { return part{four, places * laneCount / int(four)} }

// interleave puts the numbers of four slices into half of the lanes.
func interleave() {
	begin("interleaveAVX", "func(out, a, b, c, d *float64, n int)",
		"see interleaveGo, for four lanes; n is a multiple of four above zero.")
	out, n, at := parameter("out"), parameter("n"), GP64()
	from := []reg.Register{parameter("a"), parameter("b"), parameter("c"), parameter("d")}
	XORQ(at, at)
	Label("interleave")
	in, half := four.registers(4), four.registers(4)
	for i, r := range in {
		VMOVUPD(Mem{Base: from[i], Index: at, Scale: 8}, r)
	}
	VUNPCKLPD(in[1], in[0], half[0])
	VUNPCKHPD(in[1], in[0], half[1])
	VUNPCKLPD(in[3], in[2], half[2])
	VUNPCKHPD(in[3], in[2], half[3])
	for i, sides := range []uint64{0x20, 0x20, 0x31, 0x31} {
		r := YMM()
		VPERM2F128(Imm(sides), half[i%2+2], half[i%2], r)
		VMOVUPD(r, Mem{Base: out, Disp: i * laneCount * 8})
	}
	ADDQ(constant(4*laneCount*8), out)
	ADDQ(Imm(4), at)
	CMPQ(at, n)
	JLT(LabelRef("interleave"))
	end()
}

// largestLanes finds the largest absolute values, in two chains so that the operations overlap.
func largestLanes() {
	begin("largestLanesAVX", "func(big *[8]float64, x *float64, stride, n int)",
		"see largestLanesGo. VMAXPD passes over NaN in its second operand of three, and keeps it in the first.")
	big, x, stride, n := parameter("big"), parameter("x"), distance("stride"), parameter("n")
	p := abreast(1)
	sign := absolute()
	first, second := p.registers(p.times), p.registers(p.times)
	for i := range first {
		p.and(p.at(x, i), sign, first[i])
		p.zero(second[i])
	}
	next := func(chain []reg.VecVirtual, scale uint8) {
		for i, s := range chain {
			m := p.at(x, i)
			m.Index, m.Scale = stride, scale
			r := p.register()
			p.and(m, sign, r)
			VMAXPD(s, r, s)
		}
	}
	DECQ(n)
	JMP(LabelRef("largesttest"))
	Label("largesttwo")
	next(first, 1)
	next(second, 2)
	LEAQ(Mem{Base: x, Index: stride, Scale: 2}, x)
	SUBQ(Imm(2), n)
	Label("largesttest")
	CMPQ(n, Imm(2))
	JGE(LabelRef("largesttwo"))
	TESTQ(n, n)
	JLE(LabelRef("largeststore"))
	next(first, 1)
	Label("largeststore")
	for i, s := range first {
		VMAXPD(s, second[i], s)
		p.move(s, p.at(big, i))
	}
	end()
}

// eliminateLanes subtracts multiples of a row from other rows, and keeps the multiples.
func eliminateLanes() {
	begin("eliminateLanesAVX", "func(f, row, top *float64, stride, rows, cols int, inverse *[8]float64)",
		"see eliminateLanesGo; rows ≥ 1.")
	f, m, top, stride := parameter("f"), parameter("row"), parameter("top"), distance("stride")
	n, cols, inverse := parameter("rows"), parameter("cols"), parameter("inverse")
	SHLQ(Imm(3), cols) // numbers
	one := abreast(1)
	by, times := one.registers(one.times), one.registers(one.times)
	for i, r := range by {
		one.move(one.at(inverse, i), r)
	}
	rows("eliminatelanesrow", n, func() {
		for i, r := range times {
			one.mul(one.at(f, i), by[i], r)
			one.move(r, one.at(f, i))
		}
		from, to := copyOf(top), copyOf(m)
		columns("eliminatelanes", copyOf(cols), []part{abreast(int(four) / 2), one}, func(p part) {
			products, numbers := p.registers(p.times), p.registers(p.times)
			for i, r := range products {
				p.mul(p.at(from, i), times[i%len(times)], r)
			}
			p.load(numbers, to)
			for i, r := range numbers {
				p.sub(products[i], r, r)
			}
			p.store(numbers, to)
		}, from, to)
		ADDQ(stride, f)
		ADDQ(stride, m)
	})
	end()
}

// dotLanes sums the products of two pairs of vectors with a common vector, each in four parts.
func dotLanes() {
	begin("dotLanesAVX", "func(sums *[2][8]float64, a, u, x *float64, n int)", "see dotLanesGo.")
	to, n := parameter("sums"), parameter("n")
	SHLQ(Imm(3), n) // numbers
	const w = four
	mask := absolute()
	places := func(n int) part { return part{one, n * laneCount} }
	for first := 0; first < laneCount; first += int(w) {
		a, u, x := parameter("a"), parameter("u"), parameter("x")
		at := func(base reg.Register, place int) Mem { return Mem{Base: base, Disp: 8 * (place*laneCount + first)} }
		absolutes, products := w.registers(4), w.registers(4)
		for i := range absolutes {
			w.zero(absolutes[i])
			w.zero(products[i])
		}
		columns("dotlanes", copyOf(n), []part{places(4), places(1)}, func(p part) {
			for i := range p.numbers() / laneCount {
				r, b := w.register(), w.register()
				w.move(at(a, i), r)
				w.and(r, mask, b)
				w.mul(at(u, i), b, b)
				w.add(b, absolutes[i], absolutes[i])
				w.mul(at(x, i), r, r)
				w.add(r, products[i], products[i])
			}
		}, a, u, x)
		for i, parts := range [][]reg.VecVirtual{absolutes, products} {
			w.add(parts[1], parts[0], parts[0])
			w.add(parts[3], parts[2], parts[2])
			w.add(parts[2], parts[0], parts[0])
			w.move(parts[0], at(to, i))
		}
	}
	end()
}

// absolute returns a mask of all bits but the sign, so that AND yields absolute values.
func absolute() reg.VecVirtual {
	r := four.register()
	ones := r.AsX()
	VPCMPEQD(ones, ones, ones)
	VPSRLQ(Imm(1), ones, ones)
	VINSERTF128(Imm(1), ones, r, r)
	return r
}
