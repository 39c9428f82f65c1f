package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

const root = "../../.."

// TestMain lets the program that tests run in measure points as the command does.
func TestMain(m *testing.M) {
	if isChild() {
		childMain()
		return
	}
	os.Exit(m.Run())
}

// shipped returns the rows of the file that is shipped.
func shipped(t *testing.T) []row {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(root, numbersFile))
	if err != nil {
		t.Fatal(err)
	}
	rows, err := decode(content)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(encode(rows), content) {
		t.Errorf("%s reads back to something else", numbersFile)
	}
	return rows
}

// TestPageHasWhatWasMeasured: the file has every point, the tables of the page are those
// of the file, and the pictures show it.
func TestPageHasWhatWasMeasured(t *testing.T) {
	rows := shipped(t)
	var measured []point
	for _, r := range rows {
		measured = append(measured, r.point)
		if r.Processor <= 0 || r.Data <= 0 || r.Allocated <= 0 || r.runs < 1 {
			t.Errorf("%v has %+v of %d runs", r.point, r.measurement, r.runs)
		}
	}
	if !slices.Equal(measured, points()) {
		t.Errorf("%s has\n%v\nwant\n%v", numbersFile, measured, points())
	}
	page, err := os.ReadFile(filepath.Join(root, pageFile))
	if err != nil {
		t.Fatal(err)
	}
	if again, err := withTables(string(page), rows); err != nil || again != string(page) {
		t.Errorf("the tables of %s are not those of %s: %v; -draw writes them", pageFile, numbersFile, err)
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("the pictures were drawn on amd64, and rounding differs elsewhere")
	}
	for name, what := range map[string]quantity{timeFile: processorTime, memoryFile: memory} {
		drawn, err := picture(rows, what)
		if err != nil {
			t.Fatal(err)
		}
		file, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(pixels(t, drawn), pixels(t, file)) {
			t.Errorf("%s does not show %s; -draw draws it", name, numbersFile)
		}
	}
}

func pixels(t *testing.T, file []byte) []uint8 {
	t.Helper()
	decoded, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	switch p := decoded.(type) {
	case *image.RGBA:
		return p.Pix
	case *image.NRGBA:
		return p.Pix
	}
	t.Fatalf("a picture of %T", decoded)
	return nil
}

// TestQuick measures the smallest sizes, each in a process of its own.
func TestQuick(t *testing.T) {
	var out bytes.Buffer
	err := run(t.Context(), []string{"-quick"}, t.TempDir(), &out, io.Discard)
	if runtime.GOOS != "linux" {
		if err == nil || !strings.Contains(err.Error(), errElsewhere.Error()) {
			t.Errorf("error %v, want %v", err, errElsewhere)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	rows, err := decode(out.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	var measured []point
	for _, r := range rows {
		measured = append(measured, r.point)
		if r.Processor <= 0 || r.Allocated <= 0 || r.Data <= 0 || r.runs != 1 {
			t.Errorf("%v has %+v of %d runs", r.point, r.measurement, r.runs)
		}
	}
	if !slices.Equal(measured, quickPoints()) {
		t.Errorf("measured\n%v\nwant\n%v", measured, quickPoints())
	}
}

// TestWorkingMemoryIsSeen: memory that a selection takes counts, and the data do not.
func TestWorkingMemoryIsSeen(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory is measured on Linux alone")
	}
	small, err := measure(t.Context(), point{Method: cached, Features: dense, N: 20, D: 8, H: 2000, K: 2})
	if err != nil {
		t.Fatal(err)
	}
	large, err := measure(t.Context(), point{Method: cached, Features: dense, N: 20, D: 128, H: 10, K: 8})
	if err != nil {
		t.Fatal(err)
	}
	if systems := 8 * 20 * 8 * 128 * 128; large.Working < systems || large.Data > systems/8 {
		t.Errorf("%d bytes beside %d of data, want the %d of all systems at least", large.Working, large.Data, systems)
	}
	if small.Working > small.Data {
		t.Errorf("%d bytes beside %d of data", small.Working, small.Data)
	}
}

// TestDraw writes tables and pictures of some numbers below a folder.
func TestDraw(t *testing.T) {
	folder := t.TempDir()
	var rows []row
	for i, p := range points() {
		rows = append(rows, row{p, 1, measurement{Processor: time.Duration(i+1) * time.Millisecond, Working: 1000 * (i + 1), Allocated: 1, Data: 1}})
	}
	var page strings.Builder
	page.WriteString("# A page\n")
	for _, s := range sweeps() {
		page.WriteString("\n" + s.tableBegin() + " old\n\nText.\n")
	}
	if err := os.MkdirAll(filepath.Join(folder, filepath.Dir(pageFile)), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string][]byte{numbersFile: encode(rows), pageFile: []byte(page.String())} {
		if err := os.WriteFile(filepath.Join(folder, name), content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := run(t.Context(), []string{"-draw"}, folder, io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join(folder, pageFile))
	if err != nil {
		t.Fatal(err)
	}
	text := string(got)
	for _, s := range sweeps() {
		if want := "\nText.\n"; strings.Count(text, want) != len(sweeps()) || !strings.Contains(text, "\n"+s.table(rows)+want) {
			t.Errorf("the page has no table of %s, or lost what follows:\n%s", s.name, text)
		}
	}
	if strings.Contains(text, "old") {
		t.Errorf("an old table is left:\n%s", text)
	}
	for _, name := range []string{timeFile, memoryFile} {
		file, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		pixels(t, file)
	}
}

// TestRefuses has arguments that make no sense.
func TestRefuses(t *testing.T) {
	for args, want := range map[string]string{
		"-quick -draw":              "one of them",
		"size":                      "want flags alone",
		"-profile x":                "want a sweep",
		"-profile x d auto":         "want a sweep",
		"-profile x n auto many":    `size "many": want 10 to 10000`,
		"-profile x n auto 9":       "want 10 to 10000",
		"-profile x k passes 5":     `method "passes"`,
		"-profile x d-tiles auto 5": "4 times a square",
	} {
		if err := run(t.Context(), strings.Fields(args), t.TempDir(), io.Discard, io.Discard); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", args, err, want)
		}
	}
	for content, want := range map[string]string{
		"":      "want the columns",
		"a,b\n": "want the columns",
		columns + "\nn,auto,dense,1,2,3,4,5,x,7,8,9,0,0\n": "line 2",
		columns + "\nn,auto,dense,x,2,3,4,5,6,7,8,9,0,0\n": "line 2",
		columns + "\nn,auto,dense,1,2,3,4,5,6,7,8,x,0,0\n": "line 2",
	} {
		if _, err := decode([]byte(content)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", content, err, want)
		}
	}
}

// TestProfile writes a profile of a small point.
func TestProfile(t *testing.T) {
	if _, err := processTime(); errors.Is(err, errElsewhere) {
		t.Skip(err)
	}
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(0)) // which a profile is made with one of
	name := filepath.Join(t.TempDir(), "profile")
	if err := run(t.Context(), []string{"-profile", name, "n", "auto", "10"}, "", io.Discard, io.Discard); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(name); err != nil || info.Size() == 0 {
		t.Errorf("no profile: %v", err)
	}
}

// TestTheory has slopes that follow from the cost of each method, where one size rules.
func TestTheory(t *testing.T) {
	for _, c := range []struct {
		method   string
		features kind
		of       point
		at       func(p *point) *int
		want     float64
	}{
		{auto, dense, point{N: 1000, D: 16, H: 100, K: 21}, func(p *point) *int { return &p.N }, 1},
		{rsm, dense, point{N: 1000, D: 16, H: 100, K: 21}, func(p *point) *int { return &p.N }, 1},
		{naive, dense, point{N: 1000, D: 16, H: 100, K: 21}, func(p *point) *int { return &p.N }, 2},
		{cached, dense, point{N: 100, D: 10000, H: 10, K: 3}, func(p *point) *int { return &p.D }, 3},
		{cached, tiles, point{N: 100, D: 10000, H: 10, K: 3}, func(p *point) *int { return &p.D }, 3},
		{cached, dense, point{N: 100, D: 2, H: 1000, K: 3}, func(p *point) *int { return &p.D }, 2},
		{auto, dense, point{N: 100000, D: 500, H: 100, K: 3}, func(p *point) *int { return &p.D }, 2},
		{rsm, dense, point{N: 100, D: 100, H: 50, K: 3}, func(p *point) *int { return &p.D }, 2},
		{auto, dense, point{N: 100, D: 16, H: 10000, K: 5000}, func(p *point) *int { return &p.K }, 0.7},
		{auto, dense, point{N: 100, D: 16, H: 100000, K: 21}, func(p *point) *int { return &p.H }, 1},
		{cached, dense, point{N: 100, D: 2000, H: 25, K: 2}, func(p *point) *int { return &p.H }, 0},
	} {
		p := c.of
		p.Method, p.Features = c.method, c.features
		first, x := p.operations(), float64(*c.at(&p))
		*c.at(&p) *= 2
		if got := slope(x, first, 2*x, p.operations()); math.Abs(got-c.want) > 0.2 {
			t.Errorf("%v: slope %.2f, want %.1f", p, got, c.want)
		}
	}
}

// TestTexts has numbers as the tables have them.
func TestTexts(t *testing.T) {
	for got, want := range map[string]string{
		duration(742 * time.Microsecond):  "742 µs",
		duration(7420 * time.Nanosecond):  "7.4 µs",
		duration(3365 * time.Microsecond): "3.4 ms",
		duration(36 * time.Second):        "36 s",
		byteCount(651264):                 "651 KB",
		byteCount(5_984_256):              "6.0 MB",
		byteCount(1_400_000_000):          "1.4 GB",
		signed(-0.04):                     "0.0",
		signed(-0.16):                     "−0.2",
		signed(1.96):                      "2.0",
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// TestWhatThePageSays holds the page's sentences about methods, folds and memory against
// the rows, and its budgets against those there are.
func TestWhatThePageSays(t *testing.T) {
	page, err := os.ReadFile(filepath.Join(root, pageFile))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		fmt.Sprintf("keep all of them where they fit in %d MiB", keptBytes>>20),
		fmt.Sprintf("what λ's share of each trajectory fits in %d MiB", sumBytes>>20),
	} {
		if !strings.Contains(string(page), want) {
			t.Errorf("%s does not say %q", pageFile, want)
		}
	}
	for _, r := range shipped(t) {
		want := 0
		if r.updated() {
			want = r.N
		}
		if r.Woodbury != want {
			t.Errorf("%v: %d folds by Woodbury's formula, want %d", r.point, r.Woodbury, want)
		}
		if lost := r.Features == tiles && r.D == 1024; (r.Deficient > 0) != lost {
			t.Errorf("%v: %d rank-deficient folds", r.point, r.Deficient)
		}
		if r.Sweep == "n" && r.Method == auto && r.Working > keptBytes+sumBytes {
			t.Errorf("%v: %d bytes", r.point, r.Working)
		}
	}
}
