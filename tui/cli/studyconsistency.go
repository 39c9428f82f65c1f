package cli

import (
	"context"
	"time"

	"lambdascope/sim/study"
	"lambdascope/tui/results"
)

// consistency runs the data sets of figure d that are not finished, of all domains.
func (w *studyWork) consistency(ctx context.Context) error {
	done, of := w.store.DataSets()
	if of == 0 {
		return nil
	}
	progress := &tally{what: "data sets", done: done, total: of, since: time.Now()}
	phase := w.env.beginPhase("data sets of figure d", progress)
	for _, d := range w.store.Domains {
		progress.begin(d.Name)
		if err := w.someConsistency(ctx, d, phase, progress); err != nil {
			return err
		}
		w.env.note("%s: all data sets of figure d are done", d.Name)
	}
	return nil
}

// someConsistency runs those of a domain.
func (w *studyWork) someConsistency(ctx context.Context, d *results.Domain, phase *phase, progress *tally) error {
	type point struct{ trial, size int }
	have := make(map[point]bool)
	for _, o := range d.Consistency.Outcomes.Rows() {
		have[point{o.Trial, o.Trajectories}] = true
	}
	defer phase.progress()()
	done := func(trial, size int) bool { return have[point{trial, size}] || !w.store.Design.HasTrial(trial) }
	return keeping(ctx, d.Consistency.Outcomes.Add, func(ctx context.Context, keep func(*study.ConsistencyOutcome) bool) error {
		return study.RunConsistency(ctx, w.env.Engine, d.Consistency.Plan, done, func(o *study.ConsistencyOutcome) {
			if keep(o) {
				progress.finished(o.Trajectories)
			}
		})
	})
}
