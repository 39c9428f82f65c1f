package explore

import (
	"testing"

	"lambdascope/sim/settings"
	"lambdascope/sim/testutil"
)

// TestPinnedName checks that a curve's name has the settings that differ from the current
// settings or, for another source, from the defaults of the source.
func TestPinnedName(t *testing.T) {
	walk, games := testutil.Get(settings.Defaults("random-walk"))(t), testutil.Get(settings.Defaults("2048"))(t)
	more, other := walk, games
	more.Trajectories, other.Gamma = 70, .5
	for want, pinned := range map[string]settings.Settings{"pinned": walk, "n 70": more, "2048": games, "2048, γ 0.5": other} {
		if got := pinnedName(pinned, walk); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
