package study

import (
	"cmp"
	"errors"
	"math"
	"slices"

	"lambdascope/sim/analysis"
)

// Mean is a mean over trials and its standard error, which includes what a truth that
// is estimated leaves.
type Mean struct{ Mean, SE float64 }

// Root returns the root of the mean, and of the ends of its 95 % confidence
// interval, mean ± 1.96 SE; what is below 0 counts as 0. Over trials root MSVE
// means √(mean MSVE). The interval is NaN with fewer than two trials.
func (m Mean) Root() (root, low, high float64) {
	return analysis.RootMSVE(m.Mean), analysis.RootMSVE(m.Mean - float64(z95*m.SE)), analysis.RootMSVE(m.Mean + float64(z95*m.SE))
}

// Interval returns the ends of the 95 % confidence interval of the mean, mean ± 1.96 SE.
func (m Mean) Interval() (low, high float64) {
	half := float64(z95 * m.SE)
	return m.Mean - half, m.Mean + half
}

// Clear tells whether the mean differs from 0 by more than chance makes of it once in
// 20 times.
func (m Mean) Clear() bool { return math.Abs(m.Mean) > z95*m.SE }

// z95 is the 97.5 % quantile of the normal distribution.
const z95 = 1.959963984540054

// Summary is what the trials of a plan say together.
type Summary struct {
	Plan    Plan
	Lambdas []float64
	Trials  int           // how many were summarised
	Sizes   []SizeSummary // one per size of the plan
}

// SizeSummary is what trials say at one number of trajectories. Slices have a
// number per λ. With Plan.FitsOnly what is said of LOTO errors and of λ̂ is zero.
type SizeSummary struct {
	Trajectories int
	LSTD         []Mean // MSVE of LSTD(λ)
	// Bias2 and Variance split the mean MSVE: Variance is that of the predictions
	// over trials (with T − 1 for T trials, so that it is unbiased), weighted over
	// the reference states as the MSVE is; Bias2 is the rest, what would be left of
	// the MSVE if the estimates of infinitely many trials were averaged. Bias2 is
	// an estimate and can be below 0 where it is near it. NaN with one trial.
	Bias2, Variance []float64
	Chosen          []int // in how many trials λ is λ̂
	NotRuledOut     []int // in how many trials λ is not ruled out as best on average

	// LotoDiff is the mean of Outcome.LotoDiff, MSVEDiff that of the MSVE less that
	// of the smallest λ, which LotoDiff estimates. LotoSE is the root of the mean of
	// LotoDiffSE², what single data sets say of the spread of LotoDiff; LotoSD is
	// the spread over trials, which it should be near.
	LotoDiff, MSVEDiff []Mean
	LotoSE, LotoSD     []float64

	// Best and Worst are the λ's, by index, with the least and the largest mean
	// MSVE over the trials: best and worst in hindsight.
	Best, Worst int
	ALLSTD      Mean // MSVE at λ̂
	Regret      Mean // MSVE at λ̂ less that at Best, paired over trials
	Random      Mean // MSVE at a λ drawn uniformly from the grid
	RandomLoss  Mean // Random less ALLSTD, paired over trials: above 0 where choosing helps
	AtEnd       int  // in how many trials λ̂ is the first or the last of the grid
	// NotRuledOutShare is the mean share of the λ's that are not ruled out, λ̂ among
	// them.
	NotRuledOutShare float64

	RLSTD                 []Mean // nil unless asked for
	RLSTDBest, RLSTDWorst int

	Naive *NaiveSummary // nil where it was not run

	// TruthSE is what the standard error of the mean MSVE at Best would be if there
	// were no end of trials: that which it has from the truth, 0 where that is exact.
	// It is the same in all trials; most of it cancels between λ's and between
	// methods.
	TruthSE float64

	truth    sizeTruth
	outcomes outcomes // what all this was found from, for what compares otherwise
}

// NaiveSummary compares NaiveCV+LSTD with ALLSTD.
type NaiveSummary struct {
	Same  int     // in how many trials both select the same λ
	Apart float64 // the largest Naive.Apart
}

// Summarize returns what trials of a plan say together, in whatever order they
// come; there must be one at least. O(trials · sizes · λ's · d²). The error is that
// of CheckPlan.
func Summarize(e *analysis.Engine, p Plan, trials []*Trial) (*Summary, error) {
	x, err := newExperiment(e, p)
	if err != nil {
		return nil, err
	}
	if len(trials) == 0 {
		return nil, errors.New("no trials: want at least one")
	}
	// Sums round differently in another order.
	trials = slices.SortedFunc(slices.Values(trials), func(a, b *Trial) int { return cmp.Compare(a.Index, b.Index) })
	return summarize(x.plan, x.lambdas, trials, x.truth), nil
}

// summarize does so with what the MSVE was measured by.
func summarize(p Plan, lambdas []float64, trials []*Trial, y yardstick) *Summary {
	out := &Summary{Plan: p, Lambdas: lambdas, Trials: len(trials), Sizes: make([]SizeSummary, len(p.Sizes))}
	for i, n := range p.Sizes {
		of := outcomesAt(trials, i)
		s := &out.Sizes[i]
		s.Trajectories, s.outcomes = n, of
		s.findTruth(len(lambdas), y)
		for k := range lambdas {
			s.addLambda(k, y.SquaredNorm)
		}
		s.Best, s.Worst = extremes(s.LSTD)
		s.TruthSE = s.truth.lstd[s.Best].SE()
		if of[0].chooses() {
			s.choice(len(lambdas))
		}
		if of[0].RLSTD != nil {
			for k := range lambdas {
				s.RLSTD = append(s.RLSTD, s.rlstd(k).mean())
			}
			s.RLSTDBest, s.RLSTDWorst = extremes(s.RLSTD)
		}
		if of[0].Naive != nil {
			s.Naive = s.naive()
		}
	}
	return out
}

// addLambda appends what there is to say of the k-th λ by itself.
func (s *SizeSummary) addLambda(k int, squaredNorm func(delta []float64) float64) {
	of := s.outcomes
	msve := s.at(k).mean()
	variance := of.variance(k, squaredNorm)
	s.LSTD = append(s.LSTD, msve)
	s.Variance = append(s.Variance, variance)
	s.Bias2 = append(s.Bias2, msve.Mean-variance)
	s.MSVEDiff = append(s.MSVEDiff, above(s.at(k), 1, s.at(0)).Mean)
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

// choice fills in what there is to say of choosing among k λ's.
func (s *SizeSummary) choice(k int) {
	of := s.outcomes
	s.ALLSTD = s.chosen().mean()
	s.Regret = above(s.chosen(), 1, s.at(s.Best)).Mean
	s.Random = s.drawn().mean()
	s.RandomLoss = above(s.drawn(), 1, s.chosen()).Mean
	s.NotRuledOutShare = of.mean((*Outcome).notRuledOutShare).Mean
	s.AtEnd = of.count(func(o *Outcome) bool { return o.Selected == 0 || o.Selected == k-1 })
}

// extremes returns the first of the least and of the largest means.
func extremes(means []Mean) (best, worst int) {
	for k, m := range means {
		if m.Mean < means[best].Mean {
			best = k
		}
		if m.Mean > means[worst].Mean {
			worst = k
		}
	}
	return best, worst
}
