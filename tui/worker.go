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

const (
	// firstWait is how long the screen waits for a result before it shows a part of it.
	firstWait = 20 * time.Millisecond
	// nearly is within how much more a result is waited for all the same.
	nearly = 12 * time.Millisecond
	// patience is how long work may take before the screen says that it goes on.
	patience = 100 * time.Millisecond
	// pictureInterval is the least time from one picture of a part to the next.
	pictureInterval = 100 * time.Millisecond
	// fewLambdas draw a curve well enough to take the place of one with more, if they
	// reach over this share of the grid.
	fewLambdas   = 10
	widthOfCurve = .75
)

// resultMsg is the outcome of an analysis.
type resultMsg struct {
	generation int
	analysis   *analysis.Result
	err        error
	took       time.Duration
	file       analysis.File // that the settings name, as it is now
	stale      error         // why the file could not be read again, though it changed
}

// slowMsg says that an analysis goes on, and how far it is.
type slowMsg struct {
	generation int
	outcome    <-chan resultMsg
	parts      <-chan *analysis.Result // of the first trajectories, the last that there is
	since      time.Time
	share      func() (share float64, under bool)
	folds      func() (scored, all int)
	soFar      func() *analysis.Result // what rounds of folds say; nil where there is nothing yet
	shown      *analysis.Result        // the last part or sample on the screen
	soon       func() bool             // whether a first picture can be expected soon
}

// partMsg is the analysis of the first trajectories of one that goes on, or what the
// folds scored so far say of all.
type partMsg struct {
	slowMsg
	analysis *analysis.Result
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

// start returns a command that analyses settings, and parts of them where that takes
// long. Older work is cancelled, and its result, should it still come, is of an older
// generation. What is known of the first trajectories, nil for nothing, is the first part.
// Parts have the λ's to keep, if these are of the grid.
func (w *worker) start(s analysis.Settings, known *analysis.Result, keep ...float64) tea.Cmd {
	if w.cancel != nil {
		w.cancel()
	}
	ctx, cancel := context.WithCancel(w.ctx)
	w.cancel = cancel
	w.generation++
	generation := w.generation
	parts := make(chan *analysis.Result, 1)
	work := analysisWork{w.engine, w.data, w.file, known, keep, parts}
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
			soon: func() bool { return engine.PictureSoon(s, keep...) },
		}.begin()
	}
}

// analysisWork is what an analysis needs besides the settings.
type analysisWork struct {
	engine *analysis.Engine
	data   *analysis.Watched
	file   analysis.File
	known  *analysis.Result // of the first trajectories; nil for nothing
	keep   []float64
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
	known := 0
	if w.known != nil && w.known.Settings.Hash == s.Hash { // the file has not changed
		known = w.known.Settings.Trajectories
		w.show(w.known)
	}
	r.analysis, r.err = w.engine.AnalyzeInParts(ctx, s, known, w.keep, w.show)
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

// begin waits for work that has begun: for its result, for a first picture where that
// does not come soon, or until it is known to be slow.
func (m slowMsg) begin() tea.Msg {
	if r, ended := m.ends(firstWait); ended {
		return r
	}
	if rest, known := m.rest(); known && rest < nearly {
		if r, ended := m.ends(nearly); ended {
			return r
		}
	}
	if len(m.parts) == 0 && !m.soon() {
		return m
	}
	timer := time.NewTimer(patience - time.Since(m.since))
	defer timer.Stop()
	select {
	case r := <-m.outcome:
		panics.Raise(r.err)
		return r
	case m.shown = <-m.parts:
		return partMsg{m, m.shown}
	case <-timer.C:
		return m
	}
}

// ends waits some time for the result.
func (m slowMsg) ends(within time.Duration) (r resultMsg, ended bool) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	select {
	case r = <-m.outcome:
		panics.Raise(r.err)
		return r, true
	case <-timer.C:
		return r, false
	}
}

// await waits for work that goes on, until it is time for the next picture, or to say
// again how far it is.
func (m slowMsg) await() tea.Msg {
	if r, ended := m.ends(pictureInterval); ended {
		return r
	}
	var next *analysis.Result
	select {
	case next = <-m.parts:
	default:
		next = m.soFar()
	}
	if next != nil && next != m.shown && sharper(next, m.shown) {
		m.shown = next
		return partMsg{m, next}
	}
	return m
}

// sharper tells whether a picture is of more data than the one before, nil for none. A
// sample of the folds is of all trajectories, but at first of few folds and few λ's.
func sharper(a, before *analysis.Result) bool {
	if !a.Estimated() {
		return before == nil || !before.Estimated() && a.Settings.Trajectories > before.Settings.Trajectories
	}
	have, grid := a.Selection.Candidates, a.Lambdas()
	from, to := have[0].Lambda, have[len(have)-1].Lambda
	if len(have) < min(fewLambdas, len(grid)) || to-from < widthOfCurve*(grid[len(grid)-1]-grid[0]) {
		return false
	}
	return before == nil || before.Estimated() || a.Race.Scored >= before.Selection.Folds*len(before.Selection.Candidates)
}

// rest returns how long the work is expected to go on, false where that is not known.
func (m slowMsg) rest() (rest time.Duration, known bool) {
	if m.share == nil {
		return 0, false
	}
	share, under := m.share()
	if !under || share == 0 {
		return 0, false
	}
	return time.Duration(float64(time.Since(m.since)) * (1 - share) / share), true
}

// left says how much is done, and how long the rest takes; nothing before that can be
// told.
func (m slowMsg) left() string {
	const soon, little = 500 * time.Millisecond, .02
	rest, known := m.rest()
	if !known || time.Since(m.since) < soon {
		return ""
	}
	share, under := m.share()
	if !under || share < little {
		return ""
	}
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
