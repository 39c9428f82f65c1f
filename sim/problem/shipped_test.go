package problem

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"lambdascope/assets"
	"lambdascope/sim/testutil"
)

// TestShipped: each problem has its file's name, and all states are reached and end.
func TestShipped(t *testing.T) {
	for _, name := range Names() {
		p := testutil.Get(Shipped(name))(t)
		if p.Source != name || p.Name != name || len(p.Unreached) > 0 || p.Endless != "" || p.Dim() == 0 || About(name) == "" {
			t.Errorf("%s: %+v", name, p)
		}
		var file struct { // the fields that the test reads
			Gamma    float64
			MaxSteps int `json:"max_steps"`
			States   []struct {
				Name     string
				Features []float64
				Next     []struct{ P, Reward float64 }
			}
		}
		testutil.Check(t, json.Unmarshal(testutil.Get(assets.Problem(name))(t), &file))
		if file.Gamma != p.Gamma || file.MaxSteps != p.MaxSteps || len(file.States) != len(p.States) {
			t.Fatalf("%s: %+v", name, p)
		}
		for i, s := range file.States {
			reward := 0.0
			for _, b := range s.Next {
				reward += b.P * b.Reward
			}
			if got := p.States[i]; got.Name != s.Name || !slices.Equal(got.Features, s.Features) || len(got.Next) != len(s.Next) || math.Abs(p.MeanReward(i)-reward) > 1e-12 {
				t.Errorf("%s: %+v, want %+v", name, got, s)
			}
		}
		if _, _, cut := p.Visits(p.MaxSteps); cut > 1e-6 {
			t.Errorf("%s: %v of the episodes are cut", name, cut)
		}
		if again, err := Shipped(name); again != p || err != nil || !Ships(name) {
			t.Errorf("%s: another problem, %v", name, err)
		}
	}
	const want = `problem "maze": want t-maze, long-short, rare-branch, grid or garnet`
	if _, err := Shipped("maze"); err == nil || err.Error() != want || Ships("maze") {
		t.Errorf("%v, want %s", err, want)
	}
}
