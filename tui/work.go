package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/panics"
)

// patience is how long work may take before the screen says that it goes on.
const patience = 100 * time.Millisecond

// resultMsg is the outcome of an analysis.
type resultMsg struct {
	generation int
	analysis   *analysis.Result
	err        error
	took       time.Duration
	file       analysis.File // that the settings name, as it is now
	stale      error         // why the file could not be read again, though it changed
}

// slowMsg says that an analysis has gone on beyond patience.
type slowMsg struct {
	generation int
	outcome    <-chan resultMsg
}

// worker runs one analysis at a time, the newest.
type worker struct {
	engine     *analysis.Engine
	ctx        context.Context   // of the session
	data       *analysis.Watched // the file, nil for a domain
	file       analysis.File     // as the settings on the screen know it
	generation int
	cancel     context.CancelFunc
	now        func() time.Time
}

// start returns a command that analyses settings. Older work is cancelled, and
// its result, should it still come, is of an older generation.
func (w *worker) start(s analysis.Settings) tea.Cmd {
	if w.cancel != nil {
		w.cancel()
	}
	ctx, cancel := context.WithCancel(w.ctx)
	w.cancel = cancel
	w.generation++
	generation := w.generation
	work := analysisWork{w.engine, w.data, w.file}
	now := w.now
	if now == nil {
		now = time.Now
	}
	return func() tea.Msg {
		outcome := make(chan resultMsg, 1)
		go func() {
			defer cancel()
			start := now()
			var r resultMsg
			if p := panics.Catch(func() { r = work.do(ctx, s) }); p != nil {
				r.err = p
			}
			r.generation, r.took = generation, now().Sub(start)
			outcome <- r
		}()
		timer := time.NewTimer(patience)
		defer timer.Stop()
		select {
		case r := <-outcome:
			panics.Raise(r.err)
			return r
		case <-timer.C:
			return slowMsg{generation, outcome}
		}
	}
}

// analysisWork is what an analysis needs besides the settings.
type analysisWork struct {
	engine *analysis.Engine
	data   *analysis.Watched
	file   analysis.File
}

// do analyses settings, of the file as it is now where they name one; where that
// can't be read any more, of what was read before.
func (w analysisWork) do(ctx context.Context, s analysis.Settings) (r resultMsg) {
	r.file = w.file
	if w.data != nil && s.Recorded() {
		_, _, r.stale = w.data.Refresh(ctx)
		r.file = w.data.File()
		s = s.Reloaded(w.file, r.file)
	}
	r.analysis, r.err = w.engine.Analyze(ctx, s)
	return r
}

// await returns a command that waits for work that is known to be slow.
func (m slowMsg) await() tea.Msg {
	r := <-m.outcome
	panics.Raise(r.err)
	return r
}

// pinMsg is the analysis of settings that are pinned.
type pinMsg struct {
	settings analysis.Settings
	analysis *analysis.Result
	err      error
}

// analyze returns a command that analyses settings beside the present ones.
func (w *worker) analyze(s analysis.Settings) tea.Cmd {
	engine, ctx := w.engine, w.ctx
	return func() tea.Msg {
		a, err := engine.Analyze(ctx, s)
		return pinMsg{s, a, err}
	}
}
