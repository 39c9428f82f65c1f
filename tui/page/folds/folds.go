// Package folds is the page with the influence of each trajectory on the choice of λ, and with the
// replay of a trajectory.
//
//	no.  its walk     steps   0  .1  .2      λ̂ without
//	▸ 2  ▅▆▅▃▅▆▇■+1       7   +   +   │  −   0.7
//
// A row says for each λ whether the trajectory's own error is lower than at λ̂ (+, for) or higher
// (−, against). find.go computes the rows, rows.go and paths.go draw them, replay*.go are the replay.
package folds

import (
	"context"
	"fmt"
	"image"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/background"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Page is the page Folds.
type Page struct {
	env    page.Env
	found  background.Job[*analysis.Result, *found]
	paths  background.Job[pathsKey, paths]
	replay background.Job[replayKey, *replayed] // visible while the state has a step
}

// New returns the page.
func New(env page.Env) *Page { return &Page{env: env} }

// view is the page over a snapshot.
type view struct {
	page.Drawing
	*Page
	folds *found    // the visible results; nil before the first
	shown *replayed // by the replay; nil before the first
}

func (p *Page) view(s *page.Snapshot) *view {
	return &view{Drawing: page.Drawing{Snapshot: s}, Page: p, folds: p.found.Now, shown: p.replay.Now}
}

// Follow computes the results while the page is visible.
func (p *Page) Follow(s *page.Snapshot) tea.Cmd {
	a := s.Result
	if a == nil || !s.OnShow {
		return nil
	}
	work := p.found.Ensure(p.env.Context, a, func(ctx context.Context, put func(*found)) error { return find(ctx, p.env.Engine, a, put) })
	return tea.Batch(work, p.followPaths(s), p.followReplay(s))
}

// Receive takes the results of the jobs.
func (p *Page) Receive(s *page.Snapshot, msg tea.Msg) (a page.Action) {
	first := p.replay.Now == nil
	next, from := background.Deliver(msg, &p.found, &p.paths, &p.replay)
	a.Cmd = next
	switch from {
	case &p.found:
		a.Cmd = tea.Batch(next, p.followPaths(s), p.followReplay(s))
	case &p.replay:
		p.limitStep(s, first, &a)
	}
	return a
}

// selected returns the trajectory that the keys are about.
func (v *view) selected() int {
	if chosen := v.Trajectory; chosen.Set && chosen.Value < len(v.folds.Order) {
		return chosen.Value
	}
	return v.folds.Order[0]
}

// cursor returns the index of the λ under the cursor in the visible results. It looks the λ up,
// because the results may be of the last analysis, with another grid.
func (v *view) cursor() int {
	if a := v.folds.Analysis; a != v.Result {
		return state.Nearest(a, v.CursorLambda())
	}
	return v.CursorIndex()
}

// choose selects a trajectory. A replay begins again, because trajectories differ in length.
func (v *view) choose(next *state.State, i int) {
	if v.folds != nil && i != v.selected() {
		next.Step.Value = 0
	}
	next.Trajectory = state.Some(i)
}

// move is the action of going through the rows.
func (v *view) move(by int) page.Action {
	if v.folds == nil {
		return page.Action{}
	}
	next := v.State
	v.choose(&next, v.neighbour(by))
	return page.Go(next)
}

// neighbour returns the trajectory some rows away.
func (v *view) neighbour(by int) int {
	return v.folds.Order[max(0, min(len(v.folds.Order)-1, v.folds.rank[v.selected()]+by))]
}

const trajectoryControl = "trajectory"

// noun is the name of a row.
func (v *view) noun() string {
	if v.Result == nil {
		return "trajectory"
	}
	return v.Result.FoldNoun()
}

// Controls are the trajectory and, in a replay, the step.
func (p *Page) Controls(s *page.Snapshot) []state.Knob {
	v := p.view(s)
	return append([]state.Knob{{
		Name: trajectoryControl, Group: "Folds", Label: v.noun(), First: !v.open(),
		Help:  "its number, from 0",
		About: settings.Always[state.State]("in order of influence; ⏎ opens its replay. + its error is lower than at λ̂, so it speaks for that λ; − against"),
		Get: func(state.State) string {
			if p.found.Now == nil {
				return "…"
			}
			return strconv.Itoa(v.selected())
		},
		Set: func(next *state.State, text string) error {
			n := s.Settings.Trajectories
			if f := p.found.Now; f != nil && f.Analysis == s.Result {
				n = len(f.Order)
			}
			i, err := strconv.Atoi(text)
			if err != nil || i < 0 || i >= n {
				return fmt.Errorf("%s %s: want 0 to %d", v.noun(), text, n-1)
			}
			v.choose(next, i)
			return nil
		},
		Next: func(_ state.State, steps int) string {
			if p.found.Now == nil {
				return "0"
			}
			return strconv.Itoa(v.neighbour(steps))
		},
	}}, v.replayControls()...)
}

// Show returns the table or a replay.
func (p *Page) Show(s *page.Snapshot) page.Show {
	v := p.view(s)
	out := rowsView{v}.show()
	if v.open() {
		out = replayView{v}.show()
	}
	out.Drawing = &v.Drawing
	out.Done.Played = v.atEnd()
	if p.found.Slow || p.replay.Slow {
		out.Status = "computing …"
	}
	if v.folds != nil && v.found.Err == nil {
		return out
	}
	note := "computing …"
	ink := chart.InkFaint
	if v.found.Err != nil {
		note = v.found.Err.Error()
		ink = chart.InkWarn
	}
	out.Body = func(area image.Rectangle) []string { return v.Styles.Note(ink, note, area) }
	out.Sentence = func() page.Sentence { return page.Sentence{} }
	if v.folds == nil {
		out.Readout = func() (string, []screen.Part) { return "", nil }
	}
	return out
}
