package tui

import (
	"image"

	"lambdascope/sim/analysis"
	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

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
	}
	s.Body = func() image.Rectangle {
		if m.tooSmall() {
			return image.Rectangle{}
		}
		return layout.body
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
	source := a.Settings.Source() + a.Settings.File
	if !hold || source != h.source {
		h.Axes = nil
		h.source = source
	}
	if hold {
		h.Axes = axes()
	}
}
