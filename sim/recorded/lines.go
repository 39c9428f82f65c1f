package recorded

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine is the longest accepted line, in bytes. It bounds the memory for a file without line
// ends.
const maxLine = 16 << 20

// lines reads a text line by line.
type lines struct {
	text   *bufio.Scanner
	max    int
	number int // of the last line, from 1
}

// newLines returns the lines of r, of at most max bytes each.
func newLines(r io.Reader, max int) *lines {
	text := bufio.NewScanner(r)
	text.Buffer(make([]byte, 64<<10), max+2)
	return &lines{text: text, max: max}
}

// splitReturns is bufio.ScanLines for lines that end in \r.
func splitReturns(data []byte, atEOF bool) (advance int, line []byte, err error) {
	if i := bytes.IndexByte(data, '\r'); i >= 0 {
		return i + 1, data[:i], nil
	}
	if atEOF && len(data) > 0 {
		return len(data), data, nil
	}
	return 0, nil, nil
}

// next returns the next line without its end, and the first without a byte order mark; io.EOF after
// the last. The bytes are valid until the next call.
func (l *lines) next() ([]byte, error) {
	l.number++
	more := l.text.Scan()
	line := l.text.Bytes()
	switch err := l.text.Err(); {
	case errors.Is(err, bufio.ErrTooLong), len(line) > l.max:
		return nil, l.at(fmt.Errorf("longer than %d bytes: want at most that", l.max))
	case err != nil: // even with a line, because it may be cut off
		return nil, l.at(err)
	case !more:
		return nil, io.EOF
	case l.number == 1:
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	return line, nil
}

// nextText is next without blank lines.
func (l *lines) nextText() ([]byte, error) {
	for {
		if line, err := l.next(); err != nil || len(bytes.TrimSpace(line)) > 0 {
			return line, err
		}
	}
}

// at adds the number of the last line to an error.
func (l *lines) at(err error) error { return lineError(l.number, err) }

// lineError adds the number of a line to an error.
func lineError(number int, err error) error { return fmt.Errorf("line %d: %w", number, err) }
