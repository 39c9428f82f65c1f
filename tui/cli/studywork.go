package cli

import (
	"context"
	"slices"
	"time"

	"lambdascope/sim/study"
	"lambdascope/tui/figure"
	"lambdascope/tui/results"
)

// studyWork runs what is not finished of a study.
type studyWork struct {
	env   Env
	store *results.Folder
}

// run runs what is not finished, keeps each trial and each time in the store, and
// returns what all of them say.
func (w *studyWork) run(ctx context.Context) ([]results.Result, error) {
	if err := w.trials(ctx); err != nil {
		return nil, err
	}
	if err := w.consistency(ctx); err != nil {
		return nil, err
	}
	var found []results.Result
	for _, d := range w.store.Domains {
		r, err := w.result(d)
		if err != nil {
			return nil, err
		}
		found = append(found, r)
	}
	if w.store.Design.Has(figure.NameTimes) {
		if err := w.times(ctx, found); err != nil {
			return nil, err
		}
	}
	for i := range found {
		r := &found[i]
		summary := r.Summary
		if summary == nil {
			summary = &study.Summary{Plan: r.Plan}
		}
		r.Claims = study.Claims(summary, r.Times)
		if r.Consistency != nil {
			r.Claims = append(r.Claims, r.Consistency.Claims()...)
		}
	}
	return found, nil
}

// trials runs the trials of all domains. The first of each comes before all
// others, so that the time left can be told.
func (w *studyWork) trials(ctx context.Context) error {
	if !w.store.Design.Simulates() {
		return nil
	}
	progress := &studyProgress{}
	for _, d := range w.store.Domains {
		progress.parts = append(progress.parts, progressPart{name: d.Name, done: len(d.Trials.Rows()), total: w.store.Design.Share(d.Plan.Trials)})
	}
	phase := w.env.beginPhase("trials", progress)
	if len(w.store.Domains) > 1 {
		for i, d := range w.store.Domains {
			if err := w.someTrials(ctx, d, 1, phase, progress, i); err != nil {
				return err
			}
		}
	}
	for i, d := range w.store.Domains {
		if err := w.someTrials(ctx, d, d.Plan.Trials, phase, progress, i); err != nil {
			return err
		}
		w.env.note("%s: %d of %[2]d trials are done", d.Name, w.store.Design.Share(d.Plan.Trials))
	}
	return nil
}

// someTrials runs those of the first n trials of a domain that are not finished.
func (w *studyWork) someTrials(ctx context.Context, d *results.Domain, n int, phase *phase, progress *studyProgress, part int) error {
	done := make(map[int]bool)
	for _, t := range d.Trials.Rows() {
		done[t.Index] = true
	}
	progress.begin(part)
	defer phase.progress()()
	skip := func(j int) bool { return j >= n || done[j] || !w.store.Design.HasTrial(j) }
	return keeping(ctx, d.Trials.Add, func(ctx context.Context, keep func(*study.Trial) bool) error {
		return study.Run(ctx, w.env.Engine, d.Plan, skip, func(t *study.Trial) {
			if keep(t) {
				progress.finished()
			}
		})
	})
}

// keeping does work whose parts are kept by add as they are finished. It ends with the first
// that can't be kept.
func keeping[R any](ctx context.Context, add func(R) error, work func(ctx context.Context, keep func(R) bool) error) error {
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	err := work(ctx, func(r R) bool {
		if ctx.Err() != nil {
			return false
		}
		if err := add(r); err != nil {
			fail(err)
			return false
		}
		return true
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// result returns what is found of a domain by its trials, which are finished.
func (w *studyWork) result(d *results.Domain) (results.Result, error) {
	r := results.Result{Name: d.Name, Plan: d.Plan}
	var err error
	if w.store.Design.Simulates() {
		r.Trials = d.Finished()
		if !d.Plan.CoverageOnly {
			if r.Summary, err = study.Summarize(w.env.Engine, d.Plan, r.Trials); err != nil {
				return r, err
			}
		}
		if w.store.Design.Has(figure.NameCoverage) {
			if r.Coverage, err = study.Coverage(w.env.Engine, d.Plan, r.Trials); err != nil {
				return r, err
			}
		}
	}
	if c := d.Consistency; c != nil {
		if r.Consistency, err = study.SummarizeConsistency(w.env.Engine, c.Plan, c.Finished()); err != nil {
			return r, err
		}
	}
	return r, nil
}

// times measures the training times of all domains that are not known yet. Those
// that were stopped by another budget are measured again.
func (w *studyWork) times(ctx context.Context, found []results.Result) error {
	budget, err := results.ParseBudget(w.store.Design.Budget)
	if err != nil {
		return err
	}
	progress := &tally{what: "training times", since: time.Now()}
	for _, d := range w.store.Domains {
		have := slices.DeleteFunc(slices.Clone(d.Times.Rows()), func(r study.TimeRow) bool {
			return r.Stopped && r.Seconds != budget.Seconds()
		})
		if len(have) < len(d.Times.Rows()) {
			if err := d.Times.Rewrite(have); err != nil {
				return err
			}
		}
		progress.done += len(have)
		progress.total += len(study.TimedMethods()) * len(d.Plan.Sizes)
	}
	phase := w.env.beginPhase("training times", progress)
	for i, d := range w.store.Domains {
		progress.begin(d.Name)
		if found[i].Times, err = w.someTimes(ctx, d, budget, phase, progress); err != nil {
			return err
		}
		w.env.note("%s: training times are measured", d.Name)
	}
	return nil
}

// someTimes measures those of a domain.
func (w *studyWork) someTimes(ctx context.Context, d *results.Domain, budget time.Duration, phase *phase, progress *tally) (rows []study.TimeRow, err error) {
	defer phase.progress()()
	plan := study.TimingPlan{Plan: d.Plan, Budget: budget}
	err = keeping(ctx, d.Times.Add, func(ctx context.Context, keep func(study.TimeRow) bool) (err error) {
		rows, err = study.Times(ctx, w.env.Engine, plan, d.Times.Rows(), func(r study.TimeRow) {
			if keep(r) {
				progress.finished(0)
			}
		})
		return err
	})
	return rows, err
}
