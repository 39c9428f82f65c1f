package recorded

import (
	"bytes"
	"strings"
	"testing"
)

// TestForeignFiles: errors name foreign formats and the conversion, whatever the name of the
// file, also if gzipped.
func TestForeignFiles(t *testing.T) {
	if _, err := read(bytes.NewReader(compress(compress([]byte(table)))), "x"); err == nil || err.Error() != "x: gzipped twice: want it gzipped once, by gunzip FILE" {
		t.Error(err)
	}
	for name, c := range map[string]struct{ file, is, by string }{
		"hdf5":                              {"\x89HDF\r\n\x1a\n\x00\x00", "an HDF5 file", "numpy.savez("},
		"parquet":                           {"PAR1\x15\x04", "a Parquet file", "read_parquet("},
		"zstd":                              {"\x28\xb5\x2f\xfd\x04", "compressed with zstd", "zstd -d FILE"},
		"pickle":                            {"\x80\x04\x95", "a pickle of Python", "numpy.savez("},
		"tar":                               {strings.Repeat("a", 257) + "ustar\x0000" + strings.Repeat("\x00", 300), "a tar archive", "tar -xf FILE"},
		"lfs":                               {"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "a pointer of Git LFS", "git lfs pull"},
		"utf-16":                            {"\xff\xfee\x00p\x00\n\x00", "text in UTF-16", "iconv -f UTF-16"},
		"utf-16 without a mark, little end": {"e\x00p\x00i\x00", "text in UTF-16", "iconv -f UTF-16LE"},
		"utf-16 without a mark, big end":    {"\x00e\x00p\x00i", "text in UTF-16", "iconv -f UTF-16BE"},
		"page":                              {"\n <!DOCTYPE html><html>", "a web page", "want the file"},
		"list":                              {`[{"observations":`, "line 1: a list", "jq -c '.[]' FILE"},
		"indented":                          {"{\n  \"observations\": [", "line 1: an object over several lines", "jq -c . FILE"},
	} {
		for how, raw := range map[string][]byte{"plain": []byte(c.file), "gzipped": compress([]byte(c.file))} {
			_, err := read(bytes.NewReader(raw), "walk.csv")
			if err == nil || !strings.HasPrefix(err.Error(), "walk.csv: "+c.is) || !strings.Contains(err.Error(), c.by) {
				t.Errorf("%s, %s: %v", name, how, err)
			}
		}
	}
	_, err := read(bytes.NewReader(compress(npzOf(t, floats("rewards", "(1,)", 1)))), "x")
	if err == nil || !strings.Contains(err.Error(), "that is gzipped") {
		t.Error(err)
	}
}
