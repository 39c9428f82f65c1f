package study

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"lambdascope/sim/analysis"
)

// Mean is a mean over trials with the standard error, which includes the error of estimated
// true values.
type Mean struct{ Mean, SE float64 }

// Root returns the root of the mean, and of the ends of its 95 % confidence interval
// mean ± 1.96 SE; negative numbers count as 0. Over trials root MSVE means √(mean MSVE). The
// interval is NaN with fewer than two trials.
func (m Mean) Root() (root, low, high float64) {
	low, high = m.Interval()
	return analysis.RootMSVE(m.Mean), analysis.RootMSVE(low), analysis.RootMSVE(high)
}

// Interval returns the 95 % confidence interval of the mean, mean ± 1.96 SE.
func (m Mean) Interval() (low, high float64) {
	half := float64(z95 * m.SE)
	return m.Mean - half, m.Mean + half
}

// z95 is the 97.5 % quantile of the normal distribution.
const z95 = 1.959963984540054

// Summary summarizes the trials of a plan.
type Summary struct {
	Plan    Plan
	Lambdas []float64
	Trials  int           // number of summarized trials
	Sizes   []SizeSummary // by size of the plan
}

// SizeSummary summarizes trials at a number of trajectories. Slices have a number for each λ.
// With Plan.FitsOnly the fields about LOTO errors and λ̂ are zero.
type SizeSummary struct {
	Trajectories int
	LSTD         []Side // LSTD(λ)
	// Bias2 and Variance split the mean MSVE. Variance is the variance of predictions over trials
	// (with T − 1 for T trials, so that it is unbiased), weighted over the reference states as
	// the MSVE is. Bias2 is the rest: the MSVE of the averaged estimates of infinitely many
	// trials. Because Bias2 is an estimate, it can be negative. NaN with a single trial.
	Bias2, Variance []float64
	Chosen          []int // trials in which λ is λ̂
	NotRuledOut     []int // trials in which λ is not ruled out as best on average

	// LotoDiff is the mean of Outcome.LotoDiff. MSVEDiff is the mean MSVE minus the MSVE at
	// the smallest λ, which LotoDiff estimates. LotoSE is the root of the mean LotoDiffSE²,
	// the estimate by single data sets of LotoSD, the standard deviation of LotoDiff over
	// trials.
	LotoDiff, MSVEDiff []Mean
	LotoSE, LotoSD     []float64

	// Best and Worst are the indices of the λ's with the lowest and the highest mean MSVE
	// over the trials: best and worst in hindsight.
	Best, Worst int
	ALLSTD      Side // at λ̂
	Printed     Side // at λ̂ weighting by trajectory, as the paper has it
	Regret      Mean // MSVE at λ̂ minus MSVE at Best, paired over trials
	Random      Side // at a λ drawn uniformly from the grid
	RandomLoss  Mean // Random minus ALLSTD, paired over trials: positive where choosing helps
	AtEnd       int  // trials in which λ̂ is the first or the last λ of the grid
	// NotRuledOutShare is the mean share of the λ's that are not ruled out, including λ̂.
	NotRuledOutShare Mean

	RLSTD                 []Side // nil without Plan.RLSTD
	RLSTDBest, RLSTDWorst int

	Naive   *NaiveSummary   // nil beyond Plan.NaiveTo
	Refined *RefinedSummary // nil without Plan.Refine, and beyond Plan.NaiveTo

	// TruthSE is the part of the standard error of the mean MSVE at Best that comes from
	// estimated true values; 0 for exact ones. More trials do not reduce TruthSE, because all
	// trials share the error; most of it cancels between λ's and between methods.
	TruthSE float64

	yardstick yardstick
	outcomes  outcomes
}

// NaiveSummary compares NaiveCV+LSTD with ALLSTD.
type NaiveSummary struct {
	Side
	Same  int     // trials in which both select the same λ
	Apart float64 // the largest Naive.Apart
}

// RefinedSummary compares λ̂ beyond the grid with λ̂ of the grid.
type RefinedSummary struct {
	Side
	Lower float64 // by which share the mean LOTO error is lower
}

// Summarize summarizes trials of a plan, at least one, in any order, in
// O(trials · sizes · λ's · d²). Other errors are as in CheckPlan.
func Summarize(e *analysis.Engine, p Plan, trials []*Trial) (*Summary, error) {
	x, err := newExperiment(e, p)
	if err != nil {
		return nil, err
	}
	if len(trials) == 0 {
		return nil, errors.New("no trials: want at least one")
	}
	return summarize(x.plan, x.lambdas, sorted(trials), x.truth), nil
}

// sorted returns trials in order, because sums in another order round differently.
func sorted(trials []*Trial) []*Trial {
	return slices.SortedFunc(slices.Values(trials), func(a, b *Trial) int { return cmp.Compare(a.Index, b.Index) })
}

// summarize summarizes sorted trials of a checked plan.
func summarize(p Plan, lambdas []float64, trials []*Trial, y yardstick) *Summary {
	all := make([]outcomes, len(p.Sizes))
	for i := range all {
		all[i] = outcomesAt(trials, i)
	}
	return summarizeOutcomes(p, lambdas, all, y)
}

// First returns the summary of the first trials, at most all.
func (s *Summary) First(trials int) *Summary {
	first := make([]outcomes, len(s.Sizes))
	for i := range first {
		first[i] = s.Sizes[i].outcomes[:min(trials, s.Trials)]
	}
	return summarizeOutcomes(s.Plan, s.Lambdas, first, s.Sizes[0].yardstick)
}

// summarizeOutcomes summarizes the outcomes at each size.
func summarizeOutcomes(p Plan, lambdas []float64, all []outcomes, y yardstick) *Summary {
	out := &Summary{Plan: p, Lambdas: lambdas, Trials: len(all[0]), Sizes: make([]SizeSummary, len(p.Sizes))}
	for i, of := range all {
		s := &out.Sizes[i]
		s.Trajectories = p.Sizes[i]
		s.outcomes = of
		s.yardstick = y
		s.addMethods(len(lambdas))
		for k := range lambdas {
			s.addLambda(k)
		}
		s.Best, s.Worst = extremes(s.LSTD)
		s.TruthSE = s.LSTD[s.Best].truth.SE()
		if of[0].chooses() {
			s.addChoice()
		}
		s.RLSTDBest, s.RLSTDWorst = extremes(s.RLSTD)
	}
	return out
}

// addLambda appends the numbers of the k-th λ.
func (s *SizeSummary) addLambda(k int) {
	of := s.outcomes
	variance := of.variance(k, s.yardstick.SquaredNorm)
	s.Variance = append(s.Variance, variance)
	s.Bias2 = append(s.Bias2, s.LSTD[k].MSVE.Mean-variance)
	s.MSVEDiff = append(s.MSVEDiff, Above(s.LSTD[k], 1, s.LSTD[0]).Mean)
	if !of[0].chooses() {
		return
	}
	s.Chosen = append(s.Chosen, of.count(func(o *Outcome) bool { return o.Selected == k }))
	s.NotRuledOut = append(s.NotRuledOut, of.count(func(o *Outcome) bool { return o.NotRuledOut[k] }))
	diff := of.mean(func(o *Outcome) float64 { return o.LotoDiff[k] })
	s.LotoDiff = append(s.LotoDiff, diff)
	s.LotoSE = append(s.LotoSE, math.Sqrt(of.mean(func(o *Outcome) float64 { return o.LotoDiffSE[k] * o.LotoDiffSE[k] }).Mean))
	s.LotoSD = append(s.LotoSD, diff.SE*math.Sqrt(float64(len(of))))
}

// addChoice fills in the numbers of the selected λ's.
func (s *SizeSummary) addChoice() {
	of := s.outcomes
	s.Regret = Above(s.ALLSTD, 1, s.LSTD[s.Best]).Mean
	s.RandomLoss = Above(s.Random, 1, s.ALLSTD).Mean
	s.NotRuledOutShare = of.mean((*Outcome).notRuledOutShare)
	s.AtEnd = of.count(func(o *Outcome) bool { return o.Selected == 0 || o.Selected == len(s.LSTD)-1 })
}

// extremes returns the first indices of the lowest and of the highest mean. Means that differ by
// rounding are ties, as for λ̂.
func extremes(sides []Side) (best, worst int) {
	if len(sides) == 0 {
		return 0, 0
	}
	const rounding = 1e-9
	by := func(a, b Side) int { return cmp.Compare(a.MSVE.Mean, b.MSVE.Mean) }
	least := slices.MinFunc(sides, by).MSVE.Mean
	most := slices.MaxFunc(sides, by).MSVE.Mean
	near := float64(rounding * max(math.Abs(least), math.Abs(most)))
	best = slices.IndexFunc(sides, func(s Side) bool { return s.MSVE.Mean <= least+near })
	worst = slices.IndexFunc(sides, func(s Side) bool { return s.MSVE.Mean >= most-near })
	return max(0, best), max(0, worst)
}

// Helps decides whether ALLSTD has a lower mean MSVE than a λ drawn at random from the grid,
// from the difference paired over trials, at 5 %. Fewer than FewestTrials decide nothing.
func (s *SizeSummary) Helps() Holds {
	if len(s.outcomes) < FewestTrials {
		return Unclear
	}
	return Decide([]Evidence{{s.RandomLoss, s.Random.MSVE.Mean}})[0]
}
