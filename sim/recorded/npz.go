package recorded

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// isZip reports whether a file with this start is a zip, as an NPZ is.
func isZip(start []byte) bool {
	return bytes.HasPrefix(start, []byte("PK\x03\x04")) || bytes.HasPrefix(start, []byte("PK\x05\x06"))
}

// npz has the arrays of an NPZ.
type npz struct {
	files map[string]*zip.File
	names []string // in file order
}

// readZip reads the episodes of an NPZ with size bytes.
func readZip(r io.ReaderAt, size int64, out *collection) error {
	z, err := openNPZ(r, size)
	if err != nil {
		return err
	}
	for _, name := range z.names {
		if f := nearName(name, "array", fieldRatios); f != nil {
			return f
		}
	}
	out.format = "NPZ, arrays of all episodes"
	if z.perEpisode() {
		out.format = "NPZ, arrays of each episode"
		return z.readEpisodes(out)
	}
	return z.readFlat(out)
}

func openNPZ(r io.ReaderAt, size int64) (*npz, error) {
	in, err := zip.NewReader(r, size)
	if err != nil {
		return nil, fmt.Errorf("a damaged zip (%w): want an NPZ as numpy.savez writes it", err)
	}
	z := &npz{files: make(map[string]*zip.File)}
	left := uint64(size)
	for _, f := range in.File {
		name, ok := strings.CutSuffix(f.Name, ".npy")
		switch {
		case !ok:
			return nil, &fault{clip(f.Name), "no array: want an NPZ as numpy.savez writes it"}
		case z.files[name] != nil:
			return nil, &fault{clip(name), "a second array of this name: want one"}
		case f.CompressedSize64 > left: // entries that share bytes, as in a zip bomb
			return nil, &fault{clip(name), "the arrays take more bytes than the file has: want an NPZ as numpy.savez writes it"}
		}
		left -= f.CompressedSize64
		z.files[name] = f
		z.names = append(z.names, name)
	}
	return z, checkStart(r, size)
}

// checkStart returns an error for data before the zip, such as another NPZ, because the directory
// lists the last one alone. The record at the end of a zip has the place of the directory, except
// for zips of 4 GB and more.
func checkStart(r io.ReaderAt, size int64) error {
	const magic, length, most, elsewhere = "PK\x05\x06", 22, 64 << 10, math.MaxUint32
	tail := make([]byte, min(size, length+most))
	if _, err := r.ReadAt(tail, size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	at := bytes.LastIndex(tail, []byte(magic))
	if at < 0 || at+length > len(tail) {
		return nil
	}
	bytes, offset := binary.LittleEndian.Uint32(tail[at+12:]), binary.LittleEndian.Uint32(tail[at+16:])
	if end := size - int64(len(tail)) + int64(at); offset != elsewhere && int64(offset)+int64(bytes) != end {
		return errors.New("something stands before its arrays, such as another NPZ: want each NPZ in its own file, and --data for each")
	}
	return nil
}

// array opens an array with a number of dimensions, and with n items along the first, −1 for any
// number.
func (z *npz) array(name string, dimensions, n int, want string) (*npyArray, *fault) {
	f := z.files[name]
	if f == nil {
		return nil, &fault{name, "missing: want " + want}
	}
	a, fault := openArray(f)
	if fault != nil {
		return nil, fault.in(name)
	}
	if dimensions == 1 && len(a.shape) == 2 && a.shape[1] == 1 { // as replay buffers store numbers
		a.shape = a.shape[:1]
	}
	fault = a.number.check()
	if fault == nil && (len(a.shape) != dimensions || n >= 0 && a.shape[0] != n) {
		fault = shapeFault(a.shape, want)
	}
	if fault != nil {
		a.close.Close()
		return nil, fault.in(name)
	}
	return a, nil
}

func shapeFault(shape []int, want string) *fault {
	return &fault{text: fmt.Sprintf("shape %s: want %s", shapeText(shape), want)}
}

// matrix opens an array whose rows are observations.
func (z *npz) matrix(name string, n int, want string) (*rowReader, *fault) {
	a, f := z.array(name, 2, n, want)
	if f != nil {
		return nil, f
	}
	r, f := newRows(a)
	if f != nil {
		a.close.Close()
	}
	return r, f.in(name)
}

// vector reads an array of n numbers, −1 for any number.
func (z *npz) vector(name string, n int, want string) ([]float64, *fault) {
	a, f := z.array(name, 1, n, want)
	if f != nil {
		return nil, f
	}
	defer a.close.Close()
	out := make([]float64, a.shape[0])
	if f := readNumbers(a, out, 0); f != nil {
		return nil, f.in(name)
	}
	return out, a.end().in(name)
}

// readNumbers reads numbers of a one-dimensional array, from index first on.
func readNumbers(a *npyArray, out []float64, first int) *fault {
	for i := range out {
		if f := a.read(out[i : i+1]); f != nil {
			return f
		}
		if f := finite(out[i]); f != nil {
			return f.at(first + i)
		}
	}
	return nil
}

// flags reads an array of n flags.
func (z *npz) flags(name string, n int, want string) ([]bool, *fault) {
	a, f := z.array(name, 1, n, want)
	if f != nil {
		return nil, f
	}
	defer a.close.Close()
	const chunk = 4096
	out, numbers := make([]bool, 0, a.shape[0]), make([]float64, chunk)
	for len(out) < cap(out) {
		some := numbers[:min(chunk, cap(out)-len(out))]
		if f := readNumbers(a, some, len(out)); f != nil {
			return nil, f.in(name)
		}
		for _, v := range some {
			if v != 0 && v != 1 {
				return nil, (&fault{text: fmt.Sprintf("%v: want true or false, or 1 or 0", v)}).at(len(out)).in(name)
			}
			out = append(out, v == 1)
		}
	}
	return out, a.end().in(name)
}
