package terminal

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// cell is a column of a line: a character, or the second column of a wide one.
type cell struct {
	text  string // empty for a second column
	style string // the sequences that its style is set with, from the default
}

var blank = cell{text: " "}

// cellsOf appends to out the cells of a line, exactly width of them. Of the
// sequences in the line, those that set a style count alone.
func cellsOf(out []cell, line string, width int) []cell {
	style, state := "", ansi.NormalState
	for len(line) > 0 {
		if n := simple(line); n > 0 && len(out) < width {
			out = append(out, cell{line[:n], style})
			line = line[n:]
			continue
		}
		text, columns, n, next := ansi.DecodeSequenceWc(line, state, nil)
		state, line = next, line[n:]
		switch {
		case columns == 0 && strings.HasPrefix(text, "\x1b[") && strings.HasSuffix(text, "m"):
			if text == ansi.ResetStyle || text == "\x1b[0m" {
				style = ""
			} else {
				style += text
			}
		case columns == 0 && strings.HasPrefix(text, "\x1b"), columns == 0 && text < " ":
		case columns == 0:
			if last := len(out) - 1; last >= 0 && out[last].text != "" { // combines with the character before
				out[last].text += text
			}
		case len(out)+columns > width:
			line = ""
		default:
			out = append(out, cell{text, style})
			for range columns - 1 {
				out = append(out, cell{"", style})
			}
		}
	}
	for len(out) < width {
		out = append(out, blank)
	}
	return out
}

// simple returns the length of the character that a text begins with if that is
// one of those that screens mostly have, in one column: ASCII, box drawing, blocks
// and braille, with nothing after it that could combine with it; else 0.
func simple(text string) int {
	n := 0
	switch c := text[0]; {
	case ' ' <= c && c <= '~':
		n = 1
	case drawn(text):
		n = 3
	default:
		return 0
	}
	if rest := text[n:]; rest != "" && rest[0] >= 0x80 && !drawn(rest) {
		return 0
	}
	return n
}

// drawn tells whether a text begins with a character from U+2500 to U+25BF or from
// U+2800 to U+28FF.
func drawn(text string) bool {
	return len(text) >= 3 && text[0] == 0xE2 && (text[1] >= 0x94 && text[1] <= 0x96 || text[1] >= 0xA0 && text[1] <= 0xA3)
}
