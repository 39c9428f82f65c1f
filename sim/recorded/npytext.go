package recorded

import (
	"bytes"
	"io"
	"unicode/utf8"

	"lambdascope/sim/textfmt"
)

// maxTextSize is the longest accepted text of an array, in characters.
const maxTextSize = 1 << 20

// text reports whether the array has texts in place of numbers.
func (n npyNumber) text() bool { return n.kind == 'U' || n.kind == 'S' }

// nextLabel reads the next text, without padding zeros, or the next number as text.
func (a *npyArray) nextLabel() (string, *fault) {
	if !a.number.text() {
		number := make([]float64, 1)
		f := a.next(number)
		return textfmt.Fixed(number[0], -1), f
	}
	raw := make([]byte, a.number.size)
	if _, err := io.ReadFull(a.r, raw); err != nil {
		return "", brokenArray(err).in(a.name)
	}
	if a.number.kind == 'U' {
		var text []byte
		for at := 0; at < len(raw); at += utf8.UTFMax {
			text = utf8.AppendRune(text, rune(a.number.order.Uint32(raw[at:])))
		}
		raw = text
	}
	return string(label(bytes.TrimRight(raw, "\x00"))), nil
}
