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

// A file of moments is gzip (whose CRC-32 guards it) over
//
//	lambdascope truth 4                     the format and its version
//	{"domain":"2048","start":"","seed":…}   a header, one line of JSON
//	the shown states, encoded by their domain
//	their values and the mean squared errors of these
//	map by map θ₀, MSVE(θ₀), g, the places of what is not 0 in M, this
//	the cells that are no gaps, their values, and map by map the places of
//	the mean features that are not 0, and these
//
// Places are in ascending order, each the uvarint of its distance from the one
// before. Numbers are little-endian, all first bytes, then all second ones, and so
// on: those of equal weight are alike, and gzip takes each for what it is. An
// estimate is its means, its units and batch by batch what differs. Values, and what
// differs in estimates of series, are smooth in the discount: but for the first of a
// series, their bits are kept as the difference from those before.
const magic = "lambdascope truth 4\n"

// header is the second line of a file.
type header struct {
	Domain        string      `json:"domain"`
	Start         string      `json:"start"`
	Target        float64     `json:"target,omitempty"`
	Seed          uint64      `json:"seed"`
	Episodes      int         `json:"episodes"`
	Every         int         `json:"branches_every"`
	Rollouts      int         `json:"rollouts_per_half"`
	Longest       int         `json:"longest_episode"`
	Visits        int         `json:"visits"`
	Batches       int         `json:"batches"`
	Nodes         int         `json:"nodes"`
	States        int         `json:"states"`
	StateBytes    int         `json:"state_bytes"`
	Pool          int         `json:"pool"`
	StateRollouts int         `json:"state_rollouts_per_half"`
	Maps          []headerMap `json:"maps"`
	Cells         int         `json:"cells"`
}

type headerMap struct {
	Name     string `json:"name"`
	Dim      int    `json:"dim"`
	Pairs    int    `json:"pairs"`
	Features int    `json:"cell_features"`
}

// Encode returns the moments as a file. Equal moments give the same bytes.
func (m *Moments) Encode() ([]byte, error) {
	h := header{
		Domain: m.Domain, Start: m.Start, Target: m.Target, Seed: m.Seed,
		Episodes: m.Episodes, Every: m.Every, Rollouts: m.Rollouts,
		Longest: m.Longest, Visits: m.Visits, Batches: batches, Nodes: nodes,
		States: m.States, StateBytes: m.size, Pool: m.Pool, StateRollouts: m.StateRollouts,
	}
	for i := range m.maps {
		x := &m.maps[i]
		of := headerMap{Name: x.name, Dim: x.dim, Pairs: len(x.pairs)}
		if m.cells != nil {
			h.Cells = len(m.cells.at)
			of.Features = len(m.cells.maps[i].at)
		}
		h.Maps = append(h.Maps, of)
	}
	line, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	w := writer(append(append([]byte(magic), line...), '\n'))
	w = append(w, m.states...)
	w.values(m.values)
	w.doubles(m.valueMSE[:])
	for i := range m.maps {
		x := &m.maps[i]
		w.doubles(x.near)
		w.estimate(&x.least, fineBits)
		w.estimate(&x.slope, roughBits)
		w.places(x.pairs)
		w.estimate(&x.gram, roughBits)
	}
	if m.cells != nil {
		w.places(m.cells.at)
		w.values(m.cells.nu)
		for i := range m.cells.maps {
			w.places(m.cells.maps[i].at)
			w.singles(m.cells.maps[i].means)
		}
	}
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(w); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
}

// writer appends to what will be compressed.
type writer []byte

// planes appends n numbers of some bytes each.
func (w *writer) planes(n, size int, bits func(i int) uint64) {
	for b := range size {
		for i := range n {
			*w = append(*w, byte(bits(i)>>(8*b)))
		}
	}
}

// series appends n numbers of some bytes each, series after series.
func (w *writer) series(n, size int, bits func(i int) uint64) {
	unused := 64 - 8*size
	w.planes(n, size, func(i int) uint64 {
		d := bits(i)
		if i%nodes > 0 {
			d -= bits(i - 1)
		}
		signed := int64(d<<unused) >> unused
		return uint64(signed<<1 ^ signed>>63) // small for small differences of both signs
	})
}

func (w *writer) doubles(x []float64) {
	w.planes(len(x), 8, func(i int) uint64 { return math.Float64bits(x[i]) })
}

func (w *writer) values(x []float32) {
	w.series(len(x), 4, func(i int) uint64 { return uint64(math.Float32bits(x[i])) })
}

func (w *writer) singles(x []float32) {
	w.planes(len(x), 4, func(i int) uint64 { return uint64(math.Float32bits(x[i])) })
}

func (w *writer) estimate(e *estimate, bits int) {
	w.doubles(e.mean)
	w.doubles(e.unit)
	numbers := w.planes
	if len(e.unit) == nodes {
		numbers = w.series
	}
	for b := range e.apart {
		numbers(len(e.apart[b]), bits/8, func(i int) uint64 { return uint64(e.apart[b][i]) })
	}
}

func (w *writer) places(at []int) {
	last := 0
	for _, p := range at {
		*w = binary.AppendUvarint(*w, uint64(p-last))
		last = p
	}
}

// errDamaged is the error of a file that is not as Encode writes it.
var errDamaged = errors.New("damaged")

// Decode reads what Encode wrote.
func Decode(file []byte) (*Moments, error) {
	m, err := decode(file)
	if err != nil {
		return nil, fmt.Errorf("file of true values: %w", err)
	}
	return m, nil
}

func decode(file []byte) (*Moments, error) {
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
	m := &Moments{
		Plan: Plan{
			Seed: h.Seed, Episodes: h.Episodes, Every: h.Every, Rollouts: h.Rollouts,
			States: h.States, Pool: h.Pool, StateRollouts: h.StateRollouts,
		},
		Domain: h.Domain, Start: h.Start, Target: h.Target, Longest: h.Longest, Visits: h.Visits, size: h.StateBytes,
	}
	// No number of things may exceed the bytes that hold them.
	small := func(n ...int) bool {
		for _, n := range n {
			if n < 0 || n > len(body) {
				return false
			}
		}
		return true
	}
	if h.Batches != batches || h.Nodes != nodes || m.check() != nil || h.StateBytes < 1 || !small(h.States, h.StateBytes, h.Cells) {
		return nil, errDamaged
	}
	in := reader{rest: body}
	m.states = bytes.Clone(in.take(h.States, h.StateBytes))
	m.values = in.values(h.States * nodes)
	copy(m.valueMSE[:], in.doubles(nodes))
	for _, of := range h.Maps {
		if of.Dim < 1 || !small(of.Dim, of.Pairs, of.Features) {
			return nil, errDamaged
		}
		x := mapMoments{name: of.Name, dim: of.Dim}
		with := of.Dim + 1 // the bias
		x.near = in.doubles(with * nodes)
		x.least = in.estimate(nodes, nodes, fineBits)
		x.slope = in.estimate(with*nodes, nodes, roughBits)
		x.pairs = in.places(of.Pairs, with*with)
		x.gram = in.estimate(of.Pairs, 1, roughBits)
		m.maps = append(m.maps, x)
	}
	if h.Cells > 0 {
		m.cells = &cells{at: in.places(h.Cells, math.MaxInt32), nu: in.values(h.Cells * nodes)}
		for _, of := range h.Maps {
			m.cells.maps = append(m.cells.maps, cellFeatures{
				dim:   of.Dim,
				at:    in.places(of.Features, h.Cells*of.Dim),
				means: in.singles(of.Features),
			})
		}
	}
	if in.bad || len(in.rest) > 0 {
		return nil, errDamaged
	}
	return m, nil
}

// reader reads what writer wrote. Once something is bad, all that it returns is
// empty.
type reader struct {
	rest []byte
	bad  bool
}

// take returns the next n things of some bytes each; none of the two is negative or
// exceeds 2³¹.
func (r *reader) take(n, size int) []byte {
	if r.bad || n*size > len(r.rest) {
		r.bad = true
		return nil
	}
	out := r.rest[:n*size]
	r.rest = r.rest[n*size:]
	return out
}

// planes calls set with each of n numbers of some bytes.
func (r *reader) planes(n, size int, set func(i int, bits uint64)) {
	from := r.take(n, size)
	for i := range len(from) / size {
		bits := uint64(0)
		for b := range size {
			bits |= uint64(from[b*n+i]) << (8 * b)
		}
		set(i, bits)
	}
}

// series calls set with each of n numbers of some bytes, of series.
func (r *reader) series(n, size int, set func(i int, bits uint64)) {
	mask, last := uint64(1)<<(8*size)-1, uint64(0)
	r.planes(n, size, func(i int, bits uint64) {
		if i%nodes == 0 {
			last = 0
		}
		last = (last + (bits>>1 ^ -(bits & 1))) & mask
		set(i, last)
	})
}

func (r *reader) doubles(n int) []float64 {
	out := make([]float64, 0, min(n, len(r.rest)))
	r.planes(n, 8, func(_ int, bits uint64) { out = append(out, math.Float64frombits(bits)) })
	return out
}

func (r *reader) values(n int) []float32 {
	out := make([]float32, 0, min(n, len(r.rest)))
	r.series(n, 4, func(_ int, bits uint64) { out = append(out, math.Float32frombits(uint32(bits))) })
	return out
}

func (r *reader) singles(n int) []float32 {
	out := make([]float32, 0, min(n, len(r.rest)))
	r.planes(n, 4, func(_ int, bits uint64) { out = append(out, math.Float32frombits(uint32(bits))) })
	return out
}

func (r *reader) estimate(n, units, size int) estimate {
	e := estimate{mean: r.doubles(n), unit: r.doubles(units)}
	numbers := r.planes
	if units == nodes {
		numbers = r.series
	}
	for b := range e.apart {
		e.apart[b] = make([]int32, 0, min(n, len(r.rest)))
		numbers(n, size/8, func(_ int, bits uint64) {
			e.apart[b] = append(e.apart[b], int32(bits)<<(32-size)>>(32-size))
		})
	}
	return e
}

// places returns n places below end, of which but the first may be 0.
func (r *reader) places(n, end int) (out []int) {
	last := 0
	for i := range n {
		gap, size := binary.Uvarint(r.rest)
		if r.bad || size <= 0 || gap >= uint64(end-last) || i > 0 && gap == 0 {
			r.bad = true
			return nil
		}
		r.rest = r.rest[size:]
		last += int(gap)
		out = append(out, last)
	}
	return out
}
