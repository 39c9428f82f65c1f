package recorded

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// isZip reports whether a file with this start is a zip, as an NPZ is.
func isZip(start []byte) bool {
	return bytes.HasPrefix(start, []byte("PK\x03\x04")) || bytes.HasPrefix(start, []byte("PK\x05\x06"))
}

// npz has the arrays of an NPZ.
type npz struct {
	files map[string]*zip.File
	names []string    // in file order
	open  []*npyArray // up to close
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
	defer z.close()
	switch {
	case z.perEpisode():
		out.file.Format = "NPZ, arrays of each episode"
		return z.readEpisodes(out)
	case out.State != nil && z.files[fieldRewards] == nil && z.files[fieldTerminals] == nil && z.files[fieldTimeouts] == nil:
		out.file.Format = "NPZ, observations"
		return z.readStates(out)
	}
	out.file.Format = "NPZ, arrays of all episodes"
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
	const (
		magic     = "PK\x05\x06"
		length    = 22
		most      = 64 << 10
		elsewhere = math.MaxUint32
	)
	tail := make([]byte, min(size, length+most))
	if _, err := r.ReadAt(tail, size-int64(len(tail))); err != nil && !errors.Is(err, io.EOF) {
		return err
	}
	at := bytes.LastIndex(tail, []byte(magic))
	if at < 0 || at+length > len(tail) {
		return nil
	}
	bytes := binary.LittleEndian.Uint32(tail[at+12:])
	offset := binary.LittleEndian.Uint32(tail[at+16:])
	if end := size - int64(len(tail)) + int64(at); offset != elsewhere && int64(offset)+int64(bytes) != end {
		return errors.New("something stands before its arrays, such as another NPZ: want each NPZ in its own file, and --data for each")
	}
	return nil
}

// array opens an array with a number of dimensions, and with n items along the first, −1 for any
// number. Replay buffers store single numbers as rows.
func (z *npz) array(name string, dimensions, n int, want string) (*npyArray, *fault) {
	file := z.files[name]
	if file == nil {
		return nil, &fault{name, "missing: want " + want}
	}
	a, f := openArray(name, file)
	if f != nil {
		return nil, f
	}
	z.open = append(z.open, a)
	if dimensions == 1 && len(a.shape) == 2 && a.shape[1] == 1 {
		a.shape = a.shape[:1]
	} else if n == 1 && len(a.shape) == 0 {
		a.shape = []int{1}
	}
	switch {
	case len(a.shape) != dimensions, n >= 0 && a.shape[0] != n:
		return nil, shapeFault(a.shape, want).in(name)
	case dimensions < 2:
		return a, nil
	case a.shape[1] == 0:
		return nil, &fault{name, "no numbers: want at least 1 feature"}
	case a.fortran && a.shape[0] > 0 && a.shape[1] > 1:
		return a, a.transpose()
	}
	return a, nil
}

// numbers is array for numbers alone.
func (z *npz) numbers(name string, dimensions, n int, want string) (*npyArray, *fault) {
	a, f := z.array(name, dimensions, n, want)
	if f == nil && a.number.text() {
		f = &fault{name, "text: " + wantNumbers}
	}
	return a, f
}

func shapeFault(shape []int, want string) *fault {
	return &fault{text: fmt.Sprintf("shape %s: want %s", shapeText(shape), want)}
}

// checkEnds returns an error for data after the numbers of the open arrays.
func (z *npz) checkEnds() error {
	for _, a := range z.open {
		if f := a.end(); f != nil {
			return f
		}
	}
	return nil
}

// close closes the open arrays.
func (z *npz) close() {
	for _, a := range z.open {
		a.close.Close()
	}
	z.open = z.open[:0]
}

// flags reads an array of n flags.
func (z *npz) flags(name string, n int, want string) ([]bool, *fault) {
	a, f := z.numbers(name, 1, n, want)
	if f != nil {
		return nil, f
	}
	const chunk = 4096
	out := make([]bool, n)
	numbers := make([]float64, chunk)
	for some := range slices.Chunk(out, chunk) {
		first := a.at
		if f := a.next(numbers[:len(some)]); f != nil {
			return nil, f
		}
		for i := range some {
			if v := numbers[i]; v != 0 && v != 1 {
				return nil, &fault{a.place(first + i), fmt.Sprintf("%v: want true or false, or 1 or 0", v)}
			}
			some[i] = numbers[i] == 1
		}
	}
	return out, nil
}

// labels reads an array of n labels.
func (z *npz) labels(name string, n int, want string) ([]string, *fault) {
	a, f := z.array(name, 1, n, want)
	if f != nil {
		return nil, f
	}
	out := make([]string, n)
	for i := range out {
		if out[i], f = a.nextLabel(); f != nil {
			return nil, f
		}
	}
	return out, nil
}
