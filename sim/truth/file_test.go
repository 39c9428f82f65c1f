package truth

import (
	"bytes"
	"compress/gzip"
	"io"
	"reflect"
	"strings"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/must"
)

// tiny returns moments of few numbers.
func tiny(t testing.TB) *Moments {
	t.Helper()
	m := must.Have(Draw(rolledWalks(t, 3), Plan{Episodes: 32, Every: 2, Rollouts: 1, States: 1, Pool: 1, StateRollouts: 1}))(t)
	m.cells = &cells{at: []int{3, 900}, nu: make([]float32, 2*nodes), maps: []cellFeatures{
		{dim: 3, at: []int{0, 5}, means: []float32{1, 2}},
		{dim: 2, at: []int{3}, means: []float32{-3}},
	}}
	return m
}

func TestFileRoundTrip(t *testing.T) {
	small := Plan{Seed: 1, Episodes: 32, Every: 2, Rollouts: 1, States: 2, Pool: 3, StateRollouts: 1}
	for _, want := range []*Moments{draw(t, sim.Options{Domain: "mountain-car"}, small), tiny(t)} {
		file := must.Have(want.Encode())(t)
		got, err := Decode(file)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v", want.Domain, err)
		}
	}
}

func unzip(t testing.TB, file []byte) []byte {
	t.Helper()
	r := must.Have(gzip.NewReader(bytes.NewReader(file)))(t)
	return must.Have(io.ReadAll(r))(t)
}

func zip(body []byte) []byte {
	var out bytes.Buffer
	w, _ := gzip.NewWriterLevel(&out, gzip.NoCompression)
	_, _ = w.Write(body)
	_ = w.Close()
	return out.Bytes()
}

// TestDamagedFiles: every error is an error, whether gzip notices or not.
func TestDamagedFiles(t *testing.T) {
	want := tiny(t)
	file := must.Have(want.Encode())(t)
	for n := 0; n < len(file); n += 97 {
		if _, err := Decode(file[:n]); err == nil {
			t.Errorf("the first %d bytes of %d are taken", n, len(file))
		}
	}
	for i := 10; i < len(file); i += 97 { // after gzip's header, which nothing depends on
		damaged := bytes.Clone(file)
		damaged[i] ^= 0x10
		if m, err := Decode(damaged); err == nil && !reflect.DeepEqual(m, want) { // some bits mean nothing
			t.Errorf("a wrong byte %d is taken", i)
		}
	}
	body := unzip(t, file)
	for n := 0; n < len(body); n += 97 {
		if _, err := Decode(zip(body[:n])); err == nil || !strings.HasPrefix(err.Error(), "file of true values: ") {
			t.Errorf("the first %d bytes of %d: %v", n, len(body), err)
		}
	}
	if _, err := Decode(zip(append(bytes.Clone(body), 0))); err == nil {
		t.Error("one byte more is taken")
	}
	for _, c := range []struct{ old, new, want string }{
		{"truth 4", "truth 3", "begins otherwise than"},
		{`"states":1`, `"states":-1`, "damaged"},
		{`"batches":16`, `"batches":8`, "damaged"},
		{`"dim":3`, `"dim":2`, "damaged"},
		{`"dim":3`, `"dim":2000000000`, "damaged"},
		{`"pairs":7`, `"pairs":30`, "damaged"},
		{`"cells":2`, `"cells":3`, "damaged"},
	} {
		damaged := strings.Replace(string(body), c.old, c.new, 1)
		if damaged == string(body) {
			t.Errorf("there is no %s in the header", c.old)
		}
		if _, err := Decode(zip([]byte(damaged))); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.new, err, c.want)
		}
	}
}

// FuzzDecode damages what gzip would guard.
func FuzzDecode(f *testing.F) {
	file := must.Have(tiny(f).Encode())(f)
	f.Add(unzip(f, file))
	f.Fuzz(func(t *testing.T, body []byte) {
		m, err := Decode(zip(body))
		if err != nil {
			return
		}
		for i := range m.maps {
			newGram(&m.maps[i])
			m.maps[i].slope.at(interpolation(0.9, 1))
		}
	})
}
