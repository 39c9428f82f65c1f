package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"lambdascope/assets"
	"lambdascope/sim"
	"lambdascope/sim/must"
	"lambdascope/sim/truth"
)

// smallPlan takes no time.
func smallPlan(sim.Options) truth.Plan {
	return truth.Plan{Seed: 1, Episodes: 60, Every: 3, Rollouts: 1, States: 5, Pool: 20, StateRollouts: 2}
}

// truthArgs are the flags of a domain.
func truthArgs(o sim.Options) string {
	if o.Start != "" {
		return "--domain " + o.Domain + " --start " + o.Start
	}
	return "--domain " + o.Domain
}

// TestTruth: the file is what the plan makes of the domain, and neither replaced without
// being asked nor left half done.
func TestTruth(t *testing.T) {
	s := newSession(t)
	call := func(ctx context.Context, flags string) error {
		c := newTruth(s.Env, smallPlan)
		c.SilenceErrors, c.SilenceUsage = true, true
		c.SetArgs(strings.Fields(flags))
		return c.ExecuteContext(ctx)
	}
	for _, o := range []sim.Options{{Domain: "2048"}, {Domain: "mountain-car", Start: "uniform"}} {
		maps := must.Have(truth.Maps(o))(t)
		want := must.Have(must.Have(truth.Draw(t.Context(), maps, smallPlan(o), nil))(t).Encode())(t)
		s.err.Reset()
		must.Succeed(t, call(t.Context(), truthArgs(o)+" --out new.bin.gz --force"))
		if got := s.disk()["new.bin.gz"]; got != string(want) {
			t.Errorf("%+v: %d bytes, want %d", o, len(got), len(want))
		}
		if said := s.err.String(); !strings.HasPrefix(said, "lambdascope: ") || strings.Count(said, " % at γ = 1\n") != len(maps) || s.out.Len() > 0 {
			t.Errorf("%q, on standard output %q", said, s.out.String())
		}
	}
	before := s.disk()["new.bin.gz"]
	if err := call(t.Context(), "--domain 2048 --out new.bin.gz"); err == nil || s.disk()["new.bin.gz"] != before {
		t.Errorf("without --force: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := call(ctx, "--domain 2048 --out cut"); !errors.Is(err, context.Canceled) || s.disk()["cut"] != "" {
		t.Errorf("cancelled: %v, %d bytes", err, len(s.disk()["cut"]))
	}
}

// TestReadmeOfTheTruth: the README beside the files gives the commands that make them.
func TestReadmeOfTheTruth(t *testing.T) {
	readme := string(must.Have(os.ReadFile("../../assets/truth/README.md"))(t))
	for _, o := range []sim.Options{{Domain: "2048"}, {Domain: "mountain-car"}, {Domain: "mountain-car", Start: "uniform"}} {
		name := truth.ShippedName(o)
		must.Have(assets.Truth(name))(t)
		if line := fmt.Sprintf("lambdascope truth %s --force --out assets/truth/%s.bin.gz\n", truthArgs(o), name); !strings.Contains(readme, line) {
			t.Errorf("no line %q", line)
		}
	}
	if got := rolled(); !slices.Equal(got, []string{"2048", "mountain-car"}) {
		t.Errorf("domains %q", got)
	}
}
