package tui

import (
	"lambdascope/tui/chart"
)

// reading is how to read the page, a paragraph each.
func readingText() []string {
	return []string{
		"LSTD(λ) estimates a value function from trajectories. λ sets how far a reward's news travels back: at λ = 0 each state learns from the estimate of the next, at λ = 1 from the whole return that followed. Which λ does best depends on the problem and on how much data there is.",
		"LOTO error: leave one trajectory out, fit LSTD(λ) to the others, compare its predictions with the returns of the one left out; repeat for each. ALLSTD selects the λ with the lowest LOTO error, λ̂ (▼).",
		"The LOTO error contains the variance of the return, which no λ removes. So only differences between λ's mean anything. The band is one standard error of the difference from λ̂, paired over trajectories; it is zero wide at λ̂. A λ whose difference is within it is not told apart (○).",
		"True MSVE is the error against the true value function, which a real problem would not show you. It is shifted to meet the LOTO error at λ̂; the right axis counts both from there. Where the two curves have one shape, cross-validation chose well.",
		"wins: how often each λ has the lowest error when the trajectories are drawn again 1000 times with replacement from those at hand.",
		"The lower chart shows the values themselves, for the λ under the cursor.",
	}
}

// helpText returns the help, wrapped to a width.
func (m *model) helpText(width int) []string {
	var lines []string
	const column = 14
	for _, g := range m.keys.groups() {
		lines = append(lines, m.pen.line(width).add(chart.InkSelected, g.title).String())
		for _, b := range g.bindings {
			h := b.Help()
			lines = append(lines, m.pen.line(width).add(chart.InkCursor, "  "+h.Key).to(column).add(chart.InkText, " "+h.Desc).String())
		}
	}
	lines = append(lines, "", m.pen.line(width).add(chart.InkSelected, "How to read this").String())
	for _, p := range readingText() {
		lines = append(lines, m.pen.wrap(chart.InkText, p, min(width, 90), 20)...)
		lines = append(lines, "")
	}
	return lines
}

// helpRows is how many lines of help the screen shows.
func (m *model) helpRows() int { return max(1, m.height-2) }

func (m *model) helpLines() int { return len(m.helpText(m.width - 4)) }

// helpScreen shows the help in place of the page.
func (m *model) helpScreen() []string {
	lines := []string{m.header()}
	text := m.helpText(m.width - 4)
	first := min(m.scroll, max(0, len(text)-m.helpRows()))
	for _, l := range text[first:min(len(text), first+m.helpRows())] {
		lines = append(lines, m.pen.line(m.width).add(chart.InkText, "  ").styled(l).String())
	}
	lines = m.pen.fill(lines, m.width, m.height-1)
	return append(lines, m.footer(reading))
}
