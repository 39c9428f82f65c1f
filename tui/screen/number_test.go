package screen

import (
	"math"
	"testing"
)

func TestApproximate(t *testing.T) {
	for _, c := range []struct {
		v      float64
		digits int
		want   string
	}{
		{0, 3, "0"}, {.08641, 3, ".0864"}, {-.5, 2, "-.50"}, {1, 3, "1.00"}, {.99996, 3, "1.000"},
		{10.62, 3, "10.6"}, {-20.04, 3, "-20.0"}, {100.2, 3, "100"}, {1234567, 3, "1.23e+06"}, {1e-7, 2, "1e-07"}, {1.5e-10, 2, "1.5e-10"},
	} {
		if got := Approx(c.v, c.digits); got != c.want {
			t.Errorf("%v with %d digits: %s, want %s", c.v, c.digits, got, c.want)
		}
	}
	if got := Signed(-10.5, 3); got != "-10.5" {
		t.Errorf("%s", got)
	}
}

// TestDigitsOfIntervals: a number has as many digits as what is not known of it needs.
func TestDigitsOfIntervals(t *testing.T) {
	number, interval := WithInterval(.1059, .0898, .12)
	if got, want := number+interval, ".106 (95 %: .090 to .120)"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	if number, interval := WithInterval(.1059, math.NaN(), math.NaN()); number+interval != ".106" {
		t.Errorf("%q without an interval", number+interval)
	}
	for want, c := range map[string][2]float64{
		".00110 ± .00014": {.0011, .00014}, ".001083 ± .000048": {.001083, .000048},
		"2.4e-06 ± 5.4e-07": {2.37e-6, 5.4e-7}, "12 ± 0": {12, 0}, ".00 ± .14": {-.004, .14},
	} {
		if got := WithError(c[0], c[1]); got != want {
			t.Errorf("%v: %q, want %q", c, got, want)
		}
	}
}
