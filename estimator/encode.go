package estimator

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
)

// The values of a selection in passes are kept as numbers in little endian, each list
// after its length, behind eight bytes that name the value and the version of its form.
const (
	sumsMagic   = "lstdsum1"
	scoresMagic = "lstdsco1"
	ratiosMagic = "lstdsco2" // scores of trajectories of which some have ratios
	spreadMagic = "lstdspr1"
)

// encoder appends numbers to bytes.
type encoder struct{ b []byte }

func (e *encoder) int(v int)       { e.b = binary.LittleEndian.AppendUint64(e.b, uint64(v)) }
func (e *encoder) float(v float64) { e.b = binary.LittleEndian.AppendUint64(e.b, math.Float64bits(v)) }

func (e *encoder) text(s string) {
	e.int(len(s))
	e.b = append(e.b, s...)
}

func (e *encoder) floats(x []float64) {
	e.int(len(x))
	for _, v := range x {
		e.float(v)
	}
}

func (e *encoder) exact(s *exactSums) {
	e.int(s.low)
	e.int(len(s.planes))
	for _, plane := range s.planes {
		for _, v := range plane {
			e.b = binary.LittleEndian.AppendUint32(e.b, uint32(int32(v)))
		}
	}
}

// errCutOff is the error of bytes that end early.
var errCutOff = errors.New("cut off: want the whole value")

// decoder reads what an encoder wrote. After the first error it reads zeros.
type decoder struct {
	b   []byte
	err error
}

// next returns the next n bytes, nil where there are fewer.
func (d *decoder) next(n int) []byte {
	if d.err == nil && (n < 0 || n > len(d.b)) {
		d.err = errCutOff
	}
	if d.err != nil {
		return nil
	}
	out := d.b[:n]
	d.b = d.b[n:]
	return out
}

func (d *decoder) uint64() uint64 {
	if b := d.next(8); b != nil {
		return binary.LittleEndian.Uint64(b)
	}
	return 0
}

func (d *decoder) float() float64 { return math.Float64frombits(d.uint64()) }

// int reads a number from least to most, what it is for the error.
func (d *decoder) int(what string, least, most int) int {
	v := int(d.uint64())
	if d.err == nil && (v < least || v > most) {
		d.err = fmt.Errorf("%s %d: want %d to %d", what, v, least, most)
	}
	if d.err != nil {
		return least
	}
	return v
}

// count reads how many things of size bytes each follow.
func (d *decoder) count(what string, size int) int {
	n := d.int(what, 0, math.MaxInt)
	if d.err == nil && n > len(d.b)/size {
		d.err = errCutOff
	}
	if d.err != nil {
		return 0
	}
	return n
}

func (d *decoder) text(what string) string { return string(d.next(d.count(what, 1))) }

// floats reads a list of n numbers, any number where that is −1.
func (d *decoder) floats(what string, n int) []float64 {
	count := d.count(what, 8)
	if d.err == nil && n >= 0 && count != n {
		d.err = fmt.Errorf("%d %s: want %d", count, what, n)
	}
	if d.err != nil {
		return nil
	}
	out := make([]float64, count)
	for i := range out {
		out[i] = d.float()
	}
	return out
}

// exact reads n exact sums.
func (d *decoder) exact(n int) *exactSums {
	s := newExactSums(n)
	s.low = d.int("least digit", 0, mostDigits)
	planes := d.int("digits", 0, mostDigits-s.low)
	if n > 0 && planes > len(d.b)/(4*n) {
		d.err = errCutOff
	}
	s.weight = 1
	for range planes {
		raw := d.next(4 * n)
		if d.err != nil {
			return s
		}
		plane := make([]int64, n)
		for i := range plane {
			plane[i] = int64(int32(binary.LittleEndian.Uint32(raw[4*i:])))
		}
		s.planes = append(s.planes, plane)
	}
	return s
}

// begin reads what a value starts with.
func (d *decoder) begin(magic, what string) {
	if start := d.next(len(magic)); d.err == nil && string(start) != magic {
		d.err = fmt.Errorf("no %s of this version", what)
	}
}

// end returns the first error; nothing may follow.
func (d *decoder) end(what string) error {
	if d.err == nil && len(d.b) > 0 {
		d.err = fmt.Errorf("%d bytes after the end: want none", len(d.b))
	}
	if d.err != nil {
		return fmt.Errorf("%s: %w", what, d.err)
	}
	return nil
}

// MarshalBinary returns the sums as bytes: the same ones for the same trajectories,
// however they were divided, if the first of all is in the same place.
func (s *Sums) MarshalBinary() ([]byte, error) {
	s.carry()
	e := &encoder{[]byte(sumsMagic)}
	e.text(s.processor)
	e.float(s.gamma)
	e.floats(s.lambdas)
	for _, v := range []int{s.dim, s.trajectories, s.steps, s.truncated, s.reward.trajectory, s.reward.step} {
		e.int(v)
	}
	e.float(s.reward.value)
	e.exact(s.gram)
	for _, sums := range s.systems {
		e.exact(sums)
	}
	return e.b, nil
}

// UnmarshalBinary sets the sums to those that MarshalBinary made the bytes of.
func (s *Sums) UnmarshalBinary(b []byte) error {
	const what = "sums"
	d := &decoder{b: b}
	d.begin(sumsMagic, what)
	out := Sums{processor: d.text("processor"), gamma: d.float(), lambdas: d.floats("λ's", -1)}
	out.dim = d.int("features", 1, math.MaxInt32)
	out.trajectories = d.int("trajectories", 0, math.MaxInt)
	out.steps = d.int("steps", out.trajectories, math.MaxInt)
	out.truncated = d.int("truncated trajectories", 0, out.trajectories)
	out.reward.trajectory = d.int("trajectory of a reward", 0, out.trajectories)
	out.reward.step = d.int("step of a reward", 0, out.steps)
	out.reward.value = d.float()
	if d.err == nil {
		d.err = Options{Gamma: out.gamma, Lambdas: out.lambdas}.validate()
	}
	if d.err == nil {
		d.err = checkSumsSize(out.dim, len(out.lambdas))
	}
	if d.err == nil {
		out.gram = d.exact(out.dim * out.dim)
		for range out.lambdas {
			out.systems = append(out.systems, d.exact(out.dim*(out.dim+1)))
		}
	}
	if err := d.end(what); err != nil {
		return err
	}
	*s = out
	return nil
}

// importanceSize is how many bytes an importance takes.
const importanceSize = 5 * 8

func (e *encoder) importance(m importance) {
	for _, v := range []float64{m.weight, m.cut, m.sum, m.largest} {
		e.float(v)
	}
	e.int(m.zeros)
}

// importance reads that of a trajectory of so many steps.
func (d *decoder) importance(steps int) importance {
	var out importance
	for _, v := range []*float64{&out.weight, &out.cut, &out.sum, &out.largest} {
		if *v = d.float(); d.err == nil && (!(*v >= 0) || math.IsInf(*v, 1)) {
			d.err = fmt.Errorf("weights of ratios %v: want a finite number ≥ 0", *v)
		}
	}
	out.zeros = d.int("ratios of 0", 0, steps)
	return out
}

// MarshalBinary returns the scores as bytes.
func (s *Scores) MarshalBinary() ([]byte, error) {
	magic := scoresMagic
	if s.importances != nil {
		magic = ratiosMagic
	}
	e := &encoder{[]byte(magic)}
	e.float(s.settings.gamma)
	e.floats(s.settings.lambdas)
	e.float(s.settings.ridge)
	e.int(int(s.settings.weighting))
	e.int(int(s.settings.tail))
	e.int(s.dim)
	e.int(len(s.lengths))
	for i, h := range s.lengths {
		e.int(h)
		cut := byte(0)
		if s.truncated[i] {
			cut = 1
		}
		e.b = append(e.b, cut)
		e.float(s.sumG2[i])
		if s.importances != nil {
			e.importance(s.importances[i])
		}
	}
	for k := range s.errors {
		e.floats(s.errors[k])
		e.floats(s.own[k])
		for _, status := range s.status[k] {
			e.b = append(e.b, byte(status))
		}
		e.floats(s.sensitivities[k])
	}
	return e.b, nil
}

// UnmarshalBinary sets the scores to those that MarshalBinary made the bytes of.
func (s *Scores) UnmarshalBinary(b []byte) error {
	const what = "scores"
	d := &decoder{b: b}
	size := 17 // of a trajectory
	ratios := bytes.HasPrefix(b, []byte(ratiosMagic))
	if ratios {
		size += importanceSize
		d.begin(ratiosMagic, what)
	} else {
		d.begin(scoresMagic, what)
	}
	var out Scores
	out.settings = settings{gamma: d.float(), lambdas: d.floats("λ's", -1), ridge: d.float()}
	out.settings.weighting = Weighting(d.int("weighting", 0, len(weightingNames)-1))
	out.settings.tail = Tail(d.int("tail", 0, len(tailNames)-1))
	if o := out.settings; d.err == nil {
		d.err = Options{Gamma: o.gamma, Lambdas: o.lambdas, Ridge: o.ridge}.validate()
	}
	out.dim = d.int("features", 0, math.MaxInt32)
	n := d.count("trajectories", size)
	for range n {
		out.lengths = append(out.lengths, d.int("steps", 1, math.MaxInt32))
		cut := d.next(1)
		if d.err == nil && cut[0] > 1 {
			d.err = fmt.Errorf("truncated %d: want 0 or 1", cut[0])
		}
		if d.err != nil {
			break
		}
		out.truncated = append(out.truncated, cut[0] == 1)
		out.sumG2 = append(out.sumG2, d.float())
		if g := out.sumG2[len(out.sumG2)-1]; !(g >= 0) || math.IsInf(g, 1) {
			d.err = fmt.Errorf("squared returns %v: want a finite number ≥ 0", g)
			break
		}
		if ratios {
			out.importances = append(out.importances, d.importance(out.lengths[len(out.lengths)-1]))
		}
	}
	for range out.settings.lambdas {
		out.errors = append(out.errors, d.floats("LOTO errors", n))
		out.own = append(out.own, d.floats("influences", n))
		status := make([]FoldStatus, n)
		for i, v := range d.next(n) {
			if status[i] = FoldStatus(v); int(v) >= len(statusNames) {
				d.err = fmt.Errorf("status %d of a fold: want 0 to %d", v, len(statusNames)-1)
				break
			}
		}
		out.status = append(out.status, status)
		out.sensitivities = append(out.sensitivities, d.floats("sensitivities", (&problem{r: out.dim}).paddedSize()))
		if d.err != nil {
			break
		}
	}
	if err := d.end(what); err != nil {
		return err
	}
	*s = out
	return nil
}

// MarshalBinary returns the spread as bytes.
func (s *Spread) MarshalBinary() ([]byte, error) {
	e := &encoder{[]byte(spreadMagic)}
	e.int(len(s.projected))
	e.floats(s.leverage)
	for _, x := range s.projected {
		e.floats(x)
	}
	return e.b, nil
}

// UnmarshalBinary sets the spread to that which MarshalBinary made the bytes of.
func (s *Spread) UnmarshalBinary(b []byte) error {
	const what = "spread"
	d := &decoder{b: b}
	d.begin(spreadMagic, what)
	k := d.count("λ's", 8)
	out := Spread{leverage: d.floats("leverages", -1)}
	for range k {
		if out.projected = append(out.projected, d.floats("products", len(out.leverage))); d.err != nil {
			break
		}
	}
	if err := d.end(what); err != nil {
		return err
	}
	*s = out
	return nil
}
