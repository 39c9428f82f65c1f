// Package figures is the page that shows the paper's figures for the settings at hand,
// with what the paper says of them, and a sweep of the LOTO error.
package figures

import (
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/control"
	"lambdascope/tui/job"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Page is the page Figures. Trials go on while another page is on show, until the
// settings change.
type Page struct {
	env   page.Env
	study work
	sweep sweepWork
	// consistency is figure d's.
	consistency consistencyWork

	paused bool
	claim  int // the one told in full, of the figure on show

	// Controls that making takes longer than drawing.
	choices        page.Memo[state.Figure, control.Control]
	sweeps, trials page.Memo[string, control.Control]
}

// New returns the page.
func New(env page.Env) *Page {
	return &Page{env: env, consistency: consistencyWork{sizes: consistencySizes()}}
}

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
	switch {
	case !s.OnShow:
		v.stopOutdated()
		return nil
	case s.Hidden: // nothing of it could be shown
		p.study.job.Stop()
		p.sweep.job.Stop()
		p.consistency.job.Stop()
		return nil
	}
	if v.outdated() {
		p.paused = false
	}
	recorded, sweeps, consistent := s.Settings.Recorded(), v.shows(state.FigureSweep), v.shows(state.FigureConsistency)
	if recorded {
		p.study.job.Stop()
	} else {
		p.study.adopt(p.env.Engine, figurePlan(s.State))
	}
	if sweeps {
		p.sweep.adopt(p.env.Engine, v.sweepPlan())
	} else {
		p.sweep.job.Stop()
	}
	if consistent {
		p.consistency.adopt(p.env.Engine, v.consistencyKey())
	} else {
		p.consistency.job.Stop()
	}
	if !s.Current() { // the analysis comes first, and Follow is called again
		return nil
	}
	var cmds []tea.Cmd
	if !recorded {
		if run := p.study.proceed(v.figure(), p.paused); run != nil {
			cmds = append(cmds, p.study.job.Start(p.env.Context, run))
		}
	}
	if sweeps {
		if run := p.sweep.proceed(!p.paused); run != nil {
			cmds = append(cmds, p.sweep.job.Start(p.env.Context, run))
		}
	}
	if consistent {
		if run := p.consistency.proceed(!p.paused); run != nil {
			cmds = append(cmds, p.consistency.job.Start(p.env.Context, run))
		}
	}
	return tea.Batch(cmds...)
}

// running tells whether there is work to pause.
func (p *Page) running() bool {
	return p.study.job.Running() || p.sweep.job.Running() || p.consistency.job.Running()
}

// outdated tells whether the trials at hand are of other settings.
func (v *view) outdated() bool {
	return v.study.run != nil && v.study.run.plan.Settings != figurePlan(v.State).Settings
}

// stopOutdated stops what is of other settings.
func (v *view) stopOutdated() {
	if v.outdated() {
		v.study.job.Stop()
	}
	if run := v.Page.sweep.run; run != nil && run.plan != v.sweepPlan() {
		v.Page.sweep.job.Stop()
	}
	if run := v.Page.consistency.run; run != nil && run.key != v.consistencyKey() {
		v.Page.consistency.job.Stop()
	}
}

// Receive takes the news of trials, times and the sweep.
func (p *Page) Receive(s *page.Snapshot, msg tea.Msg) (a page.Action, next tea.Cmd) {
	m, ok := msg.(job.Msg)
	if !ok {
		return a, nil
	}
	next, mine := p.study.job.Receive(m)
	if mine {
		p.study.receive(m)
	} else if next, mine = p.sweep.job.Receive(m); mine {
		p.sweep.receive(m)
	} else if next, mine = p.consistency.job.Receive(m); mine {
		p.consistency.receive(m)
	}
	if mine && m.Ended && s.OnShow { // there may be more to do
		return a, p.Follow(s)
	}
	return a, next
}

// The page's keys.
func pauseKey() key.Binding { return page.Bind("space", "pause, or go on", "space") }
func figureKey() key.Binding {
	return page.Bind("f/F", "the next figure, or the one before", "f", "F")
}
func levelsKey() key.Binding {
	return page.Bind("v", "figure b: ratios to LSTD(best), or levels", "v")
}
func claimKey() key.Binding {
	return page.Bind("c/C", "the next claim, or the one before", "c", "C")
}

// Press takes the keys that pause, and those that go through figures and claims.
func (p *Page) Press(s *page.Snapshot, msg tea.KeyPressMsg) (a page.Action, cmd tea.Cmd, taken bool) {
	v := p.view(s)
	by := +1
	if s := msg.String(); s == strings.ToUpper(s) {
		by = -1
	}
	switch {
	case key.Matches(msg, pauseKey()):
		if p.paused || p.running() {
			p.paused = !p.paused
		}
		return a, p.Follow(s), true
	case key.Matches(msg, figureKey()), key.Matches(msg, page.Swap()):
		return v.turn(figureControl, by), nil, true
	case key.Matches(msg, levelsKey()):
		next := s.State
		next.Methods = state.MethodLevels - next.Methods
		if v.figure().OfTrials() {
			next.Figure = state.FigureMethods
		}
		return page.Go(next), nil, true
	case key.Matches(msg, claimKey()), key.Matches(msg, page.Type()) && s.Focus == claimControl && len(v.claims()) > 0:
		return v.turn(claimControl, by), nil, true
	}
	return a, nil, false
}

// turn is the action of turning one of the page's controls, if it is there.
func (v *view) turn(name string, by int) page.Action {
	for _, c := range v.controls() {
		if c.Name == name {
			next := v.State
			if err := c.Set(&next, c.Turn(v.State, by)); err != nil {
				return page.Action{Fault: err.Error()}
			}
			return page.Action{State: &next, Run: name}
		}
	}
	return page.Action{}
}

// Controls are the figure, and what belongs to it.
func (p *Page) Controls(s *page.Snapshot) []control.Control { return p.view(s).controls() }

// Show is the figure on show.
func (p *Page) Show(s *page.Snapshot) page.Show {
	v := p.view(s)
	on := v.onShow()
	return page.Show{
		Drawing: &v.Drawing, Views: v.views(), Body: v.body, Readout: v.readout, Findings: v.findings,
		Status: on.progress(), Done: page.Done{Work: on.done()}, Export: v.export,
	}
}

// Hints returns the keys for the footer.
func (p *Page) Hints(s *page.Snapshot) []page.Hint {
	var out []page.Hint
	if !s.Settings.Recorded() {
		out = append(out, page.Hint{Key: "f", Does: "figure", Press: "f"})
	}
	if p.view(s).shows(state.FigureMethods) {
		does := "levels"
		if s.Methods == state.MethodLevels {
			does = "ratios"
		}
		out = append(out, page.Hint{Key: "v", Does: does, Press: "v"})
	}
	if len(p.view(s).claims()) > 0 {
		out = append(out, page.Hint{Key: "c", Does: "claim", Press: "c"})
	}
	switch {
	case p.paused:
		out = append(out, page.Hint{Key: "space", Does: "go on", Press: "space"})
	case p.running():
		out = append(out, page.Hint{Key: "space", Does: "pause", Press: "space"})
	}
	return append(out, page.Hint{Key: ", .", Does: "λ cursor", Press: "."})
}

// Help explains the page.
func (p *Page) Help(*page.Snapshot) page.Help {
	return page.Help{
		Keys:    []page.Keys{{Title: "Figures", Bindings: []key.Binding{figureKey(), levelsKey(), claimKey(), pauseKey()}}},
		Reading: reading(),
	}
}
