package recorded

import (
	"bytes"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/iotest"

	"lambdascope/sim/testutil"
)

// FuzzRead: for any bytes, Each returns an error that starts with the name, or episodes that
// agree with encoding/json and survive writing.
func FuzzRead(f *testing.F) {
	tolerated(f, toleratedJSON())
	f.Add([]byte(labelled(`"a"`) + labelled("-1e3")))
	f.Add([]byte(weighted("[0,2.5]") + weighted("[1,1]")))
	f.Add([]byte(weighted("[0,-1]") + good))
	for _, ending := range endings {
		line := `{"observations":[[1],[2],[3]],` + ending + `,"rewards":[0,0]}` + "\n"
		testutil.Get(read(strings.NewReader(line+line), "x"))(f)
		f.Add([]byte(line + line))
	}
	for _, c := range damaged {
		if len(c.line) < 1000 {
			f.Add([]byte(good + c.line + "\n" + good))
			f.Add([]byte(c.line))
		}
	}
	for _, file := range testutil.Get(filepath.Glob("testdata/*.jsonl"))(f) {
		f.Add(testutil.Get(os.ReadFile(file))(f))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, text) })
}

// tolerated adds files with the content of good and goodEnded.
func tolerated(f *testing.F, files map[string]string) {
	f.Helper()
	want := mustRead(f, good+goodEnded)
	for name, text := range files {
		if err := same(mustRead(f, text), want); err != nil {
			f.Errorf("%s: %v", name, err)
		}
		f.Add([]byte(text))
	}
}

// FuzzReadCSV is FuzzRead with encoding/csv.
func FuzzReadCSV(f *testing.F) {
	f.Add([]byte(table))
	f.Add(csvOfGroups("a", `"b, c"`, "a"))
	f.Add([]byte(csvOfRatios("0.5", "2", "", "1", "0")))
	f.Add([]byte(csvOfRatios("", "-2", "1", "1", "x")))
	tolerated(f, toleratedCSV())
	for _, c := range damagedCSV {
		f.Add([]byte(c.text + rowsNamed("f") + rowsNamed("g")))
	}
	f.Fuzz(func(t *testing.T, text []byte) { checkRead(t, text) })
}

// unknownForms are forms of a CSV that encoding/csv does not know: lines before the header, words
// for an empty field, and bars or two separators in the header.
var unknownForms = regexp.MustCompile(`(?m)^\s*(sep=|#)|N/?A|(?i:nan|null|none)|\A[^\n]*([;\t].*,|,.*[;\t]|\|)`)

// checkRead reads a text, and the episodes again from all formats.
func checkRead(t *testing.T, text []byte) {
	data, err := read(bytes.NewReader(text), "the name")
	if err != nil {
		if data != nil || !strings.HasPrefix(err.Error(), "the name: ") || strings.ContainsAny(err.Error(), "\n\x1b\x00") {
			t.Fatalf("%v, %q", data, err)
		}
		return
	}
	n := len(data.Trajectories)
	if n < 2 {
		t.Fatalf("%d episodes", n)
	}
	for _, tr := range data.Trajectories {
		e := recordOf(tr)
		if tr.Dim() != data.Trajectories[0].Dim() || len(e.rewards) == 0 || len(e.observations) != (len(e.rewards)+1)*e.dim {
			t.Fatalf("%d rewards, %d numbers of %d features", len(e.rewards), len(e.observations), e.dim)
		}
		for _, x := range append(e.observations, e.rewards...) {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatalf("%v accepted", x)
			}
		}
	}
	forms(func(suffix string, f Format, gzipped bool) {
		again := testutil.Get(read(bytes.NewReader(write(f, gzipped, data.Trajectories)), suffix))(t)
		if err := same(again.Trajectories, data.Trajectories); err != nil {
			t.Fatal(suffix, err)
		}
	})
	if bytes.HasPrefix(text, []byte("\x1f\x8b")) {
		return // the other readers do not read gzip
	}
	for how, r := range map[string]io.Reader{"byte by byte": iotest.OneByteReader(bytes.NewReader(text)), "gzipped": bytes.NewReader(compress(text))} {
		if again, err := read(r, how); err != nil || same(again.Trajectories, data.Trajectories) != nil {
			t.Fatalf("%s: %v", how, err)
		}
	}
	if unknownForms.Match(text) || !bytes.ContainsRune(text, '\n') || bytes.Count(text, []byte(fieldID)) > 1 {
		return
	}
	others := decodeCSV
	if strings.ContainsRune("{[", rune(bytes.TrimLeft(text, "\ufeff \t\r\n")[0])) {
		others = decode
	}
	want, err := others(text)
	if err != nil {
		t.Fatalf("read otherwise: %v", err)
	}
	testutil.Check(t, same(data.Trajectories, want))
}
