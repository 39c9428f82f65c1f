package recorded

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
)

// isZip tells whether a file that starts so is a zip, as an NPZ is.
func isZip(start []byte) bool {
	return bytes.HasPrefix(start, []byte("PK\x03\x04")) || bytes.HasPrefix(start, []byte("PK\x05\x06"))
}

// npz is the arrays of an NPZ by name.
type npz struct {
	files map[string]*zip.File
	names []string // in the order of the file
}

// readNPZ reads the first limit episodes of an NPZ, or all where limit is 0. The
// directory of a zip is at its end, so the file is in memory while it is read.
func readNPZ(r io.Reader, limit int) (*collection, error) {
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	z, err := openNPZ(raw)
	if err != nil {
		return nil, err
	}
	if i := slices.IndexFunc(z.names, func(name string) bool { return nearGroup(lastPart(name)) }); i >= 0 {
		return nil, nearGroupFault(z.names[i], "array")
	}
	var out *collection
	var f *fault
	if z.perEpisode() {
		out, f = z.readEpisodes(limit)
	} else {
		out, f = z.readFlat(limit)
	}
	if f != nil {
		return nil, f
	}
	return out, nil
}

func openNPZ(raw []byte) (*npz, error) {
	in, err := zip.NewReader(bytes.NewReader(raw), int64(len(raw)))
	if err != nil {
		return nil, fmt.Errorf("a damaged zip (%w): want an NPZ as numpy.savez writes it", err)
	}
	z := &npz{files: make(map[string]*zip.File)}
	left := uint64(len(raw))
	for _, f := range in.File {
		name, ok := strings.CutSuffix(f.Name, ".npy")
		switch {
		case !ok:
			return nil, &fault{clip(f.Name), "no array: want an NPZ as numpy.savez writes it"}
		case z.files[name] != nil:
			return nil, &fault{clip(name), "a second array of this name: want one"}
		case f.CompressedSize64 > left: // of arrays that share bytes, as in a bomb
			return nil, &fault{clip(name), "the arrays take more bytes than the file has: want an NPZ as numpy.savez writes it"}
		}
		left -= f.CompressedSize64
		z.files[name] = f
		z.names = append(z.names, name)
	}
	return z, nil
}

// array opens an array of as many dimensions; n is how many it should have along the
// first, −1 for any number.
func (z *npz) array(name string, dimensions, n int, want string) (*npyArray, *fault) {
	f := z.files[name]
	if f == nil {
		return nil, &fault{name, "missing: want " + want}
	}
	a, fault := openArray(f)
	if fault != nil {
		return nil, fault.in(name)
	}
	if fault := a.number.check(); fault != nil {
		a.close.Close()
		return nil, fault.in(name)
	}
	if len(a.shape) != dimensions || n >= 0 && a.shape[0] != n {
		a.close.Close()
		return nil, shapeFault(a.shape, want).in(name)
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
	if a.shape[1] == 0 {
		a.close.Close()
		return nil, (&fault{text: "no numbers: want at least 1 feature"}).in(name)
	}
	r, f := newRows(a)
	if f != nil {
		a.close.Close()
	}
	return r, f.in(name)
}

// vector reads an array of n numbers, any number where that is −1.
func (z *npz) vector(name string, n int, want string) ([]float64, *fault) {
	a, f := z.array(name, 1, n, want)
	if f != nil {
		return nil, f
	}
	defer a.close.Close()
	r := &rowReader{array: a, dim: 1}
	out := make([]float64, a.shape[0])
	for i := range out {
		if f := r.next(out[i : i+1]); f != nil {
			// A place in a vector has one number, which next puts a second after.
			f.field = strings.TrimSuffix(f.field, "[0]")
			return nil, f.in(name)
		}
	}
	return out, a.end().in(name)
}

// flags reads an array of n flags.
func (z *npz) flags(name string, n int, want string) ([]bool, *fault) {
	numbers, f := z.vector(name, n, want)
	if f != nil {
		return nil, f
	}
	out := make([]bool, len(numbers))
	for i, v := range numbers {
		if v != 0 && v != 1 {
			return nil, (&fault{text: fmt.Sprintf("%v: want true or false, or 1 or 0", v)}).at(i).in(name)
		}
		out[i] = v == 1
	}
	return out, nil
}
