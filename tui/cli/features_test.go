package cli

import (
	"encoding/json"
	"slices"
	"testing"

	"lambdascope/tui/state"
)

// TestFeaturesOfAFileAreMisused: each wrong use is one sentence, before anything is
// computed.
func TestFeaturesOfAFileAreMisused(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--data", "walk.jsonl", "--features", "poly"}, `features "poly": want poly:ORDER, a whole number from 1 to 1024`},
		{[]string{"--data", "walk.jsonl", "--features", "rbf:40"}, "features rbf:40: 1600 features of observations of 2 numbers: want at most 1024"},
		{[]string{"--data", "walk.jsonl", "--bounds", "0:1"}, "bounds 0:1: mean nothing for features identity, which are not scaled; want other features"},
		{[]string{"--bounds", "0:1"}, "bounds 0:1: means nothing for random-walk; want states, target, features, trajectories, gamma, lambdas, ridge, weighting, tail, method, seed or max-steps"},
		{[]string{"--data", "walk.jsonl", "--features", "poly:2", "--bounds", "1"}, `bounds "1": want data, or ranges LOW:HIGH with LOW < HIGH, comma-separated: one for all columns, or one or "data" for each`},
		{[]string{"--maps", "1-hot,tiles"}, `maps "1-hot,tiles": features "tiles": want 1-hot or dependent, each with or without +bias, or a map of observations, such as poly:2`},
		{[]string{"--maps", "1-hot", "--format", "csv"}, "format csv with --maps: want json or table, as a row of the CSV is a λ of the grid"},
		{[]string{"--nested", "3"}, "nested 3 without --maps: want the feature maps that are chosen from, or one, to choose λ alone"},
		{[]string{"--maps", "1-hot", "--nested", "x"}, `nested "x": want a number of parts, 2 or more`},
		{[]string{"--maps", "1-hot", "--nested", "30"}, "nested 30: want 2 to 20 parts of the 20 trajectories, with at least 2 left when one is left out"},
	} {
		s := newSession(t)
		checkFailure(t, s, s.call(append([]string{"run"}, c.args...)...), 2, "lambdascope: "+c.want)
	}
}

// TestFeaturesOfAFileInTheApp: flags open the app with them, and the command of what it
// shows has them again.
func TestFeaturesOfAFileInTheApp(t *testing.T) {
	s := newSession(t)
	s.Terminal = Terminal{In: true, Out: true, Width: 80}
	args := []string{"--data", "walk.jsonl", "--features", "tile-coding:2x3+bias", "--bounds", "-3:3"}
	mustCall(t, s, args...)
	shown := state.New(s.shown.Settings)
	if got := shown.Args(s.shown.Data.File()); !slices.Equal(got, args) {
		t.Errorf("%q, want %q", got, args)
	}
}

// TestMapsInJSON: what is selected is the least of all, and the analysis stays with its
// own features.
func TestMapsInJSON(t *testing.T) {
	var p struct {
		Source struct{ Features string }
		Data   struct{ Features int }
		Maps   struct {
			Features []string
			LOTO     [][]float64
			Diff     []float64
			Selected struct {
				Features     string
				Lambda, LOTO float64
			}
			Nested struct {
				Parts  int
				LOTO   float64
				Chosen []struct{ Features string }
			}
		}
	}
	out := mustCall(t, newSession(t), "run", "--format", "json", "--data", "walk.jsonl", "--maps", "identity+bias,poly:2,rff:2", "--nested", "2")
	if err := json.Unmarshal([]byte(out), &p); err != nil {
		t.Fatal(err)
	}
	least := p.Maps.LOTO[0][0]
	for _, row := range p.Maps.LOTO {
		least = min(least, slices.Min(row))
	}
	at := slices.Index(p.Maps.Features, p.Maps.Selected.Features)
	if p.Source.Features != "identity" || p.Data.Features != 2 || at < 0 || p.Maps.Diff[at] != 0 || !(p.Maps.Selected.LOTO-least <= 1e-9) {
		t.Errorf("%+v, want the least, %v", p, least)
	}
	if n := p.Maps.Nested; n.Parts != 2 || len(n.Chosen) != 2 || !(n.LOTO > 0) {
		t.Errorf("%+v", n)
	}
}
