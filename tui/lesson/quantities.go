package lesson

import (
	"slices"
	"strings"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/tui/state"
)

// quantity is a number that a text can contain. A single function is set and computes the number. It
// returns NaN if the settings have no such number.
type quantity struct {
	pattern string // in texts, with λ for a λ
	kind    kind
	truth   bool // needs true errors

	data   func(a *analysis.Result, k int) float64   // of one data set, at the k-th λ
	folds  func(a *analysis.Result, top int) float64 // of one data set and its most influential trajectory
	trials func(s *study.Summary, k int) float64     // over data sets, at the k-th λ
	mean   func(msve float64) float64                // over data sets, from the mean MSVE of a λ or a choice
	word   func(s *study.Summary) string             // over data sets
}

// overTrials reports whether the quantity summarizes many data sets.
func (q *quantity) overTrials() bool {
	return q.trials != nil || q.mean != nil || q.word != nil || q.pattern == countOfTrials
}

// hasLambda reports whether the quantity is at a λ.
func (q *quantity) hasLambda() bool { return strings.Contains(q.pattern, "λ") }

// countOfTrials is the pattern of the quantity that takes comparisons.
const countOfTrials = "count of trials"

// trialsName is the name of the number of data sets in texts.
const trialsName = "trials"

// fieldNamed returns the full name of a setting for a full or one-letter name.
func fieldNamed(name string) (string, bool) {
	k, ok := state.KnobNamed(name)
	_, isSetting := settings.KnobNamed(k.Name)
	return k.Name, ok && (isSetting || k.Name == trialsName)
}

// quantityNamed returns the quantity with a pattern, or nil.
func quantityNamed(pattern string) *quantity {
	all := quantities()
	i := slices.IndexFunc(all, func(q quantity) bool { return q.pattern == pattern })
	if i < 0 {
		return nil
	}
	return &all[i]
}

// quantities returns all quantities of texts besides settings.
func quantities() []quantity {
	return slices.Concat(dataQuantities(), foldQuantities(), trialQuantities())
}

func dataQuantities() []quantity {
	at := func(pattern string, of func(c *estimator.Candidate) float64) quantity {
		return quantity{pattern: pattern, data: func(a *analysis.Result, k int) float64 { return of(&a.Selection.Candidates[k]) }}
	}
	of := func(pattern string, kind kind, of func(s *estimator.Selection) float64) quantity {
		return quantity{pattern: pattern, kind: kind, data: func(a *analysis.Result, _ int) float64 { return of(a.Selection) }}
	}
	return []quantity{
		{pattern: "λ", kind: kindExact, data: func(a *analysis.Result, k int) float64 { return a.Selection.Candidates[k].Lambda }},
		at("loto at λ", func(c *estimator.Candidate) float64 { return c.LOTO }),
		at("loto_se at λ", func(c *estimator.Candidate) float64 { return c.SE }),
		at("diff at λ", func(c *estimator.Candidate) float64 { return c.Diff }),
		at("diff_se at λ", func(c *estimator.Candidate) float64 { return c.RefitSE }),
		{pattern: "rmsve at λ", truth: true, data: (*analysis.Result).RootMSVE},
		of("count not ruled out", kindExact, func(s *estimator.Selection) float64 {
			count, _, _ := s.NotRuledOut()
			return float64(count)
		}),
		of("smallest not ruled out", kindExact, func(s *estimator.Selection) float64 {
			_, smallest, _ := s.NotRuledOut()
			return smallest
		}),
		of("largest not ruled out", kindExact, func(s *estimator.Selection) float64 {
			_, _, largest := s.NotRuledOut()
			return largest
		}),
		of("quantile", kindNumber, func(s *estimator.Selection) float64 { return s.Quantile }),
		of("effective_trajectories", kindNumber, func(s *estimator.Selection) float64 { return s.Effective }),
		of("grid", kindExact, func(s *estimator.Selection) float64 { return float64(len(s.Candidates)) }),
		of("steps", kindExact, func(s *estimator.Selection) float64 { return float64(s.Steps) }),
		of("truncated", kindExact, func(s *estimator.Selection) float64 { return float64(s.Truncated) }),
	}
}

func foldQuantities() []quantity {
	return []quantity{
		{pattern: "steps of trajectory top", kind: kindExact, folds: func(a *analysis.Result, top int) float64 { return float64(a.Folds.Steps[top]) }},
		{pattern: "influence of trajectory top", kind: kindShare, folds: func(a *analysis.Result, top int) float64 {
			sum := 0.0
			for _, v := range a.Folds.Influence {
				sum += v
			}
			return a.Folds.Influence[top] / sum
		}},
		{pattern: "selected without trajectory top", kind: kindExact, folds: func(a *analysis.Result, top int) float64 {
			return a.Selection.Candidates[a.Folds.Without[top]].Lambda
		}},
		{pattern: "deciding", kind: kindExact, folds: func(a *analysis.Result, _ int) float64 { return float64(a.Folds.NumPivotal()) }},
	}
}

func trialQuantities() []quantity {
	return []quantity{
		{pattern: "msve over trials at λ", mean: func(msve float64) float64 { return msve }},
		{pattern: "rmsve over trials at λ", mean: analysis.RootMSVE},
		{pattern: "bias2 over trials at λ", trials: func(s *study.Summary, k int) float64 { return s.Sizes[0].Bias2[k] }},
		{pattern: "variance over trials at λ", trials: func(s *study.Summary, k int) float64 { return s.Sizes[0].Variance[k] }},
		{pattern: "best over trials", kind: kindExact, trials: func(s *study.Summary, _ int) float64 { return s.Lambdas[s.Sizes[0].Best] }},
		{pattern: "worst over trials", kind: kindExact, trials: func(s *study.Summary, _ int) float64 { return s.Lambdas[s.Sizes[0].Worst] }},
		{pattern: "chosen over trials at λ", kind: kindExact, trials: func(s *study.Summary, k int) float64 { return float64(s.Sizes[0].Chosen[k]) }},
		{pattern: "kept over trials at λ", kind: kindExact, trials: func(s *study.Summary, k int) float64 { return float64(s.Sizes[0].NotRuledOut[k]) }},
		{pattern: "helps over trials", kind: kindWord, word: func(s *study.Summary) string { return helps()[s.Sizes[0].Helps()] }},
		{pattern: countOfTrials, kind: kindExact},
	}
}

// helps are the words of "helps over trials", by verdict.
func helps() []string { return []string{"unclear", "unclear", "yes", "no"} }
