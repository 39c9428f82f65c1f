package figures

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"sync"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/background"
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

	result *analysis.Result // of sweeps that compare their rows; else nil
}

func newSweepRow(at float64, a *analysis.Result) sweepRow {
	sel := a.Selection
	count, _, _ := sel.NotRuledOut()
	r := sweepRow{at: at, quantile: sel.Quantile, selected: sel.Selected, rivals: count - 1, best: a.Best}
	for k := range sel.Candidates {
		c := &sel.Candidates[k]
		r.lambda = append(r.lambda, c.Lambda)
		r.loto = append(r.loto, c.LOTO)
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
	const rounding = 1e-12 // of the LOTO error; where both are rounding, their ratio says nothing
	switch {
	case r.diff[k] <= rounding*r.loto[r.selected]:
		return 0
	case r.notRuledOut[k]:
		return min(1, r.diff[k]/(r.quantile*r.se[k]))
	case r.se[k] == 0:
		return math.Inf(1)
	}
	return r.diff[k] / (r.quantile * r.se[k])
}

// sweepPlan says what a sweep goes over. It is comparable.
type sweepPlan struct {
	over     state.Chart
	settings settings.Settings // with the swept one 0
	most     int               // trajectories that there are, of a sweep over them
	maps     string            // comma-separated, of a sweep over them
	now      float64           // the present value, which has a row too
}

// compares reports whether the rows are of the same trajectories and returns, so that
// their LOTO errors compare.
func (p sweepPlan) compares() bool {
	return p.over == state.FigureFeatures || p.over == state.FigureRidge
}

// names returns the feature maps of the rows.
func (p sweepPlan) names() []string { return strings.Split(p.maps, ",") }

// over returns the sweep on show, or the first while another figure is.
func (v *view) over() state.Chart { return max(v.figure(), state.FigureTrajectories) }

// name is the flag of the setting that is swept.
func (p sweepPlan) name() string { return state.PageFigures.Charts()[p.over] }

// sweepPlan returns what the state asks for.
func (v *view) sweepPlan() sweepPlan {
	p := sweepPlan{over: v.over(), settings: v.Settings}
	switch p.over {
	case state.FigureGamma:
		p.now, p.settings.Gamma = p.settings.Gamma, 0
	case state.FigureFeatures:
		names := mapsOf(v.Settings)
		p.now = float64(slices.Index(names, v.Settings.FeatureMap()))
		p.maps = strings.Join(names, ",")
		p.settings = p.settings.WithFeatures("")
	case state.FigureRidge:
		p.now, p.settings.Ridge = p.settings.Ridge, 0
	default:
		p.most, p.now, p.settings.Trajectories = v.Most, float64(p.settings.Trajectories), 0
	}
	return p
}

// values returns what the rows are of, increasing.
func (p sweepPlan) values() []float64 {
	var values []float64
	switch p.over {
	case state.FigureGamma:
		values = []float64{0, .5, .8, .9, .95, .98, .99, .995, 1}
	case state.FigureFeatures:
		for i := range p.names() {
			values = append(values, float64(i))
		}
		return values
	case state.FigureRidge:
		values = settings.UsualRidges()
	default:
		for _, n := range settings.TrajectoryCounts() {
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
func (p sweepPlan) at(value float64) settings.Settings { return p.apply(p.settings, value) }

// apply gives settings a value of what is swept.
func (p sweepPlan) apply(s settings.Settings, value float64) settings.Settings {
	switch p.over {
	case state.FigureGamma:
		s.Gamma = value
	case state.FigureFeatures:
		return s.WithFeatures(p.names()[int(value)])
	case state.FigureRidge:
		s.Ridge = value
	default:
		s.Trajectories = int(value)
	}
	return s
}

// text writes a value of what is swept.
func (p sweepPlan) text(value float64) string {
	if p.over == state.FigureFeatures {
		return p.names()[int(value)]
	}
	return textfmt.Fixed(value, -1)
}

// symbol is what a value is of.
func (p sweepPlan) symbol() string {
	return [...]string{"n", "γ", "features", "ridge"}[p.over-state.FigureTrajectories]
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

	refused []error // why a row of a sweep that compares has no result; usually nil
}

// complete reports whether all is there that the plan asks for.
func (s *sweepState) complete() bool { return s.have == len(s.values) }

// results returns those of the rows that there are, of a sweep that compares them.
func (s *sweepState) results() []*analysis.Result {
	var out []*analysis.Result
	for _, r := range s.rows {
		if r != nil && r.result != nil {
			out = append(out, r.result)
		}
	}
	return out
}

// compared compares the rows that there are; nil where there is none, or they don't
// compare.
func (s *sweepState) compared() *analysis.Comparison {
	all := s.results()
	if len(all) == 0 {
		return nil
	}
	over := analysis.OverMaps
	if s.plan.over == state.FigureRidge {
		over = analysis.OverRidges
	}
	c, err := analysis.Compare(over, all)
	if err != nil {
		return nil
	}
	return c
}

// lowest returns the row of the lowest LOTO error of all, of a sweep that compares them;
// nil where there is none.
func (s *sweepState) lowest() *sweepRow {
	c := s.compared()
	if c == nil {
		return nil
	}
	for _, r := range s.rows {
		if r != nil && r.result == c.At() {
			return r
		}
	}
	return nil
}

// newSweepRun returns a run that has of another the rows that both have.
func newSweepRun(engine *analysis.Engine, plan sweepPlan, old *sweepRun) *sweepRun {
	r := &sweepRun{engine: engine, plan: plan}
	values := plan.values()
	if plan.settings.Groups > 0 { // few trajectories may be all of one
		values = slices.DeleteFunc(values, func(v float64) bool {
			_, err := engine.Check(plan.at(v))
			return err != nil && v != plan.now
		})
	}
	r.state = sweepState{plan: plan, values: values}
	r.state.rows, r.state.refused = make([]*sweepRow, len(r.state.values)), make([]error, len(r.state.values))
	if old == nil || !plan.like(old.plan) {
		return r
	}
	before := old.Now()
	for i, v := range r.state.values {
		if j, ok := slices.BinarySearch(before.values, v); ok && before.rows[j] != nil {
			r.state.rows[i] = before.rows[j]
			r.state.have++
		}
	}
	return r
}

// like reports whether rows of two sweeps are the same.
func (p sweepPlan) like(other sweepPlan) bool {
	return p.over == other.over && p.settings == other.settings && p.maps == other.maps
}

// Now returns what is known.
func (r *sweepRun) Now() *sweepState {
	r.mu.Lock()
	defer r.mu.Unlock()
	s := r.state
	return &s
}

// fill is the job of the rows that are missing.
func (r *sweepRun) fill(ctx context.Context, put func(*sweepState)) error {
	have := r.Now()
	for i, v := range have.values {
		if have.rows[i] != nil || have.refused[i] != nil {
			continue
		}
		a, err := r.engine.Analyze(ctx, r.plan.at(v))
		switch {
		case err != nil && (ctx.Err() != nil || !r.plan.compares()):
			return err
		case err != nil:
			r.refuse(i, err)
		default:
			row := newSweepRow(v, a)
			if r.plan.compares() {
				row.result = a
			}
			r.put(i, &row)
		}
		put(r.Now())
	}
	return nil
}

// put notes a row, if it is missing.
func (r *sweepRun) put(i int, row *sweepRow) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.rows = slices.Clone(r.state.rows) // others read the old ones
	if r.state.rows[i] == nil {
		r.state.rows[i] = row
		r.state.have++
	}
}

// refuse notes why there is no row: in a session a map may take too long.
func (r *sweepRun) refuse(i int, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.state.refused = slices.Clone(r.state.refused)
	r.state.refused[i] = err
	r.state.have++
}

// sweepWork runs the sweep on show.
type sweepWork struct {
	background.Job[sweepPlan, *sweepState]
	run *sweepRun // what the work adds to
}

// adopt takes up another sweep; what runs for the old one is stopped.
func (w *sweepWork) adopt(engine *analysis.Engine, plan sweepPlan) {
	if w.Key != plan {
		w.run = newSweepRun(engine, plan, w.run)
		w.Take(plan, w.run.Now())
	}
}

// progress says in a few words how far the work is; empty where there is none.
func (w *sweepWork) progress(paused bool) string {
	if !w.Begun() || w.Err != nil || w.Now.complete() {
		return ""
	}
	return atWork(fmt.Sprintf("%d of %d rows", w.Now.have, len(w.Now.values)), w.Running(), paused)
}

// atWork says how far work is that runs or is paused; nothing of other work.
func atWork(text string, running, paused bool) string {
	switch {
	case running:
		return text
	case paused:
		return "paused · " + text
	}
	return ""
}
