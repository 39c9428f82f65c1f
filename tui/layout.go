package tui

import (
	"image"

	"lambdascope/tui/controls"
	"lambdascope/tui/overlay"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// window is the size of the screen in cells. The text of a lesson stands beside the page from
// besideWidth on, so that the charts keep their rows.
type window struct {
	full          int // width of the screen
	width, height int // of the page
}

const (
	besideWidth = 150
	lessonWidth = 48 // of the column of a lesson, with lessonRule cells for a rule
	lessonRule  = 2
)

// fit sets the width of the page.
func (m *model) fit() {
	m.width = m.full
	if m.lessonBeside() {
		m.width -= lessonWidth
	}
}

// lessonBeside reports whether the text of a lesson stands beside the page.
func (m *model) lessonBeside() bool {
	return m.full >= besideWidth && m.lessons.Taken()
}

// The smallest screen with room for every page.
const (
	minWidth  = 60
	minHeight = 20
)

// headerRows is the number of rows above controls and charts.
const headerRows = 1

// tooSmall reports whether the screen is smaller than minWidth×minHeight.
func (w window) tooSmall() bool { return w.width < minWidth || w.height < minHeight }

// overlaySize is the room of the text over the page.
func (w window) overlaySize() overlay.Size {
	return overlay.Size{Width: w.width - overlay.Margins, Rows: max(1, w.height-2)}
}

// shape is the division of a screen.
type shape struct {
	width, height int
	sidebar       bool // controls in a panel on the left
	room          page.Room
	controlRows   int             // lines of controls above the charts
	textRows      int             // lines for headline and warnings, below the header
	body          image.Rectangle // of the charts
}

// divide gives the charts the other rows.
func (s *shape) divide() {
	const frame = 3 // header, readout, footer
	left := 0
	if s.sidebar {
		left = controls.ColumnWidth(s.width) + 1
	}
	top := headerRows + s.textRows + s.controlRows
	s.body = image.Rect(left, top, s.width, top+s.height-frame-s.controlRows-s.textRows)
}

// fits reports whether a text fits above the charts.
func (m *model) fits(text string) bool {
	lines := m.styles.Break(text, m.width-2)
	return len(lines) <= m.shape().textRows && screen.Widest(lines) <= m.width-2
}

// errorRows is the largest number of lines of an error.
const errorRows = 3

// list returns the place of the palette on a screen of a height: the lower part of the charts.
func (s shape) list(height int) image.Rectangle {
	const least = 9
	bottom := s.body.Max.Y
	top := max(headerRows, bottom-max(least, 2*height/5))
	return image.Rect(s.body.Min.X, top, s.width, bottom)
}

// shape divides the screen for the current page.
func (m *model) shape() shape {
	height := m.height
	if !m.tooSmall() { // else no lesson is drawn
		height -= m.lessons.Rows()
	}
	s := shape{width: m.width, height: height, textRows: 2}
	boxed := s.width >= page.BoxedWidth
	if boxed && height >= 24 {
		s.room = page.RoomBelow
		s.sidebar = m.Page != state.PageDial
	} else if s.width >= 76 {
		s.room = page.RoomBeside
	}
	if height < 24 {
		s.textRows = 1
	}
	if !s.sidebar {
		s.controlRows = controls.StripRows(m.State, boxed)
	}
	step := m.lessons.Step()
	if step.Until != nil || m.lessons.Taken() && height < minHeight { // the lesson says what the page would
		s.textRows = 0
	}
	if step.Chart == state.Some(m.Page) { // no other chart beside
		s.room = page.RoomForOne
	}
	s.divide()
	return s
}
