// Package dial is the page with one problem and one knob: the effect of λ on bias and variance, in many
// data sets of the current settings.
package dial

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/tui/background"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Page is the page Dial.
type Page struct {
	env   page.Env
	found background.Job[settings.Settings, *found]
	story story
}

// New returns the page.
func New(env page.Env) *Page { return &Page{env: env} }

// dataSets is the number of data sets. Their seeds are consecutive, so that the next block begins after
// the last seed.
const dataSets = 30

// found is the results of the data sets. It is immutable.
type found struct {
	settings  settings.Settings
	summary   *study.Summary
	estimates *study.Estimates
}

// size returns the summary of the only number of trajectories.
func (f *found) size() *study.SizeSummary { return &f.summary.Sizes[0] }

// complete reports whether all data sets are in.
func (f *found) complete() bool { return f.summary.Trials == dataSets }

// split is the error at each λ.
func (f *found) split() figure.Split { return figure.SplitOf(f.summary, 0) }

// view is the page over a snapshot.
type view struct {
	page.Drawing
	*Page
}

func (p *Page) view(s *page.Snapshot) *view {
	return &view{Drawing: page.Drawing{Snapshot: s}, Page: p}
}

// at returns the index of the λ under the cursor, or of the lowest without a cursor.
func at(s *page.Snapshot, lambdas []float64) int {
	if !s.Cursor.Set {
		return 0
	}
	return page.Nearest(lambdas, s.Cursor.Value)
}

// grid returns the λ's of the settings.
func grid(s *page.Snapshot) []float64 {
	lambdas, err := settings.ParseLambdas(s.Settings.Lambdas)
	if err != nil {
		return []float64{0}
	}
	return lambdas
}

// shown returns the visible results, which may be those of the last settings; nil without results.
func (v *view) shown() *found {
	if v.Settings.Recorded() || v.found.Err != nil && v.found.Key == v.Settings {
		return nil
	}
	f := v.found.Now
	if f == nil || f.settings.Problem.Domain != v.Settings.Problem.Domain {
		return nil
	}
	return f
}

// Follow draws the data sets while the page is visible, and records the turns for the story.
func (p *Page) Follow(s *page.Snapshot) tea.Cmd {
	if !s.OnShow || s.Settings.Recorded() {
		if p.found.Key != s.Settings {
			p.found.Forget()
		}
		return nil
	}
	p.story.follow(s, p.found.Now)
	engine, settings := p.env.Engine, s.Settings
	return p.found.Ensure(p.env.Context, settings, func(ctx context.Context, put func(*found)) error {
		plan := study.Plan{Settings: settings, Sizes: []int{settings.Trajectories}, Trials: dataSets, FitsOnly: true}
		var shown *study.Summary
		var failed error
		err := study.Collect(ctx, engine, plan, func(now study.Collected) {
			if now.Summary == shown {
				return
			}
			shown = now.Summary
			estimates, err := study.StateEstimates(ctx, engine, shown, 0)
			if err != nil {
				failed = err
				return
			}
			put(&found{settings, shown, estimates})
		})
		return cmp.Or(err, failed)
	})
}

// Receive takes the news of the data sets.
func (p *Page) Receive(_ *page.Snapshot, msg tea.Msg) (a page.Action) {
	if m, ok := msg.(background.Msg); ok {
		a.Cmd, _ = p.found.Receive(m)
	}
	return a
}

// Play plays nothing.
func (p *Page) Play(*page.Snapshot) page.Play { return page.Play{} }

// Bindings are the keys that turn the dial.
func (p *Page) Bindings() []page.Binding {
	turn := func(by int) func(*page.Snapshot) page.Action {
		return func(s *page.Snapshot) page.Action { return turned(s, by) }
	}
	more := func(by int) func(*page.Snapshot) page.Action {
		return func(s *page.Snapshot) page.Action { return resized(s, by) }
	}
	hint := func(key, does string) func(*page.Snapshot) page.Hint {
		return func(s *page.Snapshot) page.Hint {
			if s.Settings.Recorded() {
				return page.Hint{}
			}
			return page.Hint{Key: key, Does: does}
		}
	}
	const big = 4
	return []page.Binding{
		{Keys: "left h ,", Label: "←/h/,", Does: "a lower λ", Do: turn(-1), Hint: hint("←→", "λ")},
		{Keys: "right l .", Label: "→/l/.", Does: "a higher λ", Do: turn(+1)},
		{Keys: "shift+left", Label: "shift ←", Does: "a much lower λ", Do: turn(-big)},
		{Keys: "shift+right", Label: "shift →", Does: "a much higher λ", Do: turn(+big)},
		{Keys: "up k", Label: "↑/k", Does: "more data: 3, 8, 20, 100 trajectories", Do: more(+1), Hint: hint("↑↓", "more data")},
		{Keys: "down j", Label: "↓/j", Does: "less data", Do: more(-1)},
		{Keys: "z", Does: "show the truth, or hide it", Do: reveal, Hint: hintTruth},
		{Keys: "s", Does: "30 other data sets", Do: others, Hint: hint("", "other data")},
		{Keys: "enter", Label: "⏎", Does: "Explore: and when nobody knows the truth?", Do: leave, Hint: hint("", "go on")},
		{Keys: "o", Does: "the T-maze, where bias is starkest, or back to the walk", Do: swapProblem, Hint: hintProblem},
		{Keys: "/ M", Do: refuses("The dial has one knob. : takes any setting, as in :domain 2048")},
	}
}

// refuses is the effect of a key without a meaning here: it says why.
func refuses(why string) func(*page.Snapshot) page.Action {
	return func(*page.Snapshot) page.Action { return page.Action{Fault: why} }
}

func hintTruth(s *page.Snapshot) page.Hint {
	switch {
	case s.Settings.Recorded():
		return page.Hint{}
	case s.Hidden:
		return page.Hint{Does: "truth"}
	}
	return page.Hint{Does: "hide"}
}

// put is the action of going to the k-th λ.
func put(s *page.Snapshot, k int) page.Action {
	lambdas := grid(s)
	next := s.State
	next.Cursor = state.Some(lambdas[max(0, min(len(lambdas)-1, k))])
	return page.Go(next)
}

// turned is the action of turning λ.
func turned(s *page.Snapshot, by int) page.Action { return put(s, at(s, grid(s))+by) }

// sizes are the numbers of trajectories that keys go through.
func sizes() []int { return []int{3, 8, 20, 100} }

// resized is the action of taking more data, or less.
func resized(s *page.Snapshot, by int) page.Action {
	all, n := sizes(), s.Settings.Trajectories
	if by < 0 {
		slices.Reverse(all)
	}
	i := slices.IndexFunc(all, func(m int) bool { return (m-n)*by > 0 })
	if i < 0 {
		return page.Action{Fault: fmt.Sprintf("%d is as far as these keys go. :n 300 takes any other number.", n)}
	}
	next := s.State
	next.Settings.Trajectories = all[i]
	return page.Action{State: &next, Run: "trajectories"}
}

// others is the action of drawing the next block of data sets.
func others(s *page.Snapshot) page.Action {
	if s.Settings.Recorded() {
		return page.Action{Fault: "recorded data have no seed"}
	}
	next := s.State
	next.Settings.Seed += dataSets
	return page.Action{State: &next, Run: "seed"}
}

// reveal is the action of showing or hiding the truth.
func reveal(s *page.Snapshot) page.Action {
	next := s.State
	next.Hidden = !next.Hidden
	return page.Go(next)
}

// leave is the action of opening Explore, where the truth is unknown.
func leave(s *page.Snapshot) page.Action {
	next := s.State
	next.Page, next.Hidden, next.Cursor = state.PageExplore, true, state.Optional[float64]{}
	a := page.Go(next)
	if n := nounsOf(s.Settings); !s.Settings.Recorded() {
		a.News = fmt.Sprintf("And when nobody knows the truth? Here are the first %d %s alone: which λ do they choose? z shows whether that is right.", s.Settings.Trajectories, n.episodes)
	}
	return a
}

// Controls are none, because the page has one knob.
func (p *Page) Controls(*page.Snapshot) []state.Knob { return nil }

// Show is the data sets.
func (p *Page) Show(s *page.Snapshot) page.Show {
	v := p.view(s)
	return page.Show{
		Drawing: &v.Drawing, Views: v.views(v.shown()), Body: v.body, Readout: v.readout, Sentence: v.sentence,
		Status: v.status(), Done: page.Done{Work: v.settled(), Best: v.best()}, Name: "dial", Says: v.says,
	}
}

// best returns the λ with the lowest bias² + variance, once all data sets are there.
func (v *view) best() (lambda state.Optional[float64]) {
	if f := v.shown(); v.settled() {
		lambda = state.Some(f.summary.Lambdas[f.size().Best])
	}
	return lambda
}

// settled reports whether all data sets of the settings are visible.
func (v *view) settled() bool {
	f := v.shown()
	return f != nil && f.settings == v.Settings && f.complete()
}
