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
			products := p.registers(p.times)
			numbers := p.registers(p.times)
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
	begin("dotLanesAVX", "func(absolute, product *[8]float64, a, u, x *float64, n int)", "see dotLanesGo.")
	n := parameter("n")
	SHLQ(Imm(3), n) // numbers
	const w = four
	mask := absolute()
	places := func(n int) part { return part{one, n * laneCount} }
	for first := 0; first < laneCount; first += int(w) {
		a, u, x := parameter("a"), parameter("u"), parameter("x")
		at := func(base reg.Register, place int) Mem { return Mem{Base: base, Disp: 8 * (place*laneCount + first)} }
		absolutes := w.registers(4)
		products := w.registers(4)
		for i := range absolutes {
			w.zero(absolutes[i])
			w.zero(products[i])
		}
		columns("dotlanes", copyOf(n), []part{places(4), places(1)}, func(p part) {
			for i := range p.numbers() / laneCount {
				r, b := w.register(), w.register()
				w.move(at(a, i), r)
				VANDPD(r, mask, b)
				w.mul(at(u, i), b, b)
				w.add(b, absolutes[i], absolutes[i])
				w.mul(at(x, i), r, r)
				w.add(r, products[i], products[i])
			}
		}, a, u, x)
		for _, sum := range []struct {
			name  string
			parts []reg.VecVirtual
		}{{"absolute", absolutes}, {"product", products}} {
			parts := sum.parts
			w.add(parts[1], parts[0], parts[0])
			w.add(parts[3], parts[2], parts[2])
			w.add(parts[2], parts[0], parts[0])
			w.move(parts[0], at(parameter(sum.name), 0))
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
