package recorded

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"lambdascope/estimator"
)

// Data describe a file as a whole.
type Data struct {
	Groups Groups
	// IDs are the names of the trajectories; nil without names, or if they are 0, 1, 2, …
	IDs    []string
	Ratios bool   // the file has importance ratios
	Format string // such as "CSV with tabs" or "JSON Lines, gzipped"
	// Apart counts the episodes of a CSV with rows of others between their own, and Late the rows
	// before a row of an earlier step.
	Apart, Late int
	Seams       Seams
	Hash        string // SHA-256 of the bytes of the file, in hexadecimal, and of a repair
}

// Each reads a file of JSON Lines or CSV, plain or gzipped, or of NPZ, and calls take with each
// trajectory in order. A file with fewer than least trajectories, 1 or 2, is an error. An error
// of take ends the reading. Each does not use r after it has returned. Episodes are repaired.
//
// Memory: Each keeps no trajectory. It reads lines one by one, of at most 16 MiB. From an NPZ
// with random access, such as a file on disk, it keeps flags and groups; any other NPZ is in
// memory as a whole.
//
// A byte order mark at the start, Windows line ends, blank lines and a last line without an end
// are accepted.
//
// Each error starts with name and the place of the fault, as in "NAME: line 3:
// observations[2][1]: …: want …", "NAME: line 7: obs_1: …: want …" or, for an NPZ, "NAME:
// observations[2][1]: …: want …". List indices count from 0, as in JSON, and lines from 1. Errors
// of r are wrapped, so that a reader can end a reading by an error.
//
// Episodes of a CSV come in the order of their first rows. If rows are out of order, Each holds
// later rows until the episodes before them are complete: at most hold bytes, 0 for any number.
func Each(r io.Reader, name string, least int, hold int64, repair Repair, take func(t *estimator.Trajectory) error) (*Data, error) {
	out := &collection{take: take, hold: hold, repair: repair}
	sum := sha256.New()
	file, size := randomAccess(r)
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
		_, err = io.Copy(io.Discard, r) // because the hash is of the whole file
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if repair != Keep {
		sum.Write([]byte(repair.String()))
	}
	if out.zipped {
		out.format += ", gzipped"
	}
	return &Data{
		Groups: out.groups, IDs: out.names(), Ratios: out.ratios, Hash: hex.EncodeToString(sum.Sum(nil)),
		Format: out.format, Apart: out.apart, Late: out.late, Seams: out.seams.Seams,
	}, nil
}

// readAll reads a file of any format: from file, as returned by randomAccess, or else from r.
func readAll(r io.Reader, file io.ReaderAt, size int64, out *collection) error {
	var err error
	if file != nil {
		err = readZip(file, size, out)
	} else {
		err = readAny(r, out)
	}
	if err != nil {
		return err
	}
	return out.flush()
}

// randomAccess returns r with its size if r is an NPZ with random access; otherwise nil. It does
// not change r.
func randomAccess(r io.Reader) (file io.ReaderAt, size int64) {
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

// Again is Each for a file that was read before. It returns no description.
func Again(r io.Reader, name string, repair Repair, take func(t *estimator.Trajectory) error) error {
	file, size := randomAccess(r)
	if err := readAll(r, file, size, &collection{take: take, repair: repair}); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Rereadable reports whether a file is as fast to read again as a copy of its numbers would be:
// an NPZ on disk. It does not change r.
func Rereadable(r io.Reader) bool {
	file, _ := randomAccess(r)
	return file != nil
}

// readAny reads the episodes of a file of any format.
func readAny(r io.Reader, out *collection) error {
	buffered := bufio.NewReaderSize(r, 64<<10)
	if start, _ := buffered.Peek(4); isZip(start) { // the first read returns the error again
		// The directory of a zip is at the end, so that the whole file must be in memory.
		raw, err := io.ReadAll(buffered)
		if err != nil {
			return err
		}
		return readZip(bytes.NewReader(raw), int64(len(raw)), out)
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
	in := newLines(plain, maxLine)
	if bytes.IndexByte(start, '\r') >= 0 && bytes.IndexByte(start, '\n') < 0 { // lines of an old Mac
		in.text.Split(splitReturns)
	}
	return readEpisodes(in, out)
}

// readEpisodes reads the episodes of JSON Lines or CSV, by the first line.
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

// isJSON reports whether a first line is JSON Lines: an object, or a list that may be meant as
// JSON.
func isJSON(line []byte) bool {
	first := bytes.TrimSpace(line)[0]
	return first == '{' || first == '['
}
