package tui

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"lambdascope/sim/analysis"
	"lambdascope/sim/settings"
	"lambdascope/tui/background"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// results holds the analyses of the settings and the pins.
type results struct {
	page.Env
	analysis *analysis.Result // latest complete result, or nil
	job      background.Job[settings.Settings, found]
	pinned   background.Job[state.Pins, map[settings.Settings]*analysis.Result]
	left     string // progress of a slow analysis, or ""
}

// found is an analysis, or a preview from the first trajectories.
type found struct {
	*analysis.Result // nil after an error
	of               settings.Settings
	whole            bool
}

// firstPreview is the time before the first preview, because quick results need none.
const firstPreview = 20 * time.Millisecond

// analyze starts the analysis of settings for a page. Previews have the λ's to keep, if the grid has
// them.
func (r *results) analyze(s settings.Settings, p state.Page, keep ...float64) tea.Cmd {
	engine := r.Engine
	known := r.known(s)
	request := analysis.Request{Settings: s, Keep: keep}
	if p == state.PageExplore { // Explore shows the calibration in place of the truth
		request.Calibration = analysis.WithoutTruth
	}
	complete := r.analysis != nil && r.analysis.Settings == s
	r.job.First = firstPreview
	return r.job.Start(r.Context, s, func(ctx context.Context, put func(found)) error {
		if !complete {
			request.Preview = func(a *analysis.Result) { put(found{Result: a, of: s}) }
		}
		if known != nil {
			request.Known = known.Settings.Trajectories
			request.Preview(known)
		}
		a, err := engine.Run(ctx, request)
		put(found{Result: a, of: s, whole: true})
		go engine.Prepare(ctx) // the next analysis is shorter
		return err
	})
}

// calibrate adds the calibration to a result of settings that another page asked for.
func (r *results) calibrate(s settings.Settings, p state.Page) tea.Cmd {
	a := r.analysis
	if p != state.PageExplore || r.job.Running() || r.job.Err != nil || a == nil || a.Settings != s || a.Truth != nil || a.Calibrated {
		return nil
	}
	return r.analyze(s, p)
}

// known returns the largest known analysis of the first trajectories of settings, or nil.
func (r *results) known(s settings.Settings) (known *analysis.Result) {
	most := 0
	look := func(a *analysis.Result, of settings.Settings) {
		n := a.Settings.Trajectories
		if of.Trajectories = s.Trajectories; of == s && most < n && n < s.Trajectories {
			known = a
			most = n
		}
	}
	if part := r.part(); part != nil {
		look(part, r.job.Now.of)
	}
	if r.analysis != nil {
		look(r.analysis, r.analysis.Settings)
	}
	return known
}

// analyzePins analyses the pins without results.
func (r *results) analyzePins(pins state.Pins) tea.Cmd {
	engine := r.Engine
	known := r.pinned.Now
	if a := r.analysis; a != nil && slices.Contains(pins.List(), a.Settings) && known[a.Settings] == nil {
		known = adding(known, a)
		r.pinned.Now = known
	}
	return r.pinned.Ensure(r.Context, pins, func(ctx context.Context, put func(map[settings.Settings]*analysis.Result)) error {
		var failed error
		for _, s := range pins.List() {
			if known[s] != nil {
				continue
			}
			a, err := engine.Run(ctx, analysis.Request{Settings: s})
			if err != nil {
				failed = err
				continue
			}
			known = adding(known, a)
			put(known)
		}
		return failed
	})
}

// adding returns results with one more.
func adding(all map[settings.Settings]*analysis.Result, a *analysis.Result) map[settings.Settings]*analysis.Result {
	out := make(map[settings.Settings]*analysis.Result, len(all)+1)
	maps.Copy(out, all)
	out[a.Settings] = a
	return out
}

// receive handles a message of the analysis. Changed reports a new result.
func (r *results) receive(msg background.Msg) (next tea.Cmd, changed, mine bool) {
	before := r.job.Now
	if next, mine = r.job.Receive(msg); !mine {
		return nil, false, false
	}
	now := r.job.Now
	if now.whole && now.Result != nil {
		r.analysis = now.Result
	}
	r.left = ""
	if share, known := r.Engine.Progress(r.job.Key); known {
		r.left = timeLeft(r.job.Elapsed(), share)
	}
	return next, msg.Ended || now != before, true
}

// shown returns the result on a page. Explore alone shows previews, because other pages
// compute more from a result.
func (r *results) shown(p state.Page) *analysis.Result {
	if part := r.part(); part != nil && p == state.PageExplore {
		return part
	}
	return r.analysis
}

// part returns the preview on the screen, or nil.
func (r *results) part() *analysis.Result {
	if r.job.Now.whole {
		return nil
	}
	return r.job.Now.Result
}

// partLate reports whether the preview is of earlier settings for too long.
func (r *results) partLate() bool { return r.job.Slow && r.job.Now.of != r.job.Key }

// awaits shows without a delay that a result is being computed.
func (r *results) awaits(s *page.Snapshot) {
	if !s.Current() && r.job.Err == nil {
		r.job.Slow = true
	}
}

// computing reports whether the screen shows work on a result: a preview, or slow work.
func (r *results) computing() bool { return r.job.Slow || r.part() != nil }

// ready reports whether the screen shows a complete result.
func (r *results) ready() bool { return r.analysis != nil && r.job.Err == nil && !r.computing() }

// partText describes the preview on the screen.
func (r *results) partText() string {
	part := r.part()
	of := r.job.Now.of
	text := fmt.Sprintf("First %d of %d trajectories", part.Settings.Trajectories, of.Trajectories)
	if some, all := len(part.Selection.Candidates), len(of.Grid()); some < all {
		text += fmt.Sprintf(", %d of %d λ's", some, all)
	}
	return text + ". Charts and numbers are for these until all are computed."
}

// timeLeft describes the share done and the time left. It returns "" until an estimate is possible.
func timeLeft(elapsed time.Duration, share float64) string {
	const soon = 500 * time.Millisecond
	left := screen.EstimateLeft(elapsed, share)
	if elapsed < soon || left == "" {
		return ""
	}
	return fmt.Sprintf("%.0f %%, %s", 100*share, left)
}

// Snapshot returns the input of the pages.
func (m *model) Snapshot() *page.Snapshot {
	layout := m.shape()
	s := &page.Snapshot{
		State: m.State, Result: m.shown(m.Page), Err: m.job.Err, Revealed: m.revealed,
		OnShow: true, Playing: m.player.Running(), Focus: m.controls.Name, Class: m.class.Data(m.Settings),
		Lesson: m.lessons.Place().Lesson, Axes: m.held.Axes,
		Styles: m.styles, Glide: m.glide, Width: m.width, Height: layout.height,
	}
	if top := m.lessons.Step().Top; top > 0 { // a step of a lesson fixes this axis
		s.Axes = m.held.With(page.DialErrors, chart.Range{Hi: top})
	}
	s.Most = m.most.Of(m.Settings, func() int {
		most := m.config.Limits.MostTrajectories(m.Settings)
		if m.Settings.Recorded() {
			most = min(most, m.Settings.FileTrajectories)
		}
		return most
	})
	if part := m.part(); part != nil && s.Result == part {
		s.First = part.Settings.Trajectories
	}
	for i, pinned := range m.Pins.List() {
		s.Pinned[i] = m.pinned.Now[pinned]
	}
	if !m.tooSmall() {
		s.Room = layout.room
		s.Body = layout.body
	}
	return s
}

// heldAxes are the axes that = holds; nil for axes that fit.
type heldAxes struct {
	page.Axes
	source string // domain or file
}

// follow takes the axes of a result while = holds the scales. Another problem has other quantities and
// needs new axes.
func (h *heldAxes) follow(a *analysis.Result, hold bool, axes func() page.Axes) {
	if a == nil {
		return
	}
	if source := a.Settings.Source() + a.Settings.File; !hold || source != h.source {
		h.Axes = nil
		h.source = source
	}
	if hold {
		h.Axes = axes()
	}
}
