package recorded

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"testing"

	"lambdascope/sim/testutil"
)

// flatText is the content of the files in testdata, written by NumPy 1.24: an episode cut off
// after two transitions, and two that terminate, after one and after two.
const flatText = `{"observations":[[1,2],[3,4],[7,8]],"rewards":[0.5,-1],"terminated":false}
{"observations":[[5,6]],"rewards":[2],"terminated":true}
{"observations":[[1,0],[2,0.5]],"rewards":[0,1],"terminated":true}
`

func readTestdata(t testing.TB, name string) []byte {
	t.Helper()
	return testutil.Get(os.ReadFile("testdata/" + name))(t)
}

func TestReadNumPy(t *testing.T) {
	want := mustRead(t, flatText)
	for _, name := range []string{"flat.npz", "flat-types.npz", "episodes.npz"} {
		raw := readTestdata(t, name)
		data, err := read(bytes.NewReader(raw), "x")
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if err := same(data.Trajectories, want); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// array is an array to write to an NPZ.
type array struct {
	name, kind, shape string
	fortran           bool
	data              []byte
}

// floats returns an array of float64s with a shape in Python's notation.
func floats(name, shape string, values ...float64) array {
	a := array{name: name, kind: "<f8", shape: shape}
	for _, v := range values {
		a.data = binary.LittleEndian.AppendUint64(a.data, math.Float64bits(v))
	}
	return a
}

// marks returns an array of flags.
func marks(name string, values ...byte) array {
	return array{name: name, kind: "|b1", shape: fmt.Sprintf("(%d,)", len(values)), data: values}
}

// header returns the start of the array's file.
func (a array) header() []byte {
	order := "False"
	if a.fortran {
		order = "True"
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }\n", a.kind, order, a.shape)
	return append(binary.LittleEndian.AppendUint16([]byte("\x93NUMPY\x01\x00"), uint16(len(text))), text...)
}

// npzOf returns an NPZ of arrays.
func npzOf(t testing.TB, arrays ...array) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, a := range arrays {
		w, err := z.Create(a.name + ".npy")
		if err == nil {
			_, err = w.Write(append(a.header(), a.data...))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	testutil.Check(t, z.Close())
	return out.Bytes()
}

// flat returns the arrays of a flat file with two episodes of one transition each. Others replace
// arrays of their names, or are added.
func flat(others ...array) []array {
	out := []array{
		floats("observations", "(2, 1)", 1, 2), floats("rewards", "(2,)", 0, 1),
		marks("terminals", 1, 1), marks("timeouts", 0, 0),
	}
	for _, o := range others {
		at := len(out)
		for i := range out {
			if out[i].name == o.name {
				at = i
			}
		}
		if at == len(out) {
			out = append(out, o)
		}
		out[at] = o
	}
	return out
}

// without returns the arrays except one.
func without(name string, arrays []array) []array {
	var out []array
	for _, a := range arrays {
		if a.name != name {
			out = append(out, a)
		}
	}
	return out
}

func TestReadNPZErrors(t *testing.T) {
	kind := func(name, kind string, size int) array {
		return array{name: name, kind: kind, shape: "(2, 1)", data: make([]byte, 2*size)}
	}
	const wantNumbers = "want floats of 2, 4 or 8 bytes, integers or booleans"
	episode := func(others ...array) []array {
		out := []array{
			floats("episode_0/observations", "(2, 1)", 1, 2), floats("episode_0/rewards", "(1,)", 1),
			marks("episode_0/terminations", 1), marks("episode_0/truncations", 0),
		}
		for _, o := range others {
			out = append(without(o.name, out), o)
		}
		return out
	}
	for _, c := range []struct {
		arrays []array
		want   string
	}{
		{without("rewards", flat()), "rewards: missing: want one number for each transition, in one dimension"},
		{flat(marks("terminals", 1, 0)), "timeouts[1]: false, and terminals too, at the last transition, so that an episode just ends: want either true, or the episode left out"},
		{flat(marks("terminals", 1, 0), marks("timeouts", 0, 1)), "next_observations: missing: want (2, features), one row for each reward, as timeouts cut episodes off and no other array has what was observed after them"},
		{flat(marks("terminals", 0, 1), floats("next_observations", "(2, 1)", 7, 8)), "next_observations[0]: not the same as observations[1], though the episode goes on: they differ by up to 5; want transitions in their order, and an end wherever the environment was reset"},
		{flat(floats("observations", "(2, 1)", 1, math.NaN())), "observations[1][0]: NaN is not a finite number: want a number"},
		{flat(kind("observations", "|O", 8)), "observations: an array of Python objects, which are pickled and are not read: " + wantNumbers},
		{[]array{floats("rewards", "(0,)"), floats("observations", fmt.Sprintf("(0, %d)", math.MaxInt/2+1))}, "no episodes: want at least 2, as JSON Lines, CSV or NPZ"},
		{[]array{floats("episode_0/rewards", "(0,)"), {name: "episode_0/observations", kind: "<f8", shape: fmt.Sprintf("(0, %d)", math.MaxInt/2+1), fortran: true}}, "episode_0/terminations: missing: want (0,), one for each reward"},
		{flat(array{name: "observations", kind: "<u8", shape: "(2, 1)", data: bytes.Repeat([]byte{255}, 16)}), "observations: an integer beyond 2⁵³, which a float64 does not hold exactly: want smaller ones, or floats"},

		{episode(marks("episode_0/terminations", 0)), "episode_0/truncations[0]: false, and terminations too, so that the episode just ends: want either true"},
		{episode(floats("episode_0/observations", "(3, 1)", 1, 2, 3)), "episode_0/observations: 3 for 1 reward: want 2, or 1 without the last one, as the episode terminated"},
		{episode(floats("episode_0/observations/goal", "(1, 1)", 1)), "episode_0/observations/goal: observations of parts: want them side by side in one array, episode_0/observations"},
	} {
		wantFault(t, npzOf(t, c.arrays...), c.want)
	}
}

// zipWith returns a zip with a file, of a claimed size when uncompressed unless it is 0.
func zipWith(t testing.TB, name, content string, size uint64) []byte {
	t.Helper()
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	w := testutil.Get(z.CreateRaw(&zip.FileHeader{Name: name, Method: zip.Store, CompressedSize64: uint64(len(content)), UncompressedSize64: max(size, uint64(len(content)))}))(t)
	testutil.Get(io.WriteString(w, content))(t)
	testutil.Check(t, z.Close())
	return out.Bytes()
}

func TestReadDamagedNPZ(t *testing.T) {
	whole := npzOf(t, flat()...)
	bomb := zipWith(t, "rewards.npy", strings.Repeat("x", 1<<20), 1<<30)
	for want, raw := range map[string][]byte{
		"a damaged zip (zip: not a valid zip file): want an NPZ as numpy.savez writes it":             whole[:len(whole)-30],
		"rewards: no NumPy array: want one as numpy.savez writes it":                                  zipWith(t, "rewards.npy", "\x93NUMPX", 0),
		"rewards.txt: no array: want an NPZ as numpy.savez writes it":                                 zipWith(t, "rewards.txt", "1", 0),
		"rewards: 1048576 bytes in the file are to become 1073741824: want at most 500 times as many": bomb,
		"rewards: the header \"{}\": want descr, fortran_order and shape":                             zipWith(t, "rewards.npy", "\x93NUMPY\x01\x00\x02\x00{}", 0),
		"rewards: an array of records: want one of numbers for each field":                            zipWith(t, "rewards.npy", "\x93NUMPY\x01\x00\x48\x00{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (3,), }      \n", 0),
		"observations: an array of Python objects, which are pickled and are not read: want":          nil,
	} {
		if raw == nil {
			raw = readTestdata(t, "pickled.npz")
		}
		if _, err := read(bytes.NewReader(raw), "a.npz"); err == nil || !strings.HasPrefix(err.Error(), "a.npz: ") || !strings.Contains(err.Error(), want) {
			t.Errorf("%v\nwant %s", err, want)
		}
	}
	// With a byte other than it was, a file is an error or holds trajectories.
	for _, name := range []string{"flat.npz", "flat-types.npz", "episodes.npz"} {
		whole := readTestdata(t, name)
		for at := 0; at < len(whole); at += 9 {
			changed := bytes.Clone(whole)
			changed[at] ^= 0x55
			checkNPZ(t, changed)
		}
	}
}

// FuzzReadNPZ: a damaged file gives an error, or trajectories that survive writing.
func FuzzReadNPZ(f *testing.F) {
	for _, name := range []string{"flat.npz", "flat-types.npz", "episodes.npz", "pickled.npz"} {
		f.Add(readTestdata(f, name))
	}
	f.Add(npzOf(f, flat()...))
	f.Add(readTestdata(f, "groups.npz"))
	f.Add(readTestdata(f, "groups-flat.npz"))
	f.Add(npzOf(f, flat(floats("ratios", "(2,)", 0.5, 2))...))
	f.Add(npzOf(f, weightedEpisodes([]float64{0.5}, []float64{2})...))
	f.Fuzz(func(t *testing.T, raw []byte) { checkNPZ(t, raw) })
}

// checkNPZ reads a file that may be damaged.
func checkNPZ(t *testing.T, raw []byte) {
	data, err := read(bytes.NewReader(raw), "the name")
	if err != nil {
		if !strings.HasPrefix(err.Error(), "the name: ") {
			t.Fatal(err)
		}
		return
	}
	testutil.Check(t, same(mustRead(t, string(write(JSONL, false, data.Trajectories))), data.Trajectories))
}
