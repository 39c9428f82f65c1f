package tui

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/control"
	"lambdascope/tui/state"
)

// page draws one view and takes its keys. Pages share the model: its scene, the
// analysis, the λ cursor, the keys common to all. What only one of them needs it
// keeps itself. All methods are called from Update and View.
type page interface {
	// title is the page's name in the header.
	title() string
	// show starts the work that the page needs for the scene and the analysis at
	// hand, if it has not got it. It is called when the page comes on show, and
	// while it is there, after each change of either.
	show() tea.Cmd
	// receive takes a message that is not the model's own; every page sees it,
	// on show or not.
	receive(msg tea.Msg) tea.Cmd
	// press takes a key before the keys common to all pages, and tells whether
	// it was one of its own.
	press(msg tea.KeyPressMsg) (cmd tea.Cmd, taken bool)
	// controls are the page's own, after those of the settings.
	controls() []control.Control
	// body draws the charts, a line for each row of the area, which lies where it
	// says on the screen.
	body(area image.Rectangle) []string
	// readout is the line under the charts: the numbers at the cursor.
	readout() string
	// findings says in words what there is to see, in at most rows lines.
	findings(rows int) []string
	// hints are the page's keys for the footer, the most useful first; keys lists
	// all of them for the help.
	hints() []hint
	keys() []helpGroup
	// reading explains how to read the page, a paragraph each.
	reading() []string
	// exhibit is what is exported and put into words.
	exhibit() exhibit
	// status says what goes on beside the analysis, for the header; empty mostly.
	status() string
}

// follower is a page whose work goes on while another is on show. It hears of other
// settings before the page on show does.
type follower interface{ settingsChanged() }

// exhibit is what a page has to show, as data. All of it is at hand and does not
// change: files are written from it while the app goes on.
type exhibit struct {
	name   string                   // for files: "explore"
	tables []table                  // what the charts show, in full precision
	charts []namedChart             // the charts themselves
	title  string                   // over the charts in files, empty for none
	text   func() []string          // a summary in words and numbers, a paragraph or row each; rows have two spaces between cells
	fitted func(width int) []string // text whose rows are no wider, if they can be; nil where text has none that are wide
	object func() any               // all of it, to be encoded as JSON
}

// table is the content of a CSV.
type table struct {
	name   string // after the exhibit's, empty for the first
	header []string
	rows   [][]string
	made   func() [][]string // in place of rows where they are many: called when they are written
}

type namedChart struct {
	name string // after the exhibit's, empty for the first
	spec *chart.Spec
}

// pages returns all pages, in order.
func (m *model) newPages() [state.NumPages]page {
	return [state.NumPages]page{newExplore(m), newFolds(m), &trials{model: m}, &figures{model: m}}
}

// firstFocus puts the focus where the page on show has it at first: on a control
// of its own, or on that of a setting that had it last.
func (m *model) firstFocus() {
	m.focus = m.shared
	for _, c := range m.pages[m.Page].controls() {
		if c.First {
			m.focus = c.Name
		}
	}
}

// open puts a page on show.
func (m *model) open(p state.Page) tea.Cmd {
	m.history.settle()
	m.fault = ""
	if !slices.ContainsFunc(m.pages[m.Page].controls(), func(c control.Control) bool { return c.Name == m.focus }) {
		m.shared = m.focus
	}
	m.Page = (p%state.NumPages + state.NumPages) % state.NumPages
	m.firstFocus()
	return m.pages[m.Page].show()
}
