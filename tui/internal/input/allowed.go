package input

import (
	"bytes"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"lambdascope/tui/shell"
)

// known tells whether a whole sequence is of a kind that is let through. Others, as
// reports of sizes are, don't even reach the decoder.
func known(seq []byte, asked *Questions) bool {
	rest := bytes.TrimLeft(seq, "\x1b")
	if len(rest) == len(seq) || len(rest) < 2 { // a character, or ESC and one
		return true
	}
	switch rest[0] {
	case '[':
		return knownControl(rest[1:])
	case ']':
		return asked.open() && bytes.HasPrefix(rest, []byte("]11;"))
	case 'P', '_', '^', 'X':
		return false
	}
	return true
}

// knownControl is known for a control sequence, without what introduces it.
func knownControl(seq []byte) bool {
	if seq[0] == 'M' { // X10's report of the mouse
		return true
	}
	params, final := seq[:len(seq)-1], seq[len(seq)-1]
	for number := range bytes.FieldsFuncSeq(params, func(r rune) bool { return r < '0' || r > '9' }) {
		if len(number) > len("1114111") { // the last character
			return false
		}
	}
	if i := bytes.IndexAny(params, "<=>?"); i >= 0 {
		return i == 0 && params[0] == '<' && (final == 'M' || final == 'm')
	}
	return strings.IndexByte("ABCDEFHPQRSZabcdIOu~^@$", final) >= 0
}

// allowed returns an event if it is of a kind that is let through, and else nil.
func (d *Decoder) allowed(event uv.Event) uv.Event {
	switch e := event.(type) {
	case uv.KeyPressEvent:
		if shell.Plain(e.Text) && shell.Plain(e.Keystroke()) {
			return e
		}
	case uv.MouseClickEvent, uv.MouseReleaseEvent, uv.MouseWheelEvent, uv.MouseMotionEvent, uv.FocusEvent, uv.BlurEvent:
		return e
	case uv.BackgroundColorEvent:
		if e.Color != nil && d.asked.answered() {
			return e
		}
	}
	return nil
}
