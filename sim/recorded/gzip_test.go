package recorded

import (
	"bytes"
	"slices"
	"strings"
	"testing"
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
		"nothing":       {compress(nil), "x: no episodes: want at least 2, as JSON Lines, CSV or NPZ"},
	} {
		if _, err := read(bytes.NewReader(c.file), "x"); err == nil || err.Error() != c.want {
			t.Errorf("%s:\n got %v\nwant %s", name, err, c.want)
		}
	}
}
