package lesson

import (
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

// TestSceneOfAProblem: a scene may be of a problem that ships, and a step may wait for one.
func TestSceneOfAProblem(t *testing.T) {
	e := analysis.NewEngine(64 << 20)
	l := must.Have(Parse(e, "f.md", []byte(written("{problem} {n} {rmsve at 1}", "--problem t-maze -n 8", "problem = grid", ""))))(t)
	must.Succeed(t, l.Check(t.Context(), e))
	for flags, want := range map[string]string{
		"--problem mine.json":              `line 6: problem "mine.json": want t-maze, long-short, rare-branch, grid or garnet`,
		"--problem t-maze --domain 2048":   "line 6: --domain does not apply to a problem",
		"--problem grid --features poly:2": `line 6: features "poly:2": want given or 1-hot`,
	} {
		if _, err := Parse(e, "f.md", []byte(written("A", flags, "", ""))); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", flags, err, want)
		}
	}
}
