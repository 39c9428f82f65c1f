package markdown

import (
	"bytes"
	"fmt"
)

// maxNesting is the largest number of nested lists and quotes. Without a limit a text of 64 KB could take
// minutes, because the time grows with the square of the depth.
const maxNesting = 16

// checkNesting returns an error with the first line that is nested too deeply.
func checkNesting(source []byte) error {
	number := 0
	for line := range bytes.Lines(source) {
		number++
		if depth := nesting(line); depth > maxNesting {
			return fmt.Errorf("line %d: %d nested lists and quotes: want at most %d", number, depth, maxNesting)
		}
	}
	return nil
}

// nesting returns an upper bound of the lists and quotes that begin with a line.
func nesting(line []byte) (depth int) {
	signs := bytes.Join(bytes.Fields(line), nil)
	if len(signs) == 0 || len(bytes.Trim(signs, string(signs[:1]))) == 0 && bytes.IndexByte([]byte("-*_="), signs[0]) >= 0 {
		return 0 // blank, a rule, or the underline of a heading
	}
	for _, c := range signs {
		if bytes.IndexByte([]byte(">-+*.)"), c) >= 0 {
			depth++
		} else if c < '0' || c > '9' {
			return depth
		}
	}
	return depth
}
