package study

import (
	"context"
	"fmt"

	"lambdascope/sim/analysis"
	"lambdascope/sim/truth"
)

// ConsistencyOutcome is the result of a data set of figure (d), which shows the error as data grow: at
// numbers of trajectories up to very many, with λ̂ by each weighting of the LOTO errors.
type ConsistencyOutcome struct {
	Trial        int // from 0
	Trajectories int
	// Step and Trajectory are the indices of λ̂ by the two weightings.
	Step       int
	Trajectory int
	Theta      [][]float64 // of LSTD(λ), d numbers for each λ of the grid
}

// CheckConsistency is CheckPlan for the plan of figure (d), with Settings, Sizes and Trials alone. The
// weighting of the settings does not matter. Features without known moments are invalid, because
// their least MSVE is unknown.
func CheckConsistency(e *analysis.Engine, p Plan) (Plan, error) {
	x, err := newConsistency(e, p)
	if err != nil {
		return p, err
	}
	return x.plan, nil
}

// consistency is an experiment of figure (d).
type consistency struct {
	*experiment
	least *truth.Least
}

func newConsistency(e *analysis.Engine, p Plan) (*consistency, error) {
	x, err := newExperiment(e, p)
	if err != nil {
		return nil, err
	}
	least := x.truth.Least()
	if least == nil {
		s := x.plan.Settings
		return nil, fmt.Errorf("features %s of %s: their least MSVE is not known; want features of the domain's own", s.FeatureMap(), s.Problem.Name())
	}
	return &consistency{x, least}, nil
}

// RunConsistency runs the data sets of a plan, and calls each serially with every finished
// outcome. Smaller sizes come before larger ones. The outcomes do not depend on the order or on
// the number of processors. Errors are as in Run.
func RunConsistency(ctx context.Context, e *analysis.Engine, p Plan, each func(*ConsistencyOutcome)) error {
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
	return inParallel(ctx, x.engine, todo, x.finish, each)
}

// finish returns an outcome with its results.
func (x *consistency) finish(ctx context.Context, o *ConsistencyOutcome) (*ConsistencyOutcome, error) {
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
	return o, nil
}
