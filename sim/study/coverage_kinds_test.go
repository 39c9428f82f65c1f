package study

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/sim/problem"
)

// TestCoverageOfKinds compares what the guide says of kinds of problems with problems that
// do not ship, within two standard errors: in how many data sets of 20 the best λ on average
// is not ruled out. With -long there are five times as many.
func TestCoverageOfKinds(t *testing.T) {
	const n = 20
	trials := 240
	if *long {
		trials = 1200
	}
	// have returns the share of data sets that have a kind of episode of this share.
	have := func(share float64) float64 { return 1 - math.Pow(1-share, n) }
	engine := analysis.NewEngine(64 << 20)
	for name, c := range map[string]struct{ low, high float64 }{
		"garnet-12": {0.95, 1},
		"few-long":  {0.937, 1},
		"rare-end":  {0, have(0.04)},
		"rare-long": {0, have(0.1)}, // and a few long episodes
	} {
		t.Run(name, func(t *testing.T) {
			text := must.Have(os.ReadFile(filepath.Join("testdata", name+".json")))(t)
			s := analysis.ProblemDefaults(must.Have(problem.Parse(name, text))(t))
			s.Seed = 7_000_001
			r := coverageOf(t, engine, coveragePlan(s, trials, n))[0]
			for by, share := range map[string]Mean{"LOTO error": r.Covered, "MSVE": r.CoveredMSVE} {
				t.Logf("by %s %.1f ± %.1f %%", by, 100*share.Mean, 100*share.SE)
				if share.Mean+2*share.SE < c.low || share.Mean-2*share.SE > c.high {
					t.Errorf("by %s in %.3f ± %.3f of the sets: want %.3f to %.3f", by, share.Mean, share.SE, c.low, c.high)
				}
			}
		})
	}
}
