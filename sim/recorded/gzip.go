package recorded

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"strings"
)

// unzipped returns the text of a file, which is gzipped if it starts with the
// magic number of gzip; several members, one after another, are one text. Once
// end has returned, r is not used any more.
func unzipped(r io.Reader) (text io.Reader, end func(), err error) {
	buffered := bufio.NewReaderSize(r, 64<<10)
	start, _ := buffered.Peek(len(gzipMagic)) // an error comes again with the first read
	if string(start) != gzipMagic {
		return buffered, func() {}, nil
	}
	z, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, nil, gzipError(err)
	}
	z.Multistream(false)
	text, end = readAhead(&gunzip{z, buffered})
	return text, end, nil
}

// gzipMagic starts each member of gzip.
const gzipMagic = "\x1f\x8b"

// readAhead returns what r has, read in a goroutine of its own a little before it is
// asked for, so that decompression and parsing take a processor each. Once end has
// returned, r is not used any more.
func readAhead(r io.Reader) (text io.Reader, end func()) {
	out, in := io.Pipe()
	done := make(chan struct{})
	go func() {
		defer close(done)
		ahead := bufio.NewWriterSize(in, 64<<10)
		_, err := ahead.ReadFrom(r)
		if failed := ahead.Flush(); err == nil {
			err = failed
		}
		in.CloseWithError(err) // nil ends the text
	}()
	return out, func() {
		out.Close()
		<-done
	}
}

// gunzip reads one member after another, and puts the errors of gzip into our words.
type gunzip struct {
	z    *gzip.Reader
	from *bufio.Reader
}

func (g *gunzip) Read(p []byte) (int, error) {
	n, err := g.z.Read(p)
	if errors.Is(err, io.EOF) {
		err = g.next()
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = gzipError(err)
	}
	return n, err
}

// next goes on to the next member; io.EOF where there is none.
func (g *gunzip) next() error {
	start, err := g.from.Peek(len(gzipMagic))
	switch {
	case len(start) == 0:
		return err
	case !strings.HasPrefix(gzipMagic, string(start)):
		return errors.New("something follows the end of the gzip data: want nothing after it, or more gzip data")
	}
	err = g.z.Reset(g.from)
	g.z.Multistream(false)
	if errors.Is(err, io.EOF) {
		err = io.ErrUnexpectedEOF
	}
	return err
}

func gzipError(err error) error {
	var corrupt flate.CorruptInputError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return errors.New("the gzip data are cut off: want the whole file")
	case errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &corrupt):
		return fmt.Errorf("the gzip data are damaged (%w): want a whole gzip file", err)
	}
	return err
}
