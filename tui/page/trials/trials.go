// Package trials is the page that repeats the current experiment with fresh data. One data set cannot
// show whether choosing λ helps; trial j has seed s + j, and the page compares the choice with a λ at
// random and with the best fixed λ:
//
//	MSVE(λ) = bias² + variance        choosing costs 12 % over the best
package trials

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/tui/background"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Page is the page Trials. Trials continue while another page is visible, until the settings change.
type Page struct {
	env    page.Env
	run    background.Job[trialsKey, study.Collected]
	last   *study.Summary                               // for the charts until run has a summary
	values background.Job[*study.Summary, *foundValues] // of single states
	frame  *foundValues                                 // from before a play, whose scales stay
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

// trialsKey identifies trials.
type trialsKey struct {
	settings settings.Settings
	trials   int
}

func (k trialsKey) plan() study.Plan {
	return study.Plan{Settings: k.settings, Sizes: []int{k.settings.Trajectories}, Trials: k.trials}
}

// holds reports whether the run has the settings of the state; the number of trials may
// differ.
func (p *Page) holds(s *page.Snapshot) bool {
	return p.run.Begun() && p.run.Key.settings == trialSettings(s)
}

// complete reports whether the summary has all trials of the run.
func (p *Page) complete() bool {
	return p.run.Now.Summary != nil && p.run.Now.Summary.Trials == p.run.Key.trials
}

// Follow runs the missing trials while the page is visible, and always stops trials of other
// settings.
func (p *Page) Follow(s *page.Snapshot) tea.Cmd {
	return tea.Batch(p.followTrials(s), p.followValues(s))
}

func (p *Page) followTrials(s *page.Snapshot) tea.Cmd {
	if !s.OnShow {
		if !p.holds(s) {
			p.run.Stop()
		}
		return nil
	}
	if s.Settings.Recorded() {
		p.run.Stop()
		return nil
	}
	key := trialsKey{settings: trialSettings(s), trials: s.Trials}
	if p.run.Key != key {
		p.run.Take(key, study.Collected{Left: -1})
	}
	if p.run.Running() || p.run.Err != nil || p.complete() {
		return nil
	}
	if !s.Current() { // the analysis comes first, and Follow is called again
		return nil
	}
	return p.run.Start(p.env.Context, key, func(ctx context.Context, put func(study.Collected)) error {
		return study.Collect(ctx, p.env.Engine, key.plan(), put)
	})
}

// Receive takes progress of the trials and of the values of states.
func (p *Page) Receive(s *page.Snapshot, msg tea.Msg) (a page.Action) {
	next, from := background.Deliver(msg, &p.values, &p.run)
	if from == nil {
		return a
	}
	if from == background.Receiver(&p.values) && !s.Playing {
		p.frame = p.values.Now
	}
	if p.run.Now.Summary != nil {
		p.last = p.run.Now.Summary
	}
	a.Cmd = tea.Batch(next, p.followValues(s))
	return a
}

// playSteps is the number of steps of a play, which takes eight seconds.
const playSteps = 20

// Play lets the trials come in again once all have run. Fewer trials are the first of more, so that no
// trial runs twice.
func (p *Page) Play(s *page.Snapshot) page.Play {
	if !p.holds(s) || p.run.Err != nil || !s.Playing && !p.complete() {
		return page.Play{}
	}
	with := func(trials int) state.State {
		next := s.State
		next.Trials = trials
		return next
	}
	return page.Play{
		Does: "play", Pace: 400 * time.Millisecond, Wait: !p.complete() || p.values.Running(),
		Begin: func() state.State { return with(min(2, s.Trials)) },
		Next: func(goal state.State) (next state.State, more bool) {
			n := s.Trials + max(1, goal.Trials/playSteps)
			return with(min(n, goal.Trials)), n < goal.Trials
		},
	}
}

// Bindings has the key for another chart. Recorded data have no trials to draw.
func (p *Page) Bindings() []page.Binding {
	charts := func(s *page.Snapshot) page.Choices {
		if s.Settings.Recorded() {
			return nil
		}
		return p.view(s).charts(nil)
	}
	return []page.Binding{page.NextChart(state.PageTrials, charts)}
}

// Controls has the number of trials.
func (p *Page) Controls(s *page.Snapshot) []state.Knob {
	if s.Settings.Recorded() {
		return nil
	}
	return []state.Knob{state.TrialsKnob("Trials")}
}

// Show shows the finished trials.
func (p *Page) Show(s *page.Snapshot) page.Show {
	v := p.view(s)
	return page.Show{
		Drawing: &v.Drawing, Views: charts{v, v.filed()}.views(), Body: v.body, Readout: v.readout, Sentence: v.sentence,
		Status: v.status(),
		Done:   page.Done{Work: p.holds(s) && p.run.Key.trials == s.Trials && p.complete()},
		Name:   "trials", Says: v.says,
	}
}
