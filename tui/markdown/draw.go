package markdown

import (
	"strconv"
	"strings"

	"lambdascope/tui/screen"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/yuin/goldmark/ast"
	tables "github.com/yuin/goldmark/extension/ast"
)

// minWidth is the smallest width of a drawing.
const minWidth = 8

// Lines returns the document as lines of at most width cells, or 8 if width is less. Lines have their
// styles as escape sequences and no padding.
func (d Document) Lines(width int, s Style) []string {
	p := painter{Document: d, Style: s}
	return p.blocks(d.Tree, max(minWidth, width), false)
}

// painter draws a document in a style.
type painter struct {
	Document
	Style
	bare bool // code has no backticks
}

// blocks draws the blocks in a node, with empty lines between blocks unless tight.
func (p painter) blocks(parent ast.Node, width int, tight bool) (out []string) {
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
		return screen.Break(p.inline(n, p.Text), width)
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
func (p painter) sign(text string) string { return p.render(p.Faint, text) }

func (p painter) rule(width int) string { return p.sign(strings.Repeat("─", width)) }

// heading draws a heading, in plain text with a rule below, because plain text has no bold.
func (p painter) heading(h *ast.Heading, width int) []string {
	lines := screen.Break(p.inline(h, p.Heading), width)
	if !p.Plain {
		return lines
	}
	under := "─"
	if h.Level == 1 {
		under = "═"
	}
	return append(lines, p.sign(strings.Repeat(under, lipgloss.Width(strings.Join(lines, "\n")))))
}

// hung draws lines to the right of signs: the first line after first, later lines after others. Without
// room for minWidth the lines stand below first.
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
		if i == 0 {
			lines[i] = first + l
		} else if l != "" || !blank {
			lines[i] = others + l
		}
	}
	return lines
}

func (p painter) list(l *ast.List, width int) (out []string) {
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

// code draws a block of code. It indents the rest of a broken line, so that the break shows.
func (p painter) code(text string, width int) (out []string) {
	const indent = "  "
	room := width - len(indent)
	for text := range strings.Lines(text) {
		text = p.Show(strings.ReplaceAll(strings.TrimRight(text, "\r\n"), "\t", "    "))
		lines := []string{text}
		if rest := strings.TrimLeft(text, " "); !p.Plain && ansi.StringWidth(text) > room {
			inner := min(len(text)-len(rest), room/2)
			lines = screen.Break(rest, room-inner-len(indent))
			for i, l := range lines {
				lines[i] = strings.Repeat(" ", inner+min(i, 1)*len(indent)) + l
			}
		}
		for _, l := range lines {
			if l != "" {
				l = indent + p.render(p.Code, l)
			}
			out = append(out, l)
		}
	}
	return out
}
