package recorded

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"go.uber.org/goleak"
)

// The hash is of the bytes of the file, not of its text.
func TestReadGzipHash(t *testing.T) {
	file := compress([]byte(table))
	sum := sha256.Sum256(file)
	if data, err := read(bytes.NewReader(file), "x"); err != nil || data.Hash != hex.EncodeToString(sum[:]) {
		t.Errorf("%v, %v", data, err)
	}
}

// Members one after another are one text, wherever it is cut.
func TestReadGzipMembers(t *testing.T) {
	want := mustRead(t, table)
	for cut := range len(table) {
		file := slices.Concat(compress([]byte(table[:cut])), compress(nil), compress([]byte(table[cut:])))
		data, err := read(iotest.HalfReader(bytes.NewReader(file)), "x")
		if err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
		if err := same(data.Trajectories, want); err != nil {
			t.Fatalf("cut at %d: %v", cut, err)
		}
	}
}

func TestReadGzipCutOff(t *testing.T) {
	for _, text := range []string{table, good + goodEnded} {
		file := compress([]byte(text))
		for end := 2; end < len(file); end++ {
			_, err := read(bytes.NewReader(file[:end]), "x")
			if err == nil || !strings.HasPrefix(err.Error(), "x: ") || !strings.HasSuffix(err.Error(), "the gzip data are cut off: want the whole file") {
				t.Fatalf("%d bytes of %d: %v", end, len(file), err)
			}
		}
	}
}

// No byte of a gzipped file can change without an error, but those of the
// header that say nothing about the text.
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
		"checksum":      {slices.Concat(file[:len(file)-8], []byte{1, 2, 3, 4}, file[len(file)-4:]), "x: line 4: the gzip data are damaged (gzip: invalid checksum): want a whole gzip file and nothing after it"},
		"after the end": {slices.Concat(file, []byte("something else")), "x: line 4: the gzip data are damaged (gzip: invalid header): want a whole gzip file and nothing after it"},
		"the block":     {slices.Concat(file[:header], []byte{0xff, 0xff, 0xff}), "x: line 1: the gzip data are damaged (flate: corrupt input before offset 1): want a whole gzip file and nothing after it"},
		"the method":    {slices.Concat([]byte{0x1f, 0x8b, 9}, file[3:]), "x: the gzip data are damaged (gzip: invalid header): want a whole gzip file and nothing after it"},
		"nothing":       {compress(nil), "x: no episodes: want at least 2, as JSON Lines, CSV or NPZ"},
	} {
		if _, err := read(bytes.NewReader(c.file), "x"); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", name, err, c.want)
		}
	}
}

// counted counts reads, each of a few bytes.
type counted struct {
	r     io.Reader
	count int
}

func (c *counted) Read(p []byte) (int, error) {
	c.count++
	return c.r.Read(p[:min(len(p), 1000)])
}

// However a reading ends, no goroutine is left and nothing more is read: the
// race detector would see it.
func TestReadEndsWithItsReader(t *testing.T) {
	defer goleak.VerifyNone(t)
	all := sample(200, 100, 2, func(k int) float64 { return math.Sin(float64(k)) })
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
		"a broken reader": {io.MultiReader(bytes.NewReader(compress(long)[:100_000]), iotest.ErrReader(broken)), false, broken},
	} {
		r := &counted{r: c.r}
		_, err := read(r, "x")
		r.count++
		if (err == nil) != c.ok || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestReadAhead(t *testing.T) {
	defer goleak.VerifyNone(t)
	broken := errors.New("the cable is out")
	for _, size := range []int{0, 1, 256<<10 - 1, 256 << 10, 256<<10 + 1, 3 << 20} {
		text := make([]byte, size)
		for i := range text {
			text[i] = byte(i * 31 >> 3)
		}
		for _, want := range []error{io.EOF, broken, io.ErrUnexpectedEOF} {
			a, end := readAhead(io.MultiReader(iotest.HalfReader(bytes.NewReader(text)), iotest.ErrReader(want)))
			var got bytes.Buffer
			_, err := io.Copy(&got, struct{ io.Reader }{a})
			if want == io.EOF {
				want = nil
			}
			if err != want || !bytes.Equal(got.Bytes(), text) {
				t.Errorf("%d bytes: read %d, %v, want %v", size, got.Len(), err, want)
			}
			if _, err := a.Read(make([]byte, 1)); err == nil {
				t.Error("no error after the end")
			}
			end()
		}
	}
	a, end := readAhead(iotest.TimeoutReader(strings.NewReader(strings.Repeat("x", 5<<20)))) // ended early
	if n, err := a.Read(make([]byte, 10)); n != 10 || err != nil {
		t.Error(n, err)
	}
	end()
}

func ExampleFormatOf() {
	for _, name := range []string{"walk.jsonl", "walk.csv.gz", "walk.json"} {
		f, gzipped, err := FormatOf(name)
		fmt.Println(f == CSV, gzipped, err)
	}
	// Output:
	// false false <nil>
	// true true <nil>
	// false false "walk.json": want a name that ends in .jsonl, .csv, .jsonl.gz or .csv.gz
}
