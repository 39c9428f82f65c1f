package screen

import (
	"strings"

	"lambdascope/tui/chart"
)

// Box returns lines between borders of a width; the first line is the upper border.
func (p *Styles) Box(lines []string, width int) []string {
	rule := func(text string) string { return p.Render(chart.InkRule, p.Text(text)) }
	side := rule("│")
	out := make([]string, 0, len(lines)+1)
	for i, l := range lines {
		if i == 0 {
			out = append(out, rule("╭")+l+rule("╮"))
			continue
		}
		out = append(out, side+l+side)
	}
	return append(out, rule("╰"+strings.Repeat("─", max(0, width-2))+"╯"))
}

// Panel returns a text below a title: in a box, or below a rule.
func (p *Styles) Panel(title string, lines []string, width, rows int, boxed bool) []string {
	inner := width
	if boxed {
		inner -= 2
		rows--
	}
	head := p.Line(inner).Add(chart.InkRule, "─ ").Add(chart.InkSelected, title).Add(chart.InkRule, " ")
	head.Add(chart.InkRule, strings.Repeat("─", max(0, head.Room())))
	all := p.Fill(append([]string{head.String()}, lines...), inner, rows)
	if !boxed {
		return all
	}
	return p.Box(all, width)
}
