package textfmt

import (
	"math"
	"testing"
)

func TestJoined(t *testing.T) {
	for _, c := range []struct {
		names   []string
		or, and string
	}{
		{nil, "", ""},
		{[]string{"a"}, "a", "a"},
		{[]string{"a", "b"}, "a or b", "a and b"},
		{[]string{"a", "b", "c"}, "a, b or c", "a, b and c"},
	} {
		if or, and := Or(c.names), And(c.names); or != c.or || and != c.and {
			t.Errorf("%q: %q and %q", c.names, or, and)
		}
	}
}

// TestNumbers: the uncertainty of a number determines its digits.
func TestNumbers(t *testing.T) {
	with := func(v, lo, hi float64) string {
		number, interval := WithInterval(v, lo, hi)
		return number + interval
	}
	for _, c := range [][2]string{
		{Rounded(0, 3), "0"},
		{Rounded(-0.12345, 3), "-.123"},
		{Rounded(math.NaN(), 3), "NaN"},
		{Significant(.5, 3), "0.500"},
		{Trimmed(.5, 3), ".5"},
		{Number(0.1), "0.1"},
		{Number(math.Copysign(0, -1)), "0"},
		{Short(math.Copysign(0, -1), 3), "0"},
		{Short(-.5, 3), "-0.5"},
		{Short(12345, 3), "12345"},
		{Short(999.9, 3), "1000"},
		{Short(3e-15, 1), "3e-15"},
		{FixedSigned(-.04, 1), "+0.0"},
		{FixedSigned(-.06, 1), "-0.1"},
		{Fixed(-.004, 2), "0.00"},
		{Fixed(1e6, -1), "1000000"},
		{Count(1, "step"), "1 step"},
		{Count(0, "address"), "0 addresses"},
		{Rounded(.08641, 3), ".0864"},
		{Rounded(-.5, 2), "-.50"},
		{Rounded(1, 3), "1.00"},
		{Rounded(.99996, 3), "1.000"},
		{Rounded(-20.04, 3), "-20.0"},
		{Rounded(100.2, 3), "100"},
		{Rounded(1234567, 3), "1.23e+06"},
		{Rounded(1e-7, 2), "1e-07"},
		{Rounded(1.5e-10, 2), "1.5e-10"},
		{Signed(-10.5, 3), "-10.5"},
		{with(.1059, .0898, .12), ".106 (95 %: .090 to .120)"},
		{with(.1059, math.NaN(), math.NaN()), ".106"},
		{WithError(.0011, .00014), ".00110 ± .00014"},
		{WithError(.001083, .000048), ".001083 ± .000048"},
		{WithError(2.37e-6, 5.4e-7), "2.4e-06 ± 5.4e-07"},
		{WithError(12, 0), "12 ± 0"},
		{WithError(-.004, .14), ".00 ± .14"},
	} {
		if c[0] != c[1] {
			t.Errorf("%q, want %q", c[0], c[1])
		}
	}
	for size, want := range map[float64]int{.0123: 3, 1: 1, 99: 0, 1e6: 0, 0: 0, -1: 0, math.Inf(1): 0} {
		if got := Decimals(size, 2); got != want {
			t.Errorf("%v: %d decimals, want %d", size, got, want)
		}
	}
}
