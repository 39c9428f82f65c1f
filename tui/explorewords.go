package tui

import (
	"fmt"
	"math"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
)

// part is a piece of a readout.
type part struct {
	ink   chart.Ink
	text  string
	short string // where there is no room for text; empty to leave it out
}

// parts writes pieces with dots between them, those that fit.
func (l *line) parts(parts []part) *line {
	for _, p := range parts {
		if !l.fits(" · " + p.text) {
			p.text = p.short
		}
		if p.text != "" && l.fits(" · "+p.text) {
			l.add(chart.InkFaint, " · ").add(p.ink, p.text)
		}
	}
	return l
}

// readout gives the numbers at the λ under the cursor.
func (p *explore) readout() string {
	m := p.model
	a, k := m.analysis, m.cursorIndex()
	c := &a.Selection.Candidates[k]
	l := m.pen.line(m.width).add(chart.InkCursor, fmt.Sprintf(" λ = %s", formatNumber(c.Lambda)))
	score := part{ink: chart.InkEstimate, text: fmt.Sprintf("LOTO error %s ± %s", approximate(c.Score, 4), approximate(c.SE, 2))}
	if m.hidden {
		return l.parts([]part{score}).String()
	}
	var parts []part
	const rounding = 1e-12
	switch {
	case k == a.Selection.Selected:
	case math.Abs(c.Diff) <= rounding*math.Abs(c.Score) && c.DiffSE <= rounding*math.Abs(c.Score):
		parts = append(parts, part{ink: chart.InkEstimate, text: "as λ̂ on these data"})
	default:
		parts = append(parts, part{ink: chart.InkEstimate, text: fmt.Sprintf("%s ± %s from λ̂", signed(c.Diff, 2), approximate(c.DiffSE, 2))})
	}
	return l.parts(append(parts, truthPart(a, k), score,
		part{ink: chart.InkFaint, text: fmt.Sprintf("wins %.0f %% of resamples", 100*float64(a.Wins[k])/study.Resamples)})).String()
}

// truthPart says how far the k-th λ's estimates are from the truth.
func truthPart(a *study.Analysis, k int) part {
	if a.Truth == nil {
		text := "no truth for recorded data"
		if !a.Settings.Recorded() {
			text = "no truth under so low a step cap"
		}
		return part{chart.InkFaint, text, "no truth"}
	}
	text := rootMSVEText(a, k)
	short := text
	lambda, lowest := formatNumber(a.Selection.Candidates[a.Best].Lambda), approximate(a.RootMSVE(a.Best), 3)
	switch {
	case k == a.Best:
		text += ", the lowest here"
	case lowest == approximate(a.RootMSVE(k), 3):
		text += ", next to the lowest, at λ = " + lambda
	default:
		text += ", lowest " + lowest + " at λ = " + lambda
	}
	return part{chart.InkTruth, text, short}
}

func rootMSVEText(a *study.Analysis, k int) string {
	if a.MSVE[k] < 0 {
		return "root MSVE below the truth's own error"
	}
	return "root MSVE " + approximate(a.RootMSVE(k), 3)
}

// findings says what was selected and what to beware of, or, while the answer is
// hidden, what to do; once it is revealed, what the cursor's λ would have cost.
func (p *explore) findings(rows int) []string {
	m := p.model
	a := m.analysis
	if m.hidden {
		return m.indented(chart.InkCursor, "The answer is hidden. Which λ will have the least error? Put the cursor there with , and . and press z.", rows)
	}
	var lines []string
	if m.revealed && m.cursor != nil {
		lines = m.indented(chart.InkCursor, a.Price(m.cursorIndex()), rows)
	}
	lines = append(lines, m.sentence(a.Verdict(), rows-len(lines))...)
	if warnings := a.Selection.Warnings(); rows > len(lines) && len(warnings) > 0 {
		lines = append(lines, m.indented(chart.InkFaint, "! "+strings.Join(warnings, " · "), rows-len(lines))...)
	}
	return lines
}
