package results

import (
	"math"
	"strings"
	"testing"
)

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
