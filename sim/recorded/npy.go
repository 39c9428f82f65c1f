package recorded

import (
	"archive/zip"
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// This reader of NumPy arrays replaces sbinet/npyio 0.6.0, which returns wrong numbers for an
// array that is cut off or comes in short pieces, as from a zip, and panics at some headers.

// maxNPYHeader is the longest accepted header of an array, in bytes. NumPy writes about 128.
const maxNPYHeader = 64 << 10

// npyArray reads the numbers of an array in an NPZ.
type npyArray struct {
	name    string // which faults begin with
	shape   []int
	fortran bool // stored column by column
	number  npyNumber
	bytes   int // of all numbers
	close   io.Closer
	r       *bufio.Reader
	scratch []byte
	at      int       // numbers that next has returned
	whole   []float64 // all numbers of an array with several columns in Fortran's order
}

// npyNumber is the encoding of a number.
type npyNumber struct {
	order binary.ByteOrder
	kind  byte // f, i, u or b; U or S for text
	size  int
}

// openArray opens an array of an NPZ.
func openArray(name string, f *zip.File) (*npyArray, *fault) {
	const bomb = 256 << 20
	const ratio = 500
	if size := f.UncompressedSize64; size > bomb && size/ratio > f.CompressedSize64 {
		return nil, &fault{name, fmt.Sprintf("%d bytes in the file are to become %d: want at most %d times as many", f.CompressedSize64, size, ratio)}
	}
	if f.Flags&1 != 0 {
		return nil, &fault{name, "encrypted: want a plain NPZ"}
	}
	in, err := f.Open()
	if err != nil {
		return nil, &fault{name, fmt.Sprintf("can't be read (%v): want an NPZ as numpy.savez or numpy.savez_compressed writes it", err)}
	}
	a := &npyArray{name: name, close: in, r: bufio.NewReaderSize(in, 64<<10)}
	wrong := a.header()
	if wrong == nil && uint64(a.bytes) > f.UncompressedSize64 {
		wrong = brokenArray(io.ErrUnexpectedEOF) // before memory is allocated
	}
	return a, wrong.in(name)
}

// header reads the header of the array.
func (a *npyArray) header() *fault {
	want := &fault{text: "no NumPy array: want one as numpy.savez writes it"}
	var start [8]byte
	if _, err := io.ReadFull(a.r, start[:]); err != nil || string(start[:6]) != "\x93NUMPY" {
		return want
	}
	size := 2
	if start[6] > 1 {
		size = 4
	}
	length := make([]byte, 4)
	if _, err := io.ReadFull(a.r, length[:size]); err != nil || start[6] < 1 || start[6] > 3 {
		return want
	}
	n := binary.LittleEndian.Uint32(length)
	if n > maxNPYHeader {
		return want
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(a.r, text); err != nil {
		return want
	}
	return a.parse(text)
}

var (
	npyType    = regexp.MustCompile(`'descr'\s*:\s*(?:'([^']*)'|(\[))`)
	npyFortran = regexp.MustCompile(`'fortran_order'\s*:\s*(True|False)`)
	npyShape   = regexp.MustCompile(`'shape'\s*:\s*\(([0-9, ]*)\)`)
)

// parse parses the text of a header, a Python dictionary.
func (a *npyArray) parse(text []byte) (f *fault) {
	kind := npyType.FindSubmatch(text)
	fortran := npyFortran.FindSubmatch(text)
	shape := npyShape.FindSubmatch(text)
	if kind == nil || fortran == nil || shape == nil {
		return &fault{text: fmt.Sprintf(`the header "%s": want descr, fortran_order and shape`, clip(string(bytes.TrimSpace(text))))}
	}
	if kind[2] != nil {
		return &fault{text: "an array of records: want one of numbers for each field"}
	}
	a.fortran = string(fortran[1]) == "True"
	if a.number, f = parseNumberType(string(kind[1])); f != nil {
		return f
	}
	a.bytes = a.number.size
	for item := range strings.SplitSeq(string(shape[1]), ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		n, err := strconv.Atoi(item)
		if err != nil || n > 0 && a.bytes > math.MaxInt/n {
			return &fault{text: fmt.Sprintf("shape (%s): too large", clip(string(shape[1])))}
		}
		a.bytes *= n
		a.shape = append(a.shape, n)
	}
	return nil
}

const wantNumbers = "want floats of 2, 4 or 8 bytes, integers or booleans"

// parseNumberType parses the type of numbers, such as <f8.
func parseNumberType(text string) (n npyNumber, f *fault) {
	n.order = binary.LittleEndian
	rest := text
	if strings.HasPrefix(text, ">") {
		n.order = binary.BigEndian
		rest = text[1:]
	} else if strings.HasPrefix(text, "<") || strings.HasPrefix(text, "|") || strings.HasPrefix(text, "=") {
		rest = text[1:]
	}
	switch {
	case strings.HasPrefix(rest, "O"):
		return n, &fault{text: "an array of Python objects, which are pickled and are not read: " + wantNumbers}
	case strings.HasPrefix(rest, "c"):
		return n, &fault{text: "complex numbers: " + wantNumbers}
	}
	switch rest {
	case "f2", "f4", "f8", "i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8", "b1":
		n.kind = rest[0]
		n.size = int(rest[1] - '0')
		return n, nil
	}
	if text := strings.TrimLeft(rest, "US"); len(text) == len(rest)-1 {
		if size, err := strconv.Atoi(text); err == nil && size >= 0 && size <= maxTextSize {
			if n.kind, n.size = rest[0], size; n.kind == 'U' {
				n.size = utf8.UTFMax * size
			}
			return n, nil
		}
	}
	return n, &fault{text: fmt.Sprintf("numbers of type %s: %s", clip(text), wantNumbers)}
}

// next reads the next numbers, row by row.
func (a *npyArray) next(out []float64) *fault {
	if a.whole != nil {
		copy(out, a.whole[a.at:])
	} else if f := a.read(out); f != nil {
		return f.in(a.name)
	}
	for i, v := range out {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return (&fault{text: fmt.Sprintf("%v is not a finite number: want a number", v)}).in(a.place(a.at + i))
		}
	}
	a.at += len(out)
	return nil
}

// place names a number, given its index in the order of rows.
func (a *npyArray) place(i int) string {
	if len(a.shape) == 2 {
		return fmt.Sprintf("%s[%d][%d]", a.name, i/a.shape[1], i%a.shape[1])
	}
	return fmt.Sprintf("%s[%d]", a.name, i)
}

// read reads the next numbers in the order of the file.
func (a *npyArray) read(out []float64) *fault {
	const chunk = 4096 // numbers
	for some := range slices.Chunk(out, chunk) {
		bytes := len(some) * a.number.size
		a.scratch = slices.Grow(a.scratch[:0], bytes)[:bytes]
		if _, err := io.ReadFull(a.r, a.scratch); err != nil {
			return brokenArray(err)
		}
		for i := range some {
			exact := false
			if some[i], exact = a.number.value(a.scratch[i*a.number.size:]); !exact {
				return &fault{text: "an integer beyond 2⁵³, which a float64 does not hold exactly: want smaller ones, or floats"}
			}
		}
	}
	return nil
}

// transpose reads the whole array, which is stored column by column.
func (a *npyArray) transpose() *fault {
	n, d := a.shape[0], a.shape[1]
	column := make([]float64, n)
	whole := make([]float64, n*d)
	for j := range d {
		if f := a.read(column); f != nil {
			return f.in(a.name)
		}
		for i, v := range column {
			whole[i*d+j] = v
		}
	}
	a.whole = whole
	return nil
}

// end returns the fault of data after the last number.
func (a *npyArray) end() *fault {
	switch _, err := a.r.ReadByte(); {
	case err == nil:
		return &fault{a.name, "more bytes than its shape has: want a whole array and nothing after it"}
	case !errors.Is(err, io.EOF):
		return brokenArray(err).in(a.name)
	}
	return nil
}

func brokenArray(err error) *fault {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &fault{text: "cut off: want the whole array"}
	}
	return &fault{text: fmt.Sprintf("damaged (%v): want the whole array", err)}
}

// value decodes a number. exact reports whether a float64 holds it exactly.
func (n npyNumber) value(b []byte) (v float64, exact bool) {
	var bits uint64
	switch n.size {
	case 1:
		bits = uint64(b[0])
	case 2:
		bits = uint64(n.order.Uint16(b))
	case 4:
		bits = uint64(n.order.Uint32(b))
	default:
		bits = n.order.Uint64(b)
	}
	switch n.kind {
	case 'f':
		switch n.size {
		case 2:
			return halfFloat(uint16(bits)), true
		case 4:
			return float64(math.Float32frombits(uint32(bits))), true
		}
		return math.Float64frombits(bits), true
	case 'i':
		shift := 64 - 8*n.size
		signed := int64(bits<<shift) >> shift
		return float64(signed), signed <= 1<<53 && signed >= -1<<53
	}
	return float64(bits), bits <= 1<<53
}

// halfFloat decodes a 16-bit number, IEEE 754's binary16.
func halfFloat(bits uint16) float64 {
	const infinity = 0x7c00
	const bias = 0x1p112 // a float32 with the same bits is smaller by the bias
	size := bits &^ 0x8000
	v := float64(math.Float32frombits(uint32(size)<<13)) * bias
	if size == infinity {
		v = math.Inf(1)
	} else if size > infinity {
		v = math.NaN()
	}
	if bits != size {
		v = -v
	}
	return v
}

// shapeText returns a shape in NumPy's notation.
func shapeText(shape []int) string {
	if len(shape) == 1 {
		return fmt.Sprintf("(%d,)", shape[0])
	}
	return "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(shape), " ", ", "), "[]") + ")"
}
