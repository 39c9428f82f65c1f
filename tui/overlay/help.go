package overlay

import (
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/page"
	"lambdascope/tui/screen"
	"lambdascope/tui/state"
)

// Help lists the keys, and says how to read the charts of a page.
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

// Text returns the keys of every page beside those of this page, and below how to read the charts;
// or all in one column.
func (h *Help) Text(s *screen.Styles, width int) []string {
	title := h.Page.Title()
	lines := []string{s.Line(width).Add(chart.InkSelected, title+": "+h.Page.About()).String()}
	common, own := "Keys of every page", "Keys of "+title
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
	const out, in, best = 5, 14, 23
	const level, axis, rows = 5, 8, 11
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
