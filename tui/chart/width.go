package chart

import (
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// Width returns how many cells a text takes, as ansi.StringWidth does, which looks for
// clusters of characters: ten times as long for the characters that screens mostly have.
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

// styleLength returns the length of the sequence that sets a style at the start of a
// text; 0 where there is none.
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

// narrow tells of a character whether it is one of those that screens mostly have, each
// of one cell, and that combine with none of their kind.
func narrow(r rune) bool {
	switch {
	case r < 0x7F:
		return r >= ' '
	case r < 0x100: // Latin, and the space at which no line is broken
		return r >= 0xA0 && r != 0xAD
	case r < 0x2000: // Greek
		return r >= 0x3B1 && r <= 0x3C9 || r >= 0x391 && r <= 0x3A9 && r != 0x3A2
	case r < 0x2500: // dashes, quotes, dots; subscripts; arrows; mathematics
		return r >= 0x2010 && r <= 0x2027 || r >= 0x2080 && r <= 0x208E || r >= 0x2190 && r <= 0x2193 || r >= 0x2200 && r <= 0x22FF
	case r < 0x2800: // box drawing, blocks, geometric shapes
		return r <= 0x25FC
	}
	return r <= 0x28FF // braille
}
