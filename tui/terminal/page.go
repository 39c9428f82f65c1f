package terminal

import (
	"fmt"
	"image/color"
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
)

// Browser is a page in a browser. It shows a screen as text.
type Browser struct {
	// Send sends a message to the page: a Screen or a Copied.
	Send func(message any) error
	// Dark reports whether the page's background is dark: first, and after each change. The
	// channel is never closed.
	Dark <-chan bool
	// At returns the address of the page for a model's description. A nil At keeps the
	// address.
	At func(d Description) any
}

// Described is a model that tells a page more than a screen has.
type Described interface {
	// Describe returns View with its description.
	Describe() (tea.View, Description)
}

// Description is the content of a screen in words.
type Description struct {
	Args  []string    // open the screen
	Own   bool        // in a class, the screen differs from the presenter's
	Says  string      // the news
	Words string      // all of the screen, as HTML; empty unless asked for
	Keys  [][2]string // names and labels of the footer's keys, for buttons
}

// Screen is the changes of a screen.
type Screen struct {
	Size   []int        `json:"size,omitempty"`   // columns and rows; the page starts blank and without styles
	Mouse  *bool        `json:"mouse,omitempty"`  // the app takes mouse events
	Styles []string     `json:"styles,omitempty"` // more styles, as CSS, numbered from 1
	Spans  [][]any      `json:"spans,omitempty"`  // row, column, number of the style or 0, text
	Says   *string      `json:"says,omitempty"`
	Words  *string      `json:"words,omitempty"`
	Keys   *[][2]string `json:"keys,omitempty"`
	At     any          `json:"at,omitempty"`
}

// Copied is a text for the clipboard.
type Copied struct {
	Text string `json:"copied"`
}

// background returns the message of a background.
func background(dark bool) tea.Msg {
	if dark {
		return tea.BackgroundColorMsg{Color: color.Black}
	}
	return tea.BackgroundColorMsg{Color: color.White}
}

// pageRenderer sends the changes of a screen to a page.
type pageRenderer struct {
	browser   *Browser
	screen    lines
	known     bool    // the page shows screen
	next      *Screen // for flush, nil without changes
	described Description
	at        any
	mouse     bool
	styles    map[uv.Style]int // the numbers of the page's styles
}

func (r *pageRenderer) forget() { r.known = false }

// changes returns the message for flush.
func (r *pageRenderer) changes() *Screen {
	if r.next == nil {
		r.next = new(Screen)
	}
	return r.next
}

func (r *pageRenderer) show(m tea.Model, width, height int) {
	var d Description
	var v tea.View
	if describes, ok := m.(Described); ok {
		v, d = describes.Describe()
	} else {
		v = m.View()
	}
	full := !r.known || !r.screen.fits(width, height) // the page may be a new one
	if full {
		r.known = true
		r.screen.reset(width, height)
		r.styles = make(map[uv.Style]int)
		r.next = &Screen{Size: []int{width, height}}
	}
	if mouse := v.MouseMode != tea.MouseModeNone; mouse != r.mouse || full {
		r.mouse = mouse
		r.changes().Mouse = &mouse
	}
	for run := range r.screen.update(v.Content) {
		r.span(run)
	}
	if d.Says != r.described.Says || full {
		r.changes().Says = &d.Says
	}
	if d.Words != r.described.Words || full {
		r.changes().Words = &d.Words
	}
	if !slices.Equal(d.Keys, r.described.Keys) || full {
		r.changes().Keys = &d.Keys
	}
	r.described = d
	if r.browser.At == nil {
		return
	}
	if at := r.browser.At(d); at != r.at || full {
		r.at = at
		r.changes().At = at
	}
}

// span adds a run, with its style if the page does not have the style.
func (r *pageRenderer) span(run run) {
	number := r.styles[run.style]
	if number == 0 && !run.style.IsZero() {
		number = len(r.styles) + 1
		r.styles[run.style] = number
		r.changes().Styles = append(r.changes().Styles, css(run.style))
	}
	var text strings.Builder
	for _, c := range run.cells {
		switch {
		case c.Width == 0: // the second column of a wide character
			text.WriteByte(0)
		case single(c.Content):
			text.WriteString(c.Content)
		default:
			text.WriteRune('\ufffd')
		}
	}
	r.changes().Spans = append(r.changes().Spans, []any{run.y, run.x, number, text.String()})
}

// single reports whether a text is one character with its combining marks, because pages
// split texts at such characters.
func single(text string) bool {
	for i, r := range text {
		if mark := unicode.Is(unicode.M, r); mark != (i > 0) {
			return false
		}
	}
	return true
}

// css returns the CSS of a style.
func css(s uv.Style) string {
	var b strings.Builder
	reverse := s.Attrs&uv.AttrReverse != 0
	if reverse {
		s.Fg, s.Bg = s.Bg, s.Fg
	}
	if s.Bg != nil {
		b.WriteString("background:" + hex(s.Bg) + ";")
	} else if reverse {
		b.WriteString("background:var(--ink);")
	}
	if s.Fg != nil {
		b.WriteString("color:" + hex(s.Fg) + ";")
	} else if reverse {
		b.WriteString("color:var(--paper);")
	}
	if s.Underline != uv.UnderlineNone {
		b.WriteString("text-decoration:underline;")
	}
	if s.Attrs&uv.AttrBold != 0 {
		b.WriteString("font-weight:700;")
	}
	if s.Attrs&uv.AttrItalic != 0 {
		b.WriteString("font-style:italic;")
	}
	if s.Attrs&uv.AttrFaint != 0 {
		b.WriteString("opacity:.7;")
	}
	if s.Attrs&uv.AttrStrikethrough != 0 {
		b.WriteString("text-decoration:line-through;")
	}
	return b.String()
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func (r *pageRenderer) flush() error {
	if r.next == nil {
		return nil
	}
	next := *r.next
	r.next = nil
	return r.browser.Send(next)
}

// close leaves the screen on the page, above the last words.
func (r *pageRenderer) close() error {
	r.known = false
	return nil
}
