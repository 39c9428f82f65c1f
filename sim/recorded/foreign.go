package recorded

import (
	"bytes"
	"errors"
	"strings"
)

// foreignStart is the number of bytes that identify a file.
const foreignStart = 512

// foreignFormats are the starts of files in foreign formats, with the format and the way to convert it.
var foreignFormats = []struct{ magic, text string }{
	{"\x89HDF\r\n\x1a\n", `an HDF5 file: want it as NPZ, for D4RL by python3 -c "import h5py, numpy; f = h5py.File('FILE'); numpy.savez('FILE.npz', **{k: f[k][:] for k in ('observations', 'rewards', 'terminals', 'timeouts', 'next_observations') if k in f})"; lambdascope guide data has programs for it`},
	{"PAR1", `a Parquet file: want it as CSV, by python3 -c "import pandas; pandas.read_parquet('FILE').to_csv('FILE.csv', index=False)", with ` + header},
	{"ARROW1", `an Arrow file: want it as CSV, by python3 -c "import pyarrow.feather as f; f.read_feather('FILE').to_csv('FILE.csv', index=False)", with ` + header},
	{"\xff\xff\xff\xff", `an Arrow stream: want it as CSV, by python3 -c "import pyarrow.ipc as i; i.open_stream(open('FILE', 'rb')).read_pandas().to_csv('FILE.csv', index=False)", with ` + header},
	{"\x28\xb5\x2f\xfd", "compressed with zstd: want it plain or gzipped, by zstd -d FILE"},
	{"\xfd7zXZ\x00", "compressed with xz: want it plain or gzipped, by xz -dk FILE"},
	{"BZh", "compressed with bzip2: want it plain or gzipped, by bunzip2 -k FILE"},
	{"\x93NUMPY", `a single array of NumPy: want all arrays in one NPZ, by python3 -c "import numpy; numpy.savez('FILE.npz', observations=…, rewards=…, terminals=…, timeouts=…)", each numpy.load('FILE.npy')`},
	{"version https://git-lfs.github.com/spec/", "a pointer of Git LFS in place of the file: want the file, by git lfs pull"},
	{gzipMagic, "gzipped twice: want it gzipped once, by gunzip FILE"},
	{"PK\x03\x04", "an NPZ, or another zip, that is gzipped: want it as it is, by gunzip FILE"},
	{"\xff\xfe", "text in UTF-16: want UTF-8, by iconv -f UTF-16 -t UTF-8 FILE > FILE.csv"},
	{"\xfe\xff", "text in UTF-16: want UTF-8, by iconv -f UTF-16 -t UTF-8 FILE > FILE.csv"},
}

// foreign returns an error for the start of a file in a foreign format, perhaps decompressed; nil if
// the format may be known.
func foreign(start []byte) error {
	for _, f := range foreignFormats {
		if bytes.HasPrefix(start, []byte(f.magic)) {
			return errors.New(f.text)
		}
	}
	const tar = 257 // offset of the magic number
	zero := func(i int) bool {
		return len(start) > 3 && start[i] == 0 && start[i+2] == 0 && start[1-i] != 0 && start[3-i] != 0
	}
	switch text := strings.ToLower(string(bytes.TrimSpace(start))); {
	case len(start) > 1 && start[0] == 0x80 && start[1] >= 2 && start[1] <= 5:
		return errors.New(`a pickle of Python: want its arrays as NPZ, by python3 -c "import pickle, numpy; numpy.savez('FILE.npz', **pickle.load(open('FILE', 'rb')))" where it is a dictionary of D4RL's arrays; a pickle can run code, so that you should know where it comes from`)
	case len(start) > tar && bytes.HasPrefix(start[tar:], []byte("ustar")):
		return errors.New("a tar archive: want the files in it, by mkdir FOLDER && tar -xf FILE -C FOLDER; --data takes the folder")
	case zero(1):
		return errors.New("text in UTF-16: want UTF-8, by iconv -f UTF-16LE -t UTF-8 FILE > FILE.csv")
	case zero(0):
		return errors.New("text in UTF-16: want UTF-8, by iconv -f UTF-16BE -t UTF-8 FILE > FILE.csv")
	case strings.HasPrefix(text, "<!doctype"), strings.HasPrefix(text, "<html"):
		return errors.New("a web page in place of the file: want the file that it links to")
	}
	return nil
}
