package export

import (
	"html"
	"strings"

	"lambdascope/tui/report"
)

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
