package truth

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
)

// A file of profiles is gzip (whose CRC-32 guards it) over
//
//	lambdascope truth 1                     the format and its version
//	{"domain":"2048","start":"","seed":…}   a header, one line of JSON
//	the states, encoded by their domain     states × state_bytes
//	the lags of each state, uvarint         first half, then second half
//	the sums of rewards, in two planes      half by half, state by state, lag by lag
//
// Each sum is divided by the header's unit, the greatest common divisor of all, and
// zigzag-coded (0, −1, 1, −2 … to 0, 1, 2, 3 …). The first plane has the low byte
// of each, the second the rest as uvarints: low bytes of large numbers are mostly
// noise, the rest is mostly alike, and gzip takes each for what it is.
const magic = "lambdascope truth 1\n"

// header is the second line of a file.
type header struct {
	Domain        string `json:"domain"`
	Start         string `json:"start"`
	Seed          uint64 `json:"seed"`
	Episodes      int    `json:"episodes"`
	Longest       int    `json:"longest_episode"`
	States        int    `json:"states"`
	StateBytes    int    `json:"state_bytes"`
	Rollouts      int    `json:"rollouts_per_half"`
	Shown         int    `json:"shown"`
	ShownRollouts int    `json:"shown_rollouts_per_half"`
	Unit          int32  `json:"unit"`
}

// Encode returns the profiles as a file. Equal profiles give the same bytes.
func (p *Profiles) Encode() ([]byte, error) {
	h := header{
		Domain: p.Domain, Start: p.Start, Seed: p.Seed,
		Episodes: p.Episodes, Longest: p.Longest,
		States: p.States, StateBytes: p.size, Rollouts: p.Rollouts,
		Shown: p.Shown, ShownRollouts: p.ShownRollouts, Unit: p.unit(),
	}
	line, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	body := append([]byte(magic), line...)
	body = append(append(body, '\n'), p.states...)
	var low, high []byte
	for i := range p.halves {
		for s := range p.States {
			sums := p.halves[i].of(s)
			body = binary.AppendUvarint(body, uint64(len(sums)))
			for _, v := range sums {
				code := zigzag(v / h.Unit)
				low = append(low, byte(code))
				high = binary.AppendUvarint(high, uint64(code>>8))
			}
		}
	}
	var out bytes.Buffer
	w, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	for _, part := range [][]byte{body, low, high} {
		if _, err := w.Write(part); err != nil {
			return nil, err
		}
	}
	err = w.Close()
	return out.Bytes(), err
}

// unit returns the greatest common divisor of all sums, at least 1.
func (p *Profiles) unit() int32 {
	var unit int32
	for i := range p.halves {
		for _, v := range p.halves[i].sums {
			for v = max(v, -v); v != 0; {
				unit, v = v, unit%v
			}
		}
	}
	return max(1, unit)
}

func zigzag(v int32) uint32 { return uint32(v<<1 ^ v>>31) }

func unzigzag(c uint32) int32 { return int32(c>>1) ^ -int32(c&1) }

// errDamaged is the error of a file that is not as Encode writes it.
var errDamaged = errors.New("damaged")

// Decode reads what Encode wrote.
func Decode(file []byte) (*Profiles, error) {
	p, err := decode(file)
	if err != nil {
		return nil, fmt.Errorf("file of true values: %w", err)
	}
	return p, nil
}

func decode(file []byte) (*Profiles, error) {
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	body, ok := bytes.CutPrefix(body, []byte(magic))
	if !ok {
		return nil, fmt.Errorf("begins otherwise than %q", magic)
	}
	line, body, ok := bytes.Cut(body, []byte("\n"))
	if !ok {
		return nil, errDamaged
	}
	var h header
	if err := json.Unmarshal(line, &h); err != nil {
		return nil, err
	}
	// No number of things may exceed the bytes that hold them.
	p := &Profiles{
		Plan: Plan{
			Seed: h.Seed, Episodes: h.Episodes, States: h.States, Rollouts: h.Rollouts,
			Shown: h.Shown, ShownRollouts: h.ShownRollouts,
		},
		Domain: h.Domain, Start: h.Start, Longest: h.Longest, size: h.StateBytes,
	}
	if p.check() != nil || h.StateBytes < 1 || h.Unit < 1 || h.States > len(body)/h.StateBytes {
		return nil, errDamaged
	}
	p.states = bytes.Clone(body[:h.States*h.StateBytes])
	return p, p.decodeSums(body[h.States*h.StateBytes:], h.Unit)
}

// decodeSums reads the lags and the planes.
func (p *Profiles) decodeSums(body []byte, unit int32) error {
	total := 0
	for i := range p.halves {
		p.halves[i].ends = make([]int, p.States)
		end := 0
		for s := range p.States {
			lags, n := binary.Uvarint(body)
			if n <= 0 || lags > uint64(len(body)) {
				return errDamaged
			}
			body = body[n:]
			end += int(lags)
			p.halves[i].ends[s] = end
		}
		total += end
	}
	if total > len(body) {
		return errDamaged
	}
	low, high := body[:total], body[total:]
	for i := range p.halves {
		p.halves[i].sums = make([]int32, p.halves[i].ends[p.States-1])
		for j := range p.halves[i].sums {
			code, n := binary.Uvarint(high)
			if n <= 0 || code > math.MaxUint32>>8 {
				return errDamaged
			}
			sum := int64(unzigzag(uint32(code)<<8|uint32(low[0]))) * int64(unit)
			if sum != int64(int32(sum)) {
				return errDamaged
			}
			p.halves[i].sums[j] = int32(sum)
			low, high = low[1:], high[n:]
		}
	}
	if len(high) > 0 {
		return errDamaged
	}
	return nil
}
