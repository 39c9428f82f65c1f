package truth

import (
	"bytes"
	"runtime"
	"strings"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/testutil"
)

func domain(t testing.TB, o sim.Options) sim.Domain {
	t.Helper()
	return testutil.Get(sim.New(o))(t)
}

func roller(t testing.TB, o sim.Options) sim.Roller {
	t.Helper()
	return domain(t, o).(sim.Roller)
}

func mapsOf(t testing.TB, o sim.Options) []sim.Roller {
	t.Helper()
	return testutil.Get(Maps(o))(t)
}

func draw(t testing.TB, o sim.Options, plan Plan) *Moments {
	t.Helper()
	return testutil.Get(Draw(mapsOf(t, o), plan))(t)
}

// TestSameBytesOnAnyCores draws small moments on one processor and on four, with and without
// cells and a target policy.
func TestSameBytesOnAnyCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0))
	for _, o := range []sim.Options{{Domain: "2048"}, {Domain: "mountain-car", Target: 0.15}} {
		var first []byte
		for _, processors := range []int{1, 4} {
			runtime.GOMAXPROCS(processors)
			file := testutil.Get(draw(t, o, Plan{Seed: 5, Episodes: 32, Every: 2, Rollouts: 2, States: 7, Pool: 20, StateRollouts: 5}).Encode())(t)
			if first == nil {
				first = file
			} else if !bytes.Equal(file, first) {
				t.Errorf("%s: other bytes on %d processors", ShippedName(o), processors)
			}
		}
	}
}

func TestDrawErrors(t *testing.T) {
	maps := rolledWalks(t, 5)
	plan := Plan{Episodes: 128, Every: 2, Rollouts: 2, States: 3, Pool: 100, StateRollouts: 1}
	for name, spoil := range map[string]func(*Plan){
		"too few episodes": func(p *Plan) { p.Episodes = 31 },
		"too large a pool": func(p *Plan) { p.Pool = 129 },
	} {
		wrong := plan
		spoil(&wrong)
		if _, err := Draw(maps, wrong); err == nil || !strings.Contains(err.Error(), "want at least 16 episodes that branch") {
			t.Errorf("%s: %v", name, err)
		}
	}
	cut := []sim.Roller{roller(t, sim.Options{Domain: "mountain-car", MaxSteps: 3})}
	if _, err := Draw(cut, plan); err == nil || !strings.Contains(err.Error(), "is cut: want a larger step cap") {
		t.Errorf("cut: %v", err)
	}
	if _, err := Draw(rolledWalks(t, 51), plan); err == nil || !strings.Contains(err.Error(), "want at most 512") {
		t.Errorf("long episodes: %v", err)
	}
}
