package trials

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/testutil"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/internal/apptest"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/state"
)

// fresh returns the summary of the state's trials by a new engine.
func fresh(t *testing.T, s state.State) *study.Summary {
	t.Helper()
	e := analysis.NewEngine(0)
	p := study.Plan{Settings: s.Settings, Sizes: []int{s.Settings.Trajectories}, Trials: s.Trials}
	var all []*study.Trial
	testutil.Check(t, study.Run(t.Context(), e, p, func(t *study.Trial) { all = append(all, t) }))
	return testutil.Get(study.Summarize(e, p, all))(t)
}

// numbers writes all that the page shows of a summary.
func numbers(s *study.Summary) string {
	z := &s.Sizes[0]
	return fmt.Sprint(s.Trials, s.Lambdas, z.LSTD, z.Bias2, z.Variance, z.Chosen, z.NotRuledOut, z.Best, z.Worst, z.ALLSTD, z.Regret, z.Random, z.RandomLoss, z.NotRuledOutShare)
}

// TestTrialsAreRun: more trials add to those that are in, fewer take the first, another
// chart takes none, and undo goes back; always with the same numbers as from scratch.
func TestTrialsAreRun(t *testing.T) {
	a, p := onTrials(t, 120, 36, func(c *apptest.Config) { c.Trials = 20 })
	var before []*study.Trial
	for _, step := range []struct {
		keys   string
		trials int
	}{
		{"<", 20}, {`: "trials 40" enter`, 40}, {`: "trials 10" enter`, 10}, {"u*2", 20}, {"o", 20}, {"s", 20}, {"u", 20}, {`: "trials 10" enter`, 10},
	} {
		drive.Tell(a, step.keys)
		want, got := fresh(t, a.State), p.run.Now.Summary
		if !p.complete() || numbers(got) != numbers(want) || got.Trials != step.trials {
			t.Fatalf("%s: not the summary of %d trials", step.keys, step.trials)
		}
		if keeps := step.keys == "o" || strings.Contains(step.keys, "trials"); keeps && &before[0].Outcomes[0] != &p.run.Now.Trials[0].Outcomes[0] {
			t.Errorf("%s: trials were run again", step.keys)
		}
		before = p.run.Now.Trials
	}

	drive.Tell(a, "o")
	z := &p.run.Now.Summary.Sizes[0]
	root, _ := textfmt.WithInterval(z.ALLSTD.Root())
	decimals, _ := textfmt.IntervalDecimals(-z.LSTD[0].SE, z.LSTD[0].SE)
	a.Wants("Over 10 trials ALLSTD has a root MSVE of "+root, fmt.Sprintf("λ̂ in %d of 10 trials", z.Chosen[0]), " = MSVE "+textfmt.WithDecimals(z.LSTD[0].Mean, decimals)+" · root MSVE ")
}

// summaryOf returns the summary of trials with given MSVEs by λ, of which the given
// one is λ̂.
func summaryOf(t *testing.T, trials int, lambdas string, msve func(i int) []float64, selected func(i int) int) *study.Summary {
	t.Helper()
	s := testutil.Get(settings.Defaults(""))(t)
	s.Lambdas = lambdas
	p := study.Plan{Settings: s, Sizes: []int{20}, Trials: trials}
	var all []*study.Trial
	for i := range trials {
		o := study.Outcome{Trajectories: 20, Selected: selected(i), MSVE: msve(i)}
		for k := range o.MSVE {
			o.Theta = append(o.Theta, make([]float64, 5))
			o.Loto, o.LotoDiff, o.LotoDiffSE = append(o.Loto, 1), append(o.LotoDiff, 0), append(o.LotoDiffSE, 1)
			o.NotRuledOut = append(o.NotRuledOut, k == o.Selected)
		}
		all = append(all, &study.Trial{Index: i, Seed: s.Seed + uint64(i), Outcomes: []study.Outcome{o}})
	}
	return testutil.Get(study.Summarize(analysis.NewEngine(0), p, all))(t)
}

// TestTrialFindings: λ's of MSVE 1 and 4, a λ at random then has 2.5.
func TestTrialFindings(t *testing.T) {
	two := func(int) []float64 { return []float64{1, 4} }
	for _, c := range []struct {
		what    string
		summary *study.Summary
		want    string
		lacks   string
	}{
		{"right", summaryOf(t, 20, "0,1", two, func(int) int { return 0 }),
			"Over 20 trials ALLSTD has a root MSVE of 1.00, the best fixed λ in hindsight (λ = 0) 1.00, a λ drawn at random 1.58. 100 % of the error is bias at λ = 0, 100 % at 1. Choosing does better than a λ drawn at random, and no worse than the best fixed λ.", "chance"},
		{"wrong", summaryOf(t, 20, "0,1", two, func(int) int { return 1 }),
			"Choosing does worse than a λ drawn at random. ALLSTD's MSVE is 1.5 ± 0 (s.e.) above that of a λ drawn at random; its regret against the best is 3.0 ± 0 (s.e.).", "chance"},
		{"by chance", summaryOf(t, 20, "0,1", two, func(i int) int { return i % 2 }),
			"20 trials cannot tell whether choosing does better than a λ drawn at random: the difference may be chance. ALLSTD's MSVE is .00 ±", ""},
		{"nearly right", summaryOf(t, 20, "0,1", two, func(i int) int { return min(1, i/19) }),
			"Choosing does better than a λ drawn at random; its loss against the best fixed λ is within chance. ALLSTD's MSVE is 1.35 ± .15 (s.e.) below that of a λ drawn at random; its regret against the best is .15 ± .15 (s.e.), which may be chance.", ""},
		{"few", summaryOf(t, 3, "0,1", two, func(int) int { return 0 }), "3 trials are too few to tell whether choosing does better than a λ drawn at random: at least 10 are needed.", ""},
		{"no difference", summaryOf(t, 20, "0,1", func(int) []float64 { return []float64{2, 2} }, func(int) int { return 0 }),
			"Choosing does as well as a λ drawn at random.", "better"},
		{"one λ", summaryOf(t, 20, "0.5", func(int) []float64 { return []float64{4} }, func(int) int { return 0 }),
			"Over 20 trials the root MSVE is 2.00. λ = 0.5 is the only λ in the grid, so there is nothing to choose.", "hindsight"},
		{"one trial", summaryOf(t, 1, "0,1", two, func(int) int { return 0 }),
			"In one trial ALLSTD has a root MSVE of 1.00, the best", "Choosing"},
	} {
		got := strings.Join(trialFindings(c.summary), " ")
		if !strings.Contains(got, c.want) || c.lacks != "" && strings.Contains(got, c.lacks) {
			t.Errorf("%s: %s\nwant %s\nwithout %q", c.what, got, c.want, c.lacks)
		}
	}
}

// TestDifferencesChart compares the λ under the cursor with the other end of the grid, and
// says what the dots say.
func TestDifferencesChart(t *testing.T) {
	a, p := onTrials(t, 200, 60, func(c *apptest.Config) { c.Charts[state.PageTrials], c.Trials = state.TrialsDifferences, 40 })
	s := p.run.Now.Summary
	last := len(s.Lambdas) - 1
	for key, k := range map[string]int{"<": 0, ">": last} {
		a.Press(key)
		d := s.Sizes[0].Differences(k, last-k)
		for j, trial := range p.run.Now.Trials {
			o := &trial.Outcomes[0]
			if d.MSVE[j] != o.MSVE[k]-o.MSVE[last-k] || d.Loto[j] != o.Loto[k]-o.Loto[last-k] {
				t.Fatalf("data set %d is not that of the trial", j)
			}
		}
		a.Wants("differences", "slope "+textfmt.Rounded(d.Slope, 2), "the LOTO error and the true error go against each")
	}
	c := charts{p.view(a.Snapshot()), s}.differences()
	nan := math.NaN()
	for _, x := range []struct {
		low, correlation, high float64
		want                   string
		concludes              bool
	}{
		{-.6, -.5, -.4, "go against each other", true}, {-.1, .1, .3, "hardly go together", true}, {.4, .5, .6, "the true error go together:", true},
		{-.2, .2, .6, "may or may not go together: correlation", false}, {nan, .5, nan, "too few to tell", false}, {nan, nan, nan, "nothing to compare", false},
	} {
		c.Low, c.Correlation, c.High = x.low, x.correlation, x.high
		if got := c.findings(s)[0]; !strings.Contains(got, x.want) || strings.Contains(got, "So the LOTO error") != x.concludes {
			t.Errorf("%q, want %q; with a conclusion: %v", got, x.want, x.concludes)
		}
	}
}
