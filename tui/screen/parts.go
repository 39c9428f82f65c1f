package screen

import "lambdascope/tui/chart"

// Part is a piece of a readout.
type Part struct {
	Ink   chart.Ink
	Text  string
	Short string // where Text has no room; empty to leave the part out
}

// Parts writes the pieces that fit, with dots between pieces.
func (l *Line) Parts(parts []Part) *Line {
	for _, p := range parts {
		if !l.Fits(" · " + p.Text) {
			p.Text = p.Short
		}
		if p.Text != "" && l.Fits(" · "+p.Text) {
			l.Add(chart.InkFaint, " · ").Add(p.Ink, p.Text)
		}
	}
	return l
}
