package cli

import (
	"bytes"
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
	return truth.Plan{Seed: 1, Episodes: 200, Every: 3, Rollouts: 1, States: 5, Pool: 20, StateRollouts: 3}
}

// callTruth runs the command with a small plan.
func callTruth(ctx context.Context, s *session, args ...string) error {
	c := newTruth(s.Env, smallPlan)
	c.SilenceErrors, c.SilenceUsage = true, true
	c.SetArgs(args)
	c.SetFlagErrorFunc(flagError)
	return c.ExecuteContext(ctx)
}

// TestTruth: the file is what the plan makes of the domain, twice the same, and
// neither replaced without being asked nor left half done.
func TestTruth(t *testing.T) {
	s := newSession(t)
	written := func() string { return s.Files.(files)["new.bin.gz"] }
	for _, o := range []sim.Options{{Domain: "2048"}, {Domain: "mountain-car", Start: "uniform"}} {
		maps := must.Have(truth.Maps(o))(t)
		want := must.Have(truth.Draw(t.Context(), maps, smallPlan(o), nil))(t)
		content := must.Have(want.Encode())(t)
		args := []string{"--domain", o.Domain, "--out", "new.bin.gz", "--force"}
		if o.Start != "" {
			args = append(args, "--start", o.Start)
		}
		s.err.Reset()
		must.Succeed(t, callTruth(t.Context(), s, args...))
		if !bytes.Equal([]byte(written()), content) {
			t.Errorf("%+v: %d bytes, want %d", o, len(written()), len(content))
		}
		if message := s.err.String(); !strings.HasPrefix(message, "lambdascope: ") || strings.Count(message, " % at γ = 1\n") != len(maps) || s.out.Len() > 0 {
			t.Errorf("%q, on standard output %q", message, s.out.String())
		}
	}
	before := written()
	err := callTruth(t.Context(), s, "--domain", "2048", "--out", "new.bin.gz")
	if err == nil || err.Error() != `out "new.bin.gz": exists; want another name, or --force to replace it` || written() != before {
		t.Errorf("without --force: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := callTruth(ctx, s, "--domain", "2048", "--out", "cut"); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, ok := s.Files.(files)["cut"]; ok {
		t.Error("a file that was cut off is left")
	}
}

func TestTruthMisuse(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, `domain "": want 2048 or mountain-car`},
		{[]string{"--domain", "random-walk", "--out", "x"}, `domain "random-walk": want 2048 or mountain-car, whose true values come from rollouts`},
		{[]string{"--domain", "chess", "--out", "x"}, `domain "chess": want`},
		{[]string{"--domain", "2048", "--start", "uniform", "--out", "x"}, `start "uniform": want none for 2048`},
		{[]string{"--domain", "mountain-car", "--start", "top", "--out", "x"}, `start "top": want default or uniform`},
		{[]string{"--domain", "2048"}, "no --out: want the name of a file"},
		{[]string{"--domain", "2048", "--gamma", "1"}, "it belongs to lambdascope run"},
		{[]string{"2048"}, "takes flags alone"},
	} {
		s := newSession(t)
		code := s.call(append([]string{"truth"}, c.args...)...)
		checkFailure(t, s, code, 2, c.want)
	}
	s := newSession(t)
	s.Files = nil
	checkFailure(t, s, s.call("truth", "--domain", "2048", "--out", "x"), 2, "files can't be written in this session")
}

// TestTruthHelp says what is made.
func TestTruthHelp(t *testing.T) {
	out := mustCall(t, newSession(t), "truth", "--help")
	for _, want := range []string{"--out FILE", "--force", "--start", "1000 states"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in:\n%s", want, out)
		}
	}
}

// TestReadmeOfTheTruth: the README beside the files gives the commands that make
// them.
func TestReadmeOfTheTruth(t *testing.T) {
	readme := must.Have(os.ReadFile("../../assets/truth/README.md"))(t)
	for _, o := range []sim.Options{{Domain: "2048"}, {Domain: "mountain-car"}, {Domain: "mountain-car", Start: "uniform"}} {
		args := "--domain " + o.Domain
		if o.Start != "" {
			args += " --start " + o.Start
		}
		name := truth.ShippedName(o)
		line := fmt.Sprintf("lambdascope truth %s --force --out assets/truth/%s.bin.gz\n", args, name)
		if !bytes.Contains(readme, []byte(line)) {
			t.Errorf("no line %q", line)
		}
		if _, err := assets.Truth(name); err != nil {
			t.Error(err)
		}
	}
	if got := rolled(); !slices.Equal(got, []string{"2048", "mountain-car"}) {
		t.Errorf("domains %q", got)
	}
}
