package study

import (
	"context"
	"fmt"
	"math"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/truth"
)

// ConsistencyPlan is an experiment on what happens as data grow: independent trials at
// numbers of trajectories up to very many, with λ̂ by each weighting of the LOTO errors.
type ConsistencyPlan struct {
	// Settings are those of every trial, as in a Plan; the weighting means nothing.
	Settings settings.Settings
	Sizes    []int // numbers of trajectories, strictly increasing
	Trials   int
}

// ConsistencyOutcome is what one data set gives.
type ConsistencyOutcome struct {
	Trial        int // from 0
	Trajectories int
	// Step and Trajectory are the index of λ̂ by either weighting.
	Step       int
	Trajectory int
	Theta      [][]float64 // of LSTD(λ), d numbers for each λ of the grid
}

// CheckConsistency returns the plan with its settings in their usual form, with the
// largest size for Trajectories, or an error that names the first field that is out of
// range. Features whose moments are not known have no least MSVE to be compared with.
func CheckConsistency(e *analysis.Engine, p ConsistencyPlan) (ConsistencyPlan, error) {
	x, err := newConsistency(e, p)
	if err != nil {
		return p, err
	}
	return x.plan, nil
}

// consistency is a ConsistencyPlan with all that its trials share.
type consistency struct {
	*experiment
	plan  ConsistencyPlan
	least *truth.Least
}

func newConsistency(e *analysis.Engine, p ConsistencyPlan) (*consistency, error) {
	of, err := newExperiment(e, Plan{Settings: p.Settings, Sizes: p.Sizes, Trials: p.Trials})
	if err != nil {
		return nil, err
	}
	p.Settings, p.Sizes = of.plan.Settings, of.plan.Sizes
	x := &consistency{experiment: of, plan: p}
	if x.least = of.truth.Least(); x.least == nil {
		return nil, fmt.Errorf("features %s of %s: their least MSVE is not known; want features of the domain's own", p.Settings.FeatureMap(), p.Settings.Problem.Name())
	}
	return x, nil
}

// RunConsistency runs the data sets of a plan, and calls each with every outcome as soon as
// it is there, one call at a time: smaller sizes come before larger ones. The outcomes do not
// depend on the order or on the number of processors. Errors are as those of Run.
func RunConsistency(ctx context.Context, e *analysis.Engine, p ConsistencyPlan, each func(*ConsistencyOutcome)) error {
	x, err := newConsistency(e, p)
	if err != nil {
		return err
	}
	var all []point
	for _, n := range x.plan.Sizes {
		for j := range x.plan.Trials {
			all = append(all, point{j, n})
		}
	}
	return inParallel(ctx, x.engine, all, x.outcome, each)
}

// point is a trial at a number of trajectories.
type point struct{ trial, size int }

// outcome returns the outcome of a trial.
func (x *consistency) outcome(ctx context.Context, at point) (*ConsistencyOutcome, error) {
	j, n := at.trial, at.size
	s := x.plan.Settings
	s.Seed += uint64(j)
	s.Trajectories = n
	w, err := x.engine.Weightings(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("trial %d, seed %d, %d trajectories: %w", j, s.Seed, n, err)
	}
	o := &ConsistencyOutcome{Trial: j, Trajectories: n, Step: w.Step, Trajectory: w.Trajectory, Theta: w.Theta}
	return o, checkWeights(o)
}

// checkWeights returns an error for a weight that is not finite.
func checkWeights(o *ConsistencyOutcome) error {
	for _, theta := range o.Theta {
		for _, v := range theta {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("trial %d, %d trajectories: a weight is not finite; scale the rewards down", o.Trial, o.Trajectories)
			}
		}
	}
	return nil
}
