package tui

import (
	"math"
	"strconv"
	"strings"

	"lambdascope/tui/chart"
	"lambdascope/tui/report"
)

// readingWidth is the widest that prose is set.
const readingWidth = 90

// summary is a page in words and numbers, with the command that opens it.
type summary struct {
	exhibit exhibit
	command string

	lines []string // as they were set last
	pen   *pen
	width int
}

func (m *model) summary() *summary {
	return &summary{exhibit: m.pages[m.page].exhibit(), command: m.command()}
}

// openSummary shows the page as it is now in words and numbers.
func (m *model) openSummary() {
	m.overlay = &overlay{kind: summaryOverlay, summary: m.summary()}
}

// commandHeading stands over the command.
const commandHeading = "The command that opens this view:"

// plain returns the summary for a file or the clipboard: a line for each paragraph
// or row.
func (s *summary) plain() string {
	var lines []string
	if s.exhibit.text != nil {
		lines = append(s.exhibit.text(), "")
	}
	return strings.Join(append(lines, commandHeading, s.command), "\n") + "\n"
}

// set returns the summary set to a width: prose wrapped, rows of a table as they
// are or cut, the command in full.
func (s *summary) set(p *pen, width int) []string {
	if s.pen == p && s.width == width {
		return s.lines
	}
	var paragraphs, lines []string
	switch e := s.exhibit; {
	case e.fitted != nil:
		paragraphs = e.fitted(width)
	case e.text != nil:
		paragraphs = e.text()
	}
	for _, text := range paragraphs {
		switch {
		case text == "":
			lines = append(lines, "")
		case strings.Contains(text, cellGap):
			lines = append(lines, p.line(width).add(chart.InkText, text).String())
		default:
			lines = append(lines, p.wrap(chart.InkText, text, min(width, readingWidth), len(text))...) // all of it
		}
	}
	if lines != nil {
		lines = append(lines, "")
	}
	lines = append(lines, p.line(width).add(chart.InkFaint, commandHeading).String())
	lines = append(lines, p.wrapHard(chart.InkText, s.command, width)...)
	s.lines, s.pen, s.width = lines, p, width
	return lines
}

// cellGap stands between the cells of a row, and nowhere in prose.
const cellGap = "  "

// textColumn is a column of a table in a text.
type textColumn struct {
	top, bottom string // the heading
	cells       []string
	left        bool // aligned to the left; numbers are to the right
	spare       int  // the columns with the largest go first where there is no room; 0 stays
}

// textRows sets columns as rows: two of headings and one for each cell, in the
// characters that text maps to. Columns to spare are left out until the rows are no
// wider than a width.
func textRows(columns []textColumn, width int, text func(string) string) []string {
	for i := range columns {
		c := &columns[i]
		c.top, c.bottom = text(c.top), text(c.bottom)
		cells := make([]string, len(c.cells))
		for k, cell := range c.cells {
			cells[k] = text(cell)
		}
		c.cells = cells
	}
	for {
		rows := setRows(columns)
		worst := 0
		for i, c := range columns {
			if c.spare > columns[worst].spare {
				worst = i
			}
		}
		if widest(rows) <= width || columns[worst].spare == 0 {
			return rows
		}
		columns = append(columns[:worst:worst], columns[worst+1:]...)
	}
}

func setRows(columns []textColumn) []string {
	var all []report.Column
	for _, c := range columns {
		all = append(all, report.Column{Cells: append([]string{c.top, c.bottom}, c.cells...), Left: c.left})
	}
	return report.Align(all, cellGap)
}

// decimalsFor returns how many decimals show a number's leading digits; 0 for what
// is no size.
func decimalsFor(size float64, digits int) int {
	if !(size > 0) || math.IsInf(size, 1) {
		return 0
	}
	return max(0, digits-1-int(math.Floor(math.Log10(size))))
}

// fixedCells writes numbers with the same decimals, or, where these would be too
// many to read, each with its leading digits. What is no number is a dash.
func fixedCells(values []float64, decimals int) []string {
	const most = 9
	cells := make([]string, len(values))
	for i, v := range values {
		switch {
		case math.IsNaN(v) || math.IsInf(v, 0):
			cells[i] = "-"
		case decimals > most || math.Abs(v) >= 1e9:
			cells[i] = strconv.FormatFloat(v, 'g', 4, 64)
		default:
			cells[i] = strconv.FormatFloat(v, 'f', decimals, 64)
		}
	}
	return cells
}
