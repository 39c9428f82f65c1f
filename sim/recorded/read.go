// Package recorded reads trajectories from files.
//
// A file is JSON Lines: one episode a line, in Minari's shape,
//
//	{"observations": [[…], …], "rewards": [r, …], "terminations": [b, …], "truncations": [b, …]}
//
// with H rewards, H+1 observations and H of each flag. Observations are the
// features: each is a list of d numbers, d the same in the whole file. Every
// field but these four and "terminated" is skipped.
//
// # How an episode ended
//
// At least one of "terminations" and "terminated" is needed. The episode
// terminated if the last of "terminations" is true, or if "terminated" (true or
// false, in place of the two lists) is; given both, they must agree. Otherwise it
// was truncated, whether "truncations" ends in true or the data simply stop;
// where an episode is terminated and truncated at once, it terminated. A flag
// that is true before the last step is an error. "truncations" alone does not
// tell a terminated episode from data that stop, and is not enough. Flags in
// lists are true and false, or 1 and 0.
//
// A terminated episode may leave out its last observation, which plays no part:
// the value of a terminal state is zero by definition.
package recorded

import (
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
	Trajectories []*estimator.Trajectory // at least 2, all of the same dimension
	Hash         string                  // SHA-256 of all the bytes of the file, in hexadecimal
}

// Read reads the trajectories of a JSON Lines file: all of them where limit is
// 0, else the first limit, which is at least 2 (fewer if the file has fewer).
// Lines after those only count for the hash.
//
// The lines are read one by one, so what is in memory is the numbers and one
// line, of 256 MiB at most. A byte order mark at the start, Windows line ends,
// blank lines and a last line without an end are accepted.
//
// Each error starts with name and says where the fault is, as "NAME: line 3:
// observations[2][1]: …: want …"; list positions count from 0, as in JSON. An
// error of r itself is wrapped.
func Read(r io.Reader, name string, limit int) (*Data, error) {
	if limit < 0 || limit == 1 {
		return nil, fmt.Errorf("%s: limit %d: want at least 2 episodes, or 0 for all", name, limit)
	}
	sum := sha256.New()
	r = io.TeeReader(r, sum)
	trajectories, err := readEpisodes(r, limit)
	if err == nil {
		_, err = io.Copy(io.Discard, r) // the hash is of the whole file
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return &Data{Trajectories: trajectories, Hash: hex.EncodeToString(sum.Sum(nil))}, nil
}

// readEpisodes reads the first limit episodes, or all where limit is 0.
func readEpisodes(r io.Reader, limit int) ([]*estimator.Trajectory, error) {
	var (
		out []*estimator.Trajectory
		ep  episode
		in  = newLines(r, maxLine)
	)
	for limit == 0 || len(out) < limit {
		line, err := in.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", in.number, err)
		}
		if len(bytes.Trim(line, " \t\r")) == 0 {
			continue
		}
		ep.reset()
		f := parseLine(line, &ep)
		if f == nil {
			f = ep.check()
		}
		if f != nil {
			return nil, fmt.Errorf("line %d: %w", in.number, f)
		}
		t, err := ep.trajectory()
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", in.number, err)
		}
		out = append(out, t)
	}
	switch len(out) {
	case 0:
		return nil, errors.New("no episodes: want at least 2, each a JSON object on a line of its own")
	case 1:
		return nil, errors.New("1 episode: want at least 2, each on a line of its own")
	}
	return out, nil
}
