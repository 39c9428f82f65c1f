// Package figures is the page that shows the paper's figures for the settings at hand,
// with what the paper says of them, and a sweep of the LOTO error.
package figures

import (
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
	if !s.OnShow {
		v.stopOutdated()
		return nil
	}
	if s.Hidden { // nothing of it could be shown
		p.study.Stop()
		p.sweep.Stop()
		p.consistency.Stop()
		return nil
	}
	if v.outdated() {
		p.paused = false
	}
	recorded, sweeps, consistent := s.Settings.Recorded(), v.shows(state.FigureSweep), v.shows(state.FigureConsistency)
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
	if consistent {
		p.consistency.adopt(p.env.Engine, v.consistencyKey())
	} else {
		p.consistency.Stop()
	}
	if !s.Current() { // the analysis comes first, and Follow is called again
		return nil
	}
	var cmds []tea.Cmd
	if !recorded {
		cmds = append(cmds, p.study.proceed(p.env.Context, v.figure(), p.paused))
	}
	if w := &p.sweep; sweeps {
		cmds = append(cmds, w.Proceed(p.env.Context, !p.paused, w.Now.complete(), w.Of.fill))
	}
	if w := &p.consistency; consistent {
		cmds = append(cmds, w.Proceed(p.env.Context, !p.paused, w.Now.complete(), w.Of.fill))
	}
	return tea.Batch(cmds...)
}

// running tells whether there is work to pause.
func (p *Page) running() bool {
	return p.study.Running() || p.sweep.Running() || p.consistency.Running()
}

// outdated tells whether the trials at hand are of other settings.
func (v *view) outdated() bool {
	return v.study.Begun() && v.study.Key.settings != figurePlan(v.State).Settings
}

// stopOutdated stops what is of other settings.
func (v *view) stopOutdated() {
	if v.outdated() {
		v.study.Stop()
	}
	if !v.Page.sweep.Is(v.sweepPlan()) {
		v.Page.sweep.Stop()
	}
	if !v.Page.consistency.Is(v.consistencyKey()) {
		v.Page.consistency.Stop()
	}
}

// Receive takes the news of trials, times and the sweep.
func (p *Page) Receive(s *page.Snapshot, msg tea.Msg) (a page.Action, next tea.Cmd) {
	m, ok := msg.(job.Msg)
	if !ok {
		return a, nil
	}
	next, mine := p.study.Receive(m)
	if !mine {
		next, mine = p.sweep.Receive(m)
	}
	if !mine {
		next, mine = p.consistency.Receive(m)
	}
	if mine && m.Ended && s.OnShow { // there may be more to do
		return a, p.Follow(s)
	}
	return a, next
}

// Bindings are the keys that go through figures and claims, and that which pauses.
func (p *Page) Bindings() []page.Binding {
	turn := func(control string, by int) func(*page.Snapshot) (page.Action, tea.Cmd) {
		return page.Acts(func(s *page.Snapshot) page.Action { return p.view(s).turn(control, by) })
	}
	return []page.Binding{
		{Keys: "f", Label: "f/F", Does: "the next figure, or the one before", Do: turn(figureControl, +1), Hint: hintFigure},
		{Keys: "F", Do: turn(figureControl, -1)},
		{Keys: "o", Do: turn(figureControl, +1), Hint: func(s *page.Snapshot) page.Hint { return page.HintSwap(s, false) }},
		{
			Keys: "v", Does: "figure b: ratios to LSTD(best), or levels",
			When: func(s *page.Snapshot) bool { return p.view(s).figure().OfTrials() },
			Do:   page.Acts(swapLevels), Hint: p.hintLevels,
		},
		{Keys: "c", Label: "c/C", Does: "the next claim, or the one before", Do: turn(claimControl, +1), Hint: p.hintClaim},
		{Keys: "C", Do: turn(claimControl, -1)},
		{
			Keys: "enter", Do: turn(claimControl, +1),
			When: func(s *page.Snapshot) bool { return s.Focus == claimControl && len(p.view(s).claims()) > 0 },
			Hint: func(s *page.Snapshot) page.Hint { return page.HintEnter(s, "next") },
		},
		{Keys: "space", Does: "pause, or go on", Do: p.pause, Hint: p.hintPause},
	}
}

// pause stops the work, or goes on with it.
func (p *Page) pause(s *page.Snapshot) (page.Action, tea.Cmd) {
	if p.paused || p.running() {
		p.paused = !p.paused
	}
	return page.Action{}, p.Follow(s)
}

func (p *Page) hintPause(*page.Snapshot) page.Hint {
	switch {
	case p.paused:
		return page.Hint{Does: "go on", Rank: page.RankOwn}
	case p.running():
		return page.Hint{Does: "pause", Rank: page.RankOwn}
	}
	return page.Hint{}
}

// swapLevels is the action of showing figure b as ratios, or as levels.
func swapLevels(s *page.Snapshot) page.Action {
	next := s.State
	next.Methods, next.Figure = state.MethodLevels-next.Methods, state.FigureMethods
	return page.Go(next)
}

func (p *Page) hintLevels(s *page.Snapshot) page.Hint {
	switch {
	case !p.view(s).shows(state.FigureMethods):
		return page.Hint{}
	case s.Methods == state.MethodLevels:
		return page.Hint{Does: "ratios", Rank: page.RankOwn}
	}
	return page.Hint{Does: "levels", Rank: page.RankOwn}
}

func hintFigure(s *page.Snapshot) page.Hint {
	if s.Settings.Recorded() {
		return page.Hint{}
	}
	return page.Hint{Key: "f", Does: "figure", Rank: page.RankOwn}
}

func (p *Page) hintClaim(s *page.Snapshot) page.Hint {
	if len(p.view(s).claims()) == 0 {
		return page.Hint{}
	}
	return page.Hint{Key: "c", Does: "claim", Rank: page.RankOwn}
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

// Reading says how to read the page.
func (p *Page) Reading(*page.Snapshot) []string { return reading() }
