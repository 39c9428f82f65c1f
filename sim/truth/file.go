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
	"slices"
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
	c := codec{writing: true, body: append(append([]byte(magic), line...), '\n')}
	c.moments(m, &h)
	var out bytes.Buffer
	z, err := gzip.NewWriterLevel(&out, gzip.BestCompression)
	if err != nil {
		return nil, err
	}
	if _, err := z.Write(c.body); err != nil {
		return nil, err
	}
	err = z.Close()
	return out.Bytes(), err
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
	small := func(n ...int) bool { return slices.Min(n) >= 0 && slices.Max(n) <= len(body) }
	if h.Batches != batches || h.Nodes != nodes || m.check() != nil || h.StateBytes < 1 || !small(h.States, h.StateBytes, h.Cells) {
		return nil, errDamaged
	}
	if h.Cells > 0 {
		m.cells = new(cells)
	}
	for _, of := range h.Maps {
		if of.Dim < 1 || !small(of.Dim, of.Pairs, of.Features) {
			return nil, errDamaged
		}
		m.maps = append(m.maps, mapMoments{name: of.Name, dim: of.Dim})
		if m.cells != nil {
			m.cells.maps = append(m.cells.maps, cellFeatures{dim: of.Dim})
		}
	}
	c := codec{body: body}
	c.moments(m, &h)
	if c.bad || len(c.body) > 0 {
		return nil, errDamaged
	}
	return m, nil
}

// codec writes to body, or reads from it. Once something that is read is bad, all that
// follows is empty.
type codec struct {
	writing bool
	body    []byte // what is written so far, or what is left to read
	bad     bool
}

// moments writes or reads moments, of which the header says the sizes.
func (c *codec) moments(m *Moments, h *header) {
	c.raw(&m.states, h.States, h.StateBytes)
	c.values(&m.values, h.States*nodes)
	mse := m.valueMSE[:]
	c.doubles(&mse, nodes)
	copy(m.valueMSE[:], mse)
	for i, of := range h.Maps {
		x, with := &m.maps[i], of.Dim+1 // the bias
		c.doubles(&x.near, with*nodes)
		c.estimate(&x.least, nodes, nodes, fineBits)
		c.estimate(&x.slope, with*nodes, nodes, roughBits)
		c.places(&x.pairs, of.Pairs, with*with)
		c.estimate(&x.gram, of.Pairs, 1, roughBits)
	}
	if m.cells == nil {
		return
	}
	c.places(&m.cells.at, h.Cells, math.MaxInt32)
	c.values(&m.cells.nu, h.Cells*nodes)
	for i, of := range h.Maps {
		x := &m.cells.maps[i]
		c.places(&x.at, of.Features, h.Cells*of.Dim)
		c.singles(&x.means, of.Features)
	}
}

// take reads the next n things of some bytes each; none of the two is negative or
// exceeds 2³¹.
func (c *codec) take(n, size int) []byte {
	if c.bad || n*size > len(c.body) {
		c.bad = true
		return nil
	}
	out := c.body[:n*size]
	c.body = c.body[n*size:]
	return out
}

// raw has n things of some bytes each.
func (c *codec) raw(x *[]byte, n, size int) {
	if c.writing {
		c.body = append(c.body, *x...)
	} else {
		*x = bytes.Clone(c.take(n, size))
	}
}

// planes has n numbers of some bytes each, which get and set take the bits of: all first
// bytes, then all second ones, and so on.
func (c *codec) planes(n, size int, get func(i int) uint64, set func(i int, bits uint64)) {
	if c.writing {
		for b := range size {
			for i := range n {
				c.body = append(c.body, byte(get(i)>>(8*b)))
			}
		}
		return
	}
	from := c.take(n, size)
	for i := range len(from) / size {
		bits := uint64(0)
		for b := range size {
			bits |= uint64(from[b*n+i]) << (8 * b)
		}
		set(i, bits)
	}
}

// series is planes for numbers of series after series.
func (c *codec) series(n, size int, get func(i int) uint64, set func(i int, bits uint64)) {
	unused, mask, last := 64-8*size, uint64(math.MaxUint64)>>(64-8*size), uint64(0)
	c.planes(n, size, func(i int) uint64 {
		d := get(i)
		if i%nodes > 0 {
			d -= get(i - 1)
		}
		signed := int64(d<<unused) >> unused
		return uint64(signed<<1 ^ signed>>63) // small for small differences of both signs
	}, func(i int, bits uint64) {
		if i%nodes == 0 {
			last = 0
		}
		last = (last + (bits>>1 ^ -(bits & 1))) & mask
		set(i, last)
	})
}

// room makes room for n numbers of some bytes each that are to be read.
func room[T any](c *codec, x *[]T, n, size int) {
	if c.writing {
		return
	}
	*x = nil
	if !c.bad && n*size <= len(c.body) {
		*x = make([]T, n)
	}
}

func (c *codec) doubles(x *[]float64, n int) {
	room(c, x, n, 8)
	c.planes(n, 8, func(i int) uint64 { return math.Float64bits((*x)[i]) }, func(i int, bits uint64) { (*x)[i] = math.Float64frombits(bits) })
}

func (c *codec) values(x *[]float32, n int) { c.floats(x, n, c.series) }

func (c *codec) singles(x *[]float32, n int) { c.floats(x, n, c.planes) }

// floats has numbers of single precision, as how has them.
func (c *codec) floats(x *[]float32, n int, how func(n, size int, get func(int) uint64, set func(int, uint64))) {
	room(c, x, n, 4)
	how(n, 4, func(i int) uint64 { return uint64(math.Float32bits((*x)[i])) }, func(i int, bits uint64) { (*x)[i] = math.Float32frombits(uint32(bits)) })
}

// estimate has n numbers of so many units, and batch by batch what differs in some bits.
func (c *codec) estimate(e *estimate, n, units, size int) {
	c.doubles(&e.mean, n)
	c.doubles(&e.unit, units)
	numbers := c.planes
	if units == nodes {
		numbers = c.series
	}
	for b := range e.apart {
		x := &e.apart[b]
		room(c, x, n, size/8)
		numbers(n, size/8, func(i int) uint64 { return uint64((*x)[i]) }, func(i int, bits uint64) {
			(*x)[i] = int32(bits) << (32 - size) >> (32 - size)
		})
	}
}

// places has n places below end, of which but the first may be 0.
func (c *codec) places(x *[]int, n, end int) {
	last := 0
	if c.writing {
		for _, p := range *x {
			c.body = binary.AppendUvarint(c.body, uint64(p-last))
			last = p
		}
		return
	}
	for i := range n {
		gap, size := binary.Uvarint(c.body)
		if c.bad || size <= 0 || gap >= uint64(end-last) || i > 0 && gap == 0 {
			c.bad = true
			*x = nil
			return
		}
		c.body = c.body[size:]
		last += int(gap)
		*x = append(*x, last)
	}
}
