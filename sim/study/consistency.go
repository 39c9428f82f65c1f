package study

import (
	"context"
	"fmt"
	"math"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/truth"
)

// ConsistencyPlan is an experiment on growing data: independent trials at numbers of trajectories
// up to very many, with λ̂ by each weighting of the LOTO errors.
type ConsistencyPlan struct {
	// Settings apply to every trial, as in a Plan, except Weighting.
	Settings settings.Settings
	Sizes    []int // numbers of trajectories, strictly increasing
	Trials   int
}

// ConsistencyOutcome is the result of a data set.
type ConsistencyOutcome struct {
	Trial        int // from 0
	Trajectories int
	// Step and Trajectory are the indices of λ̂ by the two weightings.
	Step       int
	Trajectory int
	Theta      [][]float64 // of LSTD(λ), d numbers for each λ of the grid
}

// CheckConsistency returns the plan with canonical settings, whose Trajectories is the largest
// size, or an error that names the first invalid field. Features without known moments are
// invalid, because their least MSVE is unknown.
func CheckConsistency(e *analysis.Engine, p ConsistencyPlan) (ConsistencyPlan, error) {
	x, err := newConsistency(e, p)
	if err != nil {
		return p, err
	}
	return x.plan, nil
}

// consistency is a checked ConsistencyPlan with everything that its trials share.
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

// RunConsistency runs the data sets of a plan, and calls each serially with every finished
// outcome. Smaller sizes come before larger ones. The outcomes do not depend on the order or on
// the number of processors. Errors are as in Run.
func RunConsistency(ctx context.Context, e *analysis.Engine, p ConsistencyPlan, each func(*ConsistencyOutcome)) error {
	x, err := newConsistency(e, p)
	if err != nil {
		return err
	}
	var todo []*ConsistencyOutcome
	for _, n := range x.plan.Sizes {
		for j := range x.plan.Trials {
			todo = append(todo, &ConsistencyOutcome{Trial: j, Trajectories: n})
		}
	}
	return inParallel(ctx, x.engine, todo, x.complete, each)
}

// complete returns an outcome with its results.
func (x *consistency) complete(ctx context.Context, o *ConsistencyOutcome) (*ConsistencyOutcome, error) {
	s := x.plan.Settings
	s.Seed += uint64(o.Trial)
	s.Trajectories = o.Trajectories
	w, err := x.engine.Weightings(ctx, s)
	if err != nil {
		return nil, fmt.Errorf("trial %d, seed %d, %d trajectories: %w", o.Trial, s.Seed, o.Trajectories, err)
	}
	o.Step = w.Step
	o.Trajectory = w.Trajectory
	o.Theta = w.Theta
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
