package terminal

import (
	"iter"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"
	"github.com/charmbracelet/x/ansi"
)

// lines remembers the lines on a screen and finds the cells that change. It keeps text,
// because the cells of a window of 400×120 take 6 MB.
type lines struct {
	colourless    bool // the screen shows no colours
	width         int
	text          []string
	before, after uv.ScreenBuffer // of one line
}

// run is part of a line in one style. The cells are valid until the next run.
type run struct {
	x, y  int
	style uv.Style
	cells uv.Line
}

// reset starts with a blank screen of a size.
func (l *lines) reset(width, height int) {
	l.width = width
	l.text = make([]string, height)
	l.before = uv.NewScreenBuffer(width, 1)
	l.before.Method = ansi.WcWidth
	l.after = uv.NewScreenBuffer(width, 1)
	l.after.Method = ansi.WcWidth
}

// fits reports whether the screen has a size.
func (l *lines) fits(width, height int) bool { return l.width == width && len(l.text) == height }

// update puts new content on the screen and yields the runs that differ.
func (l *lines) update(content string) iter.Seq[run] {
	return func(yield func(run) bool) {
		next := strings.SplitN(content, "\n", len(l.text)+1)
		for y, old := range l.text {
			line := ""
			if y < len(next) {
				line = next[y]
			}
			l.text[y] = line
			if line == old {
				continue
			}
			before := l.cells(l.before, old)
			after := l.cells(l.after, line)
			for x := 0; x < l.width; {
				if after[x] == before[x] {
					x++
					continue
				}
				r := runFrom(before, after, x)
				r.y = y
				x = r.x + len(r.cells)
				if !yield(r) {
					return
				}
			}
		}
	}
}

// cells draws a line into a buffer and returns the cells. Cells that look the same are equal:
// a character in the colour of its background is a blank, and a blank keeps only the visible
// part of its style.
func (l *lines) cells(b uv.ScreenBuffer, line string) uv.Line {
	uv.NewStyledString(line).Draw(b, b.Bounds())
	cells := b.Line(0)
	for i := range cells {
		c := &cells[i]
		if hidden := c.Style.Fg != nil && c.Style == (uv.Style{Fg: c.Style.Bg, Bg: c.Style.Bg}); hidden && c.Width == 1 && !l.colourless {
			c.Content = " "
		}
		if c.Content == " " {
			c.Style = blankStyle(c.Style)
		}
	}
	return cells
}

// blankStyle returns the part of a style that a blank shows.
func blankStyle(s uv.Style) uv.Style {
	if s.Underline != uv.UnderlineNone || s.Attrs&(uv.AttrReverse|uv.AttrStrikethrough) != 0 {
		return s
	}
	return uv.Style{Bg: s.Bg}
}

// maxUnchanged is the largest number of unchanged bytes that a run repeats, because moving
// the cursor past them takes as many.
const maxUnchanged = 4

// runFrom returns the run of column start, which has changed, in a line.
func runFrom(before, after uv.Line, start int) run {
	for start > 0 && after[start].Width == 0 { // inside a wide character
		start--
	}
	style := after[start].Style
	blank := after[start].Content == " " // so far
	end := start + 1
	unchanged := 0
cells:
	for x := end; x < len(after) && unchanged <= maxUnchanged; x++ {
		c := after[x]
		switch {
		case c.Width == 0, c.Content == " " && c.Style == blankStyle(style):
		case c.Style == style, blank && blankStyle(c.Style) == style:
			style = c.Style
			blank = false
		default:
			break cells
		}
		if c == before[x] {
			unchanged += len(c.Content)
		} else {
			end = x + 1
			unchanged = 0
		}
	}
	for end < len(after) && after[end].Width == 0 {
		end++
	}
	return run{x: start, style: style, cells: after[start:end]}
}
