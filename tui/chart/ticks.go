package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/sim/textfmt"
)

// Tick is a labelled place on an axis; a tick with an empty Name has no label.
type Tick struct {
	Value float64
	Name  string
	Mark  Marker // on the axis, with the name below
	Zero  bool   // the tick has the name of 0 on an axis of differences
}

// XTicks returns the ticks of the x axis on the scale x: the axis's own ticks if any, otherwise
// at most n round numbers.
func (s *Spec) XTicks(x Scale, n int) []Tick { return s.X.ticks(x, n) }

// YTicks returns the ticks of the left axis, as XTicks does for x.
func (s *Spec) YTicks(y Scale, n int) []Tick { return s.Y.ticks(y, n) }

func (a *Axis) ticks(s Scale, n int) []Tick {
	switch {
	case len(a.Ticks) > 0:
		return a.given(s)
	case s.log:
		return s.powers(n)
	}
	return a.signed(linearTicks(s.lo, s.hi, n))
}

// signed gives the ticks of an axis of differences signs, and 0 its name.
func (a *Axis) signed(ts []Tick) []Tick {
	if a.Zero == "" {
		return ts
	}
	for i := range ts {
		switch t := &ts[i]; {
		case t.Value == 0:
			t.Name, t.Zero = a.Zero, true
		case t.Value > 0:
			t.Name = "+" + t.Name
		}
	}
	return ts
}

// linearTicks returns at most n round numbers in [lo, hi]: the multiples of the finest step 1, 2,
// 2.5 or 5 × 10^k that allows so few.
func linearTicks(lo, hi float64, n int) []Tick {
	if n < 1 || !(hi-lo > max(smallest, 1e-12*max(math.Abs(lo), math.Abs(hi)))) {
		return nil // too narrow for distinct numbers
	}
	for k := int(math.Floor(math.Log10((hi-lo)/float64(n)))) - 1; ; k++ {
		for _, m := range []float64{1, 2, 2.5, 5} {
			if first, last := multiples(lo, hi, m, k); last-first < float64(n) {
				return stepTicks(first, last, m, k)
			}
		}
	}
}

// multiples returns the first and last i with lo ≤ i·m·10^k ≤ hi.
func multiples(lo, hi, m float64, k int) (first, last float64) {
	lo, hi = decimal(lo/m, -k), decimal(hi/m, -k)
	slack := 1e-7 + float64(1e-15*max(math.Abs(lo), math.Abs(hi)))
	return math.Ceil(lo - slack), math.Floor(hi + slack)
}

// stepTicks returns the ticks at i·m·10^k. All labels have the decimals of the step, but whole
// numbers have none.
func stepTicks(first, last, m float64, k int) []Tick {
	decimals := max(0, -k)
	if m == 2.5 && k <= 0 {
		decimals++
	}
	var ts []Tick
	longest, shortest := 0, 0 // the longest label without exponents, and with
	for i := first; i <= last; i++ {
		v := decimal(i*m, k)
		t := Tick{Value: v, Name: plainNumber(v, decimals)}
		longest = max(longest, len(t.Name))
		shortest = max(shortest, len(exponent(v)))
		ts = append(ts, t)
	}
	const most = 7 // characters of a plain number
	for i := range ts {
		if longest > max(most, shortest) {
			ts[i].Name = exponent(ts[i].Value)
		}
	}
	return ts
}

// decimal returns m × 10^k. For k < 0 it divides by 10^−k, which is exact unlike 10^k, so that
// 1341 × 10^−4 prints as .1341.
func decimal(m float64, k int) float64 {
	if k >= 0 {
		return m * math.Pow10(k)
	}
	return m / math.Pow10(-k)
}

// plainNumber formats v with a number of decimals, whole numbers without any, and no 0 before the
// point.
func plainNumber(v float64, decimals int) string {
	if v == math.Trunc(v) {
		decimals = 0
	}
	return textfmt.WithoutZero(textfmt.Fixed(v, decimals))
}

// exponent formats v as 1.2e5 or 1.2e-5.
func exponent(v float64) string {
	if v == 0 {
		return "0"
	}
	return bareExponent(strconv.FormatFloat(v, 'e', -1, 64))
}

// number formats a single number.
func number(v float64) string { return bareExponent(textfmt.Short(v, 6)) }

// bareExponent drops the + and the leading zero of an exponent, and the 0 before the point.
func bareExponent(s string) string {
	m, e, ok := strings.Cut(s, "e")
	if !ok {
		return textfmt.WithoutZero(s)
	}
	n, _ := strconv.Atoi(e)
	return m + "e" + strconv.Itoa(n)
}

// powers returns about n ticks of a logarithmic scale: powers of ten or, on less than two
// decades, these times 1, 2 and 5; round numbers if those are too few or too many.
func (s Scale) powers(n int) (ts []Tick) {
	of := []float64{1, 2, 5}
	if s.hi-s.lo >= 2 {
		of = of[:1]
	}
	every := 1 + int(s.hi-s.lo)/max(n, 2)
	const slack = 1e-9
	for k := int(math.Floor(s.lo)); k <= int(math.Ceil(s.hi)); k++ {
		for _, m := range of {
			if v := decimal(m, k); k%every == 0 && math.Log10(v) >= s.lo-slack && math.Log10(v) <= s.hi+slack {
				ts = append(ts, Tick{Value: v, Name: number(v)})
			}
		}
	}
	if len(ts) < 2 || len(ts) > max(n, 2) {
		return linearTicks(s.At(0), s.At(1), n)
	}
	return ts
}

// given returns the axis's own ticks within the scale, in ascending order.
func (a *Axis) given(s Scale) []Tick {
	var ts []Tick
	for i, v := range a.Ticks {
		if f := s.Place(v); f >= -1e-6 && f <= 1+1e-6 {
			t := Tick{Value: v}
			if a.Names == nil {
				t.Name = number(v)
			}
			if i < len(a.Names) {
				t.Name = a.Names[i]
			}
			if i < len(a.Marks) {
				t.Mark = a.Marks[i]
			}
			ts = append(ts, t)
		}
	}
	slices.SortStableFunc(ts, func(a, b Tick) int { return cmp.Compare(a.Value, b.Value) })
	return slices.CompactFunc(ts, func(a, b Tick) bool { return a.Value == b.Value })
}
