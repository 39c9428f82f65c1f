package markdown

import (
	"bytes"
	"fmt"
)

// The limits of a document. The parser's time grows with the square of some of these numbers: without
// limits a text of 1 MB could take minutes.
const (
	maxBytes     = 1 << 20 // of a document
	maxParagraph = 8 << 10 // bytes without an empty line
	maxIndent    = 64      // columns before the text of a line
	maxMarkers   = 16      // signs of nested lists and quotes that a line begins with
	maxCells     = 24      // of a row of a table
	maxSigns     = 512     // of the characters below, without an empty line
)

// signs are the characters after which the parser searches for an end.
const signs = "[*_<"

// check returns an error with the first line of a document beyond the limits.
func check(source []byte) error {
	if len(source) > maxBytes {
		return fmt.Errorf("%d bytes: want at most %d", len(source), maxBytes)
	}
	number, paragraph, found := 0, 0, 0
	for line := range bytes.Lines(source) {
		number++
		indent, markers := start(line)
		text := bytes.TrimSpace(line)
		paragraph += len(line)
		for _, sign := range []byte(signs) {
			found += bytes.Count(text, []byte{sign})
		}
		if len(bytes.Trim(text, "> \t")) == 0 {
			paragraph, found = 0, 0
		}
		switch {
		case paragraph > maxParagraph:
			return fmt.Errorf("line %d: more than %d bytes without an empty line", number, maxParagraph)
		case found > maxSigns:
			return fmt.Errorf("line %d: more than %d of the characters %s without an empty line", number, maxSigns, signs)
		case indent > maxIndent:
			return fmt.Errorf("line %d: indented by %d columns: want at most %d", number, indent, maxIndent)
		case markers > maxMarkers:
			return fmt.Errorf("line %d: %d nested lists and quotes: want at most %d", number, markers, maxMarkers)
		case bytes.Count(line, []byte("|")) > maxCells+1:
			return fmt.Errorf("line %d: a row of more than %d cells", number, maxCells)
		}
	}
	return nil
}

// start returns upper bounds of the indentation of a line and of the number of list and quote signs at
// its beginning.
func start(line []byte) (indent, markers int) {
	if isRule(line) {
		return 0, 0
	}
	for _, c := range line {
		switch {
		case c == ' ':
			indent++
		case c == '\t':
			indent += 4
		case bytes.IndexByte([]byte(">-+*.)"), c) >= 0:
			markers++
		case c < '0' || c > '9':
			return indent, markers
		}
	}
	return indent, markers
}

// isRule reports whether a line is blank, a rule, or the underline of a heading.
func isRule(line []byte) bool {
	signs := bytes.Join(bytes.Fields(line), nil)
	return len(signs) == 0 || len(bytes.Trim(signs, string(signs[:1]))) == 0 && bytes.IndexByte([]byte("-*_="), signs[0]) >= 0
}
