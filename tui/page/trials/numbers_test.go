package trials

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

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

// numbers returns all numbers of a summary that the page shows.
func numbers(s *study.Summary) string {
	z := &s.Sizes[0]
	return fmt.Sprint(s.Trials, s.Lambdas, z.LSTD, z.Bias2, z.Variance, z.Chosen, z.NotRuledOut, z.Best, z.Worst, z.ALLSTD, z.Regret, z.Random, z.RandomLoss, z.NotRuledOutShare)
}

// TestTrialsAreRun: a larger number runs the missing trials, a smaller one takes the first, and
// undo or another chart runs none. The numbers always equal a fresh run.
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
	decimals, _ := textfmt.IntervalDecimals(-z.LSTD[0].MSVE.SE, z.LSTD[0].MSVE.SE)
	a.Wants(headline(p.run.Now.Summary)[0], fmt.Sprintf("λ̂ in %d of 10 trials", z.Chosen[0]), "MSVE "+textfmt.WithDecimals(z.LSTD[0].MSVE.Mean, decimals))
}

// TestPlay lets trials come in up to the number before the play, without running one again.
func TestPlay(t *testing.T) {
	a, p := onTrials(t, 120, 36, func(c *apptest.Config) { c.Trials = 12 })
	before := p.run.Now.Trials
	goal := a.State
	a.Run(a.Go(p.Play(a.Snapshot()).Begin(), "play"))
	for want, more := 2, true; more; want++ {
		var next state.State
		if got := p.run.Now.Summary; got.Trials != want || &p.run.Now.Trials[0].Outcomes[0] != &before[0].Outcomes[0] {
			t.Fatalf("%d trials, want the first %d of those before", got.Trials, want)
		}
		next, more = p.Play(a.Snapshot()).Next(goal)
		a.Run(a.Go(next, "play"))
	}
	if a.State != goal {
		t.Errorf("the play ends at %s", a.Args())
	}
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

// TestHeadline checks the headline of two λ's with MSVE 1 and 4, so that a random λ has 2.5.
func TestHeadline(t *testing.T) {
	two := func(int) []float64 { return []float64{1, 4} }
	for _, c := range []struct {
		what    string
		summary *study.Summary
		want    string
	}{
		{"right", summaryOf(t, 20, "0,1", two, func(int) int { return 0 }), "Choosing does as well as the best fixed λ: 1.00, 1.00."},
		{"wrong", summaryOf(t, 20, "0,1", two, func(int) int { return 1 }), "Choosing does worse here than a λ drawn at random: 2.00, 1.58."},
		{"by chance", summaryOf(t, 20, "0,1", two, func(i int) int { return i % 2 }), "Choosing does no better here than a λ at random: 1.58, 1.58."},
		{"once wrong", summaryOf(t, 20, "0,1", two, func(i int) int { return min(1, i/19) }), "Choosing beats a random λ, and costs 7 % over the best."},
		{"rarely wrong", summaryOf(t, 100, "0,1", two, func(i int) int { return min(1, i/99) }), "Choosing costs almost nothing over the best fixed λ: 1 %."},
		{"few", summaryOf(t, 3, "0,1", two, func(int) int { return 0 }), "Too few trials to judge the choice: 3 of 10."},
		{
			"no difference", summaryOf(t, 20, "0,1", func(int) []float64 { return []float64{2, 2} }, func(int) int { return 0 }),
			"Choosing does no better here than a λ at random: 1.41, 1.41.",
		},
		{
			"one λ", summaryOf(t, 20, "0.5", func(int) []float64 { return []float64{4} }, func(int) int { return 0 }),
			"The grid has one λ, so there is nothing to choose.",
		},
	} {
		if got := headline(c.summary)[0]; got != c.want {
			t.Errorf("%s: %s\nwant %s", c.what, got, c.want)
		}
	}
}

// TestHeadlineHolds recomputes the condition of each headline from the trials, over random ones.
func TestHeadlineHolds(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	met := make(map[string]int)
	for range 400 {
		scale := math.Pow10(random.IntN(5) - 2)
		spread := []float64{.01, .1, 1}[random.IntN(3)]
		right := random.Float64()
		var all [][]float64
		var selected []int
		for range 10 + random.IntN(40) {
			msve := []float64{1, 1 + spread, 1 + 2*spread}
			for k := range msve {
				msve[k] *= scale * (1 + .1*random.Float64())
			}
			all = append(all, msve)
			chosen := random.IntN(3)
			if random.Float64() < right {
				chosen = 0
			}
			selected = append(selected, chosen)
		}
		text := headline(summaryOf(t, len(all), "0,0.5,1", func(i int) []float64 { return all[i] }, func(i int) int { return selected[i] }))[0]
		n := float64(len(all))
		var chosen, drawn float64 // mean MSVE
		var fixed [3]float64
		var paired []float64
		for i, msve := range all {
			mean := (msve[0] + msve[1] + msve[2]) / 3
			chosen += msve[selected[i]] / n
			drawn += mean / n
			for k := range fixed {
				fixed[k] += msve[k] / n
			}
			paired = append(paired, msve[selected[i]]-mean)
		}
		chosen, drawn = math.Sqrt(chosen), math.Sqrt(drawn)
		best := math.Sqrt(slices.Min(fixed[:]))
		mean, sd := stat.MeanStdDev(paired, nil)
		claim, _, _ := strings.Cut(strings.TrimPrefix(text, "Choosing "), " ")
		holds := false
		switch {
		case strings.Contains(text, "does worse"):
			claim = "worse"
			holds = mean > 1.95*sd/math.Sqrt(n)
		case strings.Contains(text, "no better"):
			claim = "no better"
			holds = chosen > .985*drawn
		case strings.Contains(text, "as well"):
			claim = "as well"
			holds = chosen <= best*(1+1e-12)
		case strings.Contains(text, "almost nothing"):
			holds = chosen > best && chosen < 1.0301*best && chosen <= .985*drawn
		case strings.Contains(text, "beats"):
			holds = chosen > 1.0299*best && chosen <= .985*drawn
		}
		if !holds || strings.Contains(text, "−0") || strings.Contains(text, "-0") || strings.Contains(text, " 0 %") {
			t.Errorf("%q, where choosing has %g, a random λ %g and the best %g", text, chosen, drawn, best)
		}
		met[claim]++
	}
	for _, claim := range []string{"worse", "no better", "as well", "costs", "beats"} {
		if met[claim] == 0 {
			t.Errorf("no random state claims %q: %v", claim, met)
		}
	}
}
