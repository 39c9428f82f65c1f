package overlay

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/markdown"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Help lists the keys, then the signs of a page's charts. Keys come first, because most users open
// the help for a key.
type Help struct {
	Page     state.Page
	Theme    screen.Theme
	Bindings []page.Binding // that apply
}

// Press closes the help at the key that opens it, and at keys that open what the help names.
func (h *Help) Press(msg tea.KeyPressMsg) (a page.Action, taken bool) {
	switch msg.String() {
	case "?":
		return page.Action{Close: true}, true
	case "L", ":", "/":
		return page.Action{Close: true}, false // the page opens the lessons, commands or controls
	}
	return a, false
}

func (h *Help) Hints() []page.Hint { return []page.Hint{{Key: "L", Does: "lessons", Press: "L"}} }

// More returns the section of the guide about the page.
func (h *Help) More() page.Overlay {
	title := h.Page.Title()
	text, _ := guide.Section("charts", title) // a test reads all sections
	return &Section{"How to read " + title, text, h.Theme}
}

// panelsWidth is the least width for the keys in two panels.
const panelsWidth = 100

// Text returns the keys of every page beside the keys of this page, and the signs of the charts
// below; a narrow screen has one column.
func (h *Help) Text(s *screen.Styles, width int) []string {
	title := h.Page.Title()
	lines := []string{s.Line(width).Add(chart.InkSelected, title+": "+h.Page.About()).String()}
	common := "Keys of every page"
	own := "Keys of " + title
	const reading = "How to read the charts"
	boxed := width >= page.BoxedWidth-Margins
	if width < panelsWidth {
		part := func(title string, text []string) {
			lines = append(append(lines, "", s.Line(width).Add(chart.InkSelected, title).String()), text...)
		}
		part(common, h.keys(s, false, width))
		part(own, h.keys(s, true, width))
		part(reading, h.reading(s, boxed, width))
		return lines
	}
	half := width / 2
	left := h.keys(s, false, half-panelMargin)
	right := h.keys(s, true, width-half-1-panelMargin)
	rows := max(len(left), len(right)) + panelBorders
	lines = append(lines, screen.Beside(" ", panel(s, common, left, half, rows), panel(s, own, right, width-half-1, rows))...)
	text := h.reading(s, boxed, width-panelMargin)
	return append(lines, panel(s, reading, text, width, len(text)+panelBorders)...)
}

// The cells that a panel takes from the width of its text, and from the rows.
const (
	panelMargin  = 4
	panelBorders = 2
)

// panel draws lines in a panel.
func panel(s *screen.Styles, title string, lines []string, width, rows int) []string {
	for i, l := range lines {
		lines[i] = s.Line(width - 2).To(1).Styled(l).String()
	}
	return s.Panel(title, lines, width, rows, true)
}

// keys lists the keys of every page, or of this page.
func (h *Help) keys(s *screen.Styles, own bool, width int) []string {
	const column = 10
	var keys []sign
	for g := page.GroupOwn; g <= page.GroupLeaving; g++ {
		for _, b := range h.Bindings {
			if b.Group == g && g.OfPage() == own {
				keys = append(keys, sign{chart.InkSelected, b.Name() + " ", b.Does})
			}
		}
	}
	return explained(s, keys, column, chart.InkFaint, width)
}

// reading explains the signs of the charts, boxed or not, beside a picture where there is one.
func (h *Help) reading(s *screen.Styles, boxed bool, width int) []string {
	explain := func(width int) []string {
		const column = 5
		return explained(s, signs(s, boxed)[h.Page], column, chart.InkText, width)
	}
	if h.Page != state.PageExplore {
		return explain(width)
	}
	picture := barPicture(s)
	if width < panelsWidth-panelMargin {
		return append(append(picture, ""), explain(width)...)
	}
	text := explain(width - pictureWidth - 1)
	rows := max(len(text), len(picture))
	return screen.Beside(" ", s.Fill(picture, pictureWidth, rows), s.Fill(text, width-pictureWidth-1, rows))
}

// explained writes signs with their meanings in a column.
func explained(s *screen.Styles, signs []sign, column int, ink chart.Ink, width int) (lines []string) {
	for _, of := range signs {
		own := ink
		if of.mark == "" {
			own = of.ink
		}
		lines = append(lines, s.Line(width).Add(of.ink, of.mark).Item(column, own, of.text)...)
	}
	return lines
}

// pictureWidth is the width of the picture of a bar out, a bar in and λ̂.
const pictureWidth = 30

// barPicture draws a bar out, a bar in and λ̂.
func barPicture(s *screen.Styles) []string {
	const (
		out  = 5
		in   = 14
		best = 23
	)
	const (
		level = 5
		axis  = 8
		rows  = 11
	)
	return chart.Draw(pictureWidth, rows, s.ChartOptions(), func(k *chart.Canvas) {
		k.Row(2, pictureWidth-3, level, '╌', chart.InkRule)
		k.Row(2, pictureWidth-3, axis, '─', chart.InkRule)
		for y := range 4 {
			k.Text(out, y, "│", chart.InkAgainst)
			k.Text(in, y+3, "│", chart.InkEstimate)
		}
		k.Text(out, 2, "●", chart.InkEstimate)
		k.Text(in, 4, "●", chart.InkEstimate)
		k.Text(best, level, "★", chart.InkSelected)
		k.Text(out, axis+1, "×", chart.InkAgainst)
		k.Text(in, axis+1, "○", chart.InkEstimate)
		k.Text(best, axis+1, "★", chart.InkSelected)
		k.Text(out-1, axis+2, "out", chart.InkFaint)
		k.Text(in-4, axis+2, "still in", chart.InkFaint)
		k.Text(best, axis+2, "λ̂", chart.InkSelected)
	})
}

// sign is a mark of a chart with its meaning.
type sign struct {
	ink  chart.Ink
	mark string
	text string
}

// signs returns the marks of each page's charts, boxed or not. The last row is a note without a mark.
func signs(s *screen.Styles, boxed bool) [state.NumPages][]sign {
	dot := sign{chart.InkEstimate, "•", "The value that LSTD(λ) estimates from one of 30 data sets; a dot for each; : is two in a cell, ⠇ three."}
	mean := sign{chart.InkEstimate, "━", "The mean of the dots."}
	if !boxed { // where the Dial has lines in place of dots
		dot = sign{chart.InkEstimate, "│", "From the lowest to the highest of the values that LSTD(λ) estimates from 30 data sets, thick for the middle half."}
		mean = sign{chart.InkEstimate, "●", "Their mean."}
	}
	variance := "█"
	if !s.Coloured() || s.Glyphs() == chart.Plain {
		variance = "⣿"
	}
	return [state.NumPages][]sign{
		state.PageDial: {
			{chart.InkEstimate, "○", "A state of the walk. The column below it is how much its estimate counts for the first step at this λ."},
			{chart.InkSelected, "■", "The end of the walk. The column below it is how much what followed counts."},
			dot,
			mean,
			{chart.InkTruth, "◆", "The true value, after z. Its distance from the mean is the bias."},
			{chart.InkEstimate, variance, "Variance over the data sets, a column for each λ."},
			{chart.InkTruth, "█", "Bias², below the variance, after z. Together they are the error."},
			{chart.InkTruth, "▼", "The λ of the lowest error."},
			{chart.InkFaint, "", "An axis from lowest to highest has the states in fifths, by true value."},
			{chart.InkFaint, "", "With λ the estimates lean less on each other and more on what followed: bias falls, variance rises."},
		},
		state.PageFolds: {
			{chart.InkEstimate, "+", "The trajectory speaks for this λ: its own error is lower than at λ̂."},
			{chart.InkAgainst, "−", "It speaks against this λ. The stronger the colour, the more."},
			{chart.InkSelected, "λ̂", "without it: the λ that would be chosen if the trajectory were left out, where that is another one; ≈ is an estimate."},
			{chart.InkEstimate, "▃▅", "Its states in order: of a walk the state, of the car the height, of 2048 the largest tile, of a file the first feature. ■+1: it ended with reward 1."},
			{chart.InkCursor, "▸", "The selected trajectory. ⏎ opens its replay, step by step, with the eligibility trace."},
			{chart.InkEstimate, "●", "LOTO error of all trajectories; the other curve is without the selected one."},
			{chart.InkFaint, "", "Trajectories stand by influence: the most that one adds to the difference of some λ from λ̂."},
		},
		state.PageTrials: {
			{chart.InkEstimate, variance, "Variance of the fits over the trials, a column for each λ."},
			{chart.InkTruth, "█", "Bias², below the variance. Together they are the MSVE, the error against the true values."},
			{chart.InkTruth, "▼", "The λ of the lowest error."},
			{chart.InkSelected, "★", "Under the axis: how often each λ is λ̂. Among the rules: ALLSTD, which chooses λ̂."},
			{chart.InkEstimate, "●", "Mean estimate of a state, with one standard deviation on either side. The level beside it is the true value."},
			{chart.InkTruth, "●", "Root MSVE of a rule for choosing λ, with its 95 % interval."},
			{chart.InkFaint, "", "One data set cannot show which rule is best. Trials repeat the experiment with fresh data."},
		},
		state.PageFigures: {
			{chart.InkSelected, "a", "Root MSVE against λ, a curve for each n. ▼ is the best λ in hindsight."},
			{chart.InkSelected, "b", "Root MSVE against n, in multiples of the best fixed λ's (▼) in hindsight. ★ is ALLSTD, ▲ the worst λ."},
			{chart.InkSelected, "c", "Training time against n for each method, on logarithmic scales."},
			{chart.InkSelected, "★", "In the sweep: λ̂ of a row. A colour says how far a λ is above it."},
			{chart.InkSelected, "▼", "In the sweep: the λ with the lowest true error."},
			{chart.InkFaint, "", "o goes to the next figure. Recorded data have the sweep alone, because their true values are unknown."},
		},
		state.PageExplore: {
			{chart.InkEstimate, "●", "LOTO error: fit LSTD(λ) to all trajectories but one, test on it; the mean."},
			{chart.InkSelected, "★", "λ̂, the λ of the lowest LOTO error. The axis counts from there, because every LOTO error contains the variance of the returns."},
			{chart.InkEstimate, "│", "The difference from λ̂, with 95 % confidence."},
			{chart.InkEstimate, "○", "Still in: the bar crosses the line. Chance alone may have put it above."},
			{chart.InkAgainst, "×", "Ruled out: all of the bar is above the line."},
			{chart.InkTruth, "⠒ ⠒", "True error (MSVE), moved to meet at λ̂. Real problems do not show it."},
			{chart.InkTruth, "⠒⠒⠒", "True value of a state; ● is its estimate at the λ cursor."},
			{chart.InkFaint, "", "Which λ is best on average over such data sets? LOTO can answer that. Which is best for the fit to these very data? Often it cannot say; 3 Trials shows how often each λ is λ̂."},
		},
	}
}

// Section is a page of the guide, or a part of one.
type Section struct {
	Title string // in place of a heading; may be empty
	Page  markdown.Document
	Theme screen.Theme
}

func (o *Section) Press(tea.KeyPressMsg) (a page.Action, taken bool) { return a, false }

func (o *Section) Hints() []page.Hint { return nil }

func (o *Section) Text(s *screen.Styles, width int) (lines []string) {
	if o.Title != "" {
		lines = append(lines, s.Line(width).Add(chart.InkSelected, o.Title).String(), "")
	}
	return append(lines, o.Page.Lines(min(width, ReadingWidth), guide.Style(s, o.Theme))...)
}
