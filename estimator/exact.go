package estimator

import (
	"math"
	"slices"
)

// exactSums are sums of many numbers without rounding: n of them, each a signed integer
// in digits of 32 bits, digit c worth 2^(32c − exactBias). So they do not depend on the
// order of what is added, nor on how that was divided among sums that are merged, and
// what was added can be taken away again, however much it outweighs the rest.
//
// A digit has a plane of its own, which holds it of all n sums. A double of 53 bits
// changes three digits at most; what overflows a digit is carried on when the planes
// are nearly full.
type exactSums struct {
	n      int
	low    int       // the digit of the first plane
	planes [][]int64 // by digit
	weight int64     // bound on the digits in units of 2³²
}

const (
	digitBits = 32
	// exactBias makes digit 0 worth the last bit of the least double, and less.
	exactBias = 1075 + 2*maxScale
	// maxScale is the largest exponent of the scale of a feature, either way.
	maxScale = 1022
	// fullWeight is the weight at which digits are carried.
	fullWeight = 1 << 30
	// mostDigits is how many planes there can be: those of all doubles, at any two
	// scales, and of what sums carry beyond.
	mostDigits = (2*exactBias+64)/digitBits + 8
)

func newExactSums(n int) *exactSums { return &exactSums{n: n} }

// add adds count times x·2^(exponent+exponents[i]) to the sums from the one at first
// on, and returns whether all numbers were finite.
func (s *exactSums) add(first int, x []float64, exponent int, exponents []int32, count int) bool {
	if s.weight+int64(count) > fullWeight {
		s.carry()
	}
	s.weight += int64(count)
	times := int64(count)
	exponents = exponents[:len(x)]
	at, planes := s.low, s.planes
	for i, v := range x {
		bits := math.Float64bits(v)
		biased := int(bits >> 52 & 0x7ff)
		mantissa := bits & (1<<52 - 1)
		switch biased {
		case 0:
			if mantissa == 0 {
				continue
			}
			biased = 1
		case 0x7ff:
			return false
		default:
			mantissa |= 1 << 52
		}
		place := uint(biased + exponent + int(exponents[i]) + 2*maxScale)
		digit, shift := int(place/digitBits), place%digitBits
		if digit < at || digit+3 > at+len(planes) {
			s.reach(digit, digit+3)
			at, planes = s.low, s.planes
		}
		p := planes[digit-at:][:3]
		low, high := mantissa<<shift, mantissa>>(64-shift)
		sign := int64(bits) >> 63
		signed := (times ^ sign) - sign
		p[0][first+i] += int64(low&(1<<digitBits-1)) * signed
		p[1][first+i] += int64(low>>digitBits) * signed
		if high != 0 {
			p[2][first+i] += int64(high) * signed
		}
	}
	return true
}

// reach makes planes for the digits from low up to high.
func (s *exactSums) reach(low, high int) {
	if len(s.planes) == 0 {
		s.low = low
	}
	for s.low > low {
		s.planes = slices.Insert(s.planes, 0, make([]int64, s.n))
		s.low--
	}
	for s.low+len(s.planes) < high {
		s.planes = append(s.planes, make([]int64, s.n))
	}
}

// carry brings every digit to −2³¹ ≤ digit < 2³¹, in which each sum has one form alone,
// and drops planes of zeros at both ends.
func (s *exactSums) carry() {
	carried := make([]int64, s.n)
	step := func(plane []int64) (more bool) {
		for i, v := range plane {
			v += carried[i]
			digit := int64(int32(v))
			plane[i], carried[i] = digit, (v-digit)>>digitBits
			more = more || carried[i] != 0
		}
		return more
	}
	more := false
	for _, plane := range s.planes {
		more = step(plane)
	}
	for more {
		s.planes = append(s.planes, make([]int64, s.n))
		more = step(s.planes[len(s.planes)-1])
	}
	zero := func(plane []int64) bool { return !slices.ContainsFunc(plane, func(v int64) bool { return v != 0 }) }
	for len(s.planes) > 0 && zero(s.planes[len(s.planes)-1]) {
		s.planes = s.planes[:len(s.planes)-1]
	}
	for len(s.planes) > 0 && zero(s.planes[0]) {
		s.planes = s.planes[1:]
		s.low++
	}
	if len(s.planes) == 0 {
		s.low = 0
	}
	s.weight = 1
}

// merge adds as many other sums. It carries both.
func (s *exactSums) merge(o *exactSums) {
	s.carry()
	o.carry()
	if len(o.planes) == 0 {
		return
	}
	s.reach(o.low, o.low+len(o.planes))
	for c, plane := range o.planes {
		own := s.planes[o.low+c-s.low]
		for i, v := range plane {
			own[i] += v
		}
	}
	s.carry()
}

// expansion appends to out the i-th sum, carried, times 2^exponent as a sum of doubles
// that do not overlap, the largest first, which is the sum rounded to within its last
// bit (Shewchuk, Adaptive precision floating-point arithmetic, 1997: COMPRESS). What is
// below the least normal number is left out.
func (s *exactSums) expansion(out []float64, i, exponent int) []float64 {
	first := len(out)
	for c := len(s.planes) - 1; c >= 0; c-- {
		digit := s.planes[c][i]
		if digit == 0 {
			continue
		}
		v := math.Ldexp(float64(digit), (s.low+c)*digitBits-exactBias+exponent)
		if math.Abs(v) < leastNormal {
			break
		}
		out = append(out, v)
	}
	e := out[first:]
	if len(e) < 2 {
		return out
	}
	// Down, each with what is left of those above it; then up, so that the largest
	// takes all that it can.
	sum, bottom := e[0], 0
	for _, v := range e[1:] {
		total, rest := fastTwoSum(sum, v)
		if rest != 0 {
			e[bottom] = total
			bottom++
			total = rest
		}
		sum = total
	}
	e[bottom] = sum
	top := bottom
	for c := bottom - 1; c >= 0; c-- {
		total, rest := fastTwoSum(e[c], sum)
		if rest != 0 {
			e[top] = rest
			top--
		}
		sum = total
	}
	e[top] = sum
	e = append(e[:0], e[top:bottom+1]...)
	return out[:first+len(e)]
}

// leastNormal is the least double of full precision.
const leastNormal = 0x1p-1022

// fastTwoSum returns a + b rounded, and what rounding took, for |a| ≥ |b| or a = 0.
func fastTwoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	return sum, b - (sum - a)
}

// twoSum returns a + b rounded, and what rounding took.
func twoSum(a, b float64) (sum, rest float64) {
	sum = a + b
	v := sum - a
	return sum, (a - (sum - v)) + (b - v)
}

// expansions are numbers of more precision than a double has: the i-th is the sum of
// the i-th number of each part, the largest first.
type expansions [][]float64

// expand returns some exact sums, carried, as expansions: at says which, and times
// what power of two.
func (s *exactSums) expand(n int, at func(i int) (index, exponent int)) expansions {
	out := expansions{make([]float64, n)}
	var e []float64
	for i := range n {
		index, exponent := at(i)
		e = s.expansion(e[:0], index, exponent)
		for c, v := range e {
			if c == len(out) {
				out = append(out, make([]float64, n))
			}
			out[c][i] = v
		}
	}
	return out
}

// less sets out to the numbers less x, each rounded after the subtraction alone: the
// sum of all that was added but x, with nothing lost where x outweighs the rest.
func (e expansions) less(out, x []float64) {
	const plain = 0x1p-40 // of what is subtracted from: above, two parts are enough
	out = out[:len(x)]
	var second []float64
	if len(e) > 1 {
		second = e[1]
	}
	for i, v := range x {
		sum, rest := twoSum(e[0][i], -v)
		if second != nil {
			rest += second[i]
		}
		difference := sum + rest
		if size := math.Abs(difference); size < plain*math.Abs(v) || size < plain*math.Abs(e[0][i]) || size < leastNormal {
			difference = e.lessExactly(i, v)
		}
		out[i] = difference
	}
}

// lessExactly is less for the i-th number, by all its parts.
func (e expansions) lessExactly(i int, x float64) float64 {
	var buffer [16]float64
	grown := buffer[:0] // −x added to the parts, the least first
	sum := -x
	for c := len(e) - 1; c >= 0; c-- {
		var rest float64
		sum, rest = twoSum(sum, e[c][i])
		grown = append(grown, rest)
	}
	// The parts do not overlap, so that the rounding of their sum is that of its first
	// number other than zero, and little of it.
	difference := 0.0
	for _, v := range grown {
		difference += v
	}
	difference += sum
	if math.Abs(difference) < leastNormal {
		return 0
	}
	return difference
}
