package shell

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable tells whether a character is shown as what it is. Control characters
// are not, nor those that are invisible, that break a line, or that change the
// direction of the text around them.
func Printable(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r <= '~'
	}
	return unicode.IsGraphic(r) && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Plain tells whether a text is valid UTF-8 and printable throughout.
func Plain(s string) bool {
	for i, r := range s {
		if !Printable(r) {
			return false
		}
		if r == utf8.RuneError { // what is no UTF-8 has one byte of it
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return false
			}
		}
	}
	return true
}

// Escape returns a text with what is not printable written as Go and shells write
// it, so that the text stays on one line, looks like what it is and steers no
// terminal.
func Escape(s string) string {
	if Plain(s) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, size := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case Printable(r):
			b.WriteRune(r)
		default:
			q := strconv.QuoteRuneToASCII(r)
			b.WriteString(q[1 : len(q)-1])
		}
		s = s[size:]
	}
	return b.String()
}
