package chart

import (
	"unicode"

	"github.com/charmbracelet/x/ansi"
)

// text is a string with one rune for each cell, because a cell of ntcharts holds one rune. Runes
// of the private use area replace letters with marks, such as λ̂, and mark the second cell of a
// wide character.
type text []rune

const (
	firstCluster = '\uE000'
	wideTail     = '\uF8FF'
)

// text splits s into cells. Characters that could join with their neighbours, and so change the
// width of the line, become ?. Control characters and marks without a letter have no cell.
func (c *cells) text(s string) text {
	out := make(text, 0, len(s))
	for _, r := range s {
		switch last := len(out) - 1; {
		case r >= 0x300 && r < 0x370: // combining marks
			if last >= 0 && out[last] != wideTail {
				out[last] = c.cluster(out[last], r)
			}
		case narrow(r) || r < 0x530 && unicode.IsLetter(r):
			out = append(out, r)
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) && ansi.StringWidth(string(r)) == 2:
			out = append(out, r, wideTail)
		case unicode.IsGraphic(r) && !unicode.IsMark(r):
			out = append(out, '?')
		}
	}
	return out
}

// cluster returns the rune for a character with one more mark.
func (c *cells) cluster(letter, mark rune) rune {
	whole := string(letter) + string(mark)
	if letter >= firstCluster {
		whole = c.clusters[letter-firstCluster] + string(mark)
	}
	c.clusters = append(c.clusters, whole)
	return min(firstCluster+rune(len(c.clusters)-1), wideTail-1)
}

// cut returns t in at most n cells and ends a shortened text in an ellipsis.
func (t text) cut(n int) text {
	if len(t) <= n {
		return t
	}
	if n <= 0 {
		return nil
	}
	end := n - 1
	if t[end] == wideTail {
		end--
	}
	return append(append(make(text, 0, n), t[:end]...), '…')
}

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
