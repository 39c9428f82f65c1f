package input

import (
	"bytes"
	"strings"

	uv "github.com/charmbracelet/ultraviolet"

	"lambdascope/tui/shell"
)

// known reports whether a complete sequence is of an allowed kind, so that other sequences,
// such as reports of sizes, do not reach Ultraviolet's decoder.
func known(seq []byte, asked *Questions) bool {
	rest := bytes.TrimLeft(seq, "\x1b")
	if len(rest) == len(seq) || len(rest) < 2 { // a character, or ESC and a character
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

// knownControl is known for a control sequence without its introducer.
func knownControl(seq []byte) bool {
	if seq[0] == 'M' { // X10's mouse report
		return true
	}
	params := seq[:len(seq)-1]
	final := seq[len(seq)-1]
	for number := range bytes.FieldsFuncSeq(params, func(r rune) bool { return r < '0' || r > '9' }) {
		if len(number) > len("1114111") { // unicode.MaxRune
			return false
		}
	}
	if i := bytes.IndexAny(params, "<=>?"); i >= 0 {
		return i == 0 && params[0] == '<' && (final == 'M' || final == 'm')
	}
	return strings.IndexByte("ABCDEFHPQRSZabcdIOu~^@$", final) >= 0
}

// allowed returns an event of an allowed kind, and nil otherwise.
func (d *Decoder) allowed(event uv.Event) uv.Event {
	switch e := event.(type) {
	case uv.KeyPressEvent:
		if shell.Plain(e.Text) && shell.Plain(e.Keystroke()) {
			return e
		}
	case uv.MouseClickEvent, uv.MouseReleaseEvent, uv.MouseWheelEvent, uv.MouseMotionEvent, uv.FocusEvent, uv.BlurEvent:
		return e
	case uv.BackgroundColorEvent:
		if e.Color != nil { // known has checked that the answer is due
			d.asked.close()
			return e
		}
	}
	return nil
}
