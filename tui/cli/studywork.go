package cli

import (
	"context"
	"slices"
	"time"

	"lambdascope/sim/study"
)

// domainResult is what a study finds of one domain.
type domainResult struct {
	name    string
	plan    study.Plan
	summary *study.Summary  // nil without trials
	trials  []*study.Trial  // in order
	times   []study.TimeRow // nil without figure c
	claims  []study.Claim
}

// studyWork runs what is not finished of a study.
type studyWork struct {
	env   Env
	store *studyStore
}

// run runs what is not finished, keeps each trial and each time in the store, and
// returns what all of them say.
func (w *studyWork) run(ctx context.Context) ([]domainResult, error) {
	if w.store.design.simulates() {
		if err := w.trials(ctx); err != nil {
			return nil, err
		}
	}
	var results []domainResult
	for _, d := range w.store.domains {
		r, err := w.result(d)
		if err != nil {
			return nil, err
		}
		results = append(results, r)
	}
	if w.store.design.has(figureTimes) {
		if err := w.times(ctx, results); err != nil {
			return nil, err
		}
	}
	for i := range results {
		r := &results[i]
		summary := r.summary
		if summary == nil {
			summary = &study.Summary{Plan: r.plan}
		}
		r.claims = study.Claims(summary, r.times)
	}
	return results, nil
}

// trials runs the trials of all domains. The first of each comes before all
// others, so that the time left can be told.
func (w *studyWork) trials(ctx context.Context) error {
	progress := &studyProgress{}
	for _, d := range w.store.domains {
		progress.parts = append(progress.parts, progressPart{name: d.name, done: len(d.trials.rows), total: d.plan.Trials})
	}
	phase := w.env.beginPhase("trials", progress)
	if len(w.store.domains) > 1 {
		for i, d := range w.store.domains {
			if err := w.someTrials(ctx, d, 1, phase, progress, i); err != nil {
				return err
			}
		}
	}
	for i, d := range w.store.domains {
		if err := w.someTrials(ctx, d, d.plan.Trials, phase, progress, i); err != nil {
			return err
		}
		w.env.note("%s: %d of %[2]d trials are done", d.name, d.plan.Trials)
	}
	return nil
}

// someTrials runs those of the first n trials of a domain that are not finished.
func (w *studyWork) someTrials(ctx context.Context, d *domainStore, n int, phase *phase, progress *studyProgress, part int) error {
	done := make(map[int]bool)
	for _, t := range d.trials.rows {
		done[t.Index] = true
	}
	progress.begin(part)
	defer phase.progress()()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	err := w.env.Engine.Trials(ctx, d.plan, func(j int) bool { return j >= n || done[j] }, func(t *study.Trial) {
		if ctx.Err() != nil {
			return
		}
		if err := d.trials.add(t); err != nil {
			fail(err)
			return
		}
		progress.finished()
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// result returns what is found of a domain by its trials, which are finished.
func (w *studyWork) result(d *domainStore) (domainResult, error) {
	r := domainResult{name: d.name, plan: d.plan}
	var err error
	if w.store.design.simulates() {
		r.trials = d.finished()
		if r.summary, err = w.env.Engine.Summarize(d.plan, r.trials); err != nil {
			return r, err
		}
	}
	return r, nil
}

// times measures the training times of all domains that are not known yet. Those
// that were stopped by another budget are measured again.
func (w *studyWork) times(ctx context.Context, results []domainResult) error {
	budget, err := parseBudget(w.store.design.Budget)
	if err != nil {
		return err
	}
	progress := &timesProgress{since: time.Now()}
	for _, d := range w.store.domains {
		have := slices.DeleteFunc(slices.Clone(d.times.rows), func(r study.TimeRow) bool {
			return r.Stopped && r.Seconds != budget.Seconds()
		})
		if len(have) < len(d.times.rows) {
			if err := d.times.rewrite(have); err != nil {
				return err
			}
		}
		progress.done += len(have)
		progress.total += len(study.TimedMethods()) * len(d.plan.Sizes)
	}
	phase := w.env.beginPhase("training times", progress)
	for i, d := range w.store.domains {
		progress.begin(d.name)
		if results[i].times, err = w.someTimes(ctx, d, budget, phase, progress); err != nil {
			return err
		}
		w.env.note("%s: training times are measured", d.name)
	}
	return nil
}

// someTimes measures those of a domain.
func (w *studyWork) someTimes(ctx context.Context, d *domainStore, budget time.Duration, phase *phase, progress *timesProgress) ([]study.TimeRow, error) {
	defer phase.progress()()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	rows, err := w.env.Engine.Times(ctx, study.TimingPlan{Plan: d.plan, Budget: budget}, d.times.rows, func(r study.TimeRow) {
		if ctx.Err() != nil {
			return
		}
		if err := d.times.add(r); err != nil {
			fail(err)
			return
		}
		progress.finished()
	})
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return rows, err
}
