package chart

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Tick is a labelled place on an axis; a tick with an empty Name has no label.
type Tick struct {
	Value  float64
	Name   string
	Mark   Marker // MarkNone for a stroke
	Origin bool   // the tick is the origin of the axis
}

// XTicks returns the ticks of the x axis on the scale x: the axis's own ticks if any, otherwise
// at most about n round numbers.
func (s *Spec) XTicks(x Scale, n int) []Tick {
	if len(s.X.Ticks) > 0 {
		return s.X.given(x)
	}
	return x.shortTicks(n)
}

// YTicks returns the ticks of the left axis, as XTicks does for x.
func (s *Spec) YTicks(y Scale, n int) []Tick {
	switch {
	case len(s.Y.Ticks) > 0:
		return s.Y.given(y)
	case s.Y.Origin != nil && finite(s.Y.Origin.At):
		return s.originTicks(y, n)
	}
	return y.ticks(n)
}

// originTicks returns at most about n ticks that count from the origin of the left axis.
func (s *Spec) originTicks(y Scale, n int) []Tick {
	zero := s.Y.Origin.At
	lo, hi := y.At(0)-zero, y.At(1)-zero
	return s.Y.Origin.ticks(linearTicks(lo, hi, n), hi-lo)
}

// ticks returns ticks at differences from the origin, with signed names.
func (o *Origin) ticks(differences []float64, span float64) []Tick {
	ts := named(differences, func(vs []float64) []string { return formatTicks(vs, span, false) })
	for i, t := range ts {
		name := signed(t.Name)
		if t.Name == "0" {
			name = o.Name
		}
		ts[i] = Tick{Value: o.At + t.Value, Name: name, Origin: t.Name == "0"}
	}
	return ts
}

// linearTicks returns at most n round numbers in [lo, hi]: the multiples of the finest step 1, 2,
// 2.5 or 5 × 10^k that allows so few.
func linearTicks(lo, hi float64, n int) []float64 {
	if n < 1 || !finite(lo) || !finite(hi) || hi-lo < max(1e-303, 1e-12*max(math.Abs(lo), math.Abs(hi))) {
		return nil // too narrow for distinct numbers
	}
	size := float64(math.Log10(hi/2-lo/2)) + math.Log10(2)
	for k := int(math.Floor(size-float64(math.Log10(float64(n))))) - 1; ; k++ {
		for _, m := range []float64{1, 2, 2.5, 5} {
			first, last := multiples(lo, hi, m, k)
			if last-first+1 > float64(n) {
				continue
			}
			var ts []float64
			for i := first; i <= last; i++ {
				ts = append(ts, decimal(i*m, k))
			}
			return ts
		}
	}
}

// multiples returns the first and last i with lo ≤ i·m·10^k ≤ hi.
func multiples(lo, hi, m float64, k int) (first, last float64) {
	lo, hi = decimal(lo/m, -k), decimal(hi/m, -k)
	slack := 1e-7 + float64(1e-15*max(math.Abs(lo), math.Abs(hi)))
	return math.Ceil(lo - slack), math.Floor(hi + slack)
}

// decimal returns m × 10^k. For k < 0 it divides by 10^−k, which is exact unlike 10^k, so that
// 1341 × 10^−4 prints as .1341.
func decimal(m float64, k int) float64 {
	if k >= 0 {
		return m * math.Pow10(k)
	}
	return m / math.Pow10(-k)
}

// logTicks returns at most about n ticks in [10^lo, 10^hi]. It prefers three or more powers of
// ten, otherwise their multiples by 1, 2 and 5, otherwise round numbers.
func logTicks(lo, hi float64, n int) []float64 {
	const slack = 1e-9
	first, last := int(math.Ceil(lo-slack)), int(math.Floor(hi+slack))
	if last-first < 2 {
		var ts []float64
		for k := first - 1; k <= last+1; k++ {
			for _, m := range []float64{1, 2, 5} {
				if v := decimal(m, k); math.Log10(v) >= lo-slack && math.Log10(v) <= hi+slack {
					ts = append(ts, v)
				}
			}
		}
		switch {
		case len(ts) >= 2 && len(ts) <= n:
			return ts
		case last <= first:
			return linearTicks(math.Pow(10, lo), math.Pow(10, hi), n)
		}
	}
	every := 1
	for (last-first)/every+1 > max(n, 2) {
		every++
	}
	var ts []float64
	for k := first; k <= last; k++ {
		if k%every == 0 {
			ts = append(ts, decimal(1, k))
		}
	}
	return ts
}

// ticks returns at most about n round ticks of a scale with their labels.
func (s Scale) ticks(n int) []Tick { return s.named(n, false) }

// shortTicks is ticks with whole numbers printed without decimals.
func (s Scale) shortTicks(n int) []Tick { return s.named(n, true) }

func (s Scale) named(n int, short bool) []Tick {
	vs := logTicks
	if !s.log {
		vs = linearTicks
	}
	return named(vs(s.lo, s.hi, n), func(vs []float64) []string { return formatTicks(vs, s.span(vs), short) })
}

// span returns the scale's range, or 0 for ticks of different orders of magnitude.
func (s Scale) span(ticks []float64) float64 {
	orders := s.log
	for i := 1; i < len(ticks); i++ {
		orders = orders && ticks[i] > 1.9*ticks[i-1]
	}
	if orders {
		return 0
	}
	return s.At(1) - s.At(0)
}

// given returns the axis's own ticks within the scale, in ascending order.
func (a *Axis) given(s Scale) []Tick {
	var ts []Tick
	for i, v := range a.Ticks {
		if f := s.Place(v); f >= -1e-6 && f <= 1+1e-6 {
			t := Tick{Value: v}
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
	ts = slices.CompactFunc(ts, func(a, b Tick) bool { return a.Value == b.Value })
	if len(a.Names) == 0 {
		vs := make([]float64, len(ts))
		for i, t := range ts {
			vs[i] = t.Value
		}
		return named(vs, func(vs []float64) []string { return formatTicks(vs, s.span(vs), true) })
	}
	return ts
}

func named(vs []float64, format func([]float64) []string) []Tick {
	ts := make([]Tick, len(vs))
	for i, name := range format(vs) {
		ts[i] = Tick{Value: vs[i], Name: name}
	}
	return ts
}

// longest is the length of a plain number above which formatTicks tries the form with an
// exponent.
const longest = 6

// formatTicks returns the labels of an axis's ticks, all in one form so that readers can compare
// the numbers. Plain numbers have equal decimals, as few as distinct labels need, and no 0 before
// the point. The form with an exponent replaces long plain numbers if its labels are shorter.
// Zero is 0. span is the axis's range; for ticks of different orders of magnitude span is 0 and
// each label has its own number of digits.
func formatTicks(vs []float64, span float64, short bool) []string {
	each := span == 0
	if each {
		span = math.Inf(1)
	}
	tol := span
	for i := 1; i < len(vs); i++ {
		if d := math.Abs(vs[i] - vs[i-1]); d > 0 {
			tol = min(tol, d)
		}
	}
	tol *= 1e-3
	exact := func(v float64) float64 {
		if each {
			return math.Abs(v) * 1e-3
		}
		return tol
	}

	plain, ok := plainTicks(vs, exact, each, short)
	if ok && width(plain) <= longest {
		return plain
	}
	exps := exponentTicks(vs, exact, each)
	if ok && width(plain) <= width(exps) {
		return plain
	}
	return exps
}

func width(names []string) (w int) {
	for _, s := range names {
		w = max(w, len(strings.TrimPrefix(s, "-")))
	}
	return w
}

func plainTicks(vs []float64, exact func(float64) float64, each, short bool) ([]string, bool) {
	ds := make([]int, len(vs))
	most := 0
	for i, v := range vs {
		if math.Abs(v) >= 1e15 {
			return nil, false
		}
		for !(math.Abs(math.Round(v*math.Pow10(ds[i]))/math.Pow10(ds[i])-v) <= exact(v)) {
			if ds[i]++; ds[i] > 17 {
				return nil, false
			}
		}
		most = max(most, ds[i])
	}
	names := make([]string, len(vs))
	for i, v := range vs {
		d := most
		if each || short && ds[i] == 0 {
			d = ds[i]
		}
		names[i] = bare(strconv.FormatFloat(v, 'f', d, 64))
	}
	return names, true
}

// bare drops the 0 before the point and shortens a zero to 0.
func bare(s string) string {
	if strings.Trim(s, "-0.") == "" {
		return "0"
	}
	if strings.HasPrefix(s, "0.") {
		return s[1:]
	}
	if strings.HasPrefix(s, "-0.") {
		return "-" + s[2:]
	}
	return s
}

func exponentTicks(vs []float64, exact func(float64) float64, each bool) []string {
	names := make([]string, len(vs))
	most := 0
	for pass := range 2 {
		for i, v := range vs {
			p := most
			if pass == 0 || each {
				p = 0
				for ; p < 17; p++ {
					f, err := strconv.ParseFloat(strconv.FormatFloat(v, 'e', p, 64), 64)
					if err == nil && math.Abs(f-v) <= exact(v) {
						break
					}
				}
				most = max(most, p)
			}
			names[i] = exponent(v, p, exact(v))
		}
	}
	return names
}

// exponent formats v as 1.2e5 or 1.2e-5.
func exponent(v float64, digits int, tol float64) string {
	if math.Abs(v) <= tol {
		return "0"
	}
	m, e, _ := strings.Cut(strconv.FormatFloat(v, 'e', digits, 64), "e")
	n, _ := strconv.Atoi(e)
	return m + "e" + strconv.Itoa(n)
}

// signed writes a difference with its sign: + before a positive number, and a space in the sign's
// place before zero.
func signed(name string) string {
	switch {
	case name == "0":
		return " 0"
	case strings.HasPrefix(name, "-"):
		return name
	}
	return "+" + name
}
