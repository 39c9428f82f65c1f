package guide

import (
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/viewport"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"

	"lambdascope/tui/markdown"
	"lambdascope/tui/screen"
)

// Pager shows a page of the guide and turns to others.
type Pager struct {
	style func(dark bool) markdown.Style
	auto  bool // the style depends on the terminal's background

	topics []Topic
	at     int
	page   markdown.Document
	drawn  markdown.Style
	starts []int // the first line of each block of the page; nil before the first drawing
	first  int   // the block at which the page opens

	width, height int
	dark          bool
	view          viewport.Model
}

// NewPager returns a pager that opens at a topic or a section. The function style returns the style for a
// dark or a light background. If auto is false, the background counts as dark.
func NewPager(topic string, style func(dark bool) markdown.Style, auto bool) (*Pager, error) {
	at := find(topic)
	page, err := Page(at.page)
	if err != nil {
		return nil, err
	}
	topics := Topics()
	p := &Pager{
		style: style, auto: auto, dark: true,
		topics: topics, at: slices.IndexFunc(topics, func(t Topic) bool { return t.Name == at.page }), page: page,
		first: max(0, slices.IndexFunc(page.In(page.Tree), func(n ast.Node) bool {
			return n.Kind() == ast.KindHeading && page.TextOf(n) == at.heading
		})),
		view: viewport.New(),
	}
	p.view.KeyMap.Left, p.view.KeyMap.Right = key.NewBinding(), key.NewBinding() // other pages here
	return p, nil
}

// Init asks for the terminal's background.
func (p *Pager) Init() tea.Cmd {
	if p.auto {
		return tea.RequestBackgroundColor
	}
	return nil
}

// Update takes a message.
func (p *Pager) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.width, p.height = msg.Width, msg.Height
		p.layout()
	case tea.BackgroundColorMsg:
		p.dark = msg.IsDark() || !p.auto
		p.layout()
	case tea.KeyPressMsg:
		return p, p.press(msg)
	}
	return p, nil
}

// press handles a key.
func (p *Pager) press(msg tea.KeyPressMsg) tea.Cmd {
	if msg.Mod.Contains(tea.ModAlt) { // Esc and another key, typed quickly
		return tea.Quit
	}
	switch msg.String() {
	case "q", "esc", "ctrl+c":
		return tea.Quit
	case "right", "l", "n":
		p.turn(+1)
	case "left", "h", "p":
		p.turn(-1)
	case "home", "g", "<":
		p.view.GotoTop()
	case "end", "G", ">":
		p.view.GotoBottom()
	default:
		p.view, _ = p.view.Update(msg)
	}
	return nil
}

// turn goes to another page.
func (p *Pager) turn(by int) {
	next := p.at + by
	if next < 0 || next >= len(p.topics) {
		return
	}
	page, err := Page(p.topics[next].Name)
	if err != nil {
		return // a test ensures that all pages exist
	}
	p.at = next
	p.page = page
	p.starts = nil
	p.first = 0
	p.view.SetContentLines(nil)
	p.layout()
	p.view.GotoTop()
}

// The cells beside the text, and the largest width that reads well.
const (
	margin   = 2
	maxWidth = 100
)

// column returns the width of the text, and the number of its columns.
func (p *Pager) column() (width, columns int) {
	room := p.width - 2*margin
	if column, two := screen.TwoColumns(room); two {
		return column, 2
	}
	return min(room, maxWidth), 1
}

// layout draws the page for the size of the terminal. The block at the top of the screen stays there, because
// a reader is in the middle of it.
func (p *Pager) layout() {
	if p.width <= 0 || p.height <= 0 {
		return
	}
	block, into := p.first, 0.0
	if p.starts != nil {
		block, into = p.place(p.view.YOffset())
	}
	p.drawn = p.style(p.dark)
	var lines []string
	width, columns := p.column()
	lines, p.starts = p.page.Layout(width, p.drawn)
	for i, l := range lines {
		lines[i] = ansi.Truncate(strings.Repeat(" ", margin)+l, p.width, "")
	}
	p.view.SetWidth(p.width)
	if columns == 2 {
		p.view.SetWidth(margin + width) // because the view pads lines
	}
	p.view.SetHeight(max(0, p.height-2) * columns) // without header and footer
	p.view.SetContentLines(lines)
	from, to := p.span(block)
	p.view.SetYOffset(from + int(into*float64(to-from)))
}

// place returns the block at a line, and the share of the block before the line.
func (p *Pager) place(line int) (block int, into float64) {
	next, _ := slices.BinarySearch(p.starts, line+1)
	block = max(0, next-1)
	from, to := p.span(block)
	return block, float64(line-from) / float64(max(1, to-from))
}

// span returns the first line of a block and of the next block.
func (p *Pager) span(block int) (from, to int) {
	to = p.view.TotalLineCount()
	if block < len(p.starts) {
		from = p.starts[block]
	}
	if block+1 < len(p.starts) {
		to = p.starts[block+1]
	}
	return from, to
}

// View draws the screen.
func (p *Pager) View() tea.View {
	v := tea.NewView(p.screen())
	v.AltScreen = true
	v.WindowTitle = "lambdascope guide"
	return v
}

func (p *Pager) screen() string {
	if p.width <= 0 || p.height <= 0 {
		return ""
	}
	lines := []string{p.header()}
	if p.height > 2 {
		lines = append(lines, p.body())
	}
	if p.height > 1 {
		lines = append(lines, p.footer())
	}
	return strings.Join(lines, "\n")
}

// body returns the visible text, in as many columns as fit.
func (p *Pager) body() string {
	width, columns := p.column()
	if columns == 1 {
		return p.view.View()
	}
	rows := p.height - 2
	lines := screen.Fold(strings.Split(strings.TrimRight(p.view.View(), " \n"), "\n"), margin+width, rows)
	for i, l := range lines {
		lines[i] = ansi.Truncate(l, p.width, "")
	}
	return strings.Join(append(lines, make([]string, max(0, rows-len(lines)))...), "\n")
}

// header returns the first line: the name of the page and the share above the end of the screen.
func (p *Pager) header() string {
	s := p.drawn
	name := s.Show(" guide " + p.topics[p.at].Name)
	read := s.Show(fmt.Sprintf(" %.0f %% ", 100*p.view.ScrollPercent()))
	space := p.width - ansi.StringWidth(name) - ansi.StringWidth(read)
	if space < 0 {
		return ansi.Truncate(s.Heading.Render(name), p.width, "")
	}
	return s.Heading.Render(name) + strings.Repeat(" ", space) + s.Faint.Render(read)
}

// hint is a key in the footer.
type hint struct{ key, does string }

// footer returns the last line: the keys. It drops keys for want of room, but never the last.
func (p *Pager) footer() string {
	s := p.drawn
	hints := []hint{{"↑↓", "scroll"}, {"space", "more"}, {"←→", "other pages"}, {"q", "quit"}}
	draw := func() (line string) {
		for _, h := range hints {
			line += s.Heading.Render(s.Show(" "+h.key)) + s.Faint.Render(s.Show(" "+h.does+" "))
		}
		return line
	}
	for len(hints) > 1 && ansi.StringWidth(draw()) > p.width {
		hints = slices.Delete(hints, len(hints)-2, len(hints)-1)
	}
	return ansi.Truncate(draw(), p.width, "")
}
