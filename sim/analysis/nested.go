package analysis

import (
	"context"
	"fmt"

	"lambdascope/estimator"
	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
)

// Nested is the LOTO error of a choice, estimated on trajectories not used for the choice.
// Trajectory i, or group i, belongs to part i modulo the number of parts. For each part, the
// choice and the fit use the other parts, and the fit predicts the returns of the part.
type Nested struct {
	Score, SE float64 // combined over trajectories like the LOTO error
	Errors    []float64
	Chosen    []Pair // by part
}

// Pair is a result of a Comparison, by its index, and a λ.
type Pair struct {
	Result int
	Lambda float64
}

// UsualNested asks for the usual number of parts: 5, fewer for few folds, or none for too few.
const UsualNested = -1

// usualNested returns the usual number of parts for checked settings.
func (e *Engine) usualNested(s settings.Settings) int {
	const usual = 5
	parts := min(usual, e.folds(s))
	if e.checkNested(s, parts) != nil {
		return 0
	}
	return parts
}

// checkNested returns an error for an invalid number of parts, given checked settings.
// Omitting a part must leave at least 2 trajectories, or groups; 0 parts are valid and mean no
// nested estimate.
func (e *Engine) checkNested(s settings.Settings, parts int) error {
	n := e.folds(s)
	if parts == 0 || parts >= 2 && parts <= n && n-(n+parts-1)/parts >= settings.MinTrajectories {
		return nil
	}
	what := "trajectories"
	if n < s.Trajectories {
		what = "groups"
	}
	return fmt.Errorf("nested %d: want 2 to %d parts of the %d %s, with at least 2 left when one is left out", parts, n, n, what)
}

// nested computes the Nested of a comparison.
func (e *Engine) nested(ctx context.Context, r Request) (*Nested, error) {
	s := r.Settings
	parts := r.Nested
	data := make([][]*estimator.Trajectory, len(r.Maps))
	for j, name := range r.Maps {
		var err error
		if _, data[j], err = e.data(ctx, s.WithFeatures(name)); err != nil {
			return nil, err
		}
	}
	opt := e.Options(s)
	out := &Nested{}
	held := make([]*estimator.Trajectory, s.Trajectories) // with the features of the choice without them
	theta := make([][]float64, s.Trajectories)
	for part := range parts {
		var all []*estimator.Selection
		for j, name := range r.Maps {
			others, opt := onFolds(data[j], opt, func(fold int) bool { return fold%parts != part })
			opt.Progress = new(estimator.Progress)
			what := fmt.Sprintf("part %d of %d, features %s", part+1, parts, name)
			engine.Begin(ctx, what, opt.Progress.Share)
			of, err := e.selectAt(ctx, s.WithFeatures(name), others, opt, r.Ridges)
			if err != nil {
				return nil, err
			}
			all = append(all, of...)
		}
		compared, err := estimator.Compare(all)
		if err != nil {
			return nil, err
		}
		best := all[compared.Best].Best()
		out.Chosen = append(out.Chosen, Pair{compared.Best, best.Lambda})
		for i, t := range data[compared.Best/len(r.Ridges)] {
			if foldOf(opt.Groups, i)%parts == part {
				held[i] = t
				theta[i] = best.Theta
			}
		}
	}
	var err error
	if out.Errors, out.Score, out.SE, err = estimator.HeldOut(held, theta, opt); err != nil {
		return nil, fmt.Errorf("nested %d: %w", parts, err)
	}
	return out, nil
}

// onFolds returns the trajectories of the folds that stay, and the matching options.
func onFolds(all []*estimator.Trajectory, opt estimator.Options, stays func(fold int) bool) ([]*estimator.Trajectory, estimator.Options) {
	var some []*estimator.Trajectory
	groups := opt.Groups
	opt.Groups = nil
	for i, t := range all {
		if !stays(foldOf(groups, i)) {
			continue
		}
		some = append(some, t)
		if groups != nil {
			opt.Groups = append(opt.Groups, groups[i])
		}
	}
	return some, opt
}
