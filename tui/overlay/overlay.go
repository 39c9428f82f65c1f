// Package overlay has what lies over a page of the app: small models behind one
// interface, on a stack. They know neither the app nor the page.
package overlay

import (
	"slices"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// sized is an overlay whose text depends on how much room it has.
type sized interface {
	SizedText(s *screen.Styles, size Size) []string
}

// focused is an overlay of which one line is always on show; one below 0 is none.
type focused interface{ FocusLine() int }

// Stack is the overlays over a page, of which the last is on show.
type Stack struct{ all []layer }

type layer struct {
	page.Overlay
	first int // the line at the top
}

func (l *layer) text(s *screen.Styles, size Size) []string {
	if o, ok := l.Overlay.(sized); ok {
		return o.SizedText(s, size)
	}
	return l.Text(s, size.Width)
}

// Size is the room of an overlay's text, in cells.
type Size struct{ Width, Rows int }

// Open puts an overlay on top.
func (k *Stack) Open(o page.Overlay) { k.all = append(k.all, layer{Overlay: o}) }

// Close takes the one on show away.
func (k *Stack) Close() {
	if n := len(k.all); n > 0 {
		k.all = k.all[:n-1]
	}
}

// Clear takes all away.
func (k *Stack) Clear() { k.all = nil }

// Empty tells whether the page is on show.
func (k *Stack) Empty() bool { return len(k.all) == 0 }

// Top returns the overlay on show; nil for none.
func (k *Stack) Top() page.Overlay {
	if k.Empty() {
		return nil
	}
	return k.top().Overlay
}

func (k *Stack) top() *layer { return &k.all[len(k.all)-1] }

// Press takes a key for the overlay on show, or scrolls it. It reports false if the overlay
// closes and the key means what it means on the page.
func (k *Stack) Press(msg tea.KeyPressMsg, s *screen.Styles, size Size) (a page.Action, taken bool) {
	if a, taken = k.top().Press(msg); taken || a.Close {
		return a, taken
	}
	leaf := max(1, size.Rows-1) // one of the lines on show stays
	switch keys := newKeys(); {
	case key.Matches(msg, keys.close):
		k.Close()
	case key.Matches(msg, keys.quit):
		a.Cmd = tea.Quit
	case key.Matches(msg, keys.up):
		k.Scroll(-1, s, size)
	case key.Matches(msg, keys.down):
		k.Scroll(+1, s, size)
	case key.Matches(msg, keys.leafUp):
		k.Scroll(-leaf, s, size)
	case key.Matches(msg, keys.leafDown):
		k.Scroll(+leaf, s, size)
	case key.Matches(msg, keys.first):
		k.Scroll(-page.Farthest, s, size)
	case key.Matches(msg, keys.last):
		k.Scroll(page.Farthest, s, size)
	}
	return a, true
}

// Scroll moves the text on show by lines.
func (k *Stack) Scroll(by int, s *screen.Styles, size Size) {
	top := k.top()
	most := len(top.text(s, size)) - size.Rows
	top.first = max(0, min(top.first+by, most))
}

// Lines returns the part of the text on show that has room.
func (k *Stack) Lines(s *screen.Styles, size Size) []string {
	top := k.top()
	text := top.text(s, size)
	first := min(top.first, max(0, len(text)-size.Rows))
	if f, ok := top.Overlay.(focused); ok && f.FocusLine() >= 0 { // its line is on show
		first = max(min(first, f.FocusLine()), f.FocusLine()-size.Rows+1)
	}
	return text[first:min(len(text), first+size.Rows)]
}

// Hints returns the keys for the footer.
func (k *Stack) Hints() []page.Hint {
	own := k.top().Hints()
	if len(own) == 1 && own[0].Alone {
		return own
	}
	leave := []page.Hint{{Key: "esc", Does: "close", Press: "esc"}, {Key: "q", Does: "quit", Press: "q"}}
	if _, list := k.Top().(*Lessons); list {
		return slices.Concat([]page.Hint{{Key: "↑↓", Does: "choose", Press: "down"}}, own, leave)
	}
	return slices.Concat([]page.Hint{{Key: "↑↓", Does: "scroll", Press: "down"}}, own,
		[]page.Hint{{Key: "space", Does: "more", Press: "space"}}, leave)
}

// keys are those that all overlays share.
type keys struct{ close, quit, up, down, leafUp, leafDown, first, last key.Binding }

func newKeys() keys {
	bind := func(names ...string) key.Binding { return key.NewBinding(key.WithKeys(names...)) }
	return keys{
		close: bind("esc", "enter"), quit: bind("q"),
		up: bind("up", "k"), down: bind("down", "j"),
		leafUp: bind("pgup"), leafDown: bind("space", "pgdown"),
		first: bind("home"), last: bind("end"),
	}
}
