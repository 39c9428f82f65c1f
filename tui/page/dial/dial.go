// Package dial is the page with one problem and one knob: the effect of λ on bias and variance, in many
// data sets of the current settings.
//
//	λ ‹ 0.3 › its own next estimate ├──●────┤ what really followed
//
// At λ an estimate n steps ahead counts (1−λ)λⁿ⁻¹ for the first step, and the return the rest. The
// truth is hidden until z, because it answers the question of the page.
package dial

import (
	"cmp"
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/sim/study"
	"lambdascope/sim/textfmt"
	"lambdascope/tui/background"
	"lambdascope/tui/figure"
	"lambdascope/tui/page"
	"lambdascope/tui/state"
)

// Page is the page Dial.
type Page struct {
	env   page.Env
	found background.Job[key, *found]
	story story
}

// New returns the page.
func New(env page.Env) *Page { return &Page{env: env} }

// dataSets is the number of data sets. Their seeds are consecutive, so that the next block begins after
// the last seed.
const dataSets = 30

// key determines the results.
type key struct {
	settings settings.Settings
	grows    bool // with results for growing numbers of trajectories
}

// found is the results of the data sets. It is immutable.
type found struct {
	settings  settings.Settings
	summary   *study.Summary
	estimates *estimates
	episodes  *episodes      // of the first data set
	grown     *study.Summary // for growing numbers of trajectories; nil until they are known
}

// size returns the summary of the only number of trajectories.
func (f *found) size() *study.SizeSummary { return &f.summary.Sizes[0] }

// complete reports whether all data sets are in.
func (f *found) complete() bool { return f.summary.Trials == dataSets }

// split is the error at each λ; the variance alone with a hidden truth.
func (v *view) split(f *found) figure.Split { return figure.SplitOf(f.summary, 0, v.Hidden) }

// view is the page over a snapshot.
type view struct {
	page.Drawing
	*Page
}

func (p *Page) view(s *page.Snapshot) *view {
	return &view{Drawing: page.Drawing{Snapshot: s}, Page: p}
}

// at returns the index of the current λ in the results.
func (v *view) at(f *found) int { return at(v.State, f.summary.Lambdas) }

// at returns the index of the λ under the cursor, or of the lowest without a cursor.
func at(s state.State, lambdas []float64) int {
	if !s.Cursor.Set {
		return 0
	}
	return page.Nearest(lambdas, s.Cursor.Value)
}

// shown returns the visible results, which may be those of the last settings; nil without results.
func (v *view) shown() *found {
	if v.Settings.Recorded() || v.found.Err != nil && v.found.Key.settings == v.Settings {
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
		if p.found.Key.settings != s.Settings {
			p.found.Forget()
		}
		return nil
	}
	p.story.follow(s)
	k := key{s.Settings, wide(s) && short(s.Settings)}
	return p.found.Ensure(p.env.Context, k, func(ctx context.Context, put func(*found)) error {
		return k.find(ctx, p.env.Engine, put)
	})
}

// find finds the results, and puts each part as soon as it is known.
func (k key) find(ctx context.Context, engine *analysis.Engine, put func(*found)) error {
	episodes, err := episodesOf(k.settings)
	if err != nil {
		return err
	}
	plan := study.Plan{Settings: k.settings, Sizes: []int{k.settings.Trajectories}, Trials: dataSets, FitsOnly: true}
	last := &found{settings: k.settings, episodes: episodes}
	var failed error
	err = study.Collect(ctx, engine, plan, func(now study.Collected) {
		if now.Summary == last.summary {
			return
		}
		values, err := newEstimates(engine, k.settings, now.Trials)
		if err != nil {
			failed = err
			return
		}
		last = &found{settings: k.settings, episodes: episodes, summary: now.Summary, estimates: values}
		put(last)
	})
	if err = cmp.Or(err, failed); err != nil || !k.grows {
		return err
	}
	plan.Sizes = sizes()
	return study.Collect(ctx, engine, plan, func(now study.Collected) {
		if now.Done == dataSets && now.Summary != nil && now.Summary.Trials == dataSets {
			whole := *last
			whole.grown = now.Summary
			put(&whole)
		}
	})
}

// sizes are the growing numbers of trajectories.
func sizes() []int { return []int{8, 20, 50, 100} }

// short reports whether episodes are short, so that many data sets of any size are soon drawn.
func short(s settings.Settings) bool {
	return s.Problem.Domain == "random-walk" || s.Problem.Problem != nil
}

// Receive takes the news of the data sets.
func (p *Page) Receive(_ *page.Snapshot, msg tea.Msg) (a page.Action) {
	a.Cmd, _ = background.Deliver(msg, &p.found)
	return a
}

// Play sweeps λ along the grid.
func (p *Page) Play(s *page.Snapshot) page.Play {
	if s.Settings.Recorded() || s.Result == nil {
		return page.Play{}
	}
	last := len(s.Result.Selection.Candidates) - 1
	at := func(k int) state.State {
		next := s.State
		next.Cursor = state.Some(s.Result.Selection.Candidates[k].Lambda)
		return next
	}
	return page.Play{
		Does: "sweep", Pace: time.Second / 3, Wait: p.found.Running(),
		Begin: func() state.State { return at(0) },
		Next: func(state.State) (state.State, bool) {
			k := min(last, s.CursorIndex()+1)
			return at(k), k < last
		},
	}
}

// Bindings are the keys of the page.
func (p *Page) Bindings() []page.Binding {
	draws := func(s *page.Snapshot) bool { return !s.Settings.Recorded() }
	return []page.Binding{
		{Keys: "o", Does: "the T-maze, where bias is starkest, or back to the walk", When: draws, Do: swapProblem, Hint: hintProblem},
		{Keys: "s", Does: "30 other data sets", Do: others, Hint: page.HintSeed},
	}
}

// others is the action of drawing the next block of data sets.
func others(s *page.Snapshot) page.Action {
	if s.Settings.Recorded() {
		return s.NewSeed()
	}
	next := s.State
	next.Settings.Seed += dataSets
	return page.Action{State: &next, Run: "seed"}
}

// Controls is λ, the first control of the page.
func (p *Page) Controls(s *page.Snapshot) []state.Knob {
	if s.Settings.Recorded() {
		return nil
	}
	lambda, _ := state.KnobNamed("cursor")
	lambda.Label = "λ"
	lambda.First = true
	lambda.About = settings.Always[state.State](lambda.Help)
	grid, err := settings.ParseLambdas(s.Settings.Lambdas)
	if err != nil {
		grid = []float64{0}
	}
	lambda.Stops = func(state.State) []float64 { return grid }
	lambda.Get = func(s state.State) string { return textfmt.Number(grid[at(s, grid)]) }
	return []state.Knob{lambda}
}

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
