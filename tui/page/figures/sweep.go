package figures

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"sync"

	"lambdascope/sim/analysis"
	"lambdascope/tui/control"
	"lambdascope/tui/job"
	"lambdascope/tui/state"
)

// mostSweep is up to which n the sweep goes, but for the present one: beyond it
// a row takes long.
const mostSweep = 300

// sweepRow is what one analysis of a sweep says. Slices have a number per λ.
type sweepRow struct {
	at          float64 // n or γ
	lambda      []float64
	loto        []float64
	diff, se    []float64 // of the LOTO error from that of λ̂, and its standard error with refits
	quantile    float64   // t, how many of these rule a λ out
	notRuledOut []bool
	selected    int
	rivals      int       // how many λ's besides λ̂ are not ruled out
	root        []float64 // root MSVE; nil without truth
	best        int       // the λ with the lowest of them
}

func newSweepRow(at float64, a *analysis.Result) sweepRow {
	sel := a.Selection
	count, _, _ := sel.NotRuledOut()
	r := sweepRow{at: at, quantile: sel.Quantile, selected: sel.Selected, rivals: count - 1, best: a.Best}
	for k := range sel.Candidates {
		c := &sel.Candidates[k]
		r.lambda = append(r.lambda, c.Lambda)
		r.loto = append(r.loto, c.Score)
		r.diff = append(r.diff, c.Diff)
		r.se = append(r.se, c.RefitSE)
		r.notRuledOut = append(r.notRuledOut, c.NotRuledOut)
		if a.Truth != nil {
			r.root = append(r.root, a.RootMSVE(k))
		}
	}
	return r
}

// apart returns how far the LOTO error of the k-th λ is above that of λ̂, in units of
// t standard errors: at most 1 for a λ that is not ruled out, infinite where all
// trajectories agree.
func (r *sweepRow) apart(k int) float64 {
	switch {
	case r.diff[k] <= 0:
		return 0
	case r.notRuledOut[k]: // where both are rounding, their ratio says nothing
		return min(1, r.diff[k]/(r.quantile*r.se[k]))
	case r.se[k] == 0:
		return math.Inf(1)
	}
	return r.diff[k] / (r.quantile * r.se[k])
}

// sweepPlan says what a sweep goes over. It is comparable.
type sweepPlan struct {
	over     state.Sweep
	settings analysis.Settings // with the swept one 0
	most     int               // trajectories that there are
	now      float64           // the present value, which has a row too
}

// sweepPlan returns what the state asks for.
func (v *view) sweepPlan() sweepPlan {
	p := sweepPlan{over: v.State.Sweep, settings: v.Settings, most: v.Most}
	if p.over == state.SweepGamma {
		p.now, p.settings.Gamma = p.settings.Gamma, 0
	} else {
		p.now, p.settings.Trajectories = float64(p.settings.Trajectories), 0
	}
	return p
}

// values returns what the rows are of, increasing.
func (p sweepPlan) values() []float64 {
	values := []float64{0, .5, .8, .9, .95, .98, .99, .995, 1}
	if p.over == state.SweepTrajectories {
		values = nil
		for _, n := range control.TrajectoryCounts() {
			if n <= float64(min(mostSweep, p.most)) {
				values = append(values, n)
			}
		}
		if p.most < mostSweep {
			values = append(values, float64(p.most))
		}
	}
	values = append(values, p.now)
	slices.Sort(values)
	return slices.Compact(values)
}

// at returns the settings of a row.
func (p sweepPlan) at(value float64) analysis.Settings { return p.apply(p.settings, value) }

// apply gives settings a value of what is swept.
func (p sweepPlan) apply(s analysis.Settings, value float64) analysis.Settings {
	if p.over == state.SweepGamma {
		s.Gamma = value
	} else {
		s.Trajectories = int(value)
	}
	return s
}

// text writes a value of what is swept.
func (p sweepPlan) text(value float64) string {
	return strconv.FormatFloat(value, 'f', -1, 64)
}

// symbol is what a value is of.
func (p sweepPlan) symbol() string {
	if p.over == state.SweepGamma {
		return "γ"
	}
	return "n"
}

// sweepRun collects the rows of a sweep.
type sweepRun struct {
	engine *analysis.Engine
	plan   sweepPlan

	mu    sync.Mutex
	state sweepState
}

// sweepState is what is known of a sweep at some time. It does not change.
type sweepState struct {
	plan   sweepPlan
	values []float64   // of all rows
	rows   []*sweepRow // nil where there is none yet
	have   int
	err    error // why there are no more
}

// newSweepRun returns a run that has of another the rows that both have.
func newSweepRun(engine *analysis.Engine, plan sweepPlan, old *sweepRun) *sweepRun {
	r := &sweepRun{engine: engine, plan: plan}
	r.state = sweepState{plan: plan, values: plan.values()}
	r.state.rows = make([]*sweepRow, len(r.state.values))
	if old == nil || !plan.like(old.plan) {
		return r
	}
	before := old.now()
	for i, v := range r.state.values {
		if j, ok := slices.BinarySearch(before.values, v); ok && before.rows[j] != nil {
			r.state.rows[i] = before.rows[j]
			r.state.have++
		}
	}
	return r
}

// like tells whether rows of two sweeps are the same.
func (p sweepPlan) like(other sweepPlan) bool {
	return p.over == other.over && p.settings == other.settings
}

// now returns what is known.
func (r *sweepRun) now() *sweepState {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.state
	return &s
}

// fill is the job of the rows that are missing.
func (r *sweepRun) fill(ctx context.Context, news func()) error {
	have := r.now()
	for i, v := range have.values {
		if have.rows[i] != nil {
			continue
		}
		a, err := r.engine.Analyze(ctx, r.plan.at(v))
		if err != nil {
			return err
		}
		row := newSweepRow(v, a)
		r.mu.Lock()
		r.state.rows = slices.Clone(r.state.rows) // others read the old ones
		if r.state.rows[i] == nil {
			r.state.rows[i] = &row
			r.state.have++
		}
		r.mu.Unlock()
		news()
	}
	return nil
}

// sweepWork runs the sweep on show.
type sweepWork struct {
	run *sweepRun // nil before the first
	now *sweepState
	job job.Job
}

// adopt takes up another sweep; what runs for the old one is stopped.
func (w *sweepWork) adopt(engine *analysis.Engine, plan sweepPlan) {
	if w.run != nil && w.run.plan == plan {
		return
	}
	w.job.Stop()
	w.run = newSweepRun(engine, plan, w.run)
	w.now = w.run.now()
}

// proceed starts what is missing, where it is wanted.
func (w *sweepWork) proceed(wanted bool) (work func(context.Context, func()) error) {
	switch {
	case !wanted:
		w.job.Stop()
	case w.now.err == nil && w.now.have < len(w.now.values) && !w.job.Running():
		return w.run.fill
	}
	return nil
}

// receive takes what the job has to say.
func (w *sweepWork) receive(msg job.Msg) {
	if msg.Ended && msg.Err != nil && !errors.Is(msg.Err, context.Canceled) {
		w.run.mu.Lock()
		w.run.state.err = msg.Err
		w.run.mu.Unlock()
	}
	w.now = w.run.now()
}

// progress says in a few words how far the work is; empty where there is none.
func (w *sweepWork) progress(paused bool) string {
	if w.run == nil || w.now.err != nil || w.now.have == len(w.now.values) {
		return ""
	}
	text := fmt.Sprintf("%d of %d rows", w.now.have, len(w.now.values))
	switch {
	case w.job.Running():
		return text
	case paused:
		return "paused · " + text
	}
	return ""
}
