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

// Reader reads the files of one data set, one after another, because the first episode of a file may
// go on where an earlier file stops. The zero value reads any number of trajectories unchanged.
type Reader struct {
	// Least is the number of episodes in a file, 0 to 2, below which Each returns an error.
	Least int
	// Hold limits the memory for episodes that wait for rows of an earlier step or for pieces, in
	// bytes, and the length of an episode; 0 for no limit.
	Hold   int64
	Repair Repair
	// More says that another file follows, which may continue the last episodes.
	More bool
	// State, unless nil, is called with each observation of a file without rewards and flags.
	State func(x []float64) error
	// Again leaves out the hash, which takes a pass over an NPZ.
	Again bool

	all     Data
	begun   bool        // some episode was read
	grouped bool        // the episodes have groups
	found   seamCounter // of the episodes in the files
	passed  seamCounter // of the episodes passed on
	pieces  []*piece    // for Join, in the order of their first episodes
	held    int64       // bytes of the pieces
}

// Data describe the trajectories of all files.
type Data struct {
	Groups Groups
	// IDs are the names of the trajectories, empty in a file without names or with 0, 1, 2, …; nil
	// if all are empty.
	IDs    []string
	Ratios bool // the trajectories have importance ratios
	Seams  Seams
}

// Data returns the description of the files up to now.
func (r *Reader) Data() Data {
	out := r.all
	if out.Seams = r.passed.Seams; out.IDs != nil {
		out.IDs = append(out.IDs, make([]string, r.passed.Episodes-len(out.IDs))...)
	}
	return out
}

// File describes a file.
type File struct {
	Format string // such as "CSV with tabs" or "JSON Lines, gzipped"
	// Apart counts the episodes of a CSV with rows of others between their own, and Late the rows
	// before a row of an earlier step.
	Apart, Late int
	Hash        string // SHA-256 of the bytes of the file, in hexadecimal, and of a repair
}

// Each reads a file of JSON Lines or CSV, plain or gzipped, or of NPZ, and calls take with each
// trajectory in order, after the repair. An error of take ends the reading. Each does not use in
// after it has returned.
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
// of in are wrapped, so that a reader can end a reading by an error.
//
// Episodes of a CSV come in the order of their first rows. If rows are out of order, Each holds
// later rows until the episodes before them are complete.
func (r *Reader) Each(in io.Reader, name string, take func(t *estimator.Trajectory) error) (*File, error) {
	out := &collection{Reader: r, take: take, first: r.passed.Episodes}
	sum := sha256.New()
	file, size := randomAccess(in)
	if file == nil && !r.Again {
		in = io.TeeReader(in, sum)
	}
	err := out.read(in, file, size)
	switch {
	case err != nil || r.Again:
	case file != nil:
		_, err = io.Copy(sum, io.NewSectionReader(file, 0, size))
	default:
		_, err = io.Copy(io.Discard, in) // because the hash is of the whole file
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if r.Repair != Keep {
		sum.Write([]byte(r.Repair.String()))
	}
	out.file.Hash = hex.EncodeToString(sum.Sum(nil))
	return &out.file, nil
}

// read reads a file of any format: from file, as returned by randomAccess, or else from in.
func (c *collection) read(in io.Reader, file io.ReaderAt, size int64) (err error) {
	if file != nil {
		err = readZip(file, size, c)
	} else {
		err = readAny(in, c)
	}
	switch {
	case err != nil:
		return err
	case c.count == 1 && c.Least > 1:
		return errors.New("1 episode: want at least 2")
	case c.count == 0 && c.Least > 0:
		return fmt.Errorf("no episodes: want at least %d, as JSON Lines, CSV or NPZ", c.Least)
	case c.More:
		return nil
	}
	return c.flush(0)
}

// randomAccess returns in with its size if in is an NPZ with random access; otherwise nil. It does
// not change in.
func randomAccess(in io.Reader) (file io.ReaderAt, size int64) {
	f, ok := in.(interface {
		io.ReaderAt
		Stat() (fs.FileInfo, error)
	})
	if !ok {
		return nil, 0
	}
	start := make([]byte, 4)
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() {
		if n, _ := f.ReadAt(start, 0); isZip(start[:n]) {
			return f, info.Size()
		}
	}
	return nil, 0
}

// Rereadable reports whether a file is as fast to read again as a copy of its numbers would be:
// an NPZ on disk. It does not change in.
func Rereadable(in io.Reader) bool {
	file, _ := randomAccess(in)
	return file != nil
}

// readAny reads the episodes of a file of any format.
func readAny(in io.Reader, out *collection) error {
	buffered := bufio.NewReaderSize(in, 64<<10)
	if start, _ := buffered.Peek(4); isZip(start) { // the first read returns the error again
		// The directory of a zip is at the end, so that the whole file must be in memory.
		raw, err := io.ReadAll(buffered)
		if err != nil {
			return err
		}
		return readZip(bytes.NewReader(raw), int64(len(raw)), out)
	}
	text, zipped, err := unzipped(buffered)
	if err != nil {
		return err
	}
	plain := bufio.NewReaderSize(text, 64<<10)
	start, _ := plain.Peek(foreignStart)
	if err := foreign(start); err != nil {
		return err
	}
	lines := newLines(plain, maxLine)
	if bytes.IndexByte(start, '\r') >= 0 && bytes.IndexByte(start, '\n') < 0 { // lines of an old Mac
		lines.text.Split(splitReturns)
	}
	switch line, err := lines.nextText(); {
	case errors.Is(err, io.EOF):
	case err != nil:
		return err
	default:
		if first := bytes.TrimSpace(line)[0]; first == '{' || first == '[' { // a list may be meant as JSON
			err = readJSONL(lines, line, out)
		} else {
			err = readCSV(lines, line, out)
		}
		if zipped {
			out.file.Format += ", gzipped"
		}
		return err
	}
	return nil
}
