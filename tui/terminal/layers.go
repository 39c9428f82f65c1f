package terminal

import (
	"bytes"
	"strconv"
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// layers are what is to be written of a screen, style by style. To set a style takes
// up to 40 bytes and to move the cursor 4 to 8, so each style is set once a screen.
type layers struct {
	list       []layer
	at         map[string]int // in list, by style
	colourless bool           // the terminal shows no colours
}

// layer is what is to be written in one style.
type layer struct {
	style string
	buf   bytes.Buffer
	plain bool // characters have the colour of the background: blanks look the same
	inked bool // buf has more than blanks
	x, y  int  // the cursor after buf; y is -1 where it is not known
}

// colours returns the colours of a style that is nothing else.
func colours(style string) (foreground, background string, ok bool) {
	both, ok := strings.CutPrefix(style, "\x1b[38;2;")
	if !ok || strings.IndexByte(both, 'm') != len(both)-1 {
		return "", "", false
	}
	return strings.Cut(both[:len(both)-1], ";48;2;")
}

// needed returns what of the style is visible in buf: blanks show no foreground colour.
func (l *layer) needed() string {
	if _, background, ok := colours(l.style); ok && !l.inked {
		return "\x1b[48;2;" + background + "m"
	}
	return l.style
}

// clear leaves the layer of no style alone, which is empty and the first.
func (ls *layers) clear() {
	if ls.at == nil {
		ls.at = make(map[string]int)
	}
	clear(ls.at)
	ls.list = ls.list[:0]
	ls.of("")
}

// of returns the layer of a style, until the next call.
func (ls *layers) of(style string) *layer {
	i, ok := ls.at[style]
	if !ok {
		i = len(ls.list)
		ls.at[style] = i
		if i < cap(ls.list) {
			ls.list = ls.list[:i+1] // with its buffer
		} else {
			ls.list = append(ls.list, layer{})
		}
		l := &ls.list[i]
		l.style, l.inked, l.y = style, false, -1
		foreground, background, ok := colours(style)
		l.plain = ok && foreground == background && !ls.colourless
		l.buf.Reset()
	}
	return &ls.list[i]
}

// move moves the cursor, which is not on a line below.
func (l *layer) move(x, y int) {
	to := l.buf.AvailableBuffer()
	if l.y >= 0 {
		to = step(to, y-l.y, 'B')
		to = step(to, x-l.x, 'C')
		if n := l.x - x; n >= 1 && n <= 3 { // shorter than a sequence
			to = append(to, "\b\b\b"[:n]...)
		} else {
			to = step(to, n, 'D')
		}
	}
	// A place is as long as its numbers and four bytes more.
	if place := 4 + digits(x+1) + digits(y+1); l.y < 0 || len(to) >= place {
		to = append(l.buf.AvailableBuffer(), "\x1b["...)
		to = strconv.AppendInt(to, int64(y+1), 10)
		to = append(to, ';')
		to = strconv.AppendInt(to, int64(x+1), 10)
		to = append(to, 'H')
	}
	l.buf.Write(to)
	l.x, l.y = x, y
}

// step appends what moves the cursor by n in the direction of a sequence's last byte.
func step(to []byte, n int, direction byte) []byte {
	if n <= 0 {
		return to
	}
	to = append(to, "\x1b["...)
	if n > 1 {
		to = strconv.AppendInt(to, int64(n), 10)
	}
	return append(to, direction)
}

func digits(n int) int {
	d := 1
	for ; n >= 10; n /= 10 {
		d++
	}
	return d
}

// mostSpaces is how many blanks are written as such where erasing and moving past
// them takes as many bytes.
const mostSpaces = 10

// write writes cells, which begin at the cursor, of a line that is width wide.
func (l *layer) write(cells []cell, width int) {
	for len(cells) > 0 {
		n := 0
		for n < len(cells) && cells[n] == blank {
			n++
		}
		switch {
		case n > mostSpaces:
			l.buf.WriteString(ansi.EraseCharacter(n))
			if n < len(cells) {
				l.move(l.x+n, l.y)
			}
		case n > 0:
			l.buf.WriteString(strings.Repeat(" ", n))
			l.x += n
		default:
			n = 1
			text := cells[0].text
			if l.plain && text != "" && (len(cells) == 1 || cells[1].text != "") { // in one column
				text = " "
			}
			l.inked = l.inked || text != " "
			l.buf.WriteString(text)
			l.x++
		}
		cells = cells[n:]
	}
	if l.x >= width { // where terminals differ in what comes next
		l.y = -1
	}
}
