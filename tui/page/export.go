package page

import (
	"lambdascope/tui/chart"
	"lambdascope/tui/figure"
)

// Export is the content of a page as data. Package export turns an Export into files and text.
// An Export is immutable, because files are written while the app continues.
type Export struct {
	Name      string   // of the files: "explore"
	Title     string   // above the charts in files; empty for none
	Sentences []string // the findings
	Views     []Exported
}

// Exported is a view as data.
type Exported struct {
	Name   string // of the files with the chart, after the export's
	Title  string // empty for no title
	Chart  *chart.Spec
	Tables []Table
}

// Table is numbers in full precision: a CSV file, and a table of the text.
type Table struct {
	Name   string // of the file, after the export's; empty for the first
	Header []string
	Rows   func() [][]string // called on writing, because there may be thousands
}

// FigureTable is a table as the command study writes it.
func FigureTable[R any](name, domain string, rows func() []R, columns []figure.Column[R]) Table {
	header, _ := figure.Table(domain, nil, columns)
	return Table{Name: name, Header: header, Rows: func() [][]string {
		_, lines := figure.Table(domain, rows(), columns)
		return lines
	}}
}
