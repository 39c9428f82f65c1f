package cli

import (
	"context"
	"fmt"
	"slices"
	"sync/atomic"
	"time"

	"lambdascope/sim/study"
	"lambdascope/tui/figure"
	"lambdascope/tui/results"
)

// runStudy runs a study, domain by domain.
func runStudy(ctx context.Context, env Env, design *results.Design) ([]results.Result, error) {
	var found []results.Result
	for _, d := range design.Domains {
		r := results.Result{Domain: d}
		w := studyWork{env, design, &r}
		for _, part := range []func(context.Context) error{w.trials, w.consistency, w.times} {
			if err := part(ctx); err != nil {
				return nil, err
			}
		}
		w.claims()
		found = append(found, r)
	}
	return found, nil
}

// studyWork runs the parts of a study for a domain.
type studyWork struct {
	env    Env
	design *results.Design
	result *results.Result
}

func (w *studyWork) trials(ctx context.Context) error {
	r, e := w.result, w.env.Engine
	if !w.design.Simulates() {
		return nil
	}
	p := w.begin("trials", r.Plan.Trials, true)
	err := study.Run(ctx, e, r.Plan, func(t *study.Trial) {
		r.Trials = append(r.Trials, t)
		p.done.Add(1)
	})
	p.end(err)
	if err != nil {
		return err
	}
	slices.SortFunc(r.Trials, func(a, b *study.Trial) int { return a.Index - b.Index })
	r.Summary, err = study.Summarize(e, r.Plan, r.Trials)
	return err
}

func (w *studyWork) consistency(ctx context.Context) error {
	r, e := w.result, w.env.Engine
	if !w.design.Has(figure.NameConsistency) {
		return nil
	}
	var outcomes []*study.ConsistencyOutcome
	p := w.begin("data sets of figure d", len(r.ConsistencyPlan.Sizes)*r.ConsistencyPlan.Trials, false)
	err := study.RunConsistency(ctx, e, r.ConsistencyPlan, func(o *study.ConsistencyOutcome) {
		outcomes = append(outcomes, o)
		p.done.Add(1)
	})
	p.end(err)
	if err == nil {
		r.Consistency, err = study.SummarizeConsistency(e, r.ConsistencyPlan, outcomes)
	}
	return err
}

func (w *studyWork) times(ctx context.Context) (err error) {
	r := w.result
	if !w.design.Has(figure.NameTimes) {
		return nil
	}
	p := w.begin("training times", len(study.TimedMethods())*len(r.Plan.Sizes), false)
	r.Times, err = study.Times(ctx, w.env.Engine, r.Plan, w.design.Budget, nil, func(study.TimeRow) { p.done.Add(1) })
	p.end(err)
	return err
}

// claims checks the claims about the figures of the study.
func (w *studyWork) claims() {
	r := w.result
	summary := r.Summary
	if summary == nil {
		summary = &study.Summary{Plan: r.Plan}
	}
	all := study.Claims(summary, r.Times)
	if r.Consistency != nil {
		all = append(all, r.Consistency.Claims()...)
	}
	r.Claims = slices.DeleteFunc(all, func(c study.Claim) bool { return !w.design.Has(c.Figure) })
}

// studyProgress counts the finished units of a part of a study.
type studyProgress struct {
	env    Env
	domain string
	units  string // "trials"
	total  int
	done   atomic.Int64
	even   bool // units take equally long, so that an estimate of the time left is possible
	since  time.Time
	stop   func()
}

// noteInterval is the time between two lines of progress outside a terminal.
const noteInterval = 30 * time.Second

// begin begins a part of the study with a number of units. A terminal shows a line of progress; otherwise
// there is a new line every noteInterval.
func (w *studyWork) begin(units string, total int, even bool) *studyProgress {
	p := &studyProgress{env: w.env, domain: w.result.Name, units: units, total: total, even: even, since: time.Now()}
	if w.env.Terminal.Err && !w.env.noProgress {
		p.stop = w.env.progress(func() string { return bar(p.share()) + " " + p.text() })
	} else {
		p.stop = repeat(noteInterval, noteInterval, func() { w.env.note("%s", p.text()) })
	}
	return p
}

func (p *studyProgress) text() string {
	text := fmt.Sprintf("%s: %d of %d %s", p.domain, p.done.Load(), p.total, p.units)
	if p.even {
		return text + timeLeft(p.since, p.share())
	}
	return text + fmt.Sprintf(" after %v", time.Since(p.since).Truncate(time.Second))
}

func (p *studyProgress) share() float64 { return float64(p.done.Load()) / float64(max(1, p.total)) }

// end ends the part, and notes the end unless the part failed.
func (p *studyProgress) end(err error) {
	p.stop()
	if err == nil {
		p.env.note("%s: %d %s are done", p.domain, p.total, p.units)
	}
}
