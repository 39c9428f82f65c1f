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

// XTicks returns the ticks of the x axis on the scale x: the axis's own ticks or at most n round
// numbers. It names as many ticks as fit side by side, and two rather than one, because one label gives
// no scale.
func (s *Spec) XTicks(x Scale, n int, fit func(a, b Tick) bool) (thinned []Tick) {
	for ; n > 0; n-- {
		ts := s.X.ticks(x, n)
		switch named := thin(ts, fit); {
		case len(s.X.Ticks) > 0 || named == len(ts) && (named > 1 || thinned == nil):
			return ts
		case named > 1:
			thinned = ts
		}
		n = min(n, len(ts))
	}
	return thinned
}

// YTicks returns the ticks of the left axis: its own ticks or about n round numbers, and two if
// most are enough for two, because one label gives no scale.
func (s *Spec) YTicks(y Scale, n, most int, fit func(a, b Tick) bool) (ts []Tick) {
	for ; n <= most && len(ts) < 2; n++ {
		ts = s.Y.ticks(y, n)
		thin(ts, fit)
	}
	return ts
}

// thin clears all names but every kth, for the least k at which neighbours fit, and returns the
// number of names left.
func thin(ts []Tick, fit func(a, b Tick) bool) (left int) {
	k := 1
	for i := k; i < len(ts); i += k {
		if !fit(ts[i-k], ts[i]) {
			k++
			i = 0
		}
	}
	for i := range ts {
		if i%k != 0 {
			ts[i].Name = ""
		}
	}
	return (len(ts) + k - 1) / k
}

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
		if t := &ts[i]; t.Value == 0 {
			t.Name = a.Zero
			t.Zero = true
		} else if t.Value > 0 {
			t.Name = "+" + t.Name
		}
	}
	return ts
}

// linearTicks returns at most n round numbers in [lo, hi]: the multiples of the finest round step
// that allows so few.
func linearTicks(lo, hi float64, n int) (ts []Tick) {
	if n < 1 || !(hi-lo > max(smallest, 1e-12*max(math.Abs(lo), math.Abs(hi)))) {
		return nil // too narrow for distinct numbers
	}
	roundStep((hi-lo)/float64(n)/10, func(m float64, k int) bool {
		first, last := multiples(lo, hi, m, k)
		if last-first < float64(n) {
			ts = stepTicks(first, last, m, k)
		}
		return last-first < float64(n)
	})
	return ts
}

// roundStep finds the least step of 1, 2, 2.5 or 5 × 10^k that suits, of those from about least
// on.
func roundStep(least float64, suits func(m float64, k int) bool) {
	for k := int(math.Floor(math.Log10(least))); ; k++ {
		for _, m := range []float64{1, 2, 2.5, 5} {
			if suits(m, k) {
				return
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
func stepTicks(first, last, m float64, k int) (ts []Tick) {
	decimals := max(0, -k)
	if m == 2.5 && k <= 0 {
		decimals++
	}
	longest := 0
	for i := first; i <= last; i++ {
		t := Tick{Value: decimal(i*m, k)}
		if t.Name = textfmt.Fixed(t.Value, 0); t.Value != math.Trunc(t.Value) {
			t.Name = textfmt.WithoutZero(textfmt.Fixed(t.Value, decimals))
		}
		longest = max(longest, len(t.Name))
		ts = append(ts, t)
	}
	const most = 7 // characters of a plain number, unless the exponent takes more
	for i := range ts {
		if e := number(ts[i].Value, -1); longest > most && len(e) < longest && strings.Contains(e, "e") {
			ts[i].Name = e
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

// number formats a single number in a number of digits, −1 for all, without the 0 before the
// point, and without + and leading zeros in the exponent.
func number(v float64, digits int) string {
	m, e, ok := strings.Cut(textfmt.Short(v, digits), "e")
	if !ok {
		return textfmt.WithoutZero(m)
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
				ts = append(ts, Tick{Value: v, Name: number(v, 6)})
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
			t := Tick{Value: v, Name: elem(a.Names, i), Mark: elem(a.Marks, i)}
			if a.Names == nil {
				t.Name = number(v, 6)
			}
			ts = append(ts, t)
		}
	}
	slices.SortStableFunc(ts, func(a, b Tick) int { return cmp.Compare(a.Value, b.Value) })
	return slices.CompactFunc(ts, func(a, b Tick) bool { return a.Value == b.Value })
}
