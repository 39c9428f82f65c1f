package cli

import (
	"context"
	"fmt"
	"sync"
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
	progress := &consistencyProgress{done: done, total: of, since: time.Now()}
	phase := w.env.beginPhase("data sets of figure d", progress)
	for _, d := range w.store.Domains {
		progress.begin(d)
		if err := w.someConsistency(ctx, d, phase, progress); err != nil {
			return err
		}
		w.env.note("%s: all data sets of figure d are done", d.Name)
	}
	return nil
}

// someConsistency runs those of a domain.
func (w *studyWork) someConsistency(ctx context.Context, d *results.Domain, phase *phase, progress *consistencyProgress) error {
	type point struct{ trial, size int }
	have := make(map[point]bool)
	for _, o := range d.Consistency.Outcomes.Rows() {
		have[point{o.Trial, o.Trajectories}] = true
	}
	defer phase.progress()()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	done := func(trial, size int) bool { return have[point{trial, size}] || !w.store.Design.HasTrial(trial) }
	err := study.RunConsistency(ctx, w.env.Engine, d.Consistency.Plan, done, func(o *study.ConsistencyOutcome) {
		if ctx.Err() != nil {
			return
		}
		if err := d.Consistency.Outcomes.Add(o); err != nil {
			fail(err)
			return
		}
		progress.finished(o.Trajectories)
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return err
}

// consistencyProgress counts the data sets of figure d that are finished, of all domains.
// How long the others will take can't be told from these, as larger ones come later.
type consistencyProgress struct {
	mu          sync.Mutex
	done, total int
	name        string // of the domain at work
	size        int    // the largest number of trajectories that is finished; 0 for none
	since       time.Time
}

// begin tells that a domain is begun.
func (p *consistencyProgress) begin(d *results.Domain) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.name, p.size = d.Name, 0
}

// finished tells that a data set of so many trajectories is finished.
func (p *consistencyProgress) finished(n int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done++
	p.size = max(p.size, n)
}

// count counts the data sets of all domains.
func (p *consistencyProgress) count() (done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done, p.total
}

// text says how far they are, in one line.
func (p *consistencyProgress) text() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	text := fmt.Sprintf("%d of %d data sets after %v; %s", p.done, p.total, time.Since(p.since).Truncate(time.Second), p.name)
	if p.size > 0 {
		text += fmt.Sprintf(", n = %d", p.size)
	}
	return text
}
