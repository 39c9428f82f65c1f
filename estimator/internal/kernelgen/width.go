package main

import (
	"strconv"

	. "github.com/mmcloughlin/avo/build"
	. "github.com/mmcloughlin/avo/operand"
	"github.com/mmcloughlin/avo/reg"
)

// width is the count of 64-bit numbers in an instruction.
type width int

const (
	one  width = 1
	four width = 4
)

func (w width) bytes() int { return 8 * int(w) }

// register returns a new register of the width.
func (w width) register() reg.VecVirtual {
	if w == one {
		return XMM()
	}
	return YMM()
}

// registers returns n new registers of the width.
func (w width) registers(n int) []reg.VecVirtual {
	out := make([]reg.VecVirtual, n)
	for i := range out {
		out[i] = w.register()
	}
	return out
}

// of returns the low numbers of a register.
func (w width) of(r reg.Vec) reg.Register {
	if w == one {
		return r.AsX()
	}
	return r.AsY()
}

// either emits the scalar or the packed instruction.
func (w width) either(single, packed func(ops ...Op), ops ...Op) {
	if w == one {
		single(ops...)
		return
	}
	packed(ops...)
}

func (w width) move(from, to Op) { w.either(VMOVSD, VMOVUPD, from, to) }

// mul sets to to x·y, add to x + y, and sub to x − y. y may be memory.
func (w width) mul(y, x, to Op) { w.either(VMULSD, VMULPD, y, x, to) }
func (w width) add(y, x, to Op) { w.either(VADDSD, VADDPD, y, x, to) }
func (w width) sub(y, x, to Op) { w.either(VSUBSD, VSUBPD, y, x, to) }

// zero sets a register to zeros.
func (w width) zero(r reg.Register) { VXORPD(r, r, r) }

// spread fills a register with a number.
func (w width) spread(from Op, to reg.Register) { w.either(VMOVSD, VBROADCASTSD, from, to) }

// part is a number of vectors of a width, side by side.
type part struct {
	width
	times int
}

func (p part) numbers() int { return int(p.width) * p.times }

// at returns the address of the i-th vector.
func (p part) at(base reg.Register, i int) Mem { return Mem{Base: base, Disp: i * p.bytes()} }

// load fills registers with the vectors at base, and store writes registers to base.
func (p part) load(registers []reg.VecVirtual, base reg.Register) {
	for i, r := range registers {
		p.move(p.at(base, i), r)
	}
}

func (p part) store(registers []reg.VecVirtual, base reg.Register) {
	for i, r := range registers {
		p.move(r, p.at(base, i))
	}
}

// parts returns the parts to divide columns into, the widest first: times vectors at once, single
// vectors, and single numbers.
func parts(times int) []part { return []part{{four, times}, {four, 1}, {one, 1}} }

// columns emits body for each of the parts, as a loop while n has enough columns, and advances
// pointers. It changes n and pointers.
func columns(name string, n reg.Register, parts []part, body func(p part), pointers ...reg.Register) {
	ahead := 0 // columns left less n
	for _, p := range parts {
		loop := label(name)
		step(n, ahead-p.numbers())
		JL(LabelRef(loop + "end"))
		Label(loop)
		body(p)
		for _, pointer := range pointers {
			ADDQ(constant(p.numbers()*8), pointer)
		}
		SUBQ(constant(p.numbers()), n)
		JGE(LabelRef(loop))
		Label(loop + "end")
		ahead = p.numbers()
	}
}

// step adds a constant to a register.
func step(r reg.Register, by int) {
	if by < 0 {
		SUBQ(constant(-by), r)
		return
	}
	ADDQ(constant(by), r)
}

// constant returns the operand of a number.
func constant(n int) Constant {
	if n < 128 {
		return I8(int8(n))
	}
	return I32(int32(n))
}

// rows emits body as a loop of n ≥ 1 rounds. It changes n.
func rows(name string, n reg.Register, body func()) {
	loop := label(name)
	Label(loop)
	body()
	DECQ(n)
	JNZ(LabelRef(loop))
}

var labels int

// label returns a unique name.
func label(name string) string {
	labels++
	return name + strconv.Itoa(labels)
}

// begin begins a function. It marks pointers as noescape, so that arguments may stay on the
// stack.
func begin(name, signature string, doc ...string) {
	TEXT(name, NOSPLIT, signature)
	doc[0] = name + ": " + doc[0]
	Doc(doc...)
	Pragma("noescape")
}

func parameter(name string) reg.Register { return Load(Param(name), GP64()) }

// distance loads a parameter in numbers, and converts the value to bytes because addresses count
// bytes.
func distance(name string) reg.Register {
	r := parameter(name)
	SHLQ(Imm(3), r)
	return r
}

// copyOf returns a new register with the same value.
func copyOf(r reg.Register) reg.Register {
	out := GP64()
	MOVQ(r, out)
	return out
}

func end() {
	VZEROUPPER()
	RET()
}

// spreadParameter returns a register filled with a parameter.
func spreadParameter(w width, name string) reg.VecVirtual {
	r := w.register()
	basic, err := Param(name).Resolve()
	if err != nil {
		panic(err)
	}
	w.spread(basic.Addr, r)
	return r
}
