// Package figures is the page that shows the paper's figures for the current settings,
// and a sweep of the LOTO error.
package figures

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/background"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Page is the page Figures. Trials go on while another page is on show, until the
// settings change.
type Page struct {
	env   page.Env
	study work
	sweep sweepWork

	paused bool
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

// Follow does what the figure on show needs, and stops what is of other settings.
func (p *Page) Follow(s *page.Snapshot) tea.Cmd {
	v := p.view(s)
	if !s.OnShow {
		v.stopOutdated()
		return nil
	}
	if s.Hidden { // nothing of it could be shown
		p.study.Stop()
		p.sweep.Stop()
		return nil
	}
	if v.outdated() {
		p.paused = false
	}
	recorded, sweeps := s.Settings.Recorded(), v.sweeping()
	if recorded {
		p.study.Stop()
	} else {
		p.study.adopt(p.env.Engine, figurePlan(s.State))
	}
	if sweeps {
		p.sweep.adopt(p.env.Engine, v.sweepPlan())
	} else {
		p.sweep.Stop()
	}
	if !s.Current() { // the analysis comes first, and Follow is called again
		return nil
	}
	var cmds []tea.Cmd
	if !recorded {
		cmds = append(cmds, p.study.proceed(p.env.Context, v.figure(), p.paused))
	}
	if w := &p.sweep; sweeps {
		cmds = append(cmds, w.Proceed(p.env.Context, !p.paused, w.Now.complete(), w.run.fill))
	}
	return tea.Batch(cmds...)
}

// running reports whether there is work to pause.
func (p *Page) running() bool { return p.study.Running() || p.sweep.Running() }

// outdated reports whether the trials at hand are of other settings.
func (v *view) outdated() bool {
	return v.study.Begun() && v.study.Key.settings != figurePlan(v.State).Settings
}

// stopOutdated stops what is of other settings.
func (v *view) stopOutdated() {
	if v.outdated() {
		v.study.Stop()
	}
	if v.Page.sweep.Key != v.sweepPlan() {
		v.Page.sweep.Stop()
	}
}

// Receive takes the news of trials, times and the sweep.
func (p *Page) Receive(s *page.Snapshot, msg tea.Msg) (a page.Action) {
	m, ok := msg.(background.Msg)
	if !ok {
		return a
	}
	next, mine := p.study.Receive(m)
	if !mine {
		next, mine = p.sweep.Receive(m)
	}
	if mine && m.Ended && s.OnShow { // there may be more to do
		next = p.Follow(s)
	}
	a.Cmd = next
	return a
}

// Bindings are the keys that choose a figure, and the key that pauses.
func (p *Page) Bindings() []page.Binding {
	turn := func(by int) func(*page.Snapshot) page.Action {
		return func(s *page.Snapshot) page.Action { return p.view(s).turnFigure(by) }
	}
	return []page.Binding{
		{Keys: "o", Do: turn(+1), Hint: func(s *page.Snapshot) page.Hint { return page.HintSwap(s, false) }},
		{Keys: "f", Label: "f/F", Does: "the next figure, or the one before", Do: turn(+1), Hint: func(*page.Snapshot) page.Hint { return page.Hint{Key: "f", Does: "figure"} }},
		{Keys: "F", Do: turn(-1)},
		{Keys: "space", Does: "pause, or go on", Do: p.pause, Hint: p.hintPause},
	}
}

// pause stops the work, or goes on with it.
func (p *Page) pause(s *page.Snapshot) page.Action {
	if p.paused || p.running() {
		p.paused = !p.paused
	}
	return page.Action{Cmd: p.Follow(s)}
}

func (p *Page) hintPause(*page.Snapshot) page.Hint {
	switch {
	case p.paused:
		return page.Hint{Does: "go on"}
	case p.running():
		return page.Hint{Does: "pause"}
	}
	return page.Hint{}
}

// turnFigure is the action of showing another figure.
func (v *view) turnFigure(by int) page.Action {
	next := v.State
	first := int(v.first())
	n := len(state.PageFigures.Charts()) - first
	next.Charts[state.PageFigures] = state.Chart(first + (int(v.figure())-first+by+n)%n)
	return page.Action{State: &next, Run: figureControl}
}

// Controls are the figure, and what belongs to it.
func (p *Page) Controls(s *page.Snapshot) []state.Knob { return p.view(s).controls() }

// Show is the figure on show.
func (p *Page) Show(s *page.Snapshot) page.Show {
	v := p.view(s)
	return page.Show{
		Drawing: &v.Drawing, Views: v.views(), Body: v.body, Readout: v.readout, Findings: v.findings,
		Status: v.onShow().progress, Done: page.Done{Work: v.settled()}, Name: "figures", Says: v.says,
	}
}

// Reading says how to read the page.
func (p *Page) Reading(*page.Snapshot) []string { return reading() }
