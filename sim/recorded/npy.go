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
	"strconv"
	"strings"
)

// This reader of NumPy arrays replaces sbinet/npyio 0.6.0, which returns wrong numbers for an
// array that is cut off or comes in short pieces, as from a zip, and panics at some headers.

// maxNPYHeader is the longest accepted header of an array, in bytes. NumPy writes about 128.
const maxNPYHeader = 64 << 10

// npyArray reads the numbers of an array in an NPZ, in file order.
type npyArray struct {
	shape   []int
	fortran bool // column by column
	number  npyNumber
	bytes   int // of all numbers
	close   io.Closer
	r       *bufio.Reader
	scratch []byte
}

// npyNumber is the encoding of a number.
type npyNumber struct {
	order binary.ByteOrder
	kind  byte // f, i, u or b; U or S for text
	size  int
}

// openArray opens an array of an NPZ.
func openArray(f *zip.File) (*npyArray, *fault) {
	const bomb, ratio = 256 << 20, 500
	if size := f.UncompressedSize64; size > bomb && size/ratio > f.CompressedSize64 {
		return nil, &fault{text: fmt.Sprintf("%d bytes in the file are to become %d: want at most %d times as many", f.CompressedSize64, size, ratio)}
	}
	if f.Flags&1 != 0 {
		return nil, &fault{text: "encrypted: want a plain NPZ"}
	}
	in, err := f.Open()
	if err != nil {
		return nil, &fault{text: fmt.Sprintf("can't be read (%v): want an NPZ as numpy.savez or numpy.savez_compressed writes it", err)}
	}
	a := &npyArray{close: in, r: bufio.NewReaderSize(in, 64<<10)}
	fault := a.header()
	if fault == nil && uint64(a.bytes) > f.UncompressedSize64 {
		fault = brokenArray(io.ErrUnexpectedEOF) // before memory is allocated
	}
	if fault != nil {
		in.Close()
		return nil, fault
	}
	return a, nil
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
func (a *npyArray) parse(text []byte) *fault {
	kind, fortran, shape := npyType.FindSubmatch(text), npyFortran.FindSubmatch(text), npyShape.FindSubmatch(text)
	if kind == nil || fortran == nil || shape == nil {
		return &fault{text: fmt.Sprintf(`the header "%s": want descr, fortran_order and shape`, clip(string(bytes.TrimSpace(text))))}
	}
	if kind[2] != nil {
		return &fault{text: "an array of records: want one of numbers for each field"}
	}
	a.fortran = string(fortran[1]) == "True"
	var f *fault
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
	switch {
	case strings.HasPrefix(text, ">"):
		n.order, rest = binary.BigEndian, text[1:]
	case strings.HasPrefix(text, "<"), strings.HasPrefix(text, "|"), strings.HasPrefix(text, "="):
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
		n.kind, n.size = rest[0], int(rest[1]-'0')
		return n, nil
	}
	if f := n.parseText(rest); f == nil {
		return n, nil
	}
	return n, &fault{text: fmt.Sprintf("numbers of type %s: %s", clip(text), wantNumbers)}
}

// read reads the next numbers.
func (a *npyArray) read(out []float64) *fault {
	const chunk = 4096 // numbers
	for len(out) > 0 {
		n := min(chunk, len(out))
		bytes := n * a.number.size
		if cap(a.scratch) < bytes {
			a.scratch = make([]byte, bytes)
		}
		raw := a.scratch[:bytes]
		if _, err := io.ReadFull(a.r, raw); err != nil {
			return brokenArray(err)
		}
		if f := a.number.convert(out[:n], raw); f != nil {
			return f
		}
		out = out[n:]
	}
	return nil
}

// end closes the array after its last number, and returns the fault of data beyond.
func (a *npyArray) end() *fault {
	defer a.close.Close()
	switch _, err := a.r.ReadByte(); {
	case err == nil:
		return &fault{text: "more bytes than its shape has: want a whole array and nothing after it"}
	case !errors.Is(err, io.EOF):
		return brokenArray(err)
	}
	return nil
}

func brokenArray(err error) *fault {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return &fault{text: "cut off: want the whole array"}
	}
	return &fault{text: fmt.Sprintf("damaged (%v): want the whole array", err)}
}

// convert decodes numbers. Its fault has no place.
func (n npyNumber) convert(out []float64, raw []byte) *fault {
	for i := range out {
		b := raw[i*n.size : (i+1)*n.size]
		v, exact := n.value(b)
		if !exact {
			return &fault{text: "an integer beyond 2⁵³, which a float64 does not hold exactly: want smaller ones, or floats"}
		}
		out[i] = v
	}
	return nil
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
	const infinity, bias = 0x7c00, 0x1p112 // a float32 with the same bits is smaller by the bias
	size := bits &^ 0x8000
	v := float64(math.Float32frombits(uint32(size)<<13)) * bias
	switch {
	case size == infinity:
		v = math.Inf(1)
	case size > infinity:
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

// rowReader reads a two-dimensional array row by row.
type rowReader struct {
	array *npyArray
	dim   int
	whole []float64 // the whole array, if it is stored column by column
	at    int
}

// newRows returns a reader of the rows of an array whose shape was checked.
func newRows(a *npyArray) (*rowReader, *fault) {
	r := &rowReader{array: a, dim: a.shape[1]}
	if r.dim == 0 {
		return nil, &fault{text: "no numbers: want at least 1 feature"}
	}
	n := a.shape[0]
	if !a.fortran || r.dim == 1 || n == 0 {
		return r, nil
	}
	column := make([]float64, n)
	r.whole = make([]float64, n*r.dim)
	for j := range r.dim {
		if f := a.read(column); f != nil {
			return nil, f
		}
		for i, v := range column {
			r.whole[i*r.dim+j] = v
		}
	}
	return r, nil
}

// next reads the next row.
func (r *rowReader) next(out []float64) *fault {
	if r.whole == nil {
		if f := r.array.read(out); f != nil {
			return f
		}
	} else {
		copy(out, r.whole[r.at*r.dim:])
	}
	for j, v := range out {
		if f := finite(v); f != nil {
			return f.at(j).at(r.at)
		}
	}
	r.at++
	return nil
}

// finite returns the fault of an infinity or NaN.
func finite(v float64) *fault {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return &fault{text: fmt.Sprintf("%v is not a finite number: want a number", v)}
	}
	return nil
}
