package analysis

import (
	"context"
	"fmt"
	"math"

	"lambdascope/estimator"
)

// Chosen is what a selector chose, scored against the truth where that is known.
type Chosen struct {
	estimator.Choice
	MSVE   float64 // of its θ; NaN without truth
	Nested *Nested // nil if not asked for; its pairs have λ's alone
	// Diff is by how much the error of Nested is above the least of all selectors, with
	// its standard error.
	Diff, DiffSE float64
}

// RootMSVE returns the root MSVE; NaN without truth.
func (c Chosen) RootMSVE() float64 { return RootMSVE(c.MSVE) }

// AnalyzeBy returns the analysis of the settings with what some selectors choose from
// the same data, see estimator.SelectBy, and how each does on trajectories that have no
// part in its choice, dealt into nested parts, 0 for none. It is not kept in the cache, and
// holds all trajectories. Errors are those of Analyze.
func (e *Engine) AnalyzeBy(ctx context.Context, s Settings, selectors []estimator.Selector, nested int) (*Result, error) {
	s, lambdas, err := e.check(s)
	if err == nil {
		err = e.CheckNested(s, nested)
	}
	if err != nil {
		return nil, err
	}
	extra := Extra{Selectors: len(selectors), Nested: nested}
	limits := e.Limits(ctx)
	if err := limits.CheckExtra(s, extra); err != nil {
		return nil, err
	}
	var a *Result
	_, err = Limited(ctx, limits.Processor, func(ctx context.Context) (err error) {
		var progress estimator.Progress
		end := progressOf(ctx).begin("selectors", e.Expected(s, Extra{Selectors: len(selectors)}), progress.Share)
		a, err = e.analyze(ctx, s, lambdas, selecting{progress: &progress, selectors: selectors})
		end()
		if err != nil || nested == 0 {
			return err
		}
		return e.nestSelectors(ctx, a, lambdas, selectors, nested)
	})
	if err != nil {
		return nil, err
	}
	return a, nil
}

// scoreChoices compares what selectors chose with the truth.
func (a *Result) scoreChoices(choices []estimator.Choice) {
	for _, c := range choices {
		chosen := Chosen{Choice: c, MSVE: math.NaN()}
		if a.Truth != nil {
			chosen.MSVE = a.Truth.MSVE(c.Theta)
		}
		a.Choices = append(a.Choices, chosen)
	}
}

// nestSelectors adds a Nested to each choice of an analysis.
func (e *Engine) nestSelectors(ctx context.Context, a *Result, lambdas []float64, selectors []estimator.Selector, parts int) error {
	_, data, err := e.data(ctx, a.Settings)
	if err != nil {
		return err
	}
	opt := e.Options(a.Settings, lambdas)
	for i := range a.Choices {
		a.Choices[i].Nested = &Nested{Errors: make([]float64, len(data))}
	}
	for part := range parts {
		choices, err := e.chooseWithout(ctx, a.Settings, selectors, data, opt, part, parts)
		if err != nil {
			return err
		}
		for i, c := range choices {
			if err := a.Choices[i].Nested.add(Pair{Lambda: c.Lambda}, c.Theta, data, opt, part, parts); err != nil {
				return err
			}
		}
	}
	best := 0
	for i, c := range a.Choices {
		if err := c.Nested.combine(data, opt); err != nil {
			return err
		}
		if c.Nested.Score < a.Choices[best].Nested.Score {
			best = i
		}
	}
	for i := range a.Choices {
		c := &a.Choices[i]
		differences := make([]float64, len(data))
		for j, v := range a.Choices[best].Nested.Errors {
			differences[j] = c.Nested.Errors[j] - v
		}
		if c.Diff, c.DiffSE, err = estimator.Combine(data, differences, opt.Weighting, opt.Groups); err != nil {
			return err
		}
	}
	return nil
}

// chooseWithout has selectors choose from all parts but one.
func (e *Engine) chooseWithout(ctx context.Context, s Settings, selectors []estimator.Selector, data []*estimator.Trajectory, opt estimator.Options, part, parts int) ([]estimator.Choice, error) {
	others, opt := without(data, opt, part, parts)
	opt.Progress = new(estimator.Progress)
	what := fmt.Sprintf("part %d of %d, selectors", part+1, parts)
	defer progressOf(ctx).begin(what, e.Expected(s, Extra{Selectors: len(selectors)}), opt.Progress.Share)()
	_, choices, err := estimator.SelectBy(ctx, others, opt, selectors)
	return choices, e.inFile(ctx, s, err)
}
