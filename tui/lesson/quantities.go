package lesson

import (
	"math"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/study"
)

// quantity is a number that a text can have. What it is of is what one of its funcs is
// given; NaN is a number that there is none of.
type quantity struct {
	// pattern is how it is written, with λ, I and K for what varies.
	pattern string
	kind    kind

	field    string // a setting
	settings func(s analysis.Settings, lambda float64, steps int) float64
	data     func(a *analysis.Result, k int) float64  // of one data set, at the k-th λ
	folds    func(f *analysis.Folds, i int) float64   // of one data set, trajectory i
	trials   func(s *study.Summary, m method) float64 // over data sets
	word     func(s *study.Summary) string            // over data sets, a word
	truth    bool                                     // true errors are needed
	fixed    bool                                     // over data sets, at the same λ in all of them
	anywhere bool                                     // λ need not be on the grid
}

// overTrials tells whether it is over data sets.
func (q *quantity) overTrials() bool {
	return q.trials != nil || q.word != nil || q.pattern == shareOfTrials || q.pattern == countOfTrials
}

// The quantities whose condition follows.
const (
	shareOfTrials = "share of trials"
	countOfTrials = "count of trials"
)

// trialsName is the number of data sets.
const trialsName = "trials"

// topTrajectory is the one of most influence.
const topTrajectory = "top"

// method is what chooses λ over data sets: always the k-th, ALLSTD, or chance.
type method struct {
	k                int
	selected, random bool
}

// quantityNamed returns the quantity that is written so; nil for none.
func quantityNamed(pattern string) *quantity {
	all := quantities()
	i := slices.IndexFunc(all, func(q quantity) bool { return q.pattern == pattern })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// quantities returns all numbers that a text can have.
func quantities() []quantity {
	return slices.Concat(settingQuantities(), dataQuantities(), foldQuantities(), trialQuantities())
}

func settingQuantities() []quantity {
	out := []quantity{
		{pattern: "trace at λ after K steps", anywhere: true, settings: func(s analysis.Settings, lambda float64, steps int) float64 {
			return math.Pow(s.Gamma*lambda, float64(steps))
		}},
		{pattern: "reach at λ", kind: kindCount, anywhere: true, settings: func(s analysis.Settings, lambda float64, _ int) float64 {
			return reach(s.Gamma * lambda)
		}},
		{pattern: "n", field: "trajectories"},
		{pattern: trialsName, field: trialsName},
	}
	for _, f := range analysis.Fields() {
		out = append(out, quantity{pattern: f.Name, field: f.Name})
	}
	return out
}

// reach returns how many steps before a reward the trace has more of a state than a
// twentieth, where a step leaves a share of decay.
func reach(decay float64) float64 {
	const least = .05
	if decay >= 1 {
		return math.Inf(1)
	}
	steps := 0
	for share := decay; share > least; share *= decay {
		steps++
	}
	return float64(steps)
}

func dataQuantities() []quantity {
	at := func(pattern string, kind kind, of func(c *estimator.Candidate) float64) quantity {
		return quantity{pattern: pattern, kind: kind, data: func(a *analysis.Result, k int) float64 { return of(&a.Selection.Candidates[k]) }}
	}
	lambda := func(name string) quantity {
		return quantity{pattern: name, kind: kindLambda, data: func(a *analysis.Result, k int) float64 { return a.Selection.Candidates[k].Lambda }}
	}
	of := func(pattern string, kind kind, of func(s *estimator.Selection) float64) quantity {
		return quantity{pattern: pattern, kind: kind, data: func(a *analysis.Result, _ int) float64 { return of(a.Selection) }}
	}
	return []quantity{
		lambda("selected"), lambda("best"), lambda("worst"), lambda("cursor"),
		at("loto at λ", kindNumber, func(c *estimator.Candidate) float64 { return c.LOTO }),
		at("loto_se at λ", kindNumber, func(c *estimator.Candidate) float64 { return c.SE }),
		at("diff at λ", kindNumber, func(c *estimator.Candidate) float64 { return c.Diff }),
		at("diff_se at λ", kindNumber, func(c *estimator.Candidate) float64 { return c.RefitSE }),
		at("paired_se at λ", kindNumber, func(c *estimator.Candidate) float64 { return c.PairedSE }),
		{pattern: "msve at λ", truth: true, data: func(a *analysis.Result, k int) float64 { return a.MSVE[k] }},
		{pattern: "rmsve at λ", truth: true, data: (*analysis.Result).RootMSVE},
		of("count not ruled out", kindCount, func(s *estimator.Selection) float64 {
			count, _, _ := s.NotRuledOut()
			return float64(count)
		}),
		of("smallest not ruled out", kindLambda, func(s *estimator.Selection) float64 {
			_, smallest, _ := s.NotRuledOut()
			return smallest
		}),
		of("largest not ruled out", kindLambda, func(s *estimator.Selection) float64 {
			_, _, largest := s.NotRuledOut()
			return largest
		}),
		of("quantile", kindNumber, func(s *estimator.Selection) float64 { return s.Quantile }),
		of("effective_trajectories", kindNumber, func(s *estimator.Selection) float64 { return s.Effective }),
		of("grid", kindCount, func(s *estimator.Selection) float64 { return float64(len(s.Candidates)) }),
		of("steps", kindCount, func(s *estimator.Selection) float64 { return float64(s.Steps) }),
		of("truncated", kindCount, func(s *estimator.Selection) float64 { return float64(s.Truncated) }),
		of("dimension", kindCount, func(s *estimator.Selection) float64 { return float64(s.Features) }),
		of("rank", kindCount, func(s *estimator.Selection) float64 { return float64(s.Rank) }),
	}
}

func foldQuantities() []quantity {
	return []quantity{
		{pattern: "number of trajectory I", kind: kindCount, folds: func(_ *analysis.Folds, i int) float64 { return float64(i) }},
		{pattern: "steps of trajectory I", kind: kindCount, folds: func(f *analysis.Folds, i int) float64 { return float64(f.Steps[i]) }},
		{pattern: rewardOfTrajectory, kind: kindLambda}, // rewards are written exactly
		{pattern: "influence of trajectory I", kind: kindShare, folds: func(f *analysis.Folds, i int) float64 {
			return f.Influence[i] / total(f.Influence)
		}},
		{pattern: "selected without trajectory I", kind: kindLambda, folds: func(f *analysis.Folds, i int) float64 {
			return f.Analysis.Selection.Candidates[f.Without[i]].Lambda
		}},
		{pattern: "deciding", kind: kindCount, folds: func(f *analysis.Folds, _ int) float64 { return float64(f.Deciding()) }},
		{pattern: "half of influence", kind: kindCount, folds: func(f *analysis.Folds, _ int) float64 { return float64(f.Half()) }},
	}
}

// rewardOfTrajectory needs the trajectory itself.
const rewardOfTrajectory = "reward of trajectory I"

func total(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum
}

func trialQuantities() []quantity {
	count := func(pattern string, of func(z *study.SizeSummary) []int) quantity {
		return quantity{pattern: pattern, kind: kindCount, fixed: true, trials: func(s *study.Summary, m method) float64 { return float64(of(&s.Sizes[0])[m.k]) }}
	}
	lambda := func(pattern string, of func(z *study.SizeSummary) int) quantity {
		return quantity{pattern: pattern, kind: kindLambda, trials: func(s *study.Summary, _ method) float64 { return s.Lambdas[of(&s.Sizes[0])] }}
	}
	return []quantity{
		{pattern: "msve over trials at λ", trials: meanMSVE},
		{pattern: "rmsve over trials at λ", trials: func(s *study.Summary, m method) float64 { return analysis.RootMSVE(meanMSVE(s, m)) }},
		{pattern: "bias2 over trials at λ", fixed: true, trials: func(s *study.Summary, m method) float64 { return s.Sizes[0].Bias2[m.k] }},
		{pattern: "variance over trials at λ", fixed: true, trials: func(s *study.Summary, m method) float64 { return s.Sizes[0].Variance[m.k] }},
		lambda("best over trials", func(z *study.SizeSummary) int { return z.Best }),
		lambda("worst over trials", func(z *study.SizeSummary) int { return z.Worst }),
		count("chosen over trials at λ", func(z *study.SizeSummary) []int { return z.Chosen }),
		count("kept over trials at λ", func(z *study.SizeSummary) []int { return z.NotRuledOut }),
		{pattern: "helps over trials", kind: kindWord, word: func(s *study.Summary) string {
			return [...]string{"unclear", "unclear", "yes", "no"}[s.Sizes[0].Helps()]
		}},
		{pattern: shareOfTrials, kind: kindShare},
		{pattern: countOfTrials, kind: kindCount},
	}
}

// meanMSVE returns the mean MSVE of what chooses λ.
func meanMSVE(s *study.Summary, m method) float64 {
	z := &s.Sizes[0]
	switch {
	case m.selected:
		return z.ALLSTD.Mean
	case m.random:
		return z.Random.Mean
	}
	return z.LSTD[m.k].Mean
}
