package cli

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"

	"lambdascope/tui/chart"
	"lambdascope/tui/guide"
	"lambdascope/tui/overlay"
	"lambdascope/tui/screen"
)

// pager shows a page of the guide in a terminal, and turns to others. The page scrolls as the texts of the
// app do.
type pager struct {
	topics []guide.Topic
	at     int
	theme  screen.Theme
	glyphs chart.Glyphs
	styles *screen.Styles
	text   overlay.Stack
	size   overlay.Size // of the screen
}

// newPager returns a pager that opens at a topic or a section.
func newPager(name string, theme screen.Theme, glyphs chart.Glyphs) (*pager, error) {
	p := &pager{topics: guide.Topics(), theme: theme, glyphs: glyphs}
	p.at = slices.IndexFunc(p.topics, func(t guide.Topic) bool { return t.Name == guide.TopicOf(name) })
	p.style(true)
	return p, p.open(name)
}

// style chooses the styles for a dark or a light background.
func (p *pager) style(dark bool) {
	p.styles = screen.New(p.theme, dark, p.glyphs, colorprofile.TrueColor)
}

// open shows a topic or a section from the top.
func (p *pager) open(name string) error {
	text, err := guide.Page(name)
	p.text.Clear()
	p.text.Open(&overlay.Section{Page: text, Theme: p.theme})
	return err
}

// Init asks for the terminal's background.
func (p *pager) Init() tea.Cmd {
	if p.theme == screen.ThemeAuto {
		return tea.RequestBackgroundColor
	}
	return nil
}

// Update takes a message.
func (p *pager) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		p.size = overlay.Size{Width: msg.Width, Rows: msg.Height}
	case tea.BackgroundColorMsg:
		p.style(msg.IsDark())
	case tea.KeyPressMsg:
		return p, p.press(msg)
	}
	return p, nil
}

// press turns the page, scrolls, or quits.
func (p *pager) press(msg tea.KeyPressMsg) tea.Cmd {
	switch msg.String() {
	case "ctrl+c":
		return tea.Quit
	case "right":
		p.turn(+1)
	case "left":
		p.turn(-1)
	default:
		if a, _ := p.text.Press(msg, p.styles, p.room()); a.Close || p.text.Empty() {
			return tea.Quit
		}
	}
	return nil
}

// turn goes to another page, if there is one.
func (p *pager) turn(by int) {
	if next := p.at + by; next >= 0 && next < len(p.topics) {
		p.at = next
		_ = p.open(p.topics[next].Name) // a test reads all pages
	}
}

// room returns the size of the text, between header and footer.
func (p *pager) room() overlay.Size {
	return overlay.Size{Width: p.size.Width - overlay.Margins, Rows: p.size.Rows - 2}
}

// View draws the screen.
func (p *pager) View() tea.View {
	v := tea.NewView(strings.Join(p.lines(), "\n"))
	v.AltScreen = true
	v.WindowTitle = "lambdascope guide"
	return v
}

// lines returns the name of the page, the text, and the keys.
func (p *pager) lines() []string {
	if p.size.Width <= overlay.Margins || p.size.Rows < 3 { // also before the size is known
		return nil
	}
	line := func() *screen.Line { return p.styles.Line(p.size.Width) }
	lines := []string{line().Add(chart.InkSelected, " guide "+p.topics[p.at].Name).String()}
	for _, l := range p.text.Lines(p.styles, p.room()) {
		lines = append(lines, line().To(overlay.Margins/2).Styled(l).String())
	}
	keys := []string{"↑↓ scroll  space more  ←→ other pages  q quit", "q quit"}
	return append(p.styles.Fill(lines, p.size.Width, p.size.Rows-1), p.styles.Longest(p.size.Width, keys))
}
