package truth

import (
	"reflect"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/testutil"
)

func TestFileRoundTrip(t *testing.T) {
	small := Plan{Seed: 1, Episodes: 32, Every: 2, Rollouts: 1, States: 2, Pool: 3, StateRollouts: 1}
	for _, want := range []*Moments{
		draw(t, sim.Options{Domain: "mountain-car"}, small),
		testutil.Get(Draw(rolledWalks(t, 3), small))(t),
	} {
		file := testutil.Get(want.Encode())(t)
		if got, err := decode(file); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", want.Domain, err)
		}
	}
}

func TestCutFile(t *testing.T) {
	plan := Plan{Seed: 1, Episodes: 32, Every: 2, Rollouts: 1, States: 1, Pool: 1, StateRollouts: 1}
	file := testutil.Get(testutil.Get(Draw(rolledWalks(t, 3), plan))(t).Encode())(t)
	for n := 0; n < len(file)-16; n += 97 { // the last bytes are the checksum
		if _, err := decode(file[:n]); err == nil {
			t.Errorf("the first %d bytes of %d are taken", n, len(file))
		}
	}
}
