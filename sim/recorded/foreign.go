package recorded

import (
	"bytes"
	"errors"
	"strings"
)

// foreignStart is the number of bytes that identify a file.
const foreignStart = 512

// foreign returns an error for the start of a file in a foreign format, with the way to convert
// it; nil if the format may be known.
func foreign(start []byte) error {
	has := func(magic string) bool { return bytes.HasPrefix(start, []byte(magic)) }
	const guide = "; lambdascope guide data has programs for it"
	const tar = 257 // offset of the magic number
	text := strings.ToLower(string(bytes.TrimSpace(start)))
	what := ""
	switch {
	case has("\x89HDF\r\n\x1a\n"):
		what = `an HDF5 file: want it as NPZ, for D4RL by python3 -c "import h5py, numpy; f = h5py.File('FILE'); numpy.savez('FILE.npz', **{k: f[k][:] for k in ('observations', 'rewards', 'terminals', 'timeouts', 'next_observations') if k in f})"` + guide
	case has("PAR1"):
		what = `a Parquet file: want it as CSV, by python3 -c "import pandas; pandas.read_parquet('FILE').to_csv('FILE.csv', index=False)", with ` + header
	case has("ARROW1"):
		what = `an Arrow file: want it as CSV, by python3 -c "import pyarrow.feather as f; f.read_feather('FILE').to_csv('FILE.csv', index=False)", with ` + header
	case has("\xff\xff\xff\xff"):
		what = `an Arrow stream: want it as CSV, by python3 -c "import pyarrow.ipc as i; i.open_stream(open('FILE', 'rb')).read_pandas().to_csv('FILE.csv', index=False)", with ` + header
	case has("\x28\xb5\x2f\xfd"):
		what = "compressed with zstd: want it plain or gzipped, by zstd -d FILE"
	case has("\xfd7zXZ\x00"):
		what = "compressed with xz: want it plain or gzipped, by xz -dk FILE"
	case has("BZh"):
		what = "compressed with bzip2: want it plain or gzipped, by bunzip2 -k FILE"
	case len(start) > 1 && start[0] == 0x80 && start[1] >= 2 && start[1] <= 5:
		what = `a pickle of Python: want its arrays as NPZ, by python3 -c "import pickle, numpy; numpy.savez('FILE.npz', **pickle.load(open('FILE', 'rb')))" where it is a dictionary of D4RL's arrays; a pickle can run code, so that you should know where it comes from`
	case has("\x93NUMPY"):
		what = `a single array of NumPy: want all arrays in one NPZ, by python3 -c "import numpy; numpy.savez('FILE.npz', observations=…, rewards=…, terminals=…, timeouts=…)", each numpy.load('FILE.npy')`
	case len(start) > tar && bytes.HasPrefix(start[tar:], []byte("ustar")):
		what = "a tar archive: want the files in it, by mkdir FOLDER && tar -xf FILE -C FOLDER; --data takes the folder"
	case has("version https://git-lfs.github.com/spec/"):
		what = "a pointer of Git LFS in place of the file: want the file, by git lfs pull"
	case has(gzipMagic):
		what = "gzipped twice: want it gzipped once, by gunzip FILE"
	case len(start) > 3 && start[0] != 0 && start[1] == 0 && start[2] != 0 && start[3] == 0:
		what = "text in UTF-16: want UTF-8, by iconv -f UTF-16LE -t UTF-8 FILE > FILE.csv"
	case len(start) > 3 && start[0] == 0 && start[1] != 0 && start[2] == 0 && start[3] != 0:
		what = "text in UTF-16: want UTF-8, by iconv -f UTF-16BE -t UTF-8 FILE > FILE.csv"
	case has("\xff\xfe"), has("\xfe\xff"):
		what = "text in UTF-16: want UTF-8, by iconv -f UTF-16 -t UTF-8 FILE > FILE.csv"
	case strings.HasPrefix(text, "<!doctype"), strings.HasPrefix(text, "<html"):
		what = "a web page in place of the file: want the file that it links to"
	default:
		return nil
	}
	return errors.New(what)
}
