package table

import (
	"bytes"
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// Style is the style of a table.
type Style struct {
	Width  int  // of sentences, in cells
	ASCII  bool // 7-bit characters alone
	Styled bool // bold and faint
}

// text returns a text in the characters of the table. Call it before aligning, because λ takes one cell and
// lambda six.
func (s Style) text(t string) string {
	if s.ASCII {
		return chart.ASCII(t)
	}
	return t
}

func (s Style) bold(t string) string { return s.dress(lipgloss.NewStyle().Bold(true), t) }

func (s Style) faint(t string) string { return s.dress(lipgloss.NewStyle().Faint(true), t) }

func (s Style) dress(style lipgloss.Style, t string) string {
	if !s.Styled {
		return t
	}
	return style.Render(t)
}

// sentence writes a text wrapped to the width, with all lines but the first indented.
func (s Style) sentence(w *bytes.Buffer, t string) {
	lines := screen.Break(s.text(t), max(20, s.Width))
	fmt.Fprintln(w, lines[0])
	if rest := lines[1:]; len(rest) > 0 {
		s.indented(w, strings.Join(rest, " "))
	}
}

// sentences writes several sentences.
func (s Style) sentences(w *bytes.Buffer, texts []string) {
	for _, t := range texts {
		s.sentence(w, t)
	}
}

// indented writes an indented text, wrapped to the width.
func (s Style) indented(w *bytes.Buffer, t string) {
	const indent = "  "
	for _, line := range screen.Break(s.text(t), max(20, s.Width)-len(indent)) {
		fmt.Fprintln(w, indent+line)
	}
}

// lines returns the headings and the rows of a table.
func (s Style) lines(columns []screen.Column) (headings, rows []string) {
	const gap = "   "
	headings, rows = screen.Table(columns, gap, s.text)
	for i, h := range headings {
		headings[i] = s.faint(h)
	}
	return headings, rows
}

// table writes a table.
func (s Style) table(w *bytes.Buffer, columns []screen.Column) {
	headings, rows := s.lines(columns)
	for _, line := range append(headings, rows...) {
		fmt.Fprintln(w, line)
	}
}

// mark marks a cell as the lowest of a column. It pads the remaining cells, so that numbers stay aligned.
func mark(c *screen.Column, row int) {
	const space = "  "
	c.Top += space
	c.Bottom += space
	for i := range c.Cells {
		if i == row {
			c.Cells[i] += " " + minimumMark
		} else {
			c.Cells[i] += space
		}
	}
}

// minimumMark marks the lowest LOTO error over λ and ridge.
const minimumMark = "▼"
