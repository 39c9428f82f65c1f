package screen

import "strings"

// Beside joins blocks of lines side by side, with a separator. It drops rows below the end of the lowest
// block.
func Beside(separator string, blocks ...[]string) []string {
	n := len(blocks[0])
	for _, b := range blocks {
		n = min(n, len(b))
	}
	rows, parts := make([]string, n), make([]string, len(blocks))
	for i := range rows {
		for k, b := range blocks {
			parts[k] = b[i]
		}
		rows[i] = strings.Join(parts, separator)
	}
	return rows
}
