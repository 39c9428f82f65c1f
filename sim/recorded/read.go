package recorded

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"lambdascope/estimator"
)

// Data are what a file says of its trajectories together.
type Data struct {
	Groups Groups // of the trajectories
	// IDs are what the file calls its trajectories; nil where it has no names, or where
	// they are 0, 1, 2, … in order.
	IDs    []string
	Ratios bool   // whether the file has importance ratios
	Format string // what the file is, as "CSV with tabs" or "JSON Lines, gzipped"
	// Apart is how many episodes of a CSV have rows of others between theirs, and Late how many
	// rows stand before one of an earlier step.
	Apart, Late int
	Hash        string // SHA-256 of all the bytes of the file, in hexadecimal
}

// Each calls take with each trajectory of a file, of JSON Lines or CSV, plain or gzipped,
// or of NPZ, in order. The file has at least so many, 1 or 2. It keeps none of them, and
// of an NPZ that can be read anywhere, as a file on a disk can, nothing but flags and
// groups; any other NPZ is in memory as it is. An error of take ends it.
//
// Lines are read one by one, so what is in memory is the numbers and one line, of
// 256 MiB at most. A byte order mark at the start, Windows line ends,
// blank lines and a last line without an end are accepted.
//
// Each error starts with name and says where the fault is, as "NAME: line 3:
// observations[2][1]: …: want …", "NAME: line 7: obs_1: …: want …" or, of an NPZ,
// "NAME: observations[2][1]: …: want …"; list
// positions count from 0, as in JSON, lines from 1. An error of r itself is
// wrapped, so a reader that fails can end a reading early. Each does not use r
// after it has returned.
//
// Episodes of a CSV come in the order of their first rows. Where rows of others stand between
// those of an episode, or not in the order of t, what follows is held until it is whole: so
// many bytes at most, or any with 0.
func Each(r io.Reader, name string, least int, hold int64, take func(t *estimator.Trajectory) error) (*Data, error) {
	out := &collection{take: take, hold: hold}
	sum := sha256.New()
	file, size := anywhere(r)
	if file == nil {
		r = io.TeeReader(r, sum)
	}
	err := readAll(r, file, size, out)
	switch {
	case err == nil && out.count == 1 && least > 1:
		err = errors.New("1 episode: want at least 2")
	case err == nil && out.count == 0:
		err = fmt.Errorf("no episodes: want at least %d, as JSON Lines, CSV or NPZ", least)
	case err == nil && file != nil:
		_, err = io.Copy(sum, io.NewSectionReader(file, 0, size))
	case err == nil:
		_, err = io.Copy(io.Discard, r) // the hash is of the whole file
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if out.zipped {
		out.format += ", gzipped"
	}
	return &Data{
		Groups: out.groups, IDs: out.names(), Ratios: out.ratios, Hash: hex.EncodeToString(sum.Sum(nil)),
		Format: out.format, Apart: out.apart, Late: out.late,
	}, nil
}

// readAll reads a file of any format, which anywhere returned, or else r.
func readAll(r io.Reader, file io.ReaderAt, size int64, out *collection) error {
	if file != nil {
		return readZip(file, size, out)
	}
	return readAny(r, out)
}

// anywhere returns a file that is an NPZ and that can be read anywhere, again and again, and
// its size; nil where r is no such file. It leaves r as it is.
func anywhere(r io.Reader) (file io.ReaderAt, size int64) {
	f, ok := r.(interface {
		io.ReaderAt
		Stat() (fs.FileInfo, error)
	})
	if !ok {
		return nil, 0
	}
	info, err := f.Stat()
	start := make([]byte, 4)
	if err != nil || !info.Mode().IsRegular() {
		return nil, 0
	}
	if n, _ := f.ReadAt(start, 0); !isZip(start[:n]) {
		return nil, 0
	}
	return f, info.Size()
}

// Again is Each for a file that has been read before, without what was said of it then.
func Again(r io.Reader, name string, take func(t *estimator.Trajectory) error) error {
	file, size := anywhere(r)
	if err := readAll(r, file, size, &collection{take: take}); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Rereadable tells whether a file is as quick to read again as anything that could be
// kept of it: an NPZ on a disk. It leaves r as it is.
func Rereadable(r io.Reader) bool {
	file, _ := anywhere(r)
	return file != nil
}

// readAny reads the episodes of a file of any format.
func readAny(r io.Reader, out *collection) error {
	buffered := bufio.NewReaderSize(r, 64<<10)
	if start, _ := buffered.Peek(4); isZip(start) { // an error comes again with the first read
		return readNPZ(buffered, out)
	}
	text, end, err := unzipped(buffered)
	if err != nil {
		return err
	}
	defer end()
	plain := bufio.NewReaderSize(text, 64<<10)
	out.zipped = text != io.Reader(buffered)
	start, _ := plain.Peek(foreignStart)
	if err := foreign(start); err != nil {
		return err
	}
	if isZip(start) {
		return errors.New("an NPZ, or another zip, that is gzipped: want it as it is, by gunzip FILE")
	}
	return readEpisodes(newLines(plain, maxLine), out)
}

// readEpisodes reads the episodes of whichever format the first line is.
func readEpisodes(in *lines, out *collection) error {
	line, err := in.nextText()
	switch {
	case errors.Is(err, io.EOF):
		return nil
	case err != nil:
		return err
	case isJSON(line):
		return readJSONL(in, line, out)
	}
	return readCSV(in, line, out)
}

// isJSON tells whether a first line is of JSON Lines: an object, or what may be
// meant as JSON.
func isJSON(line []byte) bool {
	first := trim(line)[0]
	return first == '{' || first == '['
}
