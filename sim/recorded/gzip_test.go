package recorded

import (
	"bytes"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"go.uber.org/goleak"
)

// TestReadGzipDamaged: every changed byte of a gzipped file is an error, except in the header.
func TestReadGzipDamaged(t *testing.T) {
	file := compress([]byte(good + goodEnded + good))
	const header = 10
	for i := range file {
		damaged := bytes.Clone(file)
		damaged[i] ^= 0x55
		_, err := read(bytes.NewReader(damaged), "x")
		switch {
		case err == nil && i >= header:
			t.Errorf("byte %d of %d: no error", i, len(file))
		case err != nil && !strings.HasPrefix(err.Error(), "x: "):
			t.Errorf("byte %d: %v", i, err)
		}
	}
	for name, c := range map[string]struct {
		file []byte
		want string
	}{
		"checksum":      {slices.Concat(file[:len(file)-8], []byte{1, 2, 3, 4}, file[len(file)-4:]), "x: line 4: the gzip data are damaged (gzip: invalid checksum): want a whole gzip file"},
		"after the end": {slices.Concat(file, []byte("something else")), "x: line 4: something follows the end of the gzip data: want nothing after it, or more gzip data"},
		"a second, cut": {slices.Concat(file, file[:3]), "x: line 4: the gzip data are cut off: want the whole file"},
		"the block":     {slices.Concat(file[:header], []byte{0xff, 0xff, 0xff}), "x: line 1: the gzip data are damaged (flate: corrupt input before offset 1): want a whole gzip file"},
		"the method":    {slices.Concat([]byte{0x1f, 0x8b, 9}, file[3:]), "x: the gzip data are damaged (gzip: invalid header): want a whole gzip file"},
		"nothing":       {compress(nil), "x: no episodes: want at least 2, as JSON Lines, CSV or NPZ"},
	} {
		if _, err := read(bytes.NewReader(c.file), "x"); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", name, err, c.want)
		}
	}
}

// TestReadEndsWithItsReader: no goroutine is left, however a reading ends.
func TestReadEndsWithItsReader(t *testing.T) {
	defer goleak.VerifyNone(t)
	all := sample(100, 100, 2, func(k int) float64 { return math.Sin(float64(k)) })
	long := write(CSV, false, all)
	wrong := append(bytes.Clone(long), "x,y\n"...)
	early := append([]byte(table+"x,y\n"), long...)
	broken := errors.New("the cable is out")
	for name, c := range map[string]struct {
		r    io.Reader
		ok   bool
		want error
	}{
		"whole":           {bytes.NewReader(compress(long)), true, nil},
		"a fault":         {bytes.NewReader(compress(wrong)), false, nil},
		"an early fault":  {bytes.NewReader(compress(early)), false, nil},
		"a broken reader": {io.MultiReader(bytes.NewReader(compress(long)[:60_000]), iotest.ErrReader(broken)), false, broken},
	} {
		data, err := read(c.r, "x")
		if c.ok {
			err = errors.Join(err, same(data.Trajectories, all))
		}
		if (err == nil) != c.ok || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
