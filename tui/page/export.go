package page

import (
	"math"

	"lambdascope/tui/chart"
)

// Export is the content of a page as data. It is complete and immutable, because files are
// written from it while the app continues.
type Export struct {
	Name   string  // for files: "explore"
	Tables []Table // the numbers of the charts, in full precision
	Charts []Chart // the charts themselves
	Views  []View  // source of tables and charts; nil for the views on show
	Title  string  // over the charts in files, empty for none
	// Summary returns paragraphs and rows of tables. Rows fit width, if possible, and have
	// screen.CellGap between cells. text may spell a row for a terminal.
	Summary func(width int, text func(string) string) []string
}

// Text returns the summary without a limit of width; nil for none.
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
	Made   func() [][]string // in place of Rows for many rows: called on writing
}

// Chart is an exported chart.
type Chart struct {
	Name string // after the export's
	Spec *chart.Spec
}
