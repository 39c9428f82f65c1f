// Package worker analyses the settings on the screen of an app: the newest, in the
// background, with pictures of a part of the data before the whole where that takes long.
package worker

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/panics"
	"lambdascope/sim/settings"
)

// Result is the outcome of an analysis.
type Result struct {
	Generation int
	Analysis   *analysis.Result
	Err        error
}

// Worker runs one analysis at a time, the newest.
type Worker struct {
	Engine     *analysis.Engine
	Context    context.Context // of the session
	Generation int             // of the newest analysis; messages of older ones are to be dropped
	cancel     context.CancelFunc
}

// Start returns a command that analyses settings, and parts of them where that takes
// long. Older work is cancelled, and its result, should it still come, is of an older
// generation. What is known of the first trajectories, nil for nothing, is the first part.
// Parts have the λ's to keep, if these are of the grid.
func (w *Worker) Start(s settings.Settings, known *analysis.Result, keep ...float64) tea.Cmd {
	if w.cancel != nil {
		w.cancel()
	}
	ctx, cancel := context.WithCancel(w.Context)
	w.cancel = cancel
	w.Generation++
	generation := w.Generation
	parts := make(chan *analysis.Result, 1)
	work := analysisWork{w.Engine, known, keep, parts}
	engine := w.Engine
	return func() tea.Msg {
		outcome, since := make(chan Result, 1), time.Now()
		go func() {
			defer cancel()
			var r Result
			if p := panics.Catch(func() { r = work.do(ctx, s) }); p != nil {
				r.Err = p
			}
			r.Generation = generation
			outcome <- r
			_ = panics.Catch(func() { engine.Prepare(ctx) }) // without which the next analysis takes longer, no more
		}()
		return Progress{
			Generation: generation, Outcome: outcome, Since: since, parts: parts,
			Share: func() (float64, bool) { return engine.Progress(s) },
		}.begin()
	}
}

// analysisWork is what an analysis needs besides the settings.
type analysisWork struct {
	engine *analysis.Engine
	known  *analysis.Result // of the first trajectories; nil for nothing
	keep   []float64
	parts  chan *analysis.Result // has room for one
}

// do analyses settings.
func (w analysisWork) do(ctx context.Context, s settings.Settings) (r Result) {
	known := 0
	if w.known != nil {
		known = w.known.Settings.Trajectories
		w.show(w.known)
	}
	r.Analysis, r.Err = w.engine.AnalyzeWithPreviews(ctx, s, known, w.keep, w.show)
	return r
}

// show has a part shown, in place of the one before if that is not on the screen yet.
func (w analysisWork) show(a *analysis.Result) {
	select {
	case <-w.parts:
	default:
	}
	w.parts <- a
}

// Other is the analysis of settings beside those on the screen, such as pinned ones.
type Other struct {
	Settings settings.Settings
	Analysis *analysis.Result
	Err      error
}

// Analyze returns a command that analyses settings beside the present ones.
func (w *Worker) Analyze(s settings.Settings) tea.Cmd {
	engine, ctx := w.Engine, w.Context
	return func() tea.Msg {
		a, err := engine.Analyze(ctx, s)
		return Other{s, a, err}
	}
}
