package control

import (
	"testing"

	"lambdascope/sim/analysis"
)

func TestAmong(t *testing.T) {
	get := func(s analysis.Settings) float64 { return s.Gamma }
	turn := among([]float64{0, .5, .9, 1}, get)
	for _, c := range []struct {
		from  float64
		steps int
		want  string
	}{
		{0, 1, "0.5"}, {0, -1, "0"}, {.5, 2, "1"}, {1, 1, "1"}, {.9, 9, "1"}, {.9, -9, "0"},
		{.7, 1, "0.9"}, {.7, -1, "0.5"}, {.7, 2, "1"}, {2, 1, "2"}, {2, -1, "1"}, {-1, -1, "-1"}, {-1, 1, "0"},
	} {
		if got := turn(analysis.Settings{Gamma: c.from}, c.steps); got != c.want {
			t.Errorf("from %v by %d: %s, want %s", c.from, c.steps, got, c.want)
		}
	}
}
