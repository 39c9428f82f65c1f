package screen

import "strings"

// Fill pads lines with blank ones, or cuts them, to a number of rows.
func (p *Styles) Fill(lines []string, width, rows int) []string {
	for len(lines) < rows {
		lines = append(lines, strings.Repeat(" ", width))
	}
	return lines[:rows]
}

// Beside joins two blocks of lines of the same height, with a separator.
func Beside(left, right []string, separator string) []string {
	out := make([]string, min(len(left), len(right)))
	for i := range out {
		out[i] = left[i] + separator + right[i]
	}
	return out
}
