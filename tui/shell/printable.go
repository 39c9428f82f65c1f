package shell

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Printable reports whether a character is visible. Unprintable are control characters, invisible characters,
// line breaks, and characters that change the direction of the text.
func Printable(r rune) bool {
	if r < utf8.RuneSelf {
		return ' ' <= r && r <= '~'
	}
	return unicode.IsGraphic(r) && !unicode.In(r, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// Plain reports whether a text is valid UTF-8 with printable characters alone.
func Plain(s string) bool {
	for i, r := range s {
		if !Printable(r) {
			return false
		}
		if r == utf8.RuneError { // invalid UTF-8 has one byte
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return false
			}
		}
	}
	return true
}

// Escape writes unprintable characters as Go and shells do, so that a text stays on one line, hides nothing and
// sends no sequence to a terminal.
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
