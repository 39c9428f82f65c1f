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
// in a row form one text.
func unzipped(in *bufio.Reader) (text io.Reader, zipped bool, err error) {
	start, _ := in.Peek(len(gzipMagic)) // the first read returns the error again
	if string(start) != gzipMagic {
		return in, false, nil
	}
	z, err := gzip.NewReader(in)
	if err != nil {
		return nil, true, gzipError(err)
	}
	return gunzip{z}, true, nil
}

// gzipMagic starts each gzip member.
const gzipMagic = "\x1f\x8b"

// gunzip rephrases the errors of a gzip.Reader.
type gunzip struct{ *gzip.Reader }

func (g gunzip) Read(p []byte) (int, error) {
	n, err := g.Reader.Read(p)
	if errors.Is(err, gzip.ErrHeader) { // of a further member
		err = errors.New("something follows the end of the gzip data: want nothing after it, or more gzip data")
	} else if err != nil && !errors.Is(err, io.EOF) {
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
