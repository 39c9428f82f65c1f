package analysis

import (
	"context"
	"math"

	"lambdascope/estimator"
)

// Chosen is what a selector chose, scored against the truth where that is known.
type Chosen struct {
	estimator.Choice
	MSVE float64 // of its θ; NaN without truth
}

// RootMSVE returns the root MSVE; NaN without truth.
func (c Chosen) RootMSVE() float64 { return RootMSVE(c.MSVE) }

// AnalyzeBy returns the analysis of the settings with what some selectors choose from
// the same data, see estimator.SelectBy. It is not kept in the cache, and holds all
// trajectories. Errors are those of Analyze.
func (e *Engine) AnalyzeBy(ctx context.Context, s Settings, selectors []estimator.Selector) (*Result, error) {
	s, lambdas, err := e.check(s)
	if err != nil {
		return nil, err
	}
	extra := Extra{Selectors: len(selectors)}
	limits := e.Limits(ctx)
	if err := limits.CheckExtra(s, extra); err != nil {
		return nil, err
	}
	var progress estimator.Progress
	defer progressOf(ctx).begin("selectors", e.Expected(s, extra), progress.Share)()
	var a *Result
	_, err = Limited(ctx, limits.Processor, func(ctx context.Context) (err error) {
		a, err = e.analyze(ctx, s, lambdas, selecting{progress: &progress, selectors: selectors})
		return err
	})
	return a, err
}

// scoreChoices holds what selectors chose against the truth.
func (a *Result) scoreChoices(choices []estimator.Choice) {
	for _, c := range choices {
		chosen := Chosen{c, math.NaN()}
		if a.Truth != nil {
			chosen.MSVE = a.Truth.MSVE(c.Theta)
		}
		a.Choices = append(a.Choices, chosen)
	}
}
