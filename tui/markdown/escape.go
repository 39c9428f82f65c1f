package markdown

import (
	"bufio"
	stdhtml "html"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/renderer/html"

	"lambdascope/tui/shell"
)

// unescape returns text of the source as it is meant: without the backslashes
// before punctuation, and with characters in place of their names in HTML.
func unescape(source string) string {
	if !strings.ContainsAny(source, `\&`) {
		return source
	}
	var out strings.Builder
	w := bufio.NewWriterSize(&out, len(source))
	html.DefaultWriter.Write(w, []byte(source)) // writes HTML, where &, <, > and quotes are names again
	_ = w.Flush()                               // a Builder takes all
	return stdhtml.UnescapeString(out.String())
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
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune(steering, r) {
			return '\ufffd'
		}
		return r
	}, text)
}
