package truth

import (
	"bytes"
	"compress/gzip"
	"io"
	"math"
	"reflect"
	"strings"
	"testing"

	"lambdascope/sim"
)

// small returns profiles with sums of either sign, of several bytes, and a state
// whose rollouts pay nothing.
func small() *Profiles {
	return &Profiles{
		Plan:   Plan{Seed: math.MaxUint64, Episodes: 7, States: 3, Rollouts: 2, Shown: 1, ShownRollouts: 9},
		Domain: "some", Start: "where", Longest: 40,
		size: 2, states: []byte{1, 2, 3, 4, 5, 6},
		halves: [2]half{
			{sums: []int32{6, -9, 0, 3, math.MaxInt32 / 3 * 3}, ends: []int{4, 4, 5}},
			{sums: []int32{-math.MaxInt32 / 3 * 3, 300}, ends: []int{1, 2, 2}},
		},
	}
}

func TestFileRoundTrip(t *testing.T) {
	want := small()
	file, err := want.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(file)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v\ngot  %+v\nwant %+v", err, got, want)
	}
	if unit := want.unit(); unit != 3 {
		t.Errorf("unit %d, want 3", unit)
	}
	if unit := new(Profiles).unit(); unit != 1 {
		t.Errorf("unit %d of no sums, want 1", unit)
	}
	p, err := Draw(t.Context(), roller(t, sim.Options{Domain: "2048"}), Plan{Episodes: 20, States: 10, Rollouts: 2, Shown: 4, ShownRollouts: 5}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if file, err = p.Encode(); err != nil {
		t.Fatal(err)
	}
	got, err = Decode(file)
	if err != nil || !reflect.DeepEqual(got, p) {
		t.Errorf("2048: %v", err)
	}
	if !strings.Contains(string(unzip(t, file)), `"unit":4`) {
		t.Error("rewards of 2048 are multiples of 4")
	}
}

func unzip(t testing.TB, file []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

func zip(body []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	_, _ = w.Write(body)
	_ = w.Close()
	return out.Bytes()
}

// TestDamagedFiles: every error is an error, whether gzip notices or not.
func TestDamagedFiles(t *testing.T) {
	file, err := small().Encode()
	if err != nil {
		t.Fatal(err)
	}
	for n := range file {
		if _, err := Decode(file[:n]); err == nil {
			t.Errorf("the first %d bytes of %d are taken", n, len(file))
		}
	}
	for i := 10; i < len(file); i++ { // after gzip's header, which nothing depends on
		damaged := bytes.Clone(file)
		damaged[i] ^= 0x10
		if p, err := Decode(damaged); err == nil && !reflect.DeepEqual(p, small()) { // some bits mean nothing
			t.Errorf("a wrong byte %d is taken", i)
		}
	}
	body := unzip(t, file)
	for n := range body {
		if _, err := Decode(zip(body[:n])); err == nil || !strings.HasPrefix(err.Error(), "file of true values: ") {
			t.Errorf("the first %d bytes of %d: %v", n, len(body), err)
		}
	}
	for _, c := range []struct{ old, new, want string }{
		{"truth 1", "truth 2", "begins otherwise than"},
		{`"states":3`, `"states":-3`, "damaged"},
		{`"states":3`, `"states":300`, "damaged"},
		{`"states":3`, `"states":1e99`, "json"},
		{`"state_bytes":2`, `"state_bytes":0`, "damaged"},
		{`"rollouts_per_half":2`, `"rollouts_per_half":0`, "damaged"},
		{`"shown":1`, `"shown":4`, "damaged"},
		{`"shown_rollouts_per_half":9`, `"shown_rollouts_per_half":-9`, "damaged"},
		{`"unit":3`, `"unit":0`, "damaged"},
		{`"unit":3`, `"unit":2000000000`, "damaged"},
	} {
		damaged := strings.Replace(string(body), c.old, c.new, 1)
		if _, err := Decode(zip([]byte(damaged))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
}

// FuzzDecode damages what gzip would guard.
func FuzzDecode(f *testing.F) {
	file, err := small().Encode()
	if err != nil {
		f.Fatal(err)
	}
	f.Add(unzip(f, file))
	f.Fuzz(func(t *testing.T, body []byte) {
		p, err := Decode(zip(body))
		if err != nil {
			return
		}
		if nu, apart := p.values(0.9); len(nu) != p.States || len(apart) != p.States {
			t.Errorf("%d values of %d states", len(nu), p.States)
		}
	})
}
