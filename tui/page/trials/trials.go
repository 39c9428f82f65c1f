// Package trials is the page that repeats the experiment at hand with fresh data.
package trials

import (
	"context"
	"errors"

	tea "charm.land/bubbletea/v2"

	"lambdascope/estimator"
	"lambdascope/sim/study"
	"lambdascope/tui/control"
	"lambdascope/tui/job"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Page is the page Trials. Trials go on while another page is on show, until the
// settings change.
type Page struct {
	env     page.Env
	job     job.Job
	plan    study.Plan       // of the state, when the page was last on show
	run     *study.Collector // of the plan; nil before the first
	now     study.Collected
	err     error                              // why there are no more trials
	last    *study.Summary                     // what the charts show while run has nothing to show yet
	paused  bool                               // until space, or other settings
	stopped bool                               // until space: no trials start by themselves
	values  job.Latest[valuesKey, foundValues] // of single states
	rivals  page.Memo[*study.Summary, rivals]

	number, choices page.Memo[string, control.Control] // whose making takes longer than drawing
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

// planOf returns the trials that the state asks for. They have selectors once these are
// on show, and keep them while the settings stay.
func (p *Page) planOf(s *page.Snapshot) study.Plan {
	out := study.Plan{Settings: trialSettings(s), Sizes: []int{s.Settings.Trajectories}, Trials: s.Trials}
	if s.TrialsChart == state.TrialsSelectors || p.holds(s) && p.err == nil && p.plan.Selectors != nil {
		for _, of := range estimator.Selectors() {
			out.Selectors = append(out.Selectors, of.Name())
		}
	}
	return out
}

// holds tells whether the run is of the state, but perhaps for the number of trials.
func (p *Page) holds(s *page.Snapshot) bool {
	return p.run != nil && p.plan.Settings == trialSettings(s)
}

// complete tells whether all trials of the run are in and summarised.
func (p *Page) complete() bool {
	return p.now.Summary != nil && p.now.Summary.Trials == p.plan.Trials
}

// Follow runs the trials that are missing while the page is on show, and stops those
// of other settings in any case. It finds what the charts show of those that are in.
func (p *Page) Follow(s *page.Snapshot) tea.Cmd {
	return tea.Batch(p.followTrials(s), p.followValues(s))
}

func (p *Page) followTrials(s *page.Snapshot) tea.Cmd {
	if !s.OnShow {
		if !p.holds(s) {
			p.job.Stop()
		}
		return nil
	}
	if s.Settings.Recorded() {
		p.job.Stop()
		p.run = nil
		return nil
	}
	switch plan := p.planOf(s); {
	case !p.holds(s):
		p.paused = false
		p.adopt(plan)
	case p.plan.Trials != plan.Trials, len(p.plan.Selectors) != len(plan.Selectors):
		p.adopt(plan)
	}
	waits := (p.paused || p.stopped) && p.now.Done < p.plan.Trials // else there is only a summary to make
	if p.job.Running() || waits || p.err != nil || p.complete() {
		return nil
	}
	if !s.Current() { // the analysis comes first, and Follow is called again
		return nil
	}
	p.adopt(p.plan) // what was stopped may still add to the old run
	run := p.run
	return p.job.Start(p.env.Context, func(ctx context.Context, news func()) error { return run.Run(ctx, nil, news) })
}

// adopt takes up a plan; what runs for another is stopped.
func (p *Page) adopt(plan study.Plan) {
	p.job.Stop()
	p.plan, p.run = plan, study.NewCollector(p.env.Engine, plan, p.run)
	p.now, p.err = p.run.Now(), nil
}

// Receive takes the news of the trials.
func (p *Page) Receive(s *page.Snapshot, msg tea.Msg) (a page.Action, next tea.Cmd) {
	m, ok := msg.(job.Msg)
	if !ok {
		return a, nil
	}
	if next, mine := p.values.Receive(m); mine {
		if m.Ended {
			next = p.followValues(s)
		}
		return a, next
	}
	next, mine := p.job.Receive(m)
	if !mine {
		return a, nil
	}
	p.now, p.err = p.run.Now(), nil
	if m.Ended && !errors.Is(m.Err, context.Canceled) {
		p.err = m.Err
	}
	if p.now.Summary != nil {
		p.last = p.now.Summary
	}
	return a, tea.Batch(next, p.followValues(s))
}

// Bindings are the keys that stop the trials and go on with them, and that for another
// chart.
func (p *Page) Bindings() []page.Binding {
	return []page.Binding{
		{Keys: "space", Does: "pause the trials, or go on", Do: p.pause, Hint: p.hintPause},
		{Keys: "c", Does: "cancel: no trials start until space", Do: page.Acts(p.cancel), Hint: p.hintCancel},
		{
			Keys: "o",
			Do:   page.Acts(func(s *page.Snapshot) page.Action { return page.Go(p.view(s).turned(1)) }),
			Hint: func(s *page.Snapshot) page.Hint { return page.HintSwap(s, true) },
		},
	}
}

// pause stops the trials, or goes on with them.
func (p *Page) pause(s *page.Snapshot) (page.Action, tea.Cmd) {
	p.paused, p.stopped = p.job.Running(), false
	p.job.Stop()
	return page.Action{}, p.Follow(s)
}

// cancel stops the trials, and has none start by themselves.
func (p *Page) cancel(*page.Snapshot) page.Action {
	p.paused, p.stopped = false, true
	p.job.Stop()
	return page.Action{}
}

func (p *Page) hintPause(s *page.Snapshot) page.Hint {
	switch {
	case !p.holds(s) || p.err != nil:
	case p.job.Running():
		return page.Hint{Does: "pause", Rank: page.RankOwn}
	case !p.complete():
		return page.Hint{Does: "go on", Rank: page.RankOwn}
	}
	return page.Hint{}
}

func (p *Page) hintCancel(s *page.Snapshot) page.Hint {
	if !p.holds(s) || p.err != nil || !p.job.Running() {
		return page.Hint{}
	}
	return page.Hint{Does: "cancel", Rank: page.RankOwn}
}

// Controls has the number of trials.
func (p *Page) Controls(s *page.Snapshot) []control.Control {
	if s.Settings.Recorded() {
		return nil
	}
	const group = "TRIALS"
	trials := p.number.Of(group, func() control.Control { return control.Trials(group) })
	return []control.Control{trials, p.view(s).chartControl(group)}
}

// Show is the trials that are in.
func (p *Page) Show(s *page.Snapshot) page.Show {
	v := p.view(s)
	return page.Show{
		Drawing: &v.Drawing, Views: charts{v, v.shown()}.views(), Body: v.body, Readout: v.readout, Findings: v.findings,
		Status: v.status(),
		Done:   page.Done{Work: p.holds(s) && p.plan.Trials == s.Trials && p.complete()},
		Export: v.export,
	}
}

// Reading says how to read the page.
func (p *Page) Reading(*page.Snapshot) []string { return reading() }
