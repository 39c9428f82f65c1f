package markdown

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
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

// fill returns words as lines of a width.
func (p painter) fill(words []word, base lipgloss.Style, width int) []string {
	var lines []string
	var line word
	for _, w := range words {
		for _, part := range w.cut(width) {
			if len(line.runs) > 0 && (part.start || line.width > 0 && line.width+1+part.width > width) {
				lines, line = append(lines, p.line(line, base)), word{}
			}
			for k, r := range part.runs {
				if k == 0 && len(line.runs) > 0 {
					// A space between words of one look has that look: fewer runs.
					between := look(0)
					if line.runs[len(line.runs)-1].look == r.look {
						between = r.look
					}
					line.add(" ", between)
				}
				line.add(r.text, r.look)
			}
		}
	}
	if len(line.runs) > 0 {
		lines = append(lines, p.line(line, base))
	}
	return lines
}

// line returns a line of words as it is drawn.
func (p painter) line(words word, base lipgloss.Style) string {
	var out strings.Builder
	for _, r := range words.runs {
		out.WriteString(p.style(base, r.look).Render(r.text))
	}
	return out.String()
}

// words returns the words in a node, whose text has a look from around it.
func (p painter) words(n ast.Node, around look) []word {
	b := breaker{painter: p}
	return b.words(n, around)
}

// breaker breaks text into words.
type breaker struct {
	painter
	bare bool // code has no backticks
	done []word
	next word // not yet complete
}

// words returns the words of what was added and of the text in a node.
func (b *breaker) words(n ast.Node, around look) []word {
	b.inline(n, around)
	b.space()
	return b.done
}

// inline adds the text in a node.
func (b *breaker) inline(parent ast.Node, around look) {
	for _, n := range b.In(parent) {
		l := around
		switch n := n.(type) {
		case *ast.CodeSpan:
			b.code(b.TextOf(n), l|code)
		case *ast.Emphasis:
			if n.Level > 1 {
				l |= strong
			} else {
				l |= emphasis
			}
			b.inline(n, l)
		case *ast.Link:
			b.inline(n, l|link)
			b.target(n, n.Destination)
		case *ast.AutoLink:
			b.text(b.TextOf(n), l|link)
			b.target(n, n.URL(b.Source))
		case *ast.Image:
			b.text("["+b.TextOf(n)+"]", l|faint)
		default:
			b.text(b.TextOf(n), l)
			if t, ok := n.(*ast.Text); ok && t.HardLineBreak() {
				b.space()
				b.next.start = true
			}
		}
	}
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
	b.next.add(strings.ReplaceAll(b.Show(text), noBreak, " "), l)
}

// maxWholeCode is how long code within a text may be for it to stay on one line.
const maxWholeCode = 24

// code adds code.
func (b *breaker) code(text string, l look) {
	if b.Plain && !b.bare {
		text = "`" + text + "`"
	}
	if len(text) <= maxWholeCode {
		b.whole(strings.Join(strings.FieldsFunc(text, isSpace), " "), l)
		return
	}
	b.text(text, l)
}

// target adds what a reader is to follow a link by, where its text does not say it.
func (b *breaker) target(link ast.Node, destination []byte) {
	if b.Target == nil {
		return
	}
	if t := b.Target(string(destination)); t != "" && !strings.Contains(b.TextOf(link), t) {
		b.space()
		b.whole("("+t+")", faint)
	}
}

// space ends the word.
func (b *breaker) space() {
	if len(b.next.runs) > 0 {
		b.done = append(b.done, b.next)
		b.next = word{}
	}
}

func isSpace(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '\r' }
