package terminal

import (
	"fmt"
	"image/color"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"
	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// Browser is a page in a browser, which shows a screen as its own text.
type Browser struct {
	// Send sends a message to the page: a Screen or what was Copied.
	Send func(message any) error
	// Dark says whether the page's background is dark: first, and after each change. It is
	// never closed.
	Dark <-chan bool
	// At returns the place that the page is to be at, of what a model says of itself; nil
	// for none.
	At func(d Description) any
}

// Described is a model that tells a page more than a screen has.
type Described interface {
	// Describe returns what View does, with what it is in words.
	Describe() (tea.View, Description)
}

// Description says what a screen shows.
type Description struct {
	Args  []string // that open it as it is
	Own   bool     // in a room, it is not what the presenter shows
	Says  string   // what is new on it, in words
	Words string   // all of it, as HTML; empty while nobody asks for that
}

// Screen is what has changed on a screen.
type Screen struct {
	Size   []int    `json:"size,omitempty"`   // columns and rows: nothing of before counts any more
	Mouse  *bool    `json:"mouse,omitempty"`  // whether the mouse is of use
	Styles []string `json:"styles,omitempty"` // in CSS, numbered on from 1 since the last Size
	Spans  [][]any  `json:"spans,omitempty"`  // row, column, number of the style, text
	Says   *string  `json:"says,omitempty"`
	Words  *string  `json:"words,omitempty"`
	At     any      `json:"at,omitempty"`
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

// pageRenderer sends screens to a page as what differs from the one before.
type pageRenderer struct {
	browser       *Browser
	next          Screen
	pending       bool
	width, height int
	known         bool
	lines         []string
	described     Description
	at            any
	mouse         bool
	sequences     map[string]look   // by the sequences that set them
	numbers       map[string]int    // of styles, by their CSS
	papers        map[string]string // the styles of blanks in text of a style, by its CSS
	before, after []cell            // of the line at hand; a style is its CSS
	parser        *ansi.Parser
}

// look is a style as a page knows it, for text and for blanks, which have no ink.
type look struct {
	text, blank string // CSS
	plain       bool   // text has the colour of its background
}

func (r *pageRenderer) forget() { r.known = false }

func (r *pageRenderer) show(m tea.Model, width, height int) {
	var d Description
	var v tea.View
	if describes, ok := m.(Described); ok {
		v, d = describes.Describe()
	} else {
		v = m.View()
	}
	if !r.known || width != r.width || height != r.height || len(r.numbers) >= mostStyles {
		*r = pageRenderer{browser: r.browser, width: width, height: height, known: true, pending: true, lines: make([]string, height),
			sequences: make(map[string]look), numbers: make(map[string]int), papers: make(map[string]string), parser: ansi.NewParser()}
		r.next.Size = []int{width, height}
	}
	if mouse := v.MouseMode != tea.MouseModeNone; mouse != r.mouse || r.next.Size != nil {
		r.mouse, r.next.Mouse, r.pending = mouse, &mouse, true
	}
	lines := strings.SplitN(v.Content, "\n", height+1)
	for y := range r.lines {
		line := ""
		if y < len(lines) {
			line = lines[y]
		}
		if line != r.lines[y] {
			r.before, r.after = r.cells(r.before[:0], r.lines[y]), r.cells(r.after[:0], line)
			r.compare(y)
			r.lines[y] = line
		}
	}
	r.describe(d)
}

// describe adds what is new of a description.
func (r *pageRenderer) describe(d Description) {
	all := r.next.Size != nil // the page may be another
	if d.Says != r.described.Says || all {
		r.next.Says, r.pending = &d.Says, true
	}
	if d.Words != r.described.Words || all {
		r.next.Words, r.pending = &d.Words, true
	}
	r.described = d
	if r.browser.At == nil {
		return
	}
	if at := r.browser.At(d); at != r.at || all {
		r.at, r.next.At, r.pending = at, at, true
	}
}

// cells appends to out the cells of a line as the page shows them.
func (r *pageRenderer) cells(out []cell, line string) []cell {
	out = cellsOf(out, line, r.width)
	for i := range out {
		c := &out[i]
		l := r.look(c.style)
		switch {
		case c.text == "": // the second column of the one before
			c.text, c.style = "\x00", out[i-1].style
			continue
		case l.plain && (i+1 == len(out) || out[i+1].text != ""):
			c.text = " "
		case !single(c.text):
			c.text = "\ufffd"
		}
		if c.style = l.text; c.text == " " {
			c.style = l.blank
		}
	}
	r.join(out)
	return out
}

// join gives blanks between text of one style that style, if it is seen no other way: a
// sentence is then one span.
func (r *pageRenderer) join(cells []cell) {
	last := -1 // text
	for i, c := range cells {
		if c.text == " " {
			continue
		}
		if last >= 0 && c.style == cells[last].style {
			for k := last + 1; k < i && cells[k].style == r.papers[c.style]; k++ {
				cells[k].style = c.style
			}
		}
		last = i
	}
}

// single tells whether a text is one character with the marks on it, as pages take
// texts apart.
func single(text string) bool {
	for i, r := range text {
		if mark := unicode.Is(unicode.M, r); mark != (i > 0) {
			return false
		}
	}
	return true
}

// compare adds the spans of line y that differ.
func (r *pageRenderer) compare(y int) {
	for x := 0; x < r.width; {
		if r.after[x] == r.before[x] {
			x++
			continue
		}
		end := upTo(r.before, r.after, x, r.width)
		var text strings.Builder
		for _, c := range r.after[x:end] {
			text.WriteString(c.text)
		}
		number := 0
		if style := r.after[x].style; style != "" {
			number = r.numbers[style]
		}
		r.next.Spans = append(r.next.Spans, []any{y, x, number, text.String()})
		r.pending = true
		x = end
	}
}

// look returns what the page knows of a style, to which it is added.
func (r *pageRenderer) look(sequences string) look {
	if l, ok := r.sequences[sequences]; ok || sequences == "" {
		return l
	}
	pen := r.pen(sequences)
	ink, paper := pen.Fg, pen.Bg
	l := look{blank: r.style(paperCSS(pen))}
	if l.plain = ink != nil && ink == paper; l.plain {
		l.text = l.blank
	} else {
		l.text = r.style(textCSS(pen))
	}
	r.sequences[sequences], r.papers[l.text] = l, l.blank
	return l
}

// style returns a style's CSS, which is added to those that the page knows.
func (r *pageRenderer) style(css string) string {
	if _, ok := r.numbers[css]; !ok && css != "" {
		r.numbers[css] = len(r.numbers) + 1
		r.next.Styles = append(r.next.Styles, css)
	}
	return css
}

// pen returns what sequences set.
func (r *pageRenderer) pen(sequences string) (pen uv.Style) {
	for state := byte(0); sequences != ""; {
		_, _, n, next := ansi.DecodeSequence(sequences, state, r.parser)
		if ansi.Cmd(r.parser.Command()).Final() == 'm' {
			uv.ReadStyle(r.parser.Params(), &pen)
		}
		sequences, state = sequences[n:], next
	}
	return pen
}

// paperCSS is the style of a blank.
func paperCSS(s uv.Style) string {
	var b strings.Builder
	if s.Attrs&uv.AttrReverse != 0 {
		s.Fg, s.Bg = s.Bg, s.Fg
		if s.Bg == nil {
			b.WriteString("background:var(--ink);")
		}
	}
	if s.Bg != nil {
		b.WriteString("background:" + hex(s.Bg) + ";")
	}
	if s.Underline != uv.UnderlineNone {
		b.WriteString("text-decoration:underline;")
	}
	return b.String()
}

// textCSS is the style of text.
func textCSS(s uv.Style) string {
	css := paperCSS(s)
	ink := s.Fg
	if s.Attrs&uv.AttrReverse != 0 {
		if ink = s.Bg; ink == nil {
			css += "color:var(--paper);"
		}
	}
	if ink != nil {
		css += "color:" + hex(ink) + ";"
	}
	for _, a := range []struct {
		attribute uint8
		css       string
	}{{uv.AttrBold, "font-weight:700;"}, {uv.AttrItalic, "font-style:italic;"}, {uv.AttrFaint, "opacity:.7;"}, {uv.AttrStrikethrough, "text-decoration:line-through;"}} {
		if s.Attrs&a.attribute != 0 {
			css += a.css
		}
	}
	return css
}

func hex(c color.Color) string {
	r, g, b, _ := c.RGBA()
	return fmt.Sprintf("#%02x%02x%02x", r>>8, g>>8, b>>8)
}

func (r *pageRenderer) flush() error {
	if !r.pending {
		return nil
	}
	next := r.next
	r.next, r.pending = Screen{}, false
	return r.browser.Send(next)
}

// close leaves what is on the page, under which the last words follow.
func (r *pageRenderer) close() error {
	r.known = false
	return nil
}
