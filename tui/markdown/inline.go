package markdown

import (
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/yuin/goldmark/ast"
)

// inline returns the styled text in a node, with line breaks at hard breaks alone.
func (p painter) inline(n ast.Node, style lipgloss.Style) string {
	w := writer{painter: p}
	w.write(n, style)
	return w.out.String()
}

// writer writes the text of inline nodes.
type writer struct {
	painter
	out strings.Builder
}

// write writes the text in a node.
func (w *writer) write(parent ast.Node, style lipgloss.Style) {
	for _, n := range w.In(parent) {
		switch n := n.(type) {
		case *ast.CodeSpan:
			w.code(w.TextOf(n), w.Code.Inherit(style))
		case *ast.Emphasis:
			if n.Level > 1 {
				w.write(n, style.Bold(true))
			} else {
				w.write(n, style.Italic(true))
			}
		case *ast.Link:
			w.write(n, w.Link.Inherit(style))
			w.target(n, n.Destination)
		case *ast.AutoLink:
			w.add(w.TextOf(n), w.Link.Inherit(style))
			w.target(n, n.URL(w.Source))
		case *ast.Image:
			w.add("["+w.TextOf(n)+"]", w.Faint)
		case *ast.Text:
			if n.HardLineBreak() {
				w.add(strings.TrimRight(w.TextOf(n), " "), style)
				w.out.WriteByte('\n')
			} else {
				w.add(w.TextOf(n), style)
			}
		default:
			w.add(strings.Join(strings.Fields(w.TextOf(n)), " "), style)
		}
	}
}

// add writes text. It drops spaces at the start of a line, because ansi.Wrap breaks the word after a space
// too late.
func (w *writer) add(text string, style lipgloss.Style) {
	if done := w.out.String(); done == "" || strings.HasSuffix(done, "\n") {
		text = strings.TrimLeft(text, " ")
	}
	w.out.WriteString(w.render(style, text))
}

// code writes code. Short code stays on one line so that readers can copy it.
func (w *writer) code(text string, style lipgloss.Style) {
	const short = 24
	if w.Plain && !w.bare {
		text = "`" + text + "`"
	}
	if len(text) <= short {
		text = strings.ReplaceAll(text, " ", noBreak)
	}
	w.add(text, style)
}

// noBreak is a space within a line.
const noBreak = "\u00a0"

// target writes the target of a link in parentheses, unless the text of the link contains the target.
func (w *writer) target(link ast.Node, destination []byte) {
	if w.Target == nil {
		return
	}
	if target := w.Target(string(destination)); target != "" && !strings.Contains(w.TextOf(link), target) {
		w.add(" ", w.Text)
		w.add(strings.ReplaceAll("("+target+")", " ", noBreak), w.Faint)
	}
}
