package sim

import (
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/problem"
	"lambdascope/sim/testutil"
)

func TestFeatureNames(t *testing.T) {
	maze := testutil.Get(problem.Shipped("t-maze"))(t)
	for _, c := range []struct {
		of   Options
		want string // the first, in the order of the features, and the last
	}{
		{Options{}, "state 1, state 2 … state 5"},
		{Options{States: 19, Features: "dependent+bias"}, "states 1 to 10, states 2 to 11 … bias"},
		{Options{Features: "poly:2"}, "place, place² … place²"},
		{Options{Domain: "2048"}, "row 1 col 1, row 1 col 2 … row 4 col 4"},
		{Options{Domain: "2048", Features: "poly:2+bias"}, "row 1 col 1, row 1 col 2 … bias"},
		{Options{Domain: "mountain-car"}, "position, velocity … velocity"},
		{Options{Domain: "mountain-car", Features: "rbf"}, "rbf 1,1, rbf 1,2 … rbf 5,5"},
		{Options{Domain: "mountain-car", Features: "tile-coding+bias"}, "tiling 1 tile 1,1, tiling 1 tile 1,2 … bias"},
		{Options{Domain: "mountain-car", Features: "poly:2"}, "position, velocity … velocity²"},
		{Options{Problem: maze, Features: "1-hot"}, maze.States[0].Name + ", " + maze.States[1].Name + " … " + maze.States[len(maze.States)-1].Name},
	} {
		names := testutil.Get(FeatureNames(c.of))(t)
		if got := strings.Join(names[:2], ", ") + " … " + names[len(names)-1]; got != c.want {
			t.Errorf("%s %s: %s, want %s", c.of.Name(), c.of.Features, got, c.want)
		}
		if d := testutil.Get(New(c.of))(t); len(names) != d.Dim() {
			t.Errorf("%s: %d names of %d features", c.of.Features, len(names), d.Dim())
		}
		sorted := slices.Sorted(slices.Values(names))
		if len(slices.Compact(sorted)) != len(names) {
			t.Errorf("%s %s: a name comes twice: %v", c.of.Name(), c.of.Features, names)
		}
	}
	if _, err := FeatureNames(Options{Features: "no such"}); err == nil {
		t.Error("features that there are not: no error")
	}
}
