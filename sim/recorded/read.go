package recorded

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"lambdascope/estimator"
)

// Data are the trajectories of a file.
type Data struct {
	Trajectories []*estimator.Trajectory // at least 2, of a part 1, all of the same dimension
	Groups       Groups                  // of the trajectories
	Hash         string                  // SHA-256 of all the bytes of the file, in hexadecimal
}

// Read reads the trajectories of a file, of JSON Lines or CSV, plain or gzipped, or
// of NPZ: all of them where limit is 0, else the first limit, which is at least 2 (fewer
// if the file has fewer). Lines after those, in CSV after the next row, only
// count for the hash.
//
// Lines are read one by one, so what is in memory is the numbers and one line, of
// 256 MiB at most; an NPZ is in memory as it is, too. A byte order mark at the start, Windows line ends,
// blank lines and a last line without an end are accepted.
//
// Each error starts with name and says where the fault is, as "NAME: line 3:
// observations[2][1]: …: want …", "NAME: line 7: obs_1: …: want …" or, of an NPZ,
// "NAME: observations[2][1]: …: want …"; list
// positions count from 0, as in JSON, lines from 1. An error of r itself is
// wrapped, so a reader that fails can end a reading early. Read does not use r
// after it has returned.
func Read(r io.Reader, name string, limit int) (*Data, error) {
	if limit < 0 || limit == 1 {
		return nil, fmt.Errorf("%s: limit %d: want at least 2 episodes, or 0 for all", name, limit)
	}
	return read(r, name, limit, 2)
}

// ReadPart is Read for all of a file that is one of several, and may have a single
// episode.
func ReadPart(r io.Reader, name string) (*Data, error) { return read(r, name, 0, 1) }

// read is Read for a file that has at least so many episodes, 1 or 2.
func read(r io.Reader, name string, limit, least int) (*Data, error) {
	sum := sha256.New()
	r = io.TeeReader(r, sum)
	all, err := readFile(r, limit, least)
	if err == nil {
		_, err = io.Copy(io.Discard, r) // the hash is of the whole file
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Data{Trajectories: all.trajectories, Groups: all.groups, Hash: hex.EncodeToString(sum.Sum(nil))}, nil
}

// readFile reads the first limit episodes of a file, or all where limit is 0, of which
// there must be at least so many.
func readFile(r io.Reader, limit, least int) (*collection, error) {
	out, err := readAny(r, limit)
	if err != nil {
		return nil, err
	}
	switch n := len(out.trajectories); {
	case n >= least:
		return out, nil
	case n == 1:
		return nil, errors.New("1 episode: want at least 2")
	}
	return nil, fmt.Errorf("no episodes: want at least %d, as JSON Lines, CSV or NPZ", least)
}

// readAny is readFile for any number of episodes.
func readAny(r io.Reader, limit int) (*collection, error) {
	buffered := bufio.NewReaderSize(r, 64<<10)
	if start, _ := buffered.Peek(4); isZip(start) { // an error comes again with the first read
		return readNPZ(buffered, limit)
	}
	text, end, err := unzipped(buffered)
	if err != nil {
		return nil, err
	}
	defer end()
	return readEpisodes(newLines(text, maxLine), limit)
}

// readEpisodes reads the episodes of whichever format the first line is.
func readEpisodes(in *lines, limit int) (*collection, error) {
	line, err := in.nextText()
	switch {
	case errors.Is(err, io.EOF):
		return new(collection), nil
	case err != nil:
		return nil, err
	case bytes.HasPrefix(line, []byte("\xff\xfe")), bytes.HasPrefix(line, []byte("\xfe\xff")):
		return nil, in.at(errors.New("text in UTF-16: want UTF-8"))
	case isJSON(line):
		return readJSONL(in, line, limit)
	}
	return readCSV(in, line, limit)
}

// isJSON tells whether a first line is of JSON Lines: an object, or what may be
// meant as JSON.
func isJSON(line []byte) bool {
	first := trim(line)[0]
	return first == '{' || first == '['
}
