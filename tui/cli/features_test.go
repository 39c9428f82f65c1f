package cli

import (
	"slices"
	"strings"
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
		{[]string{"--data", "walk.jsonl", "--bounds", "0:1"}, "--bounds does not apply to features identity, which are not scaled"},
		{[]string{"--bounds", "0:1"}, "--bounds does not apply to random-walk"},
		{[]string{"--data", "walk.jsonl", "--features", "poly:2", "--bounds", "1"}, `bounds "1": want data, or ranges LOW:HIGH with LOW < HIGH, comma-separated: one for all columns, or one or "data" for each`},
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

// TestMapsAreCompleted completes the maps of the source that is named, which is not read.
func TestMapsAreCompleted(t *testing.T) {
	for _, args := range [][]string{{"run", "--data", "gone.csv", "--features", ""}, {"compare", "maps", "--data", "gone.csv", ""}} {
		s := newSession(t)
		s.Terminal.Process = true
		s.call(append([]string{"__completeNoDesc"}, args...)...)
		if got := strings.Fields(s.out.String()); !slices.Contains(got, "poly:2") || slices.Contains(got, "1-hot") {
			t.Errorf("%v: %v", args, got)
		}
	}
}
