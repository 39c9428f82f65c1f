package markdown

import (
	"strconv"
	"strings"

	"charm.land/lipgloss/v2"
	"github.com/charmbracelet/x/ansi"
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
	for i, b := range d.Blocks {
		if i > 0 {
			lines = append(lines, "")
		}
		starts = append(starts, len(lines))
		for _, l := range s.block(b, max(minWidth, width)) {
			lines = append(lines, l.text)
		}
	}
	return lines, starts
}

// blocks draws blocks with an empty line between them, unless they are tight.
func (s Style) blocks(blocks []Block, width int, tight bool) []line {
	var out []line
	for i, b := range blocks {
		if i > 0 && !tight {
			out = append(out, line{})
		}
		out = append(out, s.block(b, width)...)
	}
	return out
}

func (s Style) block(b Block, width int) []line {
	switch b := b.(type) {
	case Heading:
		return s.heading(b, width)
	case Paragraph:
		return s.flow(b.Text, s.Text, width)
	case Code:
		return s.code(b, width)
	case List:
		return s.list(b, width)
	case Quote:
		bar := s.sign("│ ", s.Faint)
		return hung(bar, bar, width, func(width int) []line {
			return s.blocks(b.Blocks, width, false)
		})
	case Table:
		return s.table(b, width)
	case Rule:
		return []line{s.rule(width)}
	}
	return nil
}

// sign returns a text of the drawing itself as a line.
func (s Style) sign(text string, style lipgloss.Style) line {
	text = s.Show(text)
	return plain(style, text, ansi.StringWidth(text))
}

func (s Style) rule(width int) line {
	return s.sign(strings.Repeat("─", width), s.Faint)
}

// heading draws a heading, with a rule below it where its style does not show.
func (s Style) heading(h Heading, width int) []line {
	lines := s.flow(h.Text, s.Heading, width)
	if !s.Plain {
		return lines
	}
	widest := 0
	for _, l := range lines {
		widest = max(widest, l.width)
	}
	under := "─"
	if h.Level == 1 {
		under = "═"
	}
	return append(lines, s.sign(strings.Repeat(under, widest), s.Faint))
}

// hung draws lines behind a sign, the first behind another. Where they would have
// too little room, they stand below the first sign.
func hung(first, others line, width int, draw func(width int) []line) []line {
	inner := width - first.width
	if inner < minWidth {
		return append([]line{first}, draw(width)...)
	}
	lines := draw(inner)
	if len(lines) == 0 {
		lines = []line{{}}
	}
	blank := strings.TrimSpace(others.text) == ""
	for i, l := range lines {
		switch {
		case i == 0:
			lines[i] = l.after(first)
		case l.width > 0 || !blank:
			lines[i] = l.after(others)
		}
	}
	return lines
}

func (s Style) list(l List, width int) []line {
	var out []line
	for i, item := range l.Items {
		if i > 0 && !l.Tight {
			out = append(out, line{})
		}
		bullet := "• "
		if l.Ordered {
			last := strconv.Itoa(l.Start + len(l.Items) - 1)
			number := strconv.Itoa(l.Start + i)
			bullet = strings.Repeat(" ", max(0, len(last)-len(number))) + number + ". "
		}
		first := s.sign(bullet, s.Faint)
		out = append(out, hung(first, line{}.pad(first.width, 0), width, func(width int) []line {
			return s.blocks(item, width, l.Tight)
		})...)
	}
	return out
}

// codeIndent is how far blocks of code are indented.
const codeIndent = 2

// code draws a block of code. A line that is too long is broken, at a space if
// there is one in its second half; what follows is indented by two more.
func (s Style) code(c Code, width int) []line {
	var out []line
	room := width - codeIndent
	for _, text := range c.Lines {
		text = s.Show(expand(text))
		indent := len(text) - len(strings.TrimLeft(text, " ")) + codeIndent
		indent = min(indent, room/2)
		w := wordOf(text)
		for !s.LongCode && w.width > room {
			first, rest := breakCode(w, room)
			out = append(out, s.codeLine(first))
			w = wordOf(strings.Repeat(" ", indent) + rest)
		}
		out = append(out, s.codeLine(w))
	}
	return out
}

// wordOf returns a text as one word.
func wordOf(text string) (w word) {
	w.add(text, 0)
	return w
}

// codeLine draws a line of code.
func (s Style) codeLine(w word) line {
	if w.width == 0 {
		return line{}
	}
	return plain(s.Code, w.runs[0].text, w.width).pad(codeIndent, 0)
}

// breakCode returns the start of a line of code that has room, and the rest.
func breakCode(w word, room int) (first word, rest string) {
	text := w.runs[0].text
	head := w.cut(room)[0].runs[0].text
	if i := strings.LastIndexByte(head, ' '); i > len(head)/2 {
		head = head[:i]
	}
	return wordOf(head), strings.TrimLeft(text[len(head):], " ")
}

// expand returns a line with spaces in place of its tabs.
func expand(text string) string {
	const tab = 4
	if !strings.Contains(text, "\t") {
		return text
	}
	var out strings.Builder
	column := 0
	for _, r := range text {
		if r == '\t' {
			n := tab - column%tab
			out.WriteString(strings.Repeat(" ", n))
			column += n
			continue
		}
		out.WriteRune(r)
		column++
	}
	return out.String()
}
