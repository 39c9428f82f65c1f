package recorded

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/testutil"
)

// TestSpool reads back spooled trajectories of every kind, and fails if the end is missing.
func TestSpool(t *testing.T) {
	for _, name := range []string{"minari.jsonl", "flat.npz", "ratios"} {
		var in io.Reader = strings.NewReader(weighted("[0,2.5]") + weighted("[1,1]") + weighted("[1,3]"))
		if name != "ratios" {
			file := testutil.Get(os.Open(filepath.Join("testdata", name)))(t)
			defer file.Close()
			in = file
		}
		var all []*estimator.Trajectory
		var spool []byte
		if _, err := each(in, name, Reader{Least: 1}, func(x *estimator.Trajectory) error {
			all, spool = append(all, x), AppendSpool(spool, x)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		collect := func(b []byte) (out []*estimator.Trajectory, err error) {
			err = EachSpooled(bytes.NewReader(b), all[0].Dim(), func(x *estimator.Trajectory) error {
				out = append(out, x)
				return nil
			})
			return out, err
		}
		got, err := collect(spool)
		if err != nil || !reflect.DeepEqual(got, all) {
			t.Errorf("%s: %d trajectories, %v: want the %d there were", name, len(got), err, len(all))
		}
		if _, err := collect(spool[:len(spool)-1]); err == nil {
			t.Errorf("%s: a spool without its last byte is no error", name)
		}
		stop := errors.New("stop")
		if err := EachSpooled(bytes.NewReader(spool), all[0].Dim(), func(*estimator.Trajectory) error { return stop }); !errors.Is(err, stop) {
			t.Errorf("%s: error %v, want that of take", name, err)
		}
	}
}

// TestEachAnywhere reads an NPZ with random access and as a stream, with the same trajectories
// and hash.
func TestEachAnywhere(t *testing.T) {
	file := filepath.Join("testdata", "flat.npz")
	raw := testutil.Get(os.ReadFile(file))(t)
	in := testutil.Get(os.Open(file))(t)
	defer in.Close()
	if !Rereadable(in) || Rereadable(bytes.NewReader(raw)) {
		t.Error("an NPZ on the disk alone is read in place")
	}
	want := testutil.Get(read(bytes.NewReader(raw), "it"))(t)
	for range 2 { // it is left as it was
		var got []*estimator.Trajectory
		data, err := each(in, "it", Reader{Least: 1}, func(x *estimator.Trajectory) error {
			got = append(got, x)
			return nil
		})
		if err != nil || data.Hash != want.Hash || !reflect.DeepEqual(got, want.Trajectories) {
			t.Errorf("%d trajectories, %+v, %v: want %d, hash %s", len(got), data, err, len(want.Trajectories), want.Hash)
		}
	}
}
