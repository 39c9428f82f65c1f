// Package export writes the content of a page as text, as HTML and as files. All formats use
// the views of the page, so that text, tables and charts agree.
package export

import (
	"cmp"
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Summary is the content of a page, with a command or link to the page.
type Summary struct {
	Export  page.Export
	Command string // or a link
	Build   string // version of the program
}

// Heading is the line above the command or link.
func (s *Summary) Heading() string {
	kind := "command"
	if state.IsLink(s.Command) {
		kind = "link"
	}
	return "The " + kind + " that opens this view:"
}

// Plain returns the text for a file or the clipboard, with a line for each paragraph and row.
func (s *Summary) Plain() string {
	lines := s.Lines(math.MaxInt, func(cell string) string { return cell }, func(text string) []string { return []string{text} })
	lines = append(lines, s.Heading(), s.Command)
	if s.Build != "" {
		lines = append(lines, "", report.Made(s.Build))
	}
	return strings.Join(lines, "\n") + "\n"
}

// block is a paragraph of the text or a table. An empty block is a blank line.
type block struct {
	text    string
	columns []screen.Column
}

// blocks returns the findings, and the title, the legend and the numbers of each view.
func (s *Summary) blocks() (out []block) {
	add := func(text string) { out = append(out, block{text: text}) }
	for _, text := range s.Export.Sentences {
		add(text)
	}
	for _, v := range s.Export.Views {
		if v.Chart != nil {
			add("")
			add(caption(v))
		}
		for _, t := range v.Tables {
			columns, note := columnsOf(t)
			if note != "" {
				add(note)
			}
			if len(columns) > 0 {
				add("")
				out = append(out, block{columns: columns})
			}
		}
	}
	add("")
	return out
}

// caption is the title of a chart, or the names of the axes, with the legend.
func caption(v page.Exported) string {
	name := func(a chart.Axis) string { return cmp.Or(a.Long, a.Label, "value") }
	text := cmp.Or(v.Title, v.Name+": "+name(v.Chart.Y)+" by "+name(v.Chart.X)) + "."
	var names []string
	for _, e := range v.Chart.Entries() {
		names = append(names, e.Name)
	}
	if names != nil {
		text += " Legend: " + strings.Join(names, "; ") + "."
	}
	return text
}

// mostCells is the largest number of cells in a table of the text, because larger tables suit
// neither screens nor readers.
const mostCells = 1500

// columnsOf returns the columns whose cells differ, and a note with the constant columns and,
// if rows are missing, the number of rows.
func columnsOf(t page.Table) (out []screen.Column, note string) {
	all := t.Rows()
	rows := all[:min(len(all), mostCells/len(t.Header))]
	var notes []string
	for j, name := range t.Header {
		name = spelling.Replace(name)
		same := func(row []string) bool { return row[j] == all[0][j] }
		if len(all) > 1 && !slices.ContainsFunc(all, func(row []string) bool { return !same(row) }) {
			if cell := word(all[0][j]); cell != "" {
				notes = append(notes, name+" = "+cell)
			}
			continue
		}
		cells := make([]string, len(rows))
		for i, row := range rows {
			cells[i] = word(row[j])
		}
		c := screen.Column{Bottom: name, Left: !round(cells), Cells: cells}
		if at := strings.LastIndex(name, " "); at >= 0 {
			c.Top = name[:at]
			c.Bottom = name[at+1:]
		}
		out = append(out, c)
	}
	if notes != nil {
		note = "All rows: " + strings.Join(notes, "; ") + "."
	}
	if len(rows) < len(all) {
		note = strings.TrimSpace(fmt.Sprintf("%s These are the first %d of %d rows.", note, len(rows), len(all)))
	}
	return out, note
}

// word turns a cell of a CSV file into a word for a reader.
func word(cell string) string {
	switch cell {
	case "true":
		return "yes"
	case "false":
		return ""
	}
	return cell
}

// spelling turns names of columns into words.
var spelling = strings.NewReplacer("_", " ", "lambda", "λ", "gamma", "γ", "rmsve", "root MSVE", "msve", "MSVE", "bias2", "bias²", "loto", "LOTO")

// round gives the numbers of a column enough decimals to distinguish neighbours, and reports
// whether all cells are numbers. Short numbers stay unchanged.
func round(cells []string) bool {
	const short = len("-0.125")
	numbers := make([]float64, len(cells))
	long := false
	for i, cell := range cells {
		v, err := strconv.ParseFloat(cmp.Or(cell, "NaN"), 64)
		if err != nil {
			return false
		}
		numbers[i] = v
		long = long || len(cell) > short && strings.ContainsAny(cell, ".e")
	}
	if long {
		copy(cells, report.LevelDigits(numbers, nil).Cells(numbers))
	}
	return true
}

// Lines returns the text in lines of a width. spell maps a cell to characters of the terminal,
// wrap breaks a paragraph into lines.
func (s *Summary) Lines(width int, spell func(string) string, wrap func(string) []string) (out []string) {
	for _, b := range s.blocks() {
		if b.columns == nil {
			out = append(out, wrap(b.text)...)
			continue
		}
		for i, part := range fit(b.columns, width, spell) {
			if i > 0 {
				out = append(out, "")
			}
			headings, rows := screen.Table(part, screen.CellGap, spell)
			out = append(append(out, headings...), rows...)
		}
	}
	return out
}

// fit cuts a table into tables of a width. Each table has the first column, so that rows keep
// a name.
func fit(columns []screen.Column, width int, spell func(string) string) [][]screen.Column {
	var out [][]screen.Column
	part := columns[:1:1]
	room := width - widest(columns[0], spell)
	left := room
	for _, c := range columns[1:] {
		needs := widest(c, spell) + len(screen.CellGap)
		if left < needs && len(part) > 1 {
			out = append(out, part)
			part = columns[:1:1]
			left = room
		}
		part = append(part, c)
		left -= needs
	}
	return append(out, part)
}

// widest returns the width of a column.
func widest(c screen.Column, spell func(string) string) (width int) {
	for _, cell := range append([]string{c.Top, c.Bottom}, c.Cells...) {
		width = max(width, ansi.StringWidth(spell(cell)))
	}
	return width
}

// HTML returns the text as a part of a web page, for screen readers.
func (s *Summary) HTML(title string) string {
	var p part
	p.element("h1", title)
	for _, b := range s.blocks() {
		switch {
		case b.text != "":
			p.element("p", b.text)
			continue
		case b.columns == nil:
			continue
		}
		p.WriteString("<table>\n<tr>")
		for _, c := range b.columns {
			p.element("th", strings.TrimSpace(c.Top+" "+c.Bottom))
		}
		p.WriteString("</tr>\n")
		for i := range b.columns[0].Cells {
			p.WriteString("<tr>")
			for _, c := range b.columns {
				p.element("td", c.Cells[i])
			}
			p.WriteString("</tr>\n")
		}
		p.WriteString("</table>\n")
	}
	p.element("h2", s.Heading())
	p.element("p", s.Command)
	if s.Build != "" {
		p.element("p", report.Made(s.Build))
	}
	return p.String()
}

// part is a part of a web page.
type part struct{ strings.Builder }

// element writes an element with a text.
func (p *part) element(name, text string) {
	p.WriteString("<" + name + ">" + html.EscapeString(text) + "</" + name + ">\n")
}
