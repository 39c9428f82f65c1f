package tui

import (
	"image"
	"math"
	"slices"
	"strconv"
	"strings"

	"lambdascope/tui/screen"
	"lambdascope/tui/state"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
)

// slide is where a number lies among its usual values, which are evenly spaced on
// a slider, whatever they are.
type slide struct {
	stops []float64 // increasing
	value func(state.State) float64
}

// sliderWidth is how many cells a slider takes.
const sliderWidth = 20

// cell returns where the value lies on a track of n cells.
func (s *slide) cell(now state.State, n int) int {
	at, _ := slices.BinarySearch(s.stops, s.value(now))
	at = min(at, len(s.stops)-1)
	return int(math.Round(float64(at) / float64(len(s.stops)-1) * float64(n-1)))
}

// stop returns the text of the value at a cell of a track of n.
func (s *slide) stop(cell, n int) string {
	at := float64(max(0, min(n-1, cell))) / float64(n-1) * float64(len(s.stops)-1)
	return strconv.FormatFloat(s.stops[int(math.Round(at))], 'f', -1, 64)
}

// slider draws the slider of a control at the end of a line.
func (m *model) slider(c control, l *screen.Line) *screen.Line {
	const track = sliderWidth - 2
	at := c.slide.cell(m.State, track)
	l.Add(chart.InkFaint, "├"+strings.Repeat("─", at))
	l.Add(chart.InkCursor, "●")
	return l.Add(chart.InkFaint, strings.Repeat("─", track-1-at)+"┤")
}

// slideZone lets the mouse move a slider.
func (m *model) slideZone(c control, r image.Rectangle) zone {
	put := func(at image.Point) tea.Cmd {
		return m.set(c, c.slide.stop(at.X-r.Min.X-1, r.Dx()-2), c.name)
	}
	return zone{Rectangle: r, press: put, drag: put, wheel: m.turn}
}
