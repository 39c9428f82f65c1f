package markdown

import (
	"strings"
	"unicode"

	"github.com/yuin/goldmark/util"

	"lambdascope/tui/shell"
)

// unescape returns text of the source as it is meant: without the backslashes
// before punctuation, and with characters in place of their names in HTML.
func unescape(source []byte) string {
	var out strings.Builder
	from := 0
	entities := func(part []byte) {
		out.Write(util.ResolveEntityNames(util.ResolveNumericReferences(part)))
	}
	for i := 0; i+1 < len(source); i++ {
		if source[i] == '\\' && util.IsPunct(source[i+1]) {
			entities(source[from:i])
			out.WriteByte(source[i+1])
			i++
			from = i + 1
		}
	}
	entities(source[from:])
	return out.String()
}

// steering are characters that are no control characters, but turn the direction
// of the text or end a line.
const steering = "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"

// safe returns a text that steers no terminal: control characters are written as
// Go writes them, and what is no text as a replacement character.
func safe(text string) string {
	text = strings.ToValidUTF8(text, "\ufffd")
	if strings.ContainsFunc(text, unicode.IsControl) {
		text = shell.Escape(text)
	}
	if !strings.ContainsAny(text, steering) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(steering, r) {
			return '\ufffd'
		}
		return r
	}, text)
}
