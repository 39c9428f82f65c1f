package estimator

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"

	"lambdascope/estimator/internal/dense"
	"lambdascope/estimator/internal/kernels"
)

// The values of a selection in passes are kept as a header of fixed size, which begins with
// the kind of the value and the version of its form, and lists of numbers whose lengths
// follow from it, all in little endian.
const formVersion = 2

// form names the kind and the version of a value.
type form struct {
	Kind    [4]byte
	Version uint32
}

func formOf(kind string) form { return form{[4]byte([]byte(kind)), formVersion} }

// check returns an error for another kind or version.
func (f form) check(kind, what string) error {
	if f != formOf(kind) {
		return fmt.Errorf("no %s of this version of lambdascope: want them made again", what)
	}
	return nil
}

// errCutOff is the error of bytes that end early.
var errCutOff = errors.New("cut off: want the whole value")

// decoder reads values of fixed size, and lists of numbers. After the first error it reads
// none.
type decoder struct {
	b   []byte
	err error
}

// fixed reads a value of fixed size.
func (d *decoder) fixed(v any) {
	size := binary.Size(v)
	if d.err == nil && len(d.b) < size {
		d.err = errCutOff
	}
	if d.err == nil {
		_, d.err = binary.Decode(d.b[:size], binary.LittleEndian, v)
		d.b = d.b[size:]
	}
}

// count checks how many things of size bytes follow.
func (d *decoder) count(n int64, size int) int {
	if d.err == nil && (n < 0 || n > int64(len(d.b)/size)) {
		d.err = errCutOff
	}
	if d.err != nil {
		return 0
	}
	return int(n)
}

// floats reads n numbers.
func (d *decoder) floats(n int) []float64 {
	out := make([]float64, d.count(int64(n), 8))
	d.fixed(out)
	return out
}

// check notes an error.
func (d *decoder) check(ok bool, format string, args ...any) {
	if d.err == nil && !ok {
		d.err = fmt.Errorf(format, args...)
	}
}

// end returns the first error; nothing may follow.
func (d *decoder) end(what string) error {
	d.check(len(d.b) == 0, "%d bytes after the end: want none", len(d.b))
	if d.err != nil {
		return fmt.Errorf("%s: %w", what, d.err)
	}
	return nil
}

// encode returns values of fixed size and lists of them as bytes.
func encode(values ...any) ([]byte, error) {
	var b []byte
	for _, v := range values {
		var err error
		if b, err = binary.Append(b, binary.LittleEndian, v); err != nil {
			return nil, err
		}
	}
	return b, nil
}

type sumsHeader struct {
	form
	Gamma                                        float64
	Lambdas, Dim, Trajectories, Steps, Truncated int64
	RewardTrajectory, RewardStep                 int64 // see reward
	Reward                                       float64
}

// MarshalBinary returns the sums as bytes.
func (s *Sums) MarshalBinary() ([]byte, error) {
	values := []any{sumsHeader{
		formOf("sums"), s.gamma, int64(len(s.lambdas)), int64(s.dim), int64(s.trajectories), int64(s.steps), int64(s.truncated),
		int64(s.reward.trajectory), int64(s.reward.step), s.reward.value,
	}, s.lambdas, s.size, []float64(s.gram.sum), []float64(s.gram.rest)}
	for _, t := range s.systems {
		values = append(values, []float64(t.sum), []float64(t.rest))
	}
	return encode(values...)
}

// UnmarshalBinary sets the sums to those that MarshalBinary made the bytes of.
func (s *Sums) UnmarshalBinary(b []byte) error {
	const what = "sums"
	d := &decoder{b: b}
	var h sumsHeader
	if d.fixed(&h); d.err == nil {
		d.err = h.check("sums", what)
	}
	d.check(h.Trajectories >= 0 && h.Steps >= h.Trajectories && 0 <= h.Truncated && h.Truncated <= h.Trajectories &&
		0 <= h.RewardTrajectory && h.RewardTrajectory <= h.Trajectories && 0 <= h.RewardStep && h.RewardStep <= h.Steps,
		"%d steps of %d trajectories, %d truncated", h.Steps, h.Trajectories, h.Truncated)
	out := Sums{
		gamma: h.Gamma, lambdas: d.floats(d.count(h.Lambdas, 8)), dim: d.count(h.Dim, 8),
		trajectories: int(h.Trajectories), steps: int(h.Steps), truncated: int(h.Truncated),
		reward: reward{int(h.RewardTrajectory), int(h.RewardStep), h.Reward},
	}
	if d.err == nil {
		d.err = Options{Gamma: out.gamma, Lambdas: out.lambdas}.validate()
	}
	if d.err == nil {
		d.err = checkSumsSize(out.dim, len(out.lambdas))
	}
	out.size = d.floats(out.dim)
	for _, v := range out.size {
		fraction, _ := math.Frexp(v)
		d.check(v == 0 || v > 0 && fraction == .5, "size %v of a feature: want a power of two", v)
	}
	q := out.dim*out.dim + out.dim
	out.gram = d.total(out.dim * out.dim)
	for range out.lambdas {
		out.systems = append(out.systems, d.total(q))
	}
	if err := d.end(what); err != nil {
		return err
	}
	*s = out
	return nil
}

// total reads one of n numbers, which have to be finite.
func (d *decoder) total(n int) total {
	t := total{d.floats(n), d.floats(n)}
	for _, x := range []dense.System{t.sum, t.rest} {
		d.check(!hasNaN(x) && !math.IsInf(kernels.Largest(x), 0), "a sum that is not finite")
	}
	return t
}

type scoresHeader struct {
	form
	Gamma, Ridge               float64
	Weighting, Tail            int64
	Lambdas, Dim, Trajectories int64
	Ratios                     uint8 // 1 where some trajectory has
}

// leftOutTrajectory is what LOTOErrors has of a trajectory besides its errors.
type leftOutTrajectory struct {
	Steps                     int64
	Truncated                 uint8
	SumG2                     float64
	Weight, Cut, Sum, Largest float64 // see importance
	Zeros                     int64
}

// MarshalBinary returns the LOTO errors as bytes.
func (s *LOTOErrors) MarshalBinary() ([]byte, error) {
	h := scoresHeader{
		form: formOf("scor"), Gamma: s.settings.gamma, Ridge: s.settings.ridge, Weighting: int64(s.settings.weighting), Tail: int64(s.settings.tail),
		Lambdas: int64(len(s.settings.lambdas)), Dim: int64(s.dim), Trajectories: int64(len(s.lengths)),
	}
	if s.importances != nil {
		h.Ratios = 1
	}
	trajectories := make([]leftOutTrajectory, len(s.lengths))
	for i, m := range s.completed() {
		trajectories[i] = leftOutTrajectory{Steps: int64(s.lengths[i]), SumG2: s.sumG2[i], Weight: m.weight, Cut: m.cut, Sum: m.sum, Largest: m.largest, Zeros: int64(m.zeros)}
		if s.truncated[i] {
			trajectories[i].Truncated = 1
		}
	}
	values := []any{h, s.settings.lambdas, trajectories}
	for k := range s.errors {
		values = append(values, s.errors[k], s.own[k], s.status[k], s.sensitivities[k])
	}
	return encode(values...)
}

// UnmarshalBinary sets the LOTO errors to those that MarshalBinary made the bytes of.
func (s *LOTOErrors) UnmarshalBinary(b []byte) error {
	const what = "LOTO errors"
	d := &decoder{b: b}
	var h scoresHeader
	if d.fixed(&h); d.err == nil {
		d.err = h.check("scor", what)
	}
	d.check(0 <= h.Weighting && h.Weighting < int64(len(weightingNames)) && 0 <= h.Tail && h.Tail < int64(len(tailNames)) && h.Ratios <= 1,
		"weighting %d, tail %d, ratios %d: want known ones", h.Weighting, h.Tail, h.Ratios)
	out := LOTOErrors{settings: settings{gamma: h.Gamma, lambdas: d.floats(d.count(h.Lambdas, 8)), ridge: h.Ridge, weighting: Weighting(h.Weighting), tail: Tail(h.Tail)}}
	if o := out.settings; d.err == nil {
		d.err = Options{Gamma: o.gamma, Lambdas: o.lambdas, Ridge: o.ridge}.validate()
	}
	d.check(0 <= h.Dim && h.Dim <= math.MaxInt32, "%d features", h.Dim)
	n := d.count(h.Trajectories, binary.Size(leftOutTrajectory{}))
	trajectories := make([]leftOutTrajectory, n)
	d.fixed(trajectories)
	for _, t := range trajectories {
		d.check(t.Steps >= 1 && t.Steps <= math.MaxInt32 && t.Truncated <= 1 && 0 <= t.Zeros && t.Zeros <= t.Steps, "%d steps of a trajectory, %d ratios of 0", t.Steps, t.Zeros)
		for _, v := range []float64{t.SumG2, t.Weight, t.Cut, t.Sum, t.Largest} {
			d.check(v >= 0 && !math.IsInf(v, 1), "squared returns or weights of ratios %v: want finite numbers ≥ 0", v)
		}
		out.lengths = append(out.lengths, int(t.Steps))
		out.truncated = append(out.truncated, t.Truncated == 1)
		out.sumG2 = append(out.sumG2, t.SumG2)
		if h.Ratios == 1 {
			out.importances = append(out.importances, importance{weight: t.Weight, cut: t.Cut, sum: t.Sum, largest: t.Largest, zeros: int(t.Zeros)})
		}
	}
	out.dim = int(h.Dim)
	size := (&problem{r: out.dim}).paddedSize()
	for range out.settings.lambdas {
		if d.err != nil {
			break
		}
		out.errors = append(out.errors, d.floats(n))
		out.own = append(out.own, d.floats(n))
		status := make([]FoldStatus, d.count(int64(n), 1))
		d.fixed(status)
		for _, v := range status {
			d.check(int(v) < len(statusNames), "status %d of a fold: want 0 to %d", v, len(statusNames)-1)
		}
		out.status = append(out.status, status)
		out.sensitivities = append(out.sensitivities, d.floats(size))
	}
	if err := d.end(what); err != nil {
		return err
	}
	*s = out
	return nil
}

type spreadHeader struct {
	form
	Lambdas, Trajectories int64
}

// MarshalBinary returns the spread as bytes.
func (s *Spread) MarshalBinary() ([]byte, error) {
	values := []any{spreadHeader{formOf("spre"), int64(len(s.projected)), int64(len(s.leverage))}, s.leverage}
	for _, x := range s.projected {
		values = append(values, x)
	}
	return encode(values...)
}

// UnmarshalBinary sets the spread to that which MarshalBinary made the bytes of.
func (s *Spread) UnmarshalBinary(b []byte) error {
	const what = "spread"
	d := &decoder{b: b}
	var h spreadHeader
	if d.fixed(&h); d.err == nil {
		d.err = h.check("spre", what)
	}
	n := d.count(h.Trajectories, 8)
	out := Spread{leverage: d.floats(n)}
	for range d.count(h.Lambdas, 8*max(1, n)) {
		out.projected = append(out.projected, d.floats(n))
	}
	if err := d.end(what); err != nil {
		return err
	}
	*s = out
	return nil
}
