package export

import (
	"html"
	"slices"
	"strings"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// HTML returns the summary as a part of a page, with headings and tables.
func (s *Summary) HTML(title string) string {
	var p part
	p.element("h1", title)
	var rows []string
	for _, line := range append(s.Export.Text(), "") {
		if strings.Contains(strings.TrimSpace(line), screen.CellGap) {
			rows = append(rows, line)
			continue
		}
		if len(rows) > 0 {
			p.table(rows)
			rows = nil
		}
		if line != "" {
			p.element("p", line)
		}
	}
	p.element("h2", s.Heading())
	p.element("p", s.Command)
	if s.Build != "" {
		p.element("p", report.Made(s.Build))
	}
	return p.String()
}

// part is a part of a page that is being written.
type part struct{ strings.Builder }

func (p *part) element(name, text string) {
	p.WriteString("<" + name + ">" + html.EscapeString(text) + "</" + name + ">\n")
}

func (p *part) row(cell string, cells []string) {
	p.WriteString("<tr>")
	for _, c := range cells {
		if c == "" {
			p.element("td", c) // an empty heading is none
			continue
		}
		p.element(cell, c)
	}
	p.WriteString("</tr>\n")
}

// table writes lines whose cells stand below each other. Those before the first number
// are the parts of one heading.
func (p *part) table(lines []string) {
	rows := cells(lines)
	body := max(0, slices.IndexFunc(lines, func(l string) bool { return strings.ContainsAny(l, "0123456789") }))
	p.WriteString("<table>\n")
	if body > 0 {
		head := make([]string, len(rows[0]))
		for _, r := range rows[:body] {
			for i, c := range r {
				head[i] = strings.TrimSpace(head[i] + " " + c)
			}
		}
		p.row("th", head)
	}
	for _, r := range rows[body:] {
		p.row("td", r)
	}
	p.WriteString("</table>\n")
}

// cells returns those of lines: columns are parted by what is blank in all lines.
func cells(lines []string) [][]string {
	grid := make([][]string, len(lines)) // a character or blank for each column of the screen
	width := 0
	for i, rest := range lines {
		for rest != "" {
			cluster, columns := ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
			grid[i] = append(append(grid[i], cluster), make([]string, max(0, columns-1))...)
			rest = rest[len(cluster):]
		}
		width = max(width, len(grid[i]))
	}
	out := make([][]string, len(lines))
	for x := 0; x < width; {
		end, blank := x, 0 // of a column that begins at x, with blanks after it
		for ; end < width && blank < len(screen.CellGap); end++ {
			blank++
			if slices.ContainsFunc(grid, func(row []string) bool { return end < len(row) && row[end] != " " }) {
				blank = 0
			}
		}
		seen := false
		texts := make([]string, len(lines))
		for i, row := range grid {
			texts[i] = strings.TrimSpace(strings.Join(row[min(x, len(row)):min(end, len(row))], ""))
			seen = seen || texts[i] != ""
		}
		if seen {
			for i := range out {
				out[i] = append(out[i], texts[i])
			}
		}
		x = end
	}
	return out
}
