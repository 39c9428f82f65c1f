package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/testutil"
	"lambdascope/sim/truth"
)

// smallPlan takes no time.
func smallPlan(sim.Options) truth.Plan {
	return truth.Plan{Seed: 1, Episodes: 60, Every: 3, Rollouts: 1, States: 5, Pool: 20, StateRollouts: 2}
}

// TestRun: a file is what the plan makes of the chain.
func TestRun(t *testing.T) {
	folder := t.TempDir()
	o := sim.Options{Domain: "2048"}
	testutil.Check(t, run([]string{"2048"}, folder, smallPlan))
	want := testutil.Get(testutil.Get(truth.Draw(testutil.Get(truth.Maps(o))(t), smallPlan(o)))(t).Encode())(t)
	if got := testutil.Get(os.ReadFile(filepath.Join(folder, "2048.gob.gz")))(t); !bytes.Equal(got, want) {
		t.Errorf("%d bytes, want %d", len(got), len(want))
	}
	for _, names := range [][]string{nil, {"2048", "chess"}} {
		if err := run(names, folder, smallPlan); err == nil || !strings.Contains(err.Error(), "want some of 2048 mountain-car mountain-car-uniform ") {
			t.Errorf("%q: %v", names, err)
		}
	}
	if err := run([]string{"2048"}, filepath.Join(folder, "none"), smallPlan); err == nil {
		t.Error("writes to no folder")
	}
}

// TestReadme: the README beside the files has the command that makes all of them.
func TestReadme(t *testing.T) {
	command := "go run ./sim/truth/draw"
	for _, o := range truth.Chains() {
		command += " " + truth.ShippedName(o)
	}
	if readme := testutil.Get(os.ReadFile("../../../assets/truth/README.md"))(t); !strings.Contains(string(readme), "\n"+command+"\n") {
		t.Errorf("no line %q", command)
	}
}
