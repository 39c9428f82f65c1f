package cli

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"lambdascope/sim/study"
	"lambdascope/tui/figure"
	"lambdascope/tui/report"
	"lambdascope/tui/results"
)

// runStudy runs a study, domain by domain.
func runStudy(ctx context.Context, env Env, design *results.Design) (found []results.Result, err error) {
	for _, d := range design.Domains {
		w := studyWork{env, design, &results.Result{Domain: d}}
		for _, part := range []func(context.Context) error{w.trials, w.consistency, w.times} {
			if err := part(ctx); err != nil {
				return nil, err
			}
		}
		w.claims()
		found = append(found, *w.result)
	}
	return found, nil
}

// studyWork runs the parts of a study for a domain.
type studyWork struct {
	env    Env
	design *results.Design
	result *results.Result
}

func (w *studyWork) trials(ctx context.Context) (err error) {
	r := w.result
	if !w.design.Simulates() {
		return nil
	}
	if r.Trials, err = w.collect(ctx, "trials", r.Plan); err == nil {
		r.Summary, err = study.Summarize(w.env.Engine, r.Plan, r.Trials)
	}
	return err
}

func (w *studyWork) consistency(ctx context.Context) error {
	r := w.result
	if !w.design.Has(figure.NameConsistency) {
		return nil
	}
	trials, err := w.collect(ctx, "trials of figure d", r.ConsistencyPlan)
	if err == nil {
		r.Consistency, err = study.SummarizeConsistency(w.env.Engine, r.ConsistencyPlan, trials)
	}
	return err
}

// collect runs the trials of a plan, and returns them in order.
func (w *studyWork) collect(ctx context.Context, units string, p study.Plan) (trials []*study.Trial, err error) {
	err = w.run(units, p.Trials, true, func(done func()) error {
		return study.Run(ctx, w.env.Engine, p, func(t *study.Trial) {
			trials = append(trials, t)
			done()
		})
	})
	slices.SortFunc(trials, func(a, b *study.Trial) int { return a.Index - b.Index })
	return trials, err
}

func (w *studyWork) times(ctx context.Context) error {
	r := w.result
	if !w.design.Has(figure.NameTimes) {
		return nil
	}
	return w.run("training times", len(study.TimedMethods())*len(r.Plan.Sizes), false, func(done func()) (err error) {
		r.Times, err = study.Times(ctx, w.env.Engine, r.Plan, w.design.Budget, nil, func(study.TimeRow) { done() })
		return err
	})
}

// claims checks the claims about the figures of the study.
func (w *studyWork) claims() {
	r := w.result
	all := report.Claims(cmp.Or(r.Summary, &study.Summary{Plan: r.Plan}), r.Times)
	if r.Consistency != nil {
		all = append(all, report.ConsistencyClaims(r.Consistency)...)
	}
	r.Claims = slices.DeleteFunc(all, func(c report.Claim) bool { return !w.design.Has(c.Figure) })
}

// noteInterval is the time between two lines of progress outside a terminal.
const noteInterval = 30 * time.Second

// run runs a part of the study, which calls done after each of total units. A terminal shows a line of
// progress. Otherwise there is a new line every noteInterval. Even units take equally long, so that
// the time left can be estimated.
func (w *studyWork) run(units string, total int, even bool, part func(done func()) error) error {
	since := time.Now()
	var done atomic.Int64
	text := func() string {
		n := done.Load()
		share := float64(n) / float64(total)
		text := fmt.Sprintf("%s %s: %d of %d %s", bar(share), w.result.Name, n, total, units)
		if even {
			text += timeLeft(since, share)
		}
		return text
	}
	stop := w.env.progress(text)
	if !w.env.Terminal.Err {
		stop = repeat(noteInterval, noteInterval, func() { w.env.note("%s", text()) })
	}
	err := part(func() { done.Add(1) })
	stop()
	if err == nil {
		w.env.note("%s: %d %s are done", w.result.Name, total, units)
	}
	return err
}
