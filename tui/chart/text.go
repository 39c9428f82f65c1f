package chart

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/charmbracelet/x/ansi"
)

// text is a string with one rune for each cell, because a cell of ntcharts holds one rune. Runes
// of the private use area replace characters of several runes, such as λ̂, and mark the second
// cell of a wide character.
type text []rune

const (
	firstCluster = '\uE000'
	wideTail     = '\uF8FF'
)

// text splits s into cells. It drops control characters, and characters that could join with
// their neighbours and so change the width of the line.
func (c *cells) text(s string) text {
	out := make(text, 0, len(s))
	for len(s) > 0 {
		if r, n := utf8.DecodeRuneInString(s); narrow(r) && (n == len(s) || s[n] < utf8.RuneSelf) {
			out = append(out, r)
			s = s[n:]
			continue
		}
		g, w := ansi.FirstGraphemeCluster(s, ansi.GraphemeWidth)
		if g == "" {
			break
		}
		s = s[len(g):]
		if !standsAlone(g, w) {
			continue
		}
		out = append(out, c.cluster(g))
		if w == 2 {
			out = append(out, wideTail)
		}
	}
	return slices.Clip(out)
}

// cluster returns the rune for a character, a rune of the private use area for a character of
// several runes.
func (c *cells) cluster(g string) rune {
	if r, n := utf8.DecodeRuneInString(g); n == len(g) {
		return r
	}
	i := slices.Index(c.clusters, g)
	if i < 0 {
		i = len(c.clusters)
		c.clusters = append(c.clusters, g)
	}
	return min(firstCluster+rune(i), wideTail-1)
}

// standsAlone reports whether a character takes w cells between any neighbours.
func standsAlone(g string, w int) bool {
	rs := []rune(g)
	switch r := rs[0]; {
	case w < 1 || w > 2 || !unicode.IsGraphic(r) || unicode.IsMark(r):
		return false
	case r < 0x300 && len(rs) == 1:
		return true
	}
	return ansi.StringWidth(g+"|") == w+1 && ansi.StringWidth(g+g) == 2*w &&
		!slices.ContainsFunc(rs[1:], func(m rune) bool { return !unicode.In(m, unicode.Mn) })
}

// cut returns t in at most n cells and ends a shortened text in tail.
func (t text) cut(n int, tail rune) text {
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
	return append(append(make(text, 0, n), t[:end]...), tail)
}
