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

// Times measures training times and returns the rows of figure (c), method by method. Every run is
// on a single processor, on the data of the first TimedSets trials of the plan in turn. Times are
// processor times, and at each size the methods take turns, a run each, because other work on the
// machine must not change their ratios.
//
// A method has timedRuns runs at each size, after one to warm up unless that took a tenth of a
// second. A run that exceeds the budget is stopped, and the method is not tried again. Rows in
// have, from an earlier call, are not measured again. Times calls each with every other row, once
// all rows of a size are finished.
//
// Times returns ctx's error soon after ctx ends. Other errors come from CheckPlan, from the
// estimator, from the limits of ctx's Share, which may also lower the budget, or from a budget
// out of range.
func Times(ctx context.Context, e *analysis.Engine, p Plan, budget time.Duration, have []TimeRow, each func(TimeRow)) (rows []TimeRow, err error) {
	if budget <= 0 {
		return nil, settings.RangeError("budget", budget, "more than 0")
	}
	x, err := newExperiment(e, p)
	if err != nil {
		return nil, err
	}
	err = limited(ctx, e, x.plan.Settings, x.plan.Trials, func(ctx context.Context) error {
		if own := e.Limits(ctx).Processor; own > 0 {
			budget = min(budget, own/4)
		}
		rows, err = x.times(ctx, budget, have, each)
		return err
	})
	return rows, err
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
	methods := TimedMethods()
	sizes := x.plan.Sizes
	rows := make([]TimeRow, len(methods)*len(sizes))
	for i, n := range sizes {
		var due []*TimeRow
		for m, method := range methods {
			row := &rows[m*len(sizes)+i]
			*row = TimeRow{Trajectories: n, Method: method}
			known := slices.IndexFunc(have, func(h TimeRow) bool { return h.Method == method && h.Trajectories == n })
			switch {
			case known >= 0:
				*row = have[known]
			case i > 0 && rows[m*len(sizes)+i-1].Stopped:
				row.stop(budget)
				each(*row)
			default:
				due = append(due, row)
			}
		}
		err := measure(ctx, budget, len(sets), due, func(method string, set int) (d time.Duration, err error) {
			x.engine.Do(ctx, 1, func(int) {
				d, err = timed(ctx, budget, engine.ProcessorTime, func(ctx context.Context) error { return x.train(ctx, method, sets[set][:n]) })
			})
			return d, err
		})
		if err != nil {
			return nil, err
		}
		for _, row := range due {
			each(*row)
		}
	}
	return rows, nil
}

// inTurn is an estimator.Do on the caller's processor alone.
func inTurn(ctx context.Context, n int, f func(i int)) {
	for i := 0; i < n && ctx.Err() == nil; i++ {
		f(i)
	}
}

// train runs a method on data, on one processor.
func (x *experiment) train(ctx context.Context, method string, data []*estimator.Trajectory) (err error) {
	choose := func(m settings.FoldMethod) {
		opt := x.options(m)
		opt.Do = inTurn
		_, err = estimator.Select(ctx, data, opt)
	}
	fit := x.fitOptions(x.plan.Settings.Ridge)
	fit.Do = inTurn
	switch method {
	case NameALLSTD:
		choose(settings.Cached)
	case NameRSM:
		choose(settings.RSM)
	case NameNaive:
		choose(settings.Naive)
	case NameLSTD:
		_, err = estimator.LSTD(ctx, data, fit)
	case NameRLSTD:
		fit.Ridge = RLSTDRidge
		_, err = rivals.RLSTD(ctx, data, fit)
	}
	return err
}

const (
	timedRuns = 5
	// longRun is the time from which a first run counts, because caches and the heap then matter
	// little.
	longRun = 100 * time.Millisecond
	// enoughTime is the time of a run: a method that takes less is repeated, because the clock and
	// interrupts would be a large part of it.
	enoughTime = 5 * time.Millisecond
)

// measure fills in rows of a size. Their methods take turns; run returns the time of a method on a
// data set. If ctx ends, measure returns ctx's error.
func measure(ctx context.Context, budget time.Duration, sets int, rows []*TimeRow, run func(method string, set int) (time.Duration, error)) error {
	taken := make([][]float64, len(rows))
	for round := range 1 + timedRuns {
		for i, r := range rows {
			if r.Stopped || len(taken[i]) == timedRuns {
				continue
			}
			switch d, err := run(r.Method, len(taken[i])%sets); {
			case ctx.Err() != nil:
				return ctx.Err()
			case err != nil:
				return fmt.Errorf("%s, %d trajectories: %w", r.Method, r.Trajectories, err)
			case d >= budget:
				r.Runs = 1
				r.DataSets = 1
				r.stop(budget)
			case round > 0 || d >= longRun:
				taken[i] = append(taken[i], d.Seconds())
			}
		}
	}
	for i, r := range rows {
		if r.Stopped {
			continue
		}
		slices.Sort(taken[i])
		r.Runs = timedRuns
		r.DataSets = min(timedRuns, sets)
		r.Least = taken[i][0]
		r.Seconds = taken[i][timedRuns/2]
		r.Most = taken[i][timedRuns-1]
	}
	return nil
}

// timed returns the time of a run by a clock, the mean of some if short. A run is stopped once the
// budget has passed.
func timed(ctx context.Context, budget time.Duration, clock func(f func()) time.Duration, run func(ctx context.Context) error) (time.Duration, error) {
	inner, cancel := context.WithTimeout(ctx, budget)
	defer cancel()
	var total time.Duration
	for runs := time.Duration(1); ; runs++ {
		var err error
		total += clock(func() { err = run(inner) })
		switch {
		case inner.Err() != nil && ctx.Err() == nil:
			return budget, nil
		case err != nil || total >= enoughTime:
			return total / runs, err
		}
	}
}

// stop marks a row whose time is unknown but above the budget.
func (r *TimeRow) stop(budget time.Duration) {
	r.Stopped = true
	r.Seconds = budget.Seconds()
	r.Least = budget.Seconds()
	r.Most = budget.Seconds()
}
