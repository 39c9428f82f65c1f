package recorded

import (
	"bufio"
	"compress/flate"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
)

// unzipped returns the text of a file, decompressed if the file is gzipped. Several gzip members
// in a row form one text. Call end to stop the use of r.
func unzipped(r io.Reader) (text io.Reader, end func(), err error) {
	buffered := bufio.NewReaderSize(r, 64<<10)
	start, _ := buffered.Peek(len(gzipMagic)) // the first read returns the error again
	if string(start) != gzipMagic {
		return buffered, func() {}, nil
	}
	z, err := gzip.NewReader(buffered)
	if err != nil {
		return nil, nil, gzipError(err)
	}
	text, end = readAhead(gunzip{z})
	return text, end, nil
}

// gzipMagic starts each gzip member.
const gzipMagic = "\x1f\x8b"

// readAhead returns the content of r, which a goroutine reads slightly ahead so that
// decompression and parsing run in parallel. Call end to stop the use of r.
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

// gunzip rephrases the errors of a gzip.Reader.
type gunzip struct{ *gzip.Reader }

func (g gunzip) Read(p []byte) (int, error) {
	n, err := g.Reader.Read(p)
	switch {
	case errors.Is(err, gzip.ErrHeader): // of a further member
		err = errors.New("something follows the end of the gzip data: want nothing after it, or more gzip data")
	case err != nil && !errors.Is(err, io.EOF):
		err = gzipError(err)
	}
	return n, err
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
