package recorded

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

// maxLine is the longest line accepted, in bytes. It bounds the memory that a
// file without line ends can take.
const maxLine = 256 << 20

// lines reads a text line by line.
type lines struct {
	r      *bufio.Reader
	long   []byte // holds a line that the reader's own buffer does not
	max    int
	number int // of the line last returned, from 1
}

// newLines returns the lines of r, of at most max bytes each.
func newLines(r io.Reader, max int) *lines {
	return &lines{r: bufio.NewReaderSize(r, 64<<10), max: max}
}

// next returns the next line without its \n, and without a byte order mark if it
// is the first; io.EOF after the last one. The bytes hold until the next call.
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
		return nil, err
	}
	if errors.Is(err, io.EOF) && len(line) == 0 {
		return nil, io.EOF
	}
	line = bytes.TrimSuffix(line, []byte("\n"))
	if len(line) > l.max {
		return nil, fmt.Errorf("longer than %d bytes: want one episode a line, of at most that", l.max)
	}
	if l.number == 1 {
		line = bytes.TrimPrefix(line, []byte("\ufeff"))
	}
	return line, nil
}
