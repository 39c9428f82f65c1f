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

// wide reports whether a rune of a text has a second cell.
func wide(r rune) bool { return r >= 0x2900 && (r < firstCluster || r > wideTail) }

// text splits s into cells: letters up to Cyrillic, signs, and wide Chinese and Japanese characters.
// Others become ?, because they could join with their neighbours and so change the width of the
// line. Control characters have no cell. The plain glyph set has ASCII.
func (c *Canvas) text(s string) text {
	if c.Glyphs == Plain {
		s = ASCII(s)
	}
	out := make(text, 0, len(s))
	for _, r := range s {
		switch last := len(out) - 1; {
		case !unicode.IsGraphic(r):
		case r >= 0x300 && r < 0x370: // combining marks
			if last >= 0 && out[last] != wideTail {
				out[last] = c.cluster(out[last], r)
			}
		case r < 0x530 && !unicode.IsMark(r) || r >= 0x2000 && r < 0x2900 && ansi.StringWidth(string(r)) == 1:
			out = append(out, r)
		case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana) && unicode.IsLetter(r) && ansi.StringWidth(string(r)) == 2:
			out = append(out, r, wideTail)
		default:
			out = append(out, '?')
		}
	}
	return out
}

// cluster returns the rune for a character with one more mark.
func (c *Canvas) cluster(letter, mark rune) rune {
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
	return append(append(make(text, 0, n), t[:n-1]...), '…')
}
