// Package figures is the page with the paper's figures for the current settings, and with sweeps of
// the LOTO error over a setting.
package figures

import (
	"context"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/tui/background"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Page is the page Figures. Trials continue while another page is visible, until the settings change.
// Times are measured without trials, because trials would slow the measured runs down.
type Page struct {
	env    page.Env
	trials background.Job[trialsKey, study.Collected]
	times  background.Job[settings.Settings, []study.TimeRow]
	sweep  background.Job[sweepPlan, *sweep]
	reach  page.Axes // of figures a and b while trials come in
}

// trialsKey is the part of the plan of trials that can change.
type trialsKey struct {
	settings settings.Settings
	trials   int
}

// New returns the page.
func New(env page.Env) *Page { return &Page{env: env} }

// view is the page over a snapshot.
type view struct {
	page.Drawing
	*Page
}

func (p *Page) view(s *page.Snapshot) *view {
	return &view{Drawing: page.Drawing{Snapshot: s}, Page: p}
}

const (
	figureNaiveTo = 20              // NaiveCV+LSTD is slow beyond
	figureBudget  = 5 * time.Second // of a single run of figure c
)

func figureSizes() []int { return []int{2, 5, 10, 20, 50, 100, 200} }

// plan returns the trials of figures a and b, with the current settings except n.
func (v *view) plan() study.Plan {
	sizes := figureSizes()
	s := v.Settings
	s.Trajectories = sizes[len(sizes)-1]
	return study.Plan{Settings: s, Sizes: sizes, Trials: v.Trials, RLSTD: true, NaiveTo: figureNaiveTo}
}

// outdated reports whether the trials have other settings.
func (v *view) outdated() bool {
	return v.trials.Begun() && v.trials.Key.settings != v.plan().Settings
}

// allTrials reports whether all trials are summarized.
func (v *view) allTrials() bool {
	s := v.trials.Now.Summary
	return s != nil && s.Trials == v.trials.Key.trials
}

func mostTimes() int { return len(study.TimedMethods()) * len(figureSizes()) }

func (v *view) allTimes() bool { return len(v.times.Now) == mostTimes() }

// Follow starts the work of the current figure, and stops other work.
func (p *Page) Follow(s *page.Snapshot) tea.Cmd {
	v := p.view(s)
	plan := v.plan()
	if !s.OnShow {
		if v.outdated() {
			p.trials.Stop()
			p.times.Stop()
		}
		if p.sweep.Key != v.sweepPlan() {
			p.sweep.Stop()
		}
		return nil
	}
	sampled := !s.Settings.Recorded()
	if key := (trialsKey{plan.Settings, plan.Trials}); sampled && p.trials.Key != key {
		p.trials.Take(key, study.Collected{Left: -1})
		if p.times.Key != plan.Settings {
			p.times.Take(plan.Settings, nil)
		}
	}
	if v.sweeping() && p.sweep.Key != v.sweepPlan() {
		p.sweep.Take(v.sweepPlan(), newSweep(p.env.Engine, v.sweepPlan(), p.sweep.Now))
	}
	if !s.Current() { // the analysis comes first, and Follow is called again
		return nil
	}
	times := v.shows(state.FigureTimes) && !v.allTimes()
	trials := !times && !s.Hidden && (!v.sweeping() || p.trials.Running())
	return tea.Batch(
		p.times.Proceed(p.env.Context, sampled && times, v.allTimes(), v.measure(plan)),
		p.trials.Proceed(p.env.Context, sampled && trials, v.allTrials(), func(ctx context.Context, put func(study.Collected)) error {
			return study.Collect(ctx, p.env.Engine, plan, put)
		}),
		p.sweep.Proceed(p.env.Context, v.sweeping(), p.sweep.Now.complete(), func(ctx context.Context, put func(*sweep)) error {
			return p.sweep.Now.fill(ctx, p.env.Engine, put)
		}),
	)
}

// measure returns the work for the missing times.
func (v *view) measure(plan study.Plan) background.Work[[]study.TimeRow] {
	rows := v.times.Now
	return func(ctx context.Context, put func([]study.TimeRow)) error {
		_, err := study.Times(ctx, v.env.Engine, plan, figureBudget, rows, func(row study.TimeRow) {
			rows = append(slices.Clip(rows), row)
			put(rows)
		})
		return err
	}
}

// Receive takes the results of trials, times and the sweep.
func (p *Page) Receive(s *page.Snapshot, msg tea.Msg) (a page.Action) {
	next, from := background.Deliver(msg, &p.trials, &p.times, &p.sweep)
	if from == nil {
		return a
	}
	p.widen(s)
	if next == nil && s.OnShow { // the next work may start
		next = p.Follow(s)
	}
	a.Cmd = next
	return a
}

// widen lets the scales of figures a and b reach the latest numbers, and fits them once all trials
// have come in. In between they never shrink, so that the curves alone move.
func (p *Page) widen(s *page.Snapshot) {
	if !p.trials.Running() {
		p.reach = nil
		return
	}
	for _, q := range p.view(s).pictures()[:state.FigureTimes] {
		if q.ready {
			_, now := q.Spec(page.InFile).Extents()
			p.reach = p.reach.With(q.Name, p.reach.Keep(q.Name, now).Union(now))
		}
	}
}

// Show returns the current figure.
func (p *Page) Show(s *page.Snapshot) page.Show {
	v := p.view(s)
	return page.Show{
		Drawing: &v.Drawing, Views: v.views(), Body: v.body, Readout: v.readout, Sentence: v.sentence,
		Status: v.status(), Done: page.Done{Work: v.onShow().complete}, Name: "figures", Says: v.says,
	}
}
