package words

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

func TestNumbers(t *testing.T) {
	for got, want := range map[string]string{
		Rounded(0, 3): "0", Rounded(0.5, 3): ".500", Rounded(-0.12345, 3): "-.123", Rounded(12.345, 3): "12.3", Rounded(123456, 3): "123456",
		Rounded(1e-5, 3): "1e-05", Rounded(1.25e6, 3): "1.25e+06", Rounded(math.NaN(), 3): "NaN",
		To(0.12345, 0.034): ".123", To(1234.5, 56): "1234", To(-0.5, 0.1): "-.50", To(1.23456, 1e-13): "1.23",
		WithoutZero("10.5"): "10.5", Count(1, "step"): "1 step", Count(0, "step"): "0 steps", Number(0.1): "0.1",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
