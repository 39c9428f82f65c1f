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
	Short string // in place of Text where that has no room; empty to leave the part out
}

// Parts writes the pieces that fit after a chip, with a gap before pieces that have a label and a dot
// before others.
func (l *Line) Parts(parts []Part) *Line {
	for i, p := range parts {
		label := " · "
		switch {
		case strings.HasPrefix(p.Label, "+ "), strings.HasPrefix(p.Label, "= "): // a sum goes on
			label = " " + p.Label + " "
		case p.Label != "":
			label = "   " + p.Label + " "
		case i == 0:
			label = "· "
		}
		if !l.Fits(label + p.Text) {
			p.Text = p.Short
		}
		if p.Text == "" || !l.Fits(label+p.Text) {
			continue
		}
		l.Add(chart.InkFaint, label).Add(p.Ink, p.Text)
		if p.More != "" {
			l.First(chart.InkFaint, " "+p.More)
		}
	}
	return l
}
