package analysis

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"lambdascope/estimator"
)

// ShardKind is what a shard has.
type ShardKind string

// The kinds, one for each pass.
const (
	ShardSums   ShardKind = "sums"
	ShardScores ShardKind = "scores"
	ShardSpread ShardKind = "spread"
)

// Part is trajectories that are gone over together: a file, or several.
type Part struct {
	Name         string `json:"name"`
	Hash         string `json:"hash"` // SHA-256 of its content
	Trajectories int    `json:"trajectories"`
	Steps        int    `json:"steps"`
}

// Shard is what a pass found of some parts, as it is kept in a file.
type Shard struct {
	Name   string // of its file, for errors
	Digest string // SHA-256 of its content
	shardHeader

	value shardValue
}

// shardValue is what a shard has of the estimator: Sums, LOTOErrors or a Spread, by its kind.
type shardValue interface {
	encoding.BinaryMarshaler
	encoding.BinaryUnmarshaler
	Len() int // trajectories
}

// newValue returns an empty value of a kind; nil for a kind that there is not.
func (k ShardKind) newValue() shardValue {
	switch k {
	case ShardSums:
		return new(estimator.Sums)
	case ShardScores:
		return new(estimator.LOTOErrors)
	case ShardSpread:
		return new(estimator.Spread)
	}
	return nil
}

// shardHeader says what a shard is of.
type shardHeader struct {
	Kind     ShardKind     `json:"kind"`
	Settings shardSettings `json:"settings"`
	Parts    []Part        `json:"parts"`            // sorted by name
	Sums     string        `json:"sums,omitempty"`   // digest of those that scores and spreads are of
	Scores   string        `json:"scores,omitempty"` // and of the scores that spreads are of
}

// shardSettings are the settings that results depend on, but for the data.
type shardSettings struct {
	Gamma     float64 `json:"gamma"`
	Lambdas   string  `json:"lambdas"`
	Ridge     float64 `json:"ridge"`
	Weighting string  `json:"weighting"`
	Tail      string  `json:"tail"`
	Columns   int     `json:"columns"`
	Features  string  `json:"features"`
	Bounds    string  `json:"bounds,omitempty"`
	Ratios    bool    `json:"ratios,omitempty"` // whether the data have importance ratios
}

// A shard is a magic number, the length of the header, the header as JSON, the value of
// the estimator and the SHA-256 of all that.
const (
	shardMagic      = "lambdascope-shard1\n"
	mostShardHeader = 64 << 20
)

// Bytes returns the shard as it is kept, and sets its digest.
func (s *Shard) Bytes() ([]byte, error) {
	header, err := json.Marshal(s.shardHeader)
	if err != nil {
		return nil, err
	}
	value, err := s.value.MarshalBinary()
	if err != nil {
		return nil, err
	}
	out := binary.LittleEndian.AppendUint64([]byte(shardMagic), uint64(len(header)))
	out = append(append(out, header...), value...)
	sum := sha256.Sum256(out)
	s.Digest = hex.EncodeToString(sum[:])
	return append(out, sum[:]...), nil
}

// ReadShard reads a shard, which messages call name. The error names it, and says what
// is wrong in one sentence.
func ReadShard(r io.Reader, name string) (*Shard, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	s, err := parseShard(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	s.Name = name
	return s, nil
}

var (
	errNoShard   = errors.New("no shard: want a file that lambdascope shard wrote")
	errTornShard = errors.New("a damaged shard, or a part of one: want it made again")
)

func parseShard(raw []byte) (*Shard, error) {
	rest, ok := bytes.CutPrefix(raw, []byte(shardMagic))
	if !ok {
		return nil, errNoShard
	}
	if len(rest) < 8+sha256.Size {
		return nil, errTornShard
	}
	end := len(raw) - sha256.Size
	sum := sha256.Sum256(raw[:end])
	if !bytes.Equal(sum[:], raw[end:]) {
		return nil, errTornShard
	}
	length := binary.LittleEndian.Uint64(rest)
	rest = rest[8 : len(rest)-sha256.Size]
	if length > mostShardHeader || length > uint64(len(rest)) {
		return nil, errTornShard
	}
	s := &Shard{Digest: hex.EncodeToString(sum[:])}
	if err := json.Unmarshal(rest[:length], &s.shardHeader); err != nil {
		return nil, errTornShard
	}
	if s.value = s.Kind.newValue(); s.value == nil {
		return nil, fmt.Errorf("a shard of kind %q: want %s, %s or %s", s.Kind, ShardSums, ShardScores, ShardSpread)
	}
	if err := s.value.UnmarshalBinary(rest[length:]); err != nil {
		return nil, err
	}
	return s, s.check()
}

// check returns an error where the header does not fit what follows.
func (s *Shard) check() error {
	n := 0
	for i, p := range s.Parts {
		if p.Trajectories < 1 || i > 0 && order(s.Parts[i-1], p) >= 0 {
			return errTornShard
		}
		n += p.Trajectories
	}
	if s.value.Len() != n || n == 0 || s.Kind != ShardSums && len(s.Parts) != 1 {
		return errTornShard
	}
	return nil
}

// order compares parts by name, then by hash.
func order(a, b Part) int {
	return cmp.Or(strings.Compare(a.Name, b.Name), strings.Compare(a.Hash, b.Hash))
}

// label is what messages call a part.
func (p Part) label() string { return strings.ReplaceAll(p.Name, between, ", ") }

// settingsOf returns the settings of a shard, of data with importance ratios or without.
func settingsOf(s Settings, ratios bool) shardSettings {
	return shardSettings{s.Gamma, s.Lambdas, s.Ridge, s.Weighting.String(), s.Tail.String(), s.Columns, s.Features, s.Bounds, ratios}
}

// differs returns an error that names the first setting that is another one.
func (s shardSettings) differs(o shardSettings) error {
	for _, f := range []struct {
		name      string
		got, want any
	}{
		{"gamma", o.Gamma, s.Gamma},
		{"lambdas", o.Lambdas, s.Lambdas},
		{"ridge", o.Ridge, s.Ridge},
		{"weighting", o.Weighting, s.Weighting},
		{"tail", o.Tail, s.Tail},
		{"numbers of an observation", o.Columns, s.Columns},
		{"features", o.Features, s.Features},
		{"bounds", o.Bounds, s.Bounds},
	} {
		if f.got != f.want {
			return RangeError(f.name, f.got, "%v", f.want)
		}
	}
	return nil
}

// of returns the settings that trajectories of a file have in a shard.
func (s shardSettings) of(f File) (Settings, error) {
	out := FileDefaults(f)
	out.Gamma, out.Lambdas, out.Ridge, out.Features, out.Bounds = s.Gamma, s.Lambdas, s.Ridge, s.Features, s.Bounds
	var err error
	if out.Weighting, err = estimator.ParseWeighting(s.Weighting); err != nil {
		return out, err
	}
	out.Tail, err = estimator.ParseTail(s.Tail)
	return out, err
}
