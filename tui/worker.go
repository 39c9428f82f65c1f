package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/panics"
	"lambdascope/tui/screen"
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

// slowMsg says that an analysis has gone on beyond patience, and how far it is.
type slowMsg struct {
	generation int
	outcome    <-chan resultMsg
	parts      <-chan *analysis.Result // of the first trajectories, the last that there is
	since      time.Time
	share      func() (share float64, under bool)
	folds      func() (scored, all int)
	soFar      func() *analysis.Result // what rounds of folds say; nil where there is nothing yet
	shown      *analysis.Result        // the last of these
}

// partMsg is the analysis of the first trajectories of one that goes on, or what the
// folds scored so far say of all.
type partMsg struct {
	slowMsg
	analysis *analysis.Result
}

// watchInterval is how often the screen says how far slow work is.
const watchInterval = 250 * time.Millisecond

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

// start returns a command that analyses settings, and first a part of them where that
// takes long. Older work is cancelled, and its result, should it still come, is of an
// older generation. No part is analysed of which the result on the screen, nil for none,
// has more.
func (w *worker) start(s analysis.Settings, shown *analysis.Result) tea.Cmd {
	if w.cancel != nil {
		w.cancel()
	}
	ctx, cancel := context.WithCancel(w.ctx)
	w.cancel = cancel
	w.generation++
	generation := w.generation
	parts := make(chan *analysis.Result, 1)
	work := analysisWork{w.engine, w.data, w.file, shown, parts}
	engine, now := w.engine, w.now
	if now == nil {
		now = time.Now
	}
	return func() tea.Msg {
		outcome, since, start := make(chan resultMsg, 1), time.Now(), now()
		go func() {
			defer cancel()
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
			return slowMsg{
				generation: generation, outcome: outcome, parts: parts, since: since,
				share: func() (float64, bool) { return engine.Progress(s) },
				folds: func() (int, int) { return engine.FoldsScored(s) },
				soFar: func() *analysis.Result {
					a, err := engine.SoFar(ctx, s)
					if err != nil { // which the whole says, too
						return nil
					}
					return a
				},
			}
		}
	}
}

// analysisWork is what an analysis needs besides the settings.
type analysisWork struct {
	engine *analysis.Engine
	data   *analysis.Watched
	file   analysis.File
	shown  *analysis.Result
	parts  chan *analysis.Result // has room for one
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
	w.doParts(ctx, s)
	r.analysis, r.err = w.engine.AnalyzeInRounds(ctx, s)
	return r
}

// doParts analyses parts of settings. What is wrong with the data, the whole says.
func (w analysisWork) doParts(ctx context.Context, s analysis.Settings) {
	for _, n := range w.engine.Parts(s) {
		part := s
		part.Trajectories = n
		if w.shown != nil && partOf(part, w.shown.Settings) {
			continue
		}
		a, err := w.engine.Analyze(ctx, part)
		switch {
		case ctx.Err() != nil:
			return
		case err != nil: // as where a part has trajectories of one group alone
			continue
		}
		select {
		case <-w.parts: // in whose place the new one comes
		default:
		}
		w.parts <- a
	}
}

// partOf tells whether settings are others with fewer trajectories, or the same.
func partOf(s, other analysis.Settings) bool {
	fewer := s.Trajectories <= other.Trajectories
	s.Trajectories = other.Trajectories
	return fewer && s == other
}

// await waits for work that is known to be slow, for a part of it, or until it is time to
// say again how far it is.
func (m slowMsg) await() tea.Msg {
	timer := time.NewTimer(watchInterval)
	defer timer.Stop()
	select {
	case r := <-m.outcome:
		panics.Raise(r.err)
		return r
	case a := <-m.parts:
		return partMsg{m, a}
	case <-timer.C:
	}
	select {
	case a := <-m.parts: // which came before any round
		return partMsg{m, a}
	default:
	}
	if m.soFar != nil {
		if a := m.soFar(); a != nil && a != m.shown {
			m.shown = a
			return partMsg{m, a}
		}
	}
	return m
}

// left says how much is done, and how long the rest takes; nothing before that can be
// told.
func (m slowMsg) left() string {
	const soon, little = 500 * time.Millisecond, .02
	if m.share == nil {
		return ""
	}
	share, under := m.share()
	elapsed := time.Since(m.since)
	if !under || elapsed < soon || share < little {
		return ""
	}
	rest := time.Duration(float64(elapsed) * (1 - share) / share)
	return fmt.Sprintf("%.0f %%, %s", 100*share, screen.TimeLeft(rest))
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
