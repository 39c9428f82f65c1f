package page

import (
	"math"

	"lambdascope/tui/chart"
)

// Export is what a page has to show, as data. All of it is at hand and does not
// change: files are written from it while the app goes on.
type Export struct {
	Name   string  // for files: "explore"
	Tables []Table // what the charts show, in full precision
	Charts []Chart // the charts themselves
	Views  []View  // that tables and charts are of; nil for those on show
	Title  string  // over the charts in files, empty for none
	// Summary says it in words and numbers, a paragraph or a row of a table each.
	// Rows are no wider than width, if they can be, have screen.CellGap between
	// their cells, and are given to text, which may spell them for a terminal.
	Summary func(width int, text func(string) string) []string
}

// Text returns the summary at any width, as it is; nil where there is none.
func (e Export) Text() []string {
	if e.Summary == nil {
		return nil
	}
	return e.Summary(math.MaxInt, func(s string) string { return s })
}

// Table is the content of a CSV.
type Table struct {
	Name   string // after the export's, empty for the first
	Header []string
	Rows   [][]string
	Made   func() [][]string // in place of Rows where they are many: called when they are written
}

// Chart is a chart to be exported.
type Chart struct {
	Name string // after the export's
	Spec *chart.Spec
}
