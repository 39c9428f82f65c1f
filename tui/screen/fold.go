package screen

import (
	"strings"

	"github.com/charmbracelet/x/ansi"
)

// The width from which texts have two columns, the largest width of a column, and the cells between
// columns.
const (
	foldedWidth = 146
	foldColumn  = 76
	foldGap     = 4
)

// TwoColumns returns the width of each of two columns of text in a width. It reports false for a
// width without room for them.
func TwoColumns(width int) (column int, two bool) {
	return min(foldColumn, (width-foldGap)/2), width >= foldedWidth
}

// Fold lays out lines in two columns of a width with at most some rows. A text that is shorter than
// both goes on in the second column after a blank line in its middle.
func Fold(lines []string, width, rows int) []string {
	half := min(rows, (len(lines)+1)/2)
	for end := half; end < min(rows, len(lines)); end++ {
		if strings.TrimSpace(ansi.Strip(lines[end])) == "" {
			half = end
			break
		}
	}
	left, right := lines[:half], lines[half:]
	if len(lines) < 2*rows && len(right) > 0 && strings.TrimSpace(ansi.Strip(right[0])) == "" {
		right = right[1:]
	}
	out := make([]string, max(len(left), len(right)))
	for i := range out {
		if i < len(left) {
			out[i] = left[i]
		}
		if i < len(right) {
			out[i] += strings.Repeat(" ", max(0, width+foldGap-ansi.StringWidth(out[i]))) + right[i]
		}
	}
	return out
}
