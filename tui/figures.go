package tui

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/study"
	"lambdascope/tui/control"
	"lambdascope/tui/job"
	"lambdascope/tui/state"
)

// figures shows the paper's figures for the settings at hand, with what the paper
// says of them, and a sweep of the LOTO error. Trials go on while another page is
// on show, until the settings change.
type figures struct {
	model  *model
	study  figureWork
	sweep  sweepWork
	paused bool
	claim  int // the one told in full, of the figure on show
}

func (p *figures) title() string { return "Figures" }

// The names of controls that the page itself turns.
const (
	figureControl = "figure"
	claimControl  = "claim"
	sweepControl  = "sweep"
)

// figure returns the figure on show. Recorded data have the sweep alone.
func (p *figures) figure() state.Figure {
	if p.model.Settings.Recorded() {
		return state.FigureSweep
	}
	return p.model.Figure
}

func (p *figures) show() tea.Cmd {
	m := p.model
	if m.Hidden { // nothing of it could be shown
		p.stop()
		return nil
	}
	if p.outdated() {
		p.paused = false
	}
	if m.Settings.Recorded() {
		p.study.job.Stop()
	} else {
		p.study.adopt(m.config.Engine, figurePlan(m.State))
	}
	if p.figure() == state.FigureSweep {
		p.sweep.adopt(m.config.Engine, m.sweepPlan())
	} else {
		p.sweep.job.Stop()
	}
	if m.analysis == nil || m.analysis.Settings != m.Settings { // it comes first, and show is called again
		return nil
	}
	var work []tea.Cmd
	if !m.Settings.Recorded() {
		if run := p.study.proceed(p.figure(), p.paused); run != nil {
			work = append(work, p.study.job.Start(m.worker.ctx, run))
		}
	}
	if p.figure() == state.FigureSweep {
		if run := p.sweep.proceed(!p.paused); run != nil {
			work = append(work, p.sweep.job.Start(m.worker.ctx, run))
		}
	}
	return tea.Batch(work...)
}

// outdated tells whether the trials at hand are of other settings.
func (p *figures) outdated() bool {
	return p.study.run != nil && p.study.run.plan.Settings != figurePlan(p.model.State).Settings
}

// settingsChanged stops what is of other settings.
func (p *figures) settingsChanged() {
	if p.outdated() {
		p.study.job.Stop()
	}
	if run := p.sweep.run; run != nil && run.plan != p.model.sweepPlan() {
		p.sweep.job.Stop()
	}
}

// stop ends all work; what it has found stays.
func (p *figures) stop() {
	p.study.job.Stop()
	p.sweep.job.Stop()
}

func (p *figures) receive(msg tea.Msg) tea.Cmd {
	m, ok := msg.(job.Msg)
	if !ok {
		return nil
	}
	if next, mine := p.study.job.Receive(m); mine {
		p.study.receive(m)
		return p.after(m, next)
	}
	if next, mine := p.sweep.job.Receive(m); mine {
		p.sweep.receive(m)
		return p.after(m, next)
	}
	return nil
}

// after returns what follows a message of a job: the next, or what the page needs
// once the job has ended.
func (p *figures) after(msg job.Msg, next tea.Cmd) tea.Cmd {
	if msg.Ended && p.model.pages[p.model.Page] == page(p) {
		return p.show()
	}
	return next
}

func (p *figures) status() string {
	if text := p.study.progress(p.figure(), p.paused); text != "" && p.figure() != state.FigureSweep {
		return text
	}
	if p.figure() == state.FigureSweep {
		return p.sweep.progress(p.paused)
	}
	return ""
}

// The page's keys.
func (p *figures) pauseKey() key.Binding { return bind("space", "pause, or go on", "space") }
func (p *figures) figureKey() key.Binding {
	return bind("f/F", "the next figure, or the one before", "f", "F")
}
func (p *figures) claimKey() key.Binding {
	return bind("c/C", "the next claim, or the one before", "c", "C")
}

func (p *figures) press(msg tea.KeyPressMsg) (tea.Cmd, bool) {
	by := +1
	if s := msg.String(); s == strings.ToUpper(s) {
		by = -1
	}
	switch {
	case key.Matches(msg, p.pauseKey()):
		if p.paused || p.study.job.Running() || p.sweep.job.Running() {
			p.paused = !p.paused
		}
		return p.show(), true
	case key.Matches(msg, p.figureKey()), key.Matches(msg, p.model.common.Swap):
		return p.turnTo(figureControl, by), true
	case key.Matches(msg, p.claimKey()), key.Matches(msg, p.model.common.Type) && p.model.focus == claimControl && len(p.claims()) > 0:
		return p.turnTo(claimControl, by), true
	}
	return nil, false
}

// turnTo turns one of the page's controls, if it is there.
func (p *figures) turnTo(name string, by int) tea.Cmd {
	m := p.model
	for _, c := range p.controls() {
		if c.Name == name {
			return m.set(c, c.Turn(m.State, by), c.Name)
		}
	}
	return nil
}

func (p *figures) keys() []helpGroup {
	return []helpGroup{{"Figures", []key.Binding{p.figureKey(), p.claimKey(), p.pauseKey()}}}
}

func (p *figures) hints() []hint {
	var out []hint
	if !p.model.Settings.Recorded() {
		out = append(out, hint{"f", "figure", "f"})
	}
	if len(p.claims()) > 0 {
		out = append(out, hint{"c", "claim", "c"})
	}
	switch {
	case p.paused:
		out = append(out, hint{"space", "go on", "space"})
	case p.study.job.Running() || p.sweep.job.Running():
		out = append(out, hint{"space", "pause", "space"})
	}
	return append(out, hint{", .", "λ cursor", "."})
}

func (p *figures) controls() []control.Control {
	const group = "FIGURES"
	var out []control.Control
	if !p.model.Settings.Recorded() {
		figure := control.Choice(figureControl, group, "figure", [...]string{
			"(a) error against λ, a curve for each n", "(b) error against n, a curve for each method",
			"(c) training time against n", "the LOTO error over λ and n, or γ"}[p.figure()])
		figure.First = true
		out = append(out, figure)
	}
	if p.figure() == state.FigureSweep {
		sweep := control.Choice(sweepControl, group, "over", "what the rows of the sweep differ in")
		sweep.First = p.model.Settings.Recorded()
		return append(out, sweep)
	}
	if p.figure() != state.FigureTimes {
		out = append(out, control.Trials(group))
	}
	if n := len(p.claims()); n > 0 {
		out = append(out, control.Control{
			Name: claimControl, Group: group, Label: "claim", Help: fmt.Sprintf("1 to %d", n),
			About: "which of the figure's claims is told in full below",
			Get:   func(state.State) string { return fmt.Sprintf("%d of %d", p.claimAt()+1, n) },
			Set: func(_ *state.State, text string) error {
				k, err := strconv.Atoi(strings.TrimSpace(text))
				if err != nil || k < 1 || k > n {
					return fmt.Errorf("claim %s: want 1 to %d", text, n)
				}
				p.claim = k - 1
				return nil
			},
			Turn: func(_ state.State, steps int) string { return fmt.Sprint(((p.claimAt()+steps)%n+n)%n + 1) },
		})
	}
	return out
}

// claims returns what is claimed of the figure on show.
func (p *figures) claims() []study.Claim {
	if p.study.run == nil || p.study.now.err != nil || p.figure() == state.FigureSweep {
		return nil
	}
	return of(p.study.now.claims, state.FigureNames()[p.figure()])
}

// claimAt returns which of them is told in full.
func (p *figures) claimAt() int { return max(0, min(p.claim, len(p.claims())-1)) }

// sizeAt returns which of the figures' numbers of trajectories is nearest to the
// present one.
func (p *figures) sizeAt() int {
	return slices.Index(figureSizes(), nearestSize(p.trajectories()))
}

// putTrajectories makes n the present number of trajectories.
func (p *figures) putTrajectories(n int) tea.Cmd {
	m := p.model
	for _, c := range m.controls() {
		if c.Name == "trajectories" {
			return m.set(c, strconv.Itoa(n), c.Name)
		}
	}
	return nil
}
