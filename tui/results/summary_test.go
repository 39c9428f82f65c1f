package results

import (
	"math"
	"strings"
	"testing"
)

func TestSeconds(t *testing.T) {
	for v, want := range map[float64]string{
		0: "0.0 µs", 2.5e-9: "0.0025 µs", 1.234e-5: "12 µs", 9.87e-4: "987 µs", 0.00123: "1.2 ms", 0.5: "500 ms", 1: "1.0 s", 123.4: "123 s",
	} {
		if got := seconds(v); got != want {
			t.Errorf("%v: %s, want %s", v, got, want)
		}
	}
}

// TestTruthInSummary: the summary gives the part of intervals that comes from an estimated truth.
func TestTruthInSummary(t *testing.T) {
	for _, c := range []struct {
		root, levels, ratios float64
		want                 string
	}{
		{0.000912, 0.456, 0.01234, "a standard error of 0.091 %, at most, which is the same in all trials. All intervals and claims include it: intervals of root MSVE are up to 1.46 times as wide as with exact true values, those of ratios between methods, where most of it cancels, up to 1.01 times."},
		{0, 0, 0, ""},                          // exact
		{0.000912, math.NaN(), math.NaN(), ""}, // one trial
	} {
		got := truthText(c.root, c.levels, c.ratios)
		if c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
