package results

import "testing"

func TestSeconds(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0.0 µs", 2.5e-9: "0.0025 µs", 1.234e-5: "12 µs", 9.87e-4: "987 µs", 0.00123: "1.2 ms", 0.5: "500 ms", 1: "1.0 s", 123.4: "123 s",
	} {
		if got := seconds(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}
