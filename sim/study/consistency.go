package study

import (
	"context"
	"fmt"
	"math"

	"lambdascope/sim/analysis"
	"lambdascope/sim/truth"
)

// The methods of figure (d) besides LSTD(best) and LSTD(worst).
const (
	NameByStep       = "ALLSTD (step)"
	NameByTrajectory = "ALLSTD (trajectory)"
)

// checkLeast returns an error for features without known moments, because their least MSVE is
// unknown.
func (x *experiment) checkLeast() (*truth.Least, error) {
	least := x.truth.Least()
	if least == nil {
		s := x.plan.Settings
		return nil, fmt.Errorf("features %s of %s: their least MSVE is not known; want features of the domain's own", s.FeatureMap(), s.Problem.Name())
	}
	return least, nil
}

// stream completes an outcome of trial j from trajectories that are drawn again for each pass.
func (x *experiment) stream(ctx context.Context, j int, o *Outcome) error {
	s := x.plan.Settings
	s.Seed += uint64(j)
	s.Trajectories = o.Trajectories
	a, err := x.engine.Run(ctx, analysis.Request{Settings: s, Stream: new(analysis.Stream)})
	if err != nil {
		return err
	}
	return x.adopt(a.Selection, o)
}

// ConsistencySummary summarizes the trials of a plan by Above, the MSVE minus the least MSVE
// that the features allow.
type ConsistencySummary struct {
	Plan    Plan
	Lambdas []float64
	Trials  int     // number of summarized trials
	Least   float64 // least MSVE
	Sizes   []ConsistencySize
}

// ConsistencySize summarizes the trials at a number of trajectories.
type ConsistencySize struct {
	Trajectories     int
	LSTD             []Side // Above at each λ
	Best, Worst      int    // indices of the λ's with the lowest and the highest Above, in hindsight
	Step, Trajectory WeightingSummary
	Apart            Mean // Above of Trajectory minus Above of Step, paired over trials
}

// WeightingSummary summarizes the selections by one weighting.
type WeightingSummary struct {
	Above  Side
	Lambda float64 // mean λ̂
}

// ConsistencyRow is a row of figure (d): a method at a number of trajectories.
type ConsistencyRow struct {
	Trajectories, Trials int
	Method               string
	Lambda               float64 // of the best and worst in hindsight; else the mean λ̂
	// Above has its standard error and 95 % confidence interval.
	Above, SE, Low, High float64
	MSVE, Least          float64
	RootMSVE             float64
	Apart, ApartSE       float64 // ALLSTD (trajectory): Above minus Above of ALLSTD (step); other methods: NaN
}

// SummarizeConsistency summarizes trials of a plan with Consistency, in any order. Errors are as
// in CheckPlan.
func SummarizeConsistency(e *analysis.Engine, p Plan, trials []*Trial) (*ConsistencySummary, error) {
	x, err := newExperiment(e, p)
	if err != nil {
		return nil, err
	}
	least, err := x.checkLeast()
	if err != nil {
		return nil, err
	}
	trials = sorted(trials)
	s := &ConsistencySummary{Plan: x.plan, Lambdas: x.lambdas, Trials: len(trials), Least: least.MSVE()}
	for i, n := range x.plan.Sizes {
		s.Sizes = append(s.Sizes, consistencySize(n, outcomesAt(trials, i), x.lambdas, least))
	}
	return s, nil
}

// consistencySize summarizes the outcomes at a number of trajectories.
func consistencySize(n int, of outcomes, lambdas []float64, least *truth.Least) ConsistencySize {
	z := ConsistencySize{Trajectories: n}
	// at returns the summary at a λ for each trial.
	at := func(lambda func(o *Outcome) int) WeightingSummary {
		thetas := make([][]float64, len(of))
		each := make([]float64, len(of))
		sum := 0.0
		for i, o := range of {
			k := lambda(o)
			thetas[i] = o.Theta[k]
			each[i] = least.Above(thetas[i])
			sum += lambdas[k]
		}
		return WeightingSummary{sideOf(each, least.AboveErrors(thetas...)), sum / float64(len(of))}
	}
	for k := range lambdas {
		z.LSTD = append(z.LSTD, at(func(*Outcome) int { return k }).Above)
	}
	z.Best, z.Worst = extremes(z.LSTD)
	z.Step = at(func(o *Outcome) int { return o.Selected })
	z.Trajectory = at(func(o *Outcome) int { return o.Printed })
	z.Apart = Above(z.Trajectory.Above, 1, z.Step.Above).Mean
	return z
}

// Rows returns the table of figure (d), by method and size.
func (s *ConsistencySummary) Rows() (rows []ConsistencyRow) {
	none := math.NaN()
	methods := []struct {
		name string
		at   func(z *ConsistencySize) (above Mean, lambda float64)
	}{
		{NameByStep, func(z *ConsistencySize) (Mean, float64) { return z.Step.Above.MSVE, z.Step.Lambda }},
		{NameByTrajectory, func(z *ConsistencySize) (Mean, float64) { return z.Trajectory.Above.MSVE, z.Trajectory.Lambda }},
		{NameLSTDBest, func(z *ConsistencySize) (Mean, float64) { return z.LSTD[z.Best].MSVE, s.Lambdas[z.Best] }},
		{NameLSTDWorst, func(z *ConsistencySize) (Mean, float64) { return z.LSTD[z.Worst].MSVE, s.Lambdas[z.Worst] }},
	}
	for _, m := range methods {
		for i := range s.Sizes {
			z := &s.Sizes[i]
			above, lambda := m.at(z)
			low, high := above.Interval()
			r := ConsistencyRow{
				Trajectories: z.Trajectories, Trials: s.Trials, Method: m.name, Lambda: lambda,
				Above: above.Mean, SE: above.SE, Low: low, High: high,
				MSVE: above.Mean + s.Least, Least: s.Least, RootMSVE: analysis.RootMSVE(above.Mean + s.Least),
				Apart: none, ApartSE: none,
			}
			if m.name == NameByTrajectory {
				r.Apart = z.Apart.Mean
				r.ApartSE = z.Apart.SE
			}
			rows = append(rows, r)
		}
	}
	return rows
}
