package markdown

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// run is text of one look.
type run struct {
	text string
	look look
}

// word is text that is broken only where it is wider than a line.
type word struct {
	runs  []run
	width int
	start bool // a new line begins with it
}

func (w *word) add(text string, l look) {
	if text == "" {
		return
	}
	w.width += ansi.StringWidth(text)
	if n := len(w.runs); n > 0 && w.runs[n-1].look == l {
		w.runs[n-1].text += text
		return
	}
	w.runs = append(w.runs, run{text, l})
}

// cut returns the word in parts no wider than width, where each of its
// characters is.
func (w word) cut(width int) []word {
	if w.width <= width {
		return []word{w}
	}
	parts := []word{{start: w.start}}
	for _, r := range w.runs {
		for rest := r.text; rest != ""; {
			cluster, cells := ansi.FirstGraphemeCluster(rest, ansi.GraphemeWidth)
			last := &parts[len(parts)-1]
			if last.width+cells > width && last.width > 0 {
				parts = append(parts, word{start: true})
				last = &parts[len(parts)-1]
			}
			last.add(cluster, r.look)
			rest = rest[len(cluster):]
		}
	}
	return parts
}

// words returns the words of spans.
func (s Style) words(spans []Span) []word {
	return (&breaker{style: s}).spans(spans)
}

// spans returns the words of spans.
func (b *breaker) spans(spans []Span) []word {
	for i, span := range spans {
		l := lookOf(span)
		switch {
		case span.Break:
			b.space()
			b.next.start = true
		case span.Image != "":
			b.text("["+span.Text+"]", l)
		case span.Code:
			b.code(span.Text, l)
		default:
			b.text(span.Text, l)
		}
		if span.Link != nil && (i+1 == len(spans) || spans[i+1].Link != span.Link) {
			b.target(linkText(spans[:i+1]), span.Link.Destination)
		}
	}
	b.space()
	return b.words
}

// lookOf returns the look of a span.
func lookOf(s Span) (l look) {
	if s.Strong {
		l |= strong
	}
	if s.Emphasis {
		l |= emphasis
	}
	if s.Link != nil {
		l |= link
	}
	if s.Code {
		l |= code
	}
	if s.Image != "" {
		l |= faint
	}
	return l
}

// linkText returns the text of the link that spans end with.
func linkText(spans []Span) string {
	first := len(spans) - 1
	for first > 0 && spans[first-1].Link == spans[first].Link {
		first--
	}
	return Plain(spans[first:])
}

// breaker breaks text into words.
type breaker struct {
	style Style
	bare  bool // code has no backticks
	words []word
	next  word // not yet complete
}

// noBreak is a space at which no line is broken.
const noBreak = "\u00a0"

// joined keeps a sign on the line of both its sides.
var joined = strings.NewReplacer(" = ", noBreak+"="+noBreak, " ± ", noBreak+"±"+noBreak)

// text adds text that lines are broken in at spaces.
func (b *breaker) text(text string, l look) {
	text = joined.Replace(text)
	for {
		end := strings.IndexFunc(text, isSpace)
		if end < 0 {
			b.whole(text, l)
			return
		}
		b.whole(text[:end], l)
		b.space()
		text = strings.TrimLeftFunc(text[end:], isSpace)
	}
}

// whole adds text that lines are not broken in.
func (b *breaker) whole(text string, l look) {
	b.next.add(strings.ReplaceAll(b.style.Show(text), noBreak, " "), l)
}

// maxWholeCode is how long code within a text may be for it to stay on one line.
const maxWholeCode = 24

// code adds code.
func (b *breaker) code(text string, l look) {
	if b.style.Plain && !b.bare {
		text = "`" + text + "`"
	}
	if len(text) <= maxWholeCode {
		b.whole(strings.Join(strings.FieldsFunc(text, isSpace), " "), l)
		return
	}
	b.text(text, l)
}

// target adds what a reader is to follow a link by, where its text does not say it.
func (b *breaker) target(text, destination string) {
	if b.style.Target == nil {
		return
	}
	if t := b.style.Target(destination); t != "" && !strings.Contains(text, t) {
		b.space()
		b.whole("("+t+")", faint)
	}
}

// space ends the word.
func (b *breaker) space() {
	if len(b.next.runs) > 0 {
		b.words = append(b.words, b.next)
		b.next = word{}
	}
}

func isSpace(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' }
