package export

import (
	"html"
	"regexp"
	"strings"

	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// mostRows bounds the rows of a table in HTML: a page that reads them aloud takes long.
const mostRows = 200

// HTML returns the summary as a part of a page, with headings and tables.
func (s *Summary) HTML(title string) string {
	var b strings.Builder
	element := func(name, text string) {
		b.WriteString("<" + name + ">" + html.EscapeString(text) + "</" + name + ">\n")
	}
	row := func(cell string, cells []string) {
		b.WriteString("<tr>")
		for _, c := range cells {
			element(cell, c)
		}
		b.WriteString("</tr>\n")
	}
	element("h1", title)
	table := false // is open
	for _, line := range append(s.Export.Text(), "") {
		cells := gap.Split(strings.TrimSpace(line), -1)
		switch rows := len(cells) > 1; {
		case rows && !table:
			b.WriteString("<table>\n")
			row("th", cells)
		case rows:
			row("td", cells)
		case table:
			b.WriteString("</table>\n")
			fallthrough
		default:
			if line != "" {
				element("p", line)
			}
		}
		table = len(cells) > 1
	}
	for _, t := range s.Export.Tables {
		if len(t.Rows) == 0 || len(t.Rows) > mostRows {
			continue
		}
		element("h2", strings.TrimSpace(s.Export.Name+" "+t.Name))
		b.WriteString("<table>\n")
		row("th", t.Header)
		for _, r := range t.Rows {
			row("td", r)
		}
		b.WriteString("</table>\n")
	}
	element("h2", s.Heading())
	b.WriteString("<p><code>" + html.EscapeString(s.Command) + "</code></p>\n")
	if s.Build != "" {
		element("p", report.Made(s.Build))
	}
	return b.String()
}

// gap is what stands between the cells of a row.
var gap = regexp.MustCompile(screen.CellGap + " *")
