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
const maxLine = 256 << 20

// lines reads a text line by line.
type lines struct {
	r      *bufio.Reader
	long   []byte // a line that is longer than the reader's buffer
	max    int
	number int // of the last line, from 1
}

// newLines returns the lines of r, of at most max bytes each.
func newLines(r io.Reader, max int) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), max: max}
}

// next returns the next line without its \n, and the first without a byte order mark; io.EOF
// after the last. The bytes are valid until the next call.
func (l *lines) next() ([]byte, error) {
	l.number++
	line, err := l.r.ReadSlice('\n')
	if errors.Is(err, bufio.ErrBufferFull) {
		l.long = l.long[:0]
		for errors.Is(err, bufio.ErrBufferFull) && len(l.long)+len(line) <= l.max {
			l.long = append(l.long, line...)
			line, err = l.r.ReadSlice('\n')
		}
		l.long = append(l.long, line...)
		line = l.long
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, bufio.ErrBufferFull) {
		return nil, l.at(err)
	}
	if errors.Is(err, io.EOF) && len(line) == 0 {
		return nil, io.EOF
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	if len(line) > l.max {
		return nil, l.at(fmt.Errorf("longer than %d bytes: want at most that", l.max))
	}
	if l.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	return line, nil
}

// nextText is next without blank lines.
func (l *lines) nextText() ([]byte, error) {
	for {
		line, err := l.next()
		if err != nil || len(trim(line)) > 0 {
			return line, err
		}
	}
}

// trim returns a text without white space around it.
func trim(text []byte) []byte {
	blank := func(c byte) bool { return c == ' ' || c == '\t' || c == '\r' }
	for len(text) > 0 && blank(text[0]) {
		text = text[1:]
	}
	for len(text) > 0 && blank(text[len(text)-1]) {
		text = text[:len(text)-1]
	}
	return text
}

// at adds the number of the last line to an error.
func (l *lines) at(err error) error { return lineError(l.number, err) }

// lineError adds the number of a line to an error.
func lineError(number int, err error) error { return fmt.Errorf("line %d: %w", number, err) }
