package screen

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

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

// Key is an entry of a panel's legend: a sign, unless empty, and its meaning.
type Key struct {
	Ink        chart.Ink
	Sign, Name string
}

// text returns the sign and the meaning.
func (k Key) text() string { return strings.TrimSpace(k.Sign + " " + k.Name) }

// KeysWidth returns the width of a legend.
func KeysWidth(keys []Key) (width int) {
	for _, k := range keys {
		width += ansi.StringWidth(k.text()) + 2
	}
	return width
}

// Panel returns a text below a title with a legend: in a box, or below a rule.
func (p *Styles) Panel(title string, lines []string, width, rows int, boxed bool, keys ...Key) []string {
	inner := width
	if boxed {
		inner -= 2
		rows--
	}
	head := p.Line(inner).Add(chart.InkRule, "─ ").Add(chart.InkSelected, title).Add(chart.InkRule, " ")
	legend := KeysWidth(keys)
	if legend > head.Room()-2 {
		keys = nil
		legend = 0
	}
	if len(keys) > 0 {
		head.Add(chart.InkRule, strings.Repeat("─", head.Room()-legend-1))
	}
	for _, k := range keys {
		head.Add(k.Ink, " "+k.Sign).Add(chart.InkFaint, strings.TrimPrefix(k.text(), k.Sign)+" ")
	}
	head.Add(chart.InkRule, strings.Repeat("─", max(0, head.Room())))
	all := p.Fill(append([]string{head.String()}, lines...), inner, rows)
	if !boxed {
		return all
	}
	return p.Box(all, width)
}
