package chart

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Width returns the number of cells of a text, like ansi.StringWidth. The fast path for common
// characters is needed because ansi.StringWidth looks for clusters of characters and takes ten
// times as long.
func Width(s string) (width int) {
	for i := 0; i < len(s); {
		switch c := s[i]; {
		case ' ' <= c && c <= '~':
			width++
			i++
		case c == '\x1b':
			n := styleLength(s[i:])
			if n == 0 {
				return ansi.StringWidth(s)
			}
			i += n
		default:
			r, n := utf8.DecodeRuneInString(s[i:])
			switch {
			case narrow(r):
				width++
			case r != hat:
				return ansi.StringWidth(s)
			}
			i += n
		}
	}
	return width
}

// styleLength returns the length of the style sequence at the start of a text; 0 without one.
func styleLength(s string) int {
	if len(s) < 2 || s[1] != '[' {
		return 0
	}
	for i := 2; i < len(s); i++ {
		switch c := s[i]; {
		case c == 'm':
			return i + 1
		case (c < '0' || c > '9') && c != ';' && c != ':':
			return 0
		}
	}
	return 0
}

// hat is the combining circumflex of λ̂.
const hat = '\u0302'

// narrow reports whether a character is common, takes one cell, and combines with no other narrow
// character.
func narrow(r rune) bool {
	switch {
	case r < 0x7F:
		return r >= ' '
	case r < 0x100: // Latin and the no-break space
		return r >= 0xA0 && r != 0xAD
	case r < 0x2000: // Greek
		return r >= 0x3B1 && r <= 0x3C9 || r >= 0x391 && r <= 0x3A9 && r != 0x3A2
	case r < 0x2500: // dashes, quotes, dots; subscripts; arrows; mathematics
		return r >= 0x2010 && r <= 0x2027 || r >= 0x2080 && r <= 0x208E || r >= 0x2190 && r <= 0x2193 || r >= 0x2200 && r <= 0x22FF
	case r < 0x2800: // box drawing, blocks, geometric shapes, ★
		return r <= 0x25FC || r == 0x2605
	}
	return r <= 0x28FF // braille
}
