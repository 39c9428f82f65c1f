package page

import "lambdascope/tui/chart"

// Export is what a page has to show, as data. All of it is at hand and does not
// change: files are written from it while the app goes on.
type Export struct {
	Name   string                   // for files: "explore"
	Tables []Table                  // what the charts show, in full precision
	Charts []Chart                  // the charts themselves
	Title  string                   // over the charts in files, empty for none
	Text   func() []string          // a summary in words and numbers, a paragraph or row each; rows have two spaces between cells
	Fitted func(width int) []string // Text whose rows are no wider, if they can be; nil where Text has none that are wide
	Object func(args []string) any  // all of it, to be encoded as JSON; args open the view again
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
	Name string // after the export's, empty for the first
	Spec *chart.Spec
}
