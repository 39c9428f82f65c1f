package screen

import "testing"

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
	if got := Signed(-10.5, 3); got != "−10.5" {
		t.Errorf("%s", got)
	}
}
