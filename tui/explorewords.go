package tui

import (
	"fmt"
	"math"
	"strings"

	"lambdascope/sim/study"
	"lambdascope/tui/chart"
	"lambdascope/tui/screen"
)

// readout gives the numbers at the λ under the cursor.
func (p *explore) readout() string {
	m := p.model
	a, k := m.analysis, m.cursorIndex()
	c := &a.Selection.Candidates[k]
	l := m.styles.Line(m.width).Add(chart.InkCursor, fmt.Sprintf(" λ = %s", screen.Exact(c.Lambda)))
	score := screen.Part{Ink: chart.InkEstimate, Text: fmt.Sprintf("LOTO error %s ± %s", screen.Approx(c.Score, 4), screen.Approx(c.SE, 2))}
	if m.Hidden {
		return l.Parts([]screen.Part{score}).String()
	}
	var parts []screen.Part
	const rounding = 1e-12
	switch {
	case k == a.Selection.Selected:
	case math.Abs(c.Diff) <= rounding*math.Abs(c.Score) && c.DiffSE <= rounding*math.Abs(c.Score):
		parts = append(parts, screen.Part{Ink: chart.InkEstimate, Text: "as λ̂ on these data"})
	default:
		parts = append(parts, screen.Part{Ink: chart.InkEstimate, Text: fmt.Sprintf("%s ± %s from λ̂", screen.Signed(c.Diff, 2), screen.Approx(c.DiffSE, 2))})
	}
	return l.Parts(append(parts, truthPart(a, k), score,
		screen.Part{Ink: chart.InkFaint, Text: fmt.Sprintf("wins %.0f %% of resamples", 100*float64(a.Wins[k])/study.Resamples)})).String()
}

// truthPart says how far the k-th λ's estimates are from the truth.
func truthPart(a *study.Analysis, k int) screen.Part {
	if a.Truth == nil {
		text := "no truth for recorded data"
		if !a.Settings.Recorded() {
			text = "no truth under so low a step cap"
		}
		return screen.Part{Ink: chart.InkFaint, Text: text, Short: "no truth"}
	}
	text := rootMSVEText(a, k)
	short := text
	lambda, lowest := screen.Exact(a.Selection.Candidates[a.Best].Lambda), screen.Approx(a.RootMSVE(a.Best), 3)
	switch {
	case k == a.Best:
		text += ", the lowest here"
	case lowest == screen.Approx(a.RootMSVE(k), 3):
		text += ", next to the lowest, at λ = " + lambda
	default:
		text += ", lowest " + lowest + " at λ = " + lambda
	}
	return screen.Part{Ink: chart.InkTruth, Text: text, Short: short}
}

func rootMSVEText(a *study.Analysis, k int) string {
	if a.MSVE[k] < 0 {
		return "root MSVE below the truth's own error"
	}
	return "root MSVE " + screen.Approx(a.RootMSVE(k), 3)
}

// findings says what was selected and what to beware of, or, while the answer is
// hidden, what to do; once it is revealed, what the cursor's λ would have cost.
func (p *explore) findings(rows int) []string {
	m := p.model
	a := m.analysis
	if m.Hidden {
		return m.styles.Indented(chart.InkCursor, "The answer is hidden. Which λ will have the least error? Put the cursor there with , and . and press z.", m.width, rows)
	}
	var lines []string
	if m.revealed && m.Cursor.Set {
		lines = m.styles.Indented(chart.InkCursor, a.Price(m.cursorIndex()), m.width, rows)
	}
	lines = append(lines, m.styles.Sentence(a.Verdict(), m.width, rows-len(lines))...)
	if warnings := a.Selection.Warnings(); rows > len(lines) && len(warnings) > 0 {
		lines = append(lines, m.styles.Indented(chart.InkFaint, "! "+strings.Join(warnings, " · "), m.width, rows-len(lines))...)
	}
	return lines
}
