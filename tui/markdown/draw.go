package markdown

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
)

// minWidth is the least width that anything is drawn in.
const minWidth = 8

// Lines returns the document as lines no wider than width, or than 8 cells if
// width is less. They carry their styles as escape sequences and are not padded.
func (d Document) Lines(width int, s Style) []string {
	lines, _ := d.Layout(width, s)
	return lines
}

// Layout is Lines, and returns on which of them each block starts.
func (d Document) Layout(width int, s Style) (lines []string, starts []int) {
	if s.Plain {
		none := lipgloss.NewStyle()
		s.Text, s.Heading, s.Code, s.Link, s.Faint = none, none, none, none, none
	}
	p := painter{d, s}
	for i, n := range d.In(d.Tree) {
		if i > 0 {
			lines = append(lines, "")
		}
		starts = append(starts, len(lines))
		lines = append(lines, p.block(n, max(minWidth, width))...)
	}
	return lines, starts
}

// painter draws a document in a style.
type painter struct {
	Document
	Style
}

// blocks draws the blocks in a node with an empty line between them, unless they are
// tight.
func (p painter) blocks(parent ast.Node, width int, tight bool) []string {
	var out []string
	for i, n := range p.In(parent) {
		if i > 0 && !tight {
			out = append(out, "")
		}
		out = append(out, p.block(n, width)...)
	}
	return out
}

func (p painter) block(n ast.Node, width int) []string {
	switch n := n.(type) {
	case *ast.Heading:
		return p.heading(n, width)
	case *ast.Paragraph, *ast.TextBlock:
		return p.fill(p.words(n, 0), p.Text, width)
	case *ast.FencedCodeBlock, *ast.CodeBlock, *ast.HTMLBlock:
		return p.code(p.TextOf(n), width)
	case *ast.List:
		return p.list(n, width)
	case *ast.Blockquote:
		bar := p.sign("│ ")
		return hung(bar, bar, width, func(width int) []string { return p.blocks(n, width, false) })
	case *tables.Table:
		return p.table(n, width)
	case *ast.ThematicBreak:
		return []string{p.rule(width)}
	}
	return nil
}

// sign returns a text of the drawing itself.
func (p painter) sign(text string) string { return p.Faint.Render(p.Show(text)) }

func (p painter) rule(width int) string { return p.sign(strings.Repeat("─", width)) }

// heading draws a heading, with a rule below it where its style does not show.
func (p painter) heading(h *ast.Heading, width int) []string {
	lines := p.fill(p.words(h, 0), p.Heading, width)
	if !p.Plain {
		return lines
	}
	under := "─"
	if h.Level == 1 {
		under = "═"
	}
	return append(lines, p.sign(strings.Repeat(under, lipgloss.Width(strings.Join(lines, "\n")))))
}

// hung draws lines behind a sign, the first behind another. Where they would have
// too little room, they stand below the first sign.
func hung(first, others string, width int, draw func(width int) []string) []string {
	inner := width - ansi.StringWidth(first)
	if inner < minWidth {
		return append([]string{first}, draw(width)...)
	}
	lines := draw(inner)
	if len(lines) == 0 {
		return []string{first}
	}
	blank := strings.TrimSpace(others) == ""
	for i, l := range lines {
		switch {
		case i == 0:
			lines[i] = first + l
		case l != "" || !blank:
			lines[i] = others + l
		}
	}
	return lines
}

func (p painter) list(l *ast.List, width int) []string {
	var out []string
	last := strconv.Itoa(l.Start + l.ChildCount() - 1)
	for i, item := range p.In(l) {
		if i > 0 && !l.IsTight {
			out = append(out, "")
		}
		bullet := "• "
		if l.IsOrdered() {
			number := strconv.Itoa(l.Start + i)
			bullet = strings.Repeat(" ", max(0, len(last)-len(number))) + number + ". "
		}
		first := p.sign(bullet)
		indent := strings.Repeat(" ", ansi.StringWidth(first))
		out = append(out, hung(first, indent, width, func(width int) []string { return p.blocks(item, width, l.IsTight) })...)
	}
	return out
}

// codeIndent is how far blocks of code are indented.
const codeIndent = "  "

// code draws a block of code. A line that is too long is broken, at a space if
// there is one in its second half; what follows is indented by two more.
func (p painter) code(text string, width int) []string {
	var out []string
	room := width - len(codeIndent)
	for text := range strings.Lines(text) {
		text = p.Show(expand(strings.TrimRight(text, "\r\n")))
		indent := len(text) - len(strings.TrimLeft(text, " ")) + len(codeIndent)
		indent = min(indent, room/2)
		for !p.LongCode && ansi.StringWidth(text) > room {
			head := ansi.Truncate(text, room, "")
			if i := strings.LastIndexByte(head, ' '); i > len(head)/2 {
				head = head[:i]
			}
			out = append(out, codeIndent+p.Code.Render(head))
			text = strings.Repeat(" ", indent) + strings.TrimLeft(text[len(head):], " ")
		}
		if text != "" {
			text = codeIndent + p.Code.Render(text)
		}
		out = append(out, text)
	}
	return out
}

// expand returns a line with spaces in place of its tabs.
func expand(text string) string {
	const tab = 4
	parts := strings.Split(text, "\t")
	for i, part := range parts[:len(parts)-1] {
		parts[i] += strings.Repeat(" ", tab-utf8.RuneCountInString(part)%tab)
	}
	return strings.Join(parts, "")
}
