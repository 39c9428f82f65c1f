package tui

import (
	"context"
	"errors"
	"fmt"
	"time"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/tui/control"
	"lambdascope/tui/job"
	"lambdascope/tui/screen"
)

// trials repeats the experiment at hand with fresh data. Trials go on while another
// page is on show, until the settings change.
type trials struct {
	model   *model
	job     job.Job
	run     *trialRun // of the scene, when the page was last on show; nil before
	now     trialState
	last    *study.Summary // what the charts show while run has nothing to show yet
	paused  bool           // until space, or other settings
	stopped bool           // until space: no trials start by themselves
}

// trialState is what a run has found so far. It does not change.
type trialState struct {
	done       int            // trials
	left       time.Duration  // that the others will take; below 0 while that can't be told
	summary    *study.Summary // of most of those done, of all in the end; nil before
	summarized []*study.Trial // what it is of, in order
	err        error          // why there are no more
}

func (p *trials) title() string { return "Trials" }

// plan returns the trials that the scene asks for.
func (p *trials) plan() study.Plan {
	s := p.model.State
	return study.Plan{Settings: s.Settings, Sizes: []int{s.Settings.Trajectories}, Trials: s.Trials}
}

// holds tells whether the run is of the scene, but perhaps for the number of trials.
func (p *trials) holds() bool {
	return p.run != nil && p.run.plan.Settings == p.model.Settings
}

// complete tells whether all trials of the run are in and summarised.
func (p *trials) complete() bool {
	return p.now.summary != nil && p.now.summary.Trials == p.run.plan.Trials
}

func (p *trials) show() tea.Cmd {
	m := p.model
	if m.Settings.Recorded() {
		p.job.Stop()
		p.run = nil
		return nil
	}
	switch plan := p.plan(); {
	case !p.holds():
		p.paused = false
		p.adopt(plan)
	case p.run.plan.Trials != plan.Trials:
		p.adopt(plan)
	}
	waits := (p.paused || p.stopped) && p.now.done < p.run.plan.Trials // else there is only a summary to make
	if p.job.Running() || waits || p.now.err != nil || p.complete() {
		return nil
	}
	if m.analysis == nil || m.analysis.Settings != m.Settings { // it comes first, and show is called again
		return nil
	}
	p.adopt(p.run.plan) // what was stopped may still add to the old run
	return p.job.Start(m.worker.ctx, p.run.work)
}

// adopt takes up a plan; what runs for another is stopped.
func (p *trials) adopt(plan study.Plan) {
	p.job.Stop()
	p.run = newTrialRun(p.model.config.Engine, plan, p.run)
	p.now = p.run.state()
}

// settingsChanged stops trials of other settings, also while another page is on
// show.
func (p *trials) settingsChanged() {
	if !p.holds() {
		p.job.Stop()
	}
}

func (p *trials) receive(msg tea.Msg) tea.Cmd {
	m, ok := msg.(job.Msg)
	if !ok {
		return nil
	}
	next, mine := p.job.Receive(m)
	if !mine {
		return nil
	}
	p.now = p.run.state()
	if m.Ended && !errors.Is(m.Err, context.Canceled) {
		p.now.err = m.Err
	}
	if p.now.summary != nil {
		p.last = p.now.summary
	}
	return next
}

// status says how many trials are in.
func (p *trials) status() string {
	if !p.holds() || p.now.err != nil {
		return ""
	}
	text := fmt.Sprintf("%d of %d trials", p.now.done, p.run.plan.Trials)
	switch {
	case p.job.Running() && p.now.left >= 0:
		return text + " · " + screen.TimeLeft(p.now.left)
	case p.complete() && p.run.plan.Trials == 1:
		return "1 trial"
	case p.complete():
		return fmt.Sprintf("%d trials", p.run.plan.Trials)
	case p.paused:
		return "paused · " + text
	case p.stopped:
		return "stopped · " + text
	}
	return text
}

func (p *trials) pauseKey() key.Binding { return bind("space", "pause the trials, or go on", "space") }
func (p *trials) stopKey() key.Binding {
	return bind("c", "cancel: no trials start until space", "c")
}

func (p *trials) press(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	switch {
	case key.Matches(msg, p.pauseKey()):
		p.paused, p.stopped = p.job.Running(), false
		p.job.Stop()
		return p.show(), true
	case key.Matches(msg, p.stopKey()):
		p.paused, p.stopped = false, true
		p.job.Stop()
		return nil, true
	}
	return nil, false
}

func (p *trials) controls() []control.Control {
	if p.model.Settings.Recorded() {
		return nil
	}
	return []control.Control{control.Trials("TRIALS")}
}

func (p *trials) keys() []helpGroup {
	return []helpGroup{{"Trials", []key.Binding{p.pauseKey(), p.stopKey()}}}
}

func (p *trials) hints() []hint {
	var out []hint
	switch {
	case !p.holds() || p.now.err != nil:
	case p.job.Running():
		out = []hint{{"space", "pause", "space"}, {"c", "cancel", "c"}}
	case !p.complete():
		out = []hint{{"space", "go on", "space"}}
	}
	return append(out, hint{", .", "λ cursor", "."})
}
