package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
	"lambdascope/sim/truth"
)

// Run runs the trials of a plan in parallel, and calls each serially with every finished trial,
// in any order. The trials do not depend on the order or on the number of processors.
//
// Run returns ctx's error soon after ctx ends. Other errors come from CheckPlan, from the limits
// of ctx's Share, or from the first failing trial, which ends the rest.
func Run(ctx context.Context, e *analysis.Engine, p Plan, each func(*Trial)) error {
	x, err := newExperiment(e, p)
	if err != nil {
		return err
	}
	return limited(ctx, e, x.plan.Settings, x.plan.Trials, func(ctx context.Context) error { return x.run(ctx, each) })
}

func (x *experiment) run(ctx context.Context, each func(*Trial)) error {
	trials := make([]int, x.plan.Trials)
	for j := range trials {
		trials[j] = j
	}
	return inParallel(ctx, x.engine, trials, x.trial, each)
}

// experiment is a checked plan with everything that its trials share.
type experiment struct {
	engine  *analysis.Engine
	plan    Plan
	domain  sim.Domain
	lambdas []float64
	truth   *truth.Values
}

// newExperiment checks a plan; see CheckPlan.
func newExperiment(e *analysis.Engine, p Plan) (*experiment, error) {
	s := p.Settings
	if s.Recorded() {
		return nil, errors.New("recorded data have no trials, as no fresh data can be drawn and true values are not known: want a domain")
	}
	if err := checkSizes(p.Sizes); err != nil {
		return nil, err
	}
	s.Trajectories = p.Sizes[len(p.Sizes)-1]
	s, err := e.Check(analysis.Request{Settings: s})
	if err != nil {
		return nil, err
	}
	lambdas := s.Grid()
	domain, err := sim.New(s.Problem)
	if err != nil {
		return nil, err
	}
	switch numbers := p.Trials * len(p.Sizes) * len(lambdas) * domain.Dim(); {
	case p.Trials < 1 || p.Trials > MaxTrials:
		return nil, settings.RangeError("trials", p.Trials, "1 to %d", MaxTrials)
	case s.Seed > math.MaxUint64-uint64(p.Trials-1):
		return nil, settings.RangeError("seed", s.Seed, "at most %d with %d trials, as trial j has seed + j", math.MaxUint64-uint64(p.Trials-1), p.Trials)
	case p.FitsOnly && p.NaiveTo > 0:
		return nil, errors.New("NaiveCV+LSTD in trials of fits alone: want trials that select")
	case numbers > maxNumbers:
		return nil, fmt.Errorf("%d trials at %d sizes with %d λ's and %d features are %d numbers: want at most %d", p.Trials, len(p.Sizes), len(lambdas), domain.Dim(), numbers, maxNumbers)
	}
	values, err := e.Truth(domain, s.Gamma)
	if err != nil {
		return nil, err
	}
	if values == nil {
		return nil, fmt.Errorf("%s with max-steps %d has no trials, as its true values are not known: want a cap that cuts no episode", s.Problem.Name(), s.Problem.MaxSteps)
	}
	if p.FitsOnly || p.Consistency {
		s.Method = settings.Cached // fits and consistency do not depend on the method
	}
	if p.Consistency {
		s.Weighting = estimator.ByStep // each outcome has λ̂ by both weightings
	}
	p.Settings = s
	p.Sizes = slices.Clone(p.Sizes)
	x := &experiment{engine: e, plan: p, domain: domain, lambdas: lambdas, truth: values}
	if p.Consistency {
		_, err = x.checkLeast()
	}
	return x, err
}

// planKey determines the outcomes of a trial, together with the seed. The cache has them by
// planKey and seed.
type planKey struct {
	settings settings.Settings
	sizes    string
	rlstd    bool
	naiveTo  int
	refine   bool
	fits     bool
	streams  bool
}

// trial returns trial j from the cache, from a run, or from another caller's run.
func (x *experiment) trial(ctx context.Context, j int) (*Trial, error) {
	t := &Trial{Index: j, Seed: x.plan.Settings.Seed + uint64(j)}
	p := x.plan
	p.Settings.Seed = t.Seed
	key := planKey{p.Settings, fmt.Sprint(p.Sizes), p.RLSTD, p.NaiveTo, p.Refine, p.FitsOnly, p.Consistency}
	var err error
	t.Outcomes, err = engine.Cached(ctx, x.engine.Engine, key, func(ctx context.Context) ([]Outcome, int, error) {
		outcomes, err := x.compute(ctx, j)
		bytes := 0
		for i := range outcomes {
			bytes += outcomes[i].bytes()
		}
		return outcomes, bytes, err
	})
	return t, err
}

// compute returns the outcomes of trial j.
func (x *experiment) compute(ctx context.Context, j int) ([]Outcome, error) {
	s := x.plan.Settings
	trial := fmt.Sprintf("trial %d, seed %d", j, s.Seed+uint64(j))
	var data []*estimator.Trajectory
	if !x.plan.Consistency {
		if x.plan.NaiveTo > 0 { // so that Reserve counts the trajectories, which stay loaded
			s.Method = settings.Naive
		}
		leave, err := x.engine.Reserve(ctx, s, s.Trajectories)
		if err != nil {
			return nil, err
		}
		defer leave()
		if data, err = x.data(ctx, j, s.Trajectories); err != nil {
			return nil, fmt.Errorf("%s: %w", trial, err)
		}
	}
	outcomes := make([]Outcome, len(x.plan.Sizes))
	for i, n := range x.plan.Sizes {
		o := &outcomes[i]
		o.Trajectories = n
		var err error
		if x.plan.Consistency {
			err = x.stream(ctx, j, o)
		} else {
			err = x.complete(ctx, data[:n], o)
		}
		if err != nil {
			return nil, fmt.Errorf("%s, %d trajectories: %w", trial, n, err)
		}
	}
	return outcomes, nil
}

// data draws the first n trajectories of trial j, without the cache because only this trial needs
// them.
func (x *experiment) data(ctx context.Context, j, n int) ([]*estimator.Trajectory, error) {
	seed := x.plan.Settings.Seed + uint64(j)
	data := make([]*estimator.Trajectory, n)
	err := x.engine.Each(ctx, n, func(i int) (err error) {
		data[i], err = x.domain.Trajectory(seed, i)
		return err
	})
	return data, err
}

// options returns the plan's options for a method.
func (x *experiment) options(method settings.FoldMethod) estimator.Options {
	s := x.plan.Settings
	s.Method = method
	return x.engine.Options(s)
}

func (x *experiment) fitOptions(ridge float64) estimator.Options {
	return estimator.Options{Gamma: x.plan.Settings.Gamma, Lambdas: x.lambdas, Ridge: ridge, Do: x.engine.Do}
}

// complete adds the results of the plan to an outcome.
func (x *experiment) complete(ctx context.Context, data []*estimator.Trajectory, o *Outcome) (err error) {
	if x.plan.FitsOnly {
		o.Theta, o.MSVE, err = x.fit(ctx, data, x.plan.Settings.Ridge)
	} else {
		err = x.choose(ctx, data, o)
	}
	if err == nil && x.plan.RLSTD { // the recursion has the same θ up to rounding, and takes longer
		_, o.RLSTD, err = x.fit(ctx, data, RLSTDRidge)
	}
	if err != nil {
		return err
	}
	if len(data) <= x.plan.NaiveTo {
		naive, err := estimator.Select(ctx, data, x.options(settings.Naive))
		if err != nil {
			return err
		}
		o.Naive = &Naive{Selected: naive.Selected, Apart: apart(o.Loto, naive)}
	}
	return o.checkFinite(x.lambdas)
}

// fit returns θ and the MSVE of LSTD(λ) with a ridge.
func (x *experiment) fit(ctx context.Context, data []*estimator.Trajectory, ridge float64) (theta [][]float64, msve []float64, err error) {
	fits, err := estimator.LSTD(ctx, data, x.fitOptions(ridge))
	if err != nil {
		return nil, nil, err
	}
	x.engine.Do(ctx, 1, func(int) {
		for _, f := range fits {
			theta = append(theta, f.Theta)
			msve = append(msve, x.truth.MSVE(f.Theta))
		}
	})
	return theta, msve, ctx.Err()
}

// choose adds the selection to an outcome.
func (x *experiment) choose(ctx context.Context, data []*estimator.Trajectory, o *Outcome) error {
	opt := x.options(x.plan.Settings.Method)
	sel, err := estimator.Select(ctx, data, opt)
	if err != nil {
		return err
	}
	x.engine.Do(ctx, 1, func(int) { err = x.adopt(sel, o) })
	if err = cmp.Or(ctx.Err(), err); err != nil || !x.plan.Refine || len(data) > x.plan.NaiveTo {
		return err
	}
	r, err := estimator.Refine(ctx, data, opt, sel)
	if err == nil {
		o.Refined = &Refined{Loto: r.LOTO, MSVE: x.truth.MSVE(r.Theta), Theta: r.Theta}
	}
	return err
}

// adopt adds a selection to an outcome.
func (x *experiment) adopt(sel *estimator.Selection, o *Outcome) error {
	o.Selected = sel.Selected
	o.Printed = sel.SelectedBy(estimator.ByTrajectory)
	for k, c := range sel.Candidates {
		d, err := sel.Difference(k, 0)
		if err != nil {
			return err
		}
		o.Theta = append(o.Theta, c.Theta)
		o.MSVE = append(o.MSVE, x.truth.MSVE(c.Theta))
		o.Loto = append(o.Loto, c.LOTO)
		o.LotoDiff = append(o.LotoDiff, d.Diff)
		o.LotoDiffSE = append(o.LotoDiffSE, d.SE)
		o.NotRuledOut = append(o.NotRuledOut, c.NotRuledOut)
	}
	return nil
}

// apart returns the largest difference between the LOTO errors of two selections, relative to
// the larger of the two.
func apart(loto []float64, other *estimator.Selection) (most float64) {
	for k, a := range loto {
		if b := other.Candidates[k].LOTO; a != b {
			most = max(most, math.Abs(a-b)/max(a, b))
		}
	}
	return most
}
