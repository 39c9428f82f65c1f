package study

import (
	"context"
	"fmt"
	"slices"
	"time"

	"lambdascope/estimator"
	"lambdascope/estimator/rivals"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/engine"
	"lambdascope/sim/settings"
)

// TimedSets is the number of data sets on which a method is timed in turn, unless they are very
// large.
const TimedSets = 5

// maxTimedSteps is the approximate maximum of transitions in all timed data sets together. The
// first data set may be larger.
const maxTimedSteps = 2_000_000

// TimedMethods returns the methods of figure (c), in order.
func TimedMethods() []string {
	return []string{NameALLSTD, NameRSM, NameNaive, NameLSTD, NameRLSTD}
}

// Times measures training times and returns the rows of figure (c), method by method. The methods
// run one after another, each with all workers, on the data of the first TimedSets trials of the
// plan, at each size.
//
// A run that exceeds the budget is stopped, and the method is not tried at larger sizes. A method
// runs once to warm up, then three times or more, on the data sets in turn; a first run of a
// tenth of a second or more counts. Rows in have, from an earlier call, are not measured again.
// Times calls each with every other finished row.
//
// Times returns ctx's error soon after ctx ends. Other errors come from CheckPlan, from the
// estimator, from the limits of ctx's Share, which may also lower the budget, or from a budget
// out of range.
func Times(ctx context.Context, e *analysis.Engine, p Plan, budget time.Duration, have []TimeRow, each func(TimeRow)) ([]TimeRow, error) {
	if budget <= 0 {
		return nil, settings.RangeError("budget", budget, "more than 0")
	}
	x, err := newExperiment(e, p)
	if err != nil {
		return nil, err
	}
	var rows []TimeRow
	err = limited(ctx, e, x.plan.Settings, x.plan.Trials, func(ctx context.Context) error {
		rows, err = x.times(ctx, runBudget(e.Limits(ctx), budget), have, each)
		return err
	})
	return rows, err
}

// runBudget returns the limit of a single timed run, at most the budget.
func runBudget(l engine.Limits, budget time.Duration) time.Duration {
	if l.Processor > 0 {
		return min(budget, l.Processor/4)
	}
	return budget
}

// times measures the rows of the plan.
func (x *experiment) times(ctx context.Context, budget time.Duration, have []TimeRow, each func(TimeRow)) ([]TimeRow, error) {
	s := x.plan.Settings
	sets := make([][]*estimator.Trajectory, max(1, min(TimedSets, int(maxTimedSteps/(float64(s.Trajectories)*sim.MeanSteps(s.Problem))))))
	for j := range sets {
		var err error
		if sets[j], err = x.data(ctx, j, s.Trajectories); err != nil {
			return nil, err
		}
	}
	var rows []TimeRow
	for _, method := range TimedMethods() {
		stopped := false
		for _, n := range x.plan.Sizes {
			row := TimeRow{Trajectories: n, Method: method}
			if i := slices.IndexFunc(have, func(h TimeRow) bool { return h.Method == method && h.Trajectories == n }); i >= 0 {
				row = have[i]
			} else {
				if stopped {
					row.stop(budget)
				} else if err := row.measure(ctx, budget, len(sets), func(ctx context.Context, set int) error { return x.train(ctx, method, sets[set][:n]) }); err != nil {
					return nil, err
				}
				each(row)
			}
			stopped = stopped || row.Stopped
			rows = append(rows, row)
		}
	}
	return rows, nil
}

// train runs a method on data.
func (x *experiment) train(ctx context.Context, method string, data []*estimator.Trajectory) error {
	var err error
	switch method {
	case NameALLSTD:
		_, err = estimator.Select(ctx, data, x.options(settings.Cached))
	case NameRSM:
		_, err = estimator.Select(ctx, data, x.options(settings.RSM))
	case NameNaive:
		_, err = estimator.Select(ctx, data, x.options(settings.Naive))
	case NameLSTD:
		_, err = estimator.LSTD(ctx, data, x.fitOptions(x.plan.Settings.Ridge))
	case NameRLSTD:
		_, err = rivals.RLSTD(ctx, data, x.fitOptions(RLSTDRidge))
	}
	return err
}

// A method has at least fewRuns runs that take enoughTime together, but no more than mostRuns,
// and once mostTime has passed no more than leastRuns. Before a run of longRun or more no run
// warms up.
const (
	leastRuns  = 3
	fewRuns    = 5
	mostRuns   = 25
	longRun    = 100 * time.Millisecond
	enoughTime = 250 * time.Millisecond
	mostTime   = 2 * time.Second
)

// FewRuns describes the number of runs if it is lower than usual. Otherwise, and for a stopped
// row, FewRuns returns "".
func (r TimeRow) FewRuns() string {
	switch {
	case r.Stopped || r.Runs >= fewRuns:
		return ""
	case r.Runs == 1:
		return "1 run"
	}
	return fmt.Sprintf("%d runs", r.Runs)
}

// measure times run on a number of data sets in turn, and fills in the row. If ctx ends, measure
// returns ctx's error.
func (r *TimeRow) measure(ctx context.Context, budget time.Duration, sets int, run func(ctx context.Context, set int) error) error {
	var taken []float64
	var total time.Duration
	for warm := false; ; warm = true {
		set := len(taken) % sets
		d, err := timed(ctx, budget, func(ctx context.Context) error { return run(ctx, set) })
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return fmt.Errorf("%s, %d trajectories: %w", r.Method, r.Trajectories, err)
		case d >= budget && len(taken) == 0:
			r.Runs, r.DataSets = 1, 1
			r.stop(budget)
			return nil
		case d >= budget: // earlier runs were within the budget
		case warm || d >= longRun:
			taken = append(taken, d.Seconds())
			total += d
		}
		n := len(taken)
		if d >= budget || n >= leastRuns && total >= mostTime || n >= fewRuns && total >= enoughTime || n == mostRuns {
			break
		}
	}
	slices.Sort(taken)
	half := len(taken) / 2
	r.Runs = len(taken)
	r.DataSets = min(len(taken), sets)
	r.Least, r.Most = taken[0], taken[len(taken)-1]
	r.Seconds = (taken[(len(taken)-1)/2] + taken[half]) / 2
	return nil
}

// timed returns the duration of a run, which is stopped at the budget.
func timed(ctx context.Context, budget time.Duration, run func(ctx context.Context) error) (time.Duration, error) {
	inner, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	start := time.Now()
	err := run(inner)
	d := time.Since(start)
	if d >= budget || inner.Err() != nil && ctx.Err() == nil {
		return budget, nil
	}
	return d, err
}

// stop marks a row whose time is unknown but above the budget.
func (r *TimeRow) stop(budget time.Duration) {
	r.Stopped = true
	r.Seconds, r.Least, r.Most = budget.Seconds(), budget.Seconds(), budget.Seconds()
}
