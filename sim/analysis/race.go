package analysis

import (
	"context"
	"math"

	"lambdascope/estimator"
	"lambdascope/sim"
)

// Race is how the λ's of a result stood in a race, scored against the truth where that is
// known. The result's own λ's are those that were not dropped.
type Race struct {
	*estimator.Standing
	MSVE []float64 // of θ of each λ of the grid, in its order; nil without truth
}

// Estimated tells that the result is what a sample of the folds says of all, while these
// are scored. Its λ's are those of which some are: NotRuledOut tells of one that it was not
// dropped, and RefitSE how far its difference from λ̂ may be off.
func (a *Result) Estimated() bool { return a.Race != nil && a.Race.SoFar != nil }

// RootMSVE returns the root MSVE at the k-th λ of the grid; NaN without truth.
func (r *Race) RootMSVE(k int) float64 {
	if r.MSVE == nil {
		return math.NaN()
	}
	return RootMSVE(r.MSVE[k])
}

// AnalyzeRace returns the analysis of the settings by a race of the λ's, see
// estimator.Race, in the order that the seed of the settings gives. It is not kept in
// the cache, and holds all trajectories. Errors are those of Analyze.
func (e *Engine) AnalyzeRace(ctx context.Context, s Settings) (*Result, error) {
	s, lambdas, err := e.check(s)
	if err != nil {
		return nil, err
	}
	extra := Extra{Race: true}
	limits := e.Limits(ctx)
	if err := limits.CheckExtra(s, extra); err != nil {
		return nil, err
	}
	var progress estimator.Progress
	defer begin(ctx, func() step { return step{"race", e.Expected(s, extra), progress.Share} })()
	var a *Result
	_, err = Limited(ctx, limits.Processor, func(ctx context.Context) (err error) {
		a, err = e.analyze(ctx, s, lambdas, selecting{progress: &progress, racing: &estimator.Racing{Seed: s.Seed}})
		return err
	})
	return a, err
}

// picture returns what makes a result of a standing, from what an analysis has found of
// its data so far.
func (e *Engine) picture(a *Result, domain sim.Domain, data []*estimator.Trajectory) func(context.Context, *estimator.Standing) (*Result, error) {
	soFar := *a
	return func(ctx context.Context, standing *estimator.Standing) (*Result, error) {
		out := soFar
		out.Selection, out.Race = standing.SoFar, &Race{Standing: standing}
		out.Groups = e.groupNames(out.Settings, out.Selection)
		err := e.pool.one(ctx, func() error { return out.score(e, domain, data) })
		return &out, err
	}
}

// scoreRace holds the estimates of all λ's that raced against the truth.
func (a *Result) scoreRace(standing *estimator.Standing) {
	a.Race = &Race{Standing: standing}
	if a.Truth == nil {
		return
	}
	for _, l := range standing.Lambdas {
		a.Race.MSVE = append(a.Race.MSVE, a.Truth.MSVE(l.Theta))
	}
}

// Extremes returns the λ's of the whole grid with the least and the largest MSVE on
// these data, dropped ones too, and these; false without truth.
func (a *Result) Extremes() (best, worst Extreme, known bool) {
	if a.Truth == nil {
		return best, worst, false
	}
	at := func(k int) Extreme { return Extreme{a.Selection.Candidates[k].Lambda, a.MSVE[k]} }
	best, worst = at(a.Best), at(a.Worst)
	if a.Race != nil {
		for k, msve := range a.Race.MSVE {
			l := Extreme{a.Race.Lambdas[k].Lambda, msve}
			if msve < best.MSVE {
				best = l
			}
			if msve > worst.MSVE {
				worst = l
			}
		}
	}
	return best, worst, true
}

// Extreme is a λ and the MSVE of its estimate.
type Extreme struct{ Lambda, MSVE float64 }

// Lambdas returns the grid, with the λ's that a race dropped.
func (a *Result) Lambdas() []float64 {
	if a.Race == nil {
		return a.lambdas()
	}
	out := make([]float64, len(a.Race.Lambdas))
	for k, l := range a.Race.Lambdas {
		out[k] = l.Lambda
	}
	return out
}
