package screen

import (
	"strings"

	"lambdascope/tui/chart"
)

// Part is a piece of a readout: a number between quiet words.
type Part struct {
	Ink   chart.Ink
	Label string // before Text; usually empty
	Text  string
	More  string // after Text if it has room; usually empty
	Short string // in place of Text without room for that, and of Label if in parentheses; may be empty
}

// before returns the text between the part before and this part, the i-th.
func (p Part) before(i int, gap string) string {
	switch {
	case strings.HasPrefix(p.Text, "("):
		return " "
	case strings.HasPrefix(p.Label, "+ "), strings.HasPrefix(p.Label, "= "): // a sum goes on
		return " " + p.Label + " "
	case p.Label != "":
		return gap + p.Label + " "
	case i == 0:
		return "· "
	}
	return " · "
}

// fit reports whether all parts have room on the line, and returns the gap between them. A gap is
// narrow where that saves the last part.
func (l *Line) fit(parts []Part) (gap string, ok bool) {
	for _, gap = range []string{"   ", "  "} {
		all := ""
		for i, p := range parts {
			if p.Text != "" {
				all += p.before(i, gap) + p.Text
			}
		}
		if l.Fits(all) {
			return gap, true
		}
	}
	return "   ", false
}

// Parts writes the parts after a chip: in full, or all in their short form, or as many as fit.
func (l *Line) Parts(parts []Part) *Line {
	gap, ok := l.fit(parts)
	if !ok {
		short := make([]Part, len(parts))
		for i, p := range parts {
			short[i] = Part{Ink: p.Ink, Label: p.Label, Text: p.Text}
			if p.Short != "" {
				short[i].Text = p.Short
			}
		}
		if gap, ok = l.fit(short); ok {
			parts = short
		}
	}
	for i, p := range parts {
		if !l.Fits(p.before(i, gap) + p.Text) {
			p.Text = p.Short
		}
		if p.Text == "" || !l.Fits(p.before(i, gap)+p.Text) {
			continue
		}
		l.Add(chart.InkFaint, p.before(i, gap)).Add(p.Ink, p.Text)
		if p.More != "" {
			l.First(chart.InkFaint, " "+p.More)
		}
	}
	return l
}
