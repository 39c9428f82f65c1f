package sim

import (
	"math"
	"testing"

	"lambdascope/sim/must"
)

// TestMeanSteps compares the mean lengths that are known with episodes.
func TestMeanSteps(t *testing.T) {
	for _, o := range []Options{
		{Domain: "random-walk", States: 5}, {Domain: "random-walk", States: 19},
		{Domain: "2048"}, {Domain: "mountain-car"}, {Domain: "mountain-car", Start: "uniform"},
		{Domain: "mountain-car", MaxSteps: 50},
	} {
		d := must.Have(New(o))(t)
		const n = 4000
		sum, squares := 0.0, 0.0
		for i := range n {
			episode := must.Have(d.Trajectory(1, i))(t)
			h := float64(episode.Len())
			sum, squares = sum+h, squares+h*h
		}
		mean := sum / n
		se := math.Sqrt(max(0, squares/n-mean*mean) / n)
		if got := MeanSteps(d.Options()); math.Abs(got-mean) > 4*se {
			t.Errorf("%+v: %v, want %.2f ± %.2f", o, got, mean, se)
		}
	}
	if got := MeanSteps(Options{Domain: "no such"}); got != 0 {
		t.Errorf("no domain: %v", got)
	}
}
