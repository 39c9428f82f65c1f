// Package overlay holds the texts that cover a page of the app: small models on a stack. They import
// neither the app nor the pages. The stack scrolls without a viewport, because a viewport would need
// a fresh copy of the text for every change of size and theme.
package overlay

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"lambdascope/tui/page"
	"lambdascope/tui/screen"
)

// sized is an overlay with a text that depends on the number of rows.
type sized interface {
	SizedText(s *screen.Styles, size Size) []string
}

// list is an overlay with rows to choose from, which the stack moves and clicks.
type list interface {
	// Rows returns the first line of each row in the text, and the line after the last row.
	Rows(s *screen.Styles, width int) []int
	// Row points to the index of the chosen row.
	Row() *int
}

// Stack holds the overlays over a page. The last is visible.
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

// Margins is the number of columns of the screen beside the text.
const Margins = 4

// Open puts an overlay on top.
func (k *Stack) Open(o page.Overlay) { k.all = append(k.all, layer{Overlay: o}) }

// Close removes the visible overlay.
func (k *Stack) Close() {
	if n := len(k.all); n > 0 {
		k.all = k.all[:n-1]
	}
}

// Clear removes all overlays.
func (k *Stack) Clear() { k.all = nil }

// Empty reports whether there is no overlay.
func (k *Stack) Empty() bool { return len(k.all) == 0 }

// Top returns the visible overlay, or nil.
func (k *Stack) Top() page.Overlay {
	if k.Empty() {
		return nil
	}
	return k.top().Overlay
}

func (k *Stack) top() *layer { return &k.all[len(k.all)-1] }

// Press hands a key to the visible overlay, or scrolls the overlay. It reports false if the overlay
// closes and the key is for the page.
func (k *Stack) Press(msg tea.KeyPressMsg, s *screen.Styles, size Size) (a page.Action, taken bool) {
	if a, taken = k.top().Press(msg); taken || a.Close {
		return a, taken
	}
	leaf := max(1, k.visible(size)-1) // a line stays, so that the reader finds the place
	switch msg.String() {
	case "esc", "enter":
		k.Close()
	case "q":
		a.Close = true
		return a, false // the page leaves the app
	case "up", "k":
		k.Scroll(-1, s, size)
	case "down", "j":
		k.Scroll(+1, s, size)
	case "pgup":
		k.Scroll(-leaf, s, size)
	case "space", "pgdown":
		moves := k.Scroll(+leaf, s, size)
		if help, ok := k.Top().(*Help); ok && !moves {
			a.Open = help.More()
		}
	case "home":
		k.Scroll(-page.Farthest, s, size)
	case "end":
		k.Scroll(page.Farthest, s, size)
	}
	return a, true
}

// Scroll moves the visible text by lines, or the choice of a list. It reports whether that is
// possible.
func (k *Stack) Scroll(by int, s *screen.Styles, size Size) bool {
	top := k.top()
	if l, ok := top.Overlay.(list); ok {
		rows := len(l.Rows(s, k.column(size).Width)) - 1
		*l.Row() = max(0, min(*l.Row()+by, rows-1))
		return true
	}
	before := top.first
	top.first = max(0, min(top.first+by, k.most(s, size)))
	return top.first != before
}

// most returns the last line at which the top of the visible text can be, below 1 if all fits.
func (k *Stack) most(s *screen.Styles, size Size) int {
	return len(k.top().text(s, k.column(size))) - k.visible(size)
}

// Click chooses the row at a line of a visible list, or takes the chosen row.
func (k *Stack) Click(line int, s *screen.Styles, size Size) page.Action {
	l, ok := k.Top().(list)
	if !ok {
		return page.Action{}
	}
	rows := l.Rows(s, k.column(size).Width)
	line += k.first(len(k.top().text(s, k.column(size))), s, size)
	for i := range len(rows) - 1 {
		switch {
		case line < rows[i] || line >= rows[i+1]:
		case i == *l.Row():
			return page.Press("enter")
		default:
			*l.Row() = i
		}
	}
	return page.Action{}
}

// first returns the line at the top of a text of some lines. The chosen row of a list is visible.
func (k *Stack) first(lines int, s *screen.Styles, size Size) int {
	first := min(k.top().first, max(0, lines-k.visible(size)))
	if l, ok := k.Top().(list); ok {
		rows := l.Rows(s, k.column(size).Width)
		first = max(min(first, rows[*l.Row()]), rows[*l.Row()+1]-size.Rows)
	}
	return first
}

// prose is an overlay of paragraphs, which a wide screen shows in two columns.
func (k *Stack) prose() bool {
	switch k.Top().(type) {
	case *Summary, *Section:
		return true
	}
	return false
}

// column returns the room of a column of the visible text.
func (k *Stack) column(size Size) Size {
	if width, two := screen.TwoColumns(size.Width); two && k.prose() {
		size.Width = width
	}
	return size
}

// visible returns the number of lines that fit.
func (k *Stack) visible(size Size) int {
	if k.column(size) != size {
		return 2 * size.Rows
	}
	return size.Rows
}

// Lines returns the lines of the visible text that fit.
func (k *Stack) Lines(s *screen.Styles, size Size) []string {
	top := k.top()
	column := k.column(size)
	text := top.text(s, column)
	visible := k.visible(size)
	first := k.first(len(text), s, size)
	text = text[first:min(len(text), first+visible)]
	if column != size {
		return screen.Fold(text, column.Width, size.Rows)
	}
	return text
}

// Hints returns the keys for the footer.
func (k *Stack) Hints(s *screen.Styles, size Size) []page.Hint {
	own := k.top().Hints()
	if len(own) == 1 && own[0].Alone {
		return own
	}
	leave := []page.Hint{{Key: "esc", Does: "close", Press: "esc"}, {Key: "q", Does: "quit", Press: "q"}}
	if _, ok := k.Top().(list); ok {
		return slices.Concat([]page.Hint{{Key: "↑↓", Does: "choose", Press: "down"}}, own, leave)
	}
	more := []page.Hint{{Key: "space", Does: "more", Press: "space"}}
	if k.most(s, size) > 0 {
		return slices.Concat([]page.Hint{{Key: "↑↓", Does: "scroll", Press: "down"}}, own, more, leave)
	}
	if _, help := k.Top().(*Help); !help { // the guide follows the help
		more = nil
	}
	return slices.Concat(own, more, leave)
}
