package cli

import (
	"strings"
	"testing"

	"lambdascope/sim/recorded"
)

// TestTarget: a target policy is in what run says, in words and in JSON.
func TestTarget(t *testing.T) {
	s := newSession(t)
	args := []string{"run", "--states", "5", "-n", "100"}
	table := strings.Join(strings.Fields(mustCall(t, s, append(args, "--target", "0.7")...)), " ")
	for _, want := range []string{
		"random-walk, target 0.7, 5 states",
		"The values are those of a policy that goes right with probability 0.7, the data are of one with 0.5 (off-policy).",
	} {
		if !strings.Contains(table, want) {
			t.Errorf("no %q in\n%s", want, table)
		}
	}
	args = append(args, "--format", "json", "--target")
	p := parseJSON(t, mustCall(t, s, append(args, "0.7")...))
	if p.Source["target"] != 0.7 || p.Truth.Kind != "exact" {
		t.Errorf("source %v, truth %v", p.Source, p.Truth.Kind)
	}
	// The behaviour's own policy is as none.
	of := func(text string) string {
		text, _, _ = strings.Cut(text, `"elapsed_ms"`)
		return text
	}
	if got, want := of(mustCall(t, s, append(args, "0.5")...)), of(mustCall(t, s, args[:len(args)-1]...)); got != want || strings.Contains(got, "target") {
		t.Errorf("with the behaviour as target\n%s\nwithout\n%s", got, want)
	}
}

func TestTargetMisuse(t *testing.T) {
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"run", "--target", "1"}, "target 1: want 0.05 to 0.95"},
		{[]string{"run", "--target", "half"}, "target half: want 0.05 to 0.95"},
		{[]string{"run", "--domain", "mountain-car", "--target", "0.7"}, "target 0.7: want 0.15, 0.2 or 0.25"},
		{[]string{"run", "--domain", "mountain-car", "--start", "uniform", "--target", "0.2"}, "target 0.2: want 0.25 with start uniform"},
		{[]string{"run", "--domain", "2048", "--target", "0.5"}, "--target does not apply to 2048"},
		{[]string{"run", "--data", "walk.jsonl", "--target", "0.5"}, "--target does not apply to walk.jsonl"},
		{[]string{"study", "--out", "new", "--target", "0.7"}, "--target does not apply to 2048"},
		{[]string{"truth", "--domain", "mountain-car", "--target", "few", "--out", "new.bin.gz"}, `target "few": want a number`},
		{[]string{"truth", "--domain", "mountain-car", "--target", "0.5", "--out", "new.bin.gz"}, "target 0.5: want 0.15, 0.2 or 0.25"},
	} {
		s := newSession(t)
		checkFailure(t, s, s.call(c.args...), 2, c.want)
	}
}

// TestSimulateTarget: the ratios are written with the trajectories, and what is read is
// analysed as what was drawn.
func TestSimulateTarget(t *testing.T) {
	s := newSession(t)
	for _, source := range [][]string{
		{"--states", "7", "--target", "0.6", "-n", "30", "--max-steps", "20"},
		{"--domain", "mountain-car", "--target", "0.15", "-n", "4"},
	} {
		drawn := mustCall(t, s, append([]string{"run", "--gamma", "0.9", "--format", "csv"}, source...)...)
		for _, suffix := range recorded.Suffixes() {
			simulated(t, s, append(source, "--out", "off"+suffix, "--force")...)
			s.err.Reset()
			read := mustCall(t, s, "run", "--data", "off"+suffix, "--gamma", "0.9", "--format", "csv")
			if got, want := firstColumns(t, read, 7), firstColumns(t, drawn, 7); got != want {
				t.Errorf("%q%s:\n%s\nwant\n%s", source, suffix, got, want)
			}
		}
	}
}
