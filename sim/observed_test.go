package sim

import (
	"fmt"
	"math"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/testutil"
)

// drawn draws a trajectory with a feature map.
func drawn(t *testing.T, o Options) *estimator.Trajectory {
	t.Helper()
	d := testutil.Get(New(o))(t)
	out := testutil.Get(d.Trajectory(3, 4))(t)
	if out.Dim() != d.Dim() {
		t.Errorf("%v: %d features, want %d", o, out.Dim(), d.Dim())
	}
	return out
}

// TestObservedMaps: a map of observations equals the domain's map of the same function, and
// changes nothing but the features.
func TestObservedMaps(t *testing.T) {
	for _, c := range []struct {
		o           Options
		own, mapped string
	}{
		{Options{Domain: "mountain-car", Start: "uniform"}, "raw", "identity"},
		{Options{Domain: "mountain-car", Start: "uniform"}, "rbf+bias", "rbf:5+bias"},
		{Options{Domain: "2048"}, "log-tiles+bias", "identity+bias"},
		{Options{Domain: "random-walk", States: 7}, "1-hot", "tile-coding:1x7"},
	} {
		own, mapped := c.o, c.o
		own.Features, mapped.Features = c.own, c.mapped
		want, got := drawn(t, own), drawn(t, mapped)
		if got.Len() != want.Len() || got.Terminated() != want.Terminated() || fmt.Sprint(got.Rewards()) != fmt.Sprint(want.Rewards()) {
			t.Fatalf("%s: another trajectory", c.mapped)
		}
		for step := range want.Len() {
			x, y := got.Features(step), want.Features(step)
			for j := range y {
				if !(math.Abs(x[j]-y[j]) <= 1e-12) {
					t.Fatalf("%s: %v, want %v", c.mapped, x, y)
				}
			}
		}
	}
	for _, domain := range Domains() {
		names, err := Observed(Options{Domain: domain})
		if err != nil || len(names) < 3 {
			t.Errorf("%s: %v, %v", domain, names, err)
		}
		for _, name := range names {
			drawn(t, Options{Domain: domain, Features: name + BiasSuffix})
		}
	}
	for name, want := range map[string]string{
		"fourier:x":  `features "fourier:x": want fourier:ORDER, a whole number from 1 to 1024`,
		"fourier:40": "features fourier:40: 1681 features of observations of 2 numbers: want at most 1024",
		"poly":       `features "poly": want raw, rbf or tile-coding, each with or without +bias, or a map of observations, such as poly:2`,
	} {
		if _, err := New(Options{Domain: "mountain-car", Features: name}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if d, err := New(Options{Domain: "mountain-car", Features: "poly:02+bias"}); err != nil || d.Options().Features != "poly:2+bias" {
		t.Errorf("%v", err)
	}
}
