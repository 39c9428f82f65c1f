package results

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"lambdascope/sim/study"
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

// TestTruthInSummary: where the truth is estimated, the summary says what that
// leaves beside the trials.
func TestTruthInSummary(t *testing.T) {
	size := func(msve, se, truth float64) study.SizeSummary {
		return study.SizeSummary{LSTD: []study.Mean{{Mean: 2 * msve}, {Mean: msve, SE: se}}, Best: 1, TruthSE: truth}
	}
	for _, c := range []struct {
		sizes []study.SizeSummary
		want  string
	}{
		{[]study.SizeSummary{size(100, 10, 0.2), size(50, 2, 0.3)}, "a standard error of 0.3 % at most, which is in no interval; what the trials leave is 2 % at least"},
		{[]study.SizeSummary{size(100, 10, 0)}, ""},           // exact
		{[]study.SizeSummary{size(100, math.NaN(), 0.2)}, ""}, // one trial
		{[]study.SizeSummary{size(-1, 1, 0.2)}, ""},
	} {
		var w bytes.Buffer
		writeTruth(&w, &Result{Summary: &study.Summary{Sizes: c.sizes}})
		if got := w.String(); c.want == "" && got != "" || !strings.Contains(got, c.want) {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}
