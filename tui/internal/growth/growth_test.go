package main

import (
	"bytes"
	"flag"
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

	"lambdascope/sim/must"
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
	content := must.Have(os.ReadFile(filepath.Join(root, numbersFile)))(t)
	rows := must.Have(decode(content))(t)
	if !bytes.Equal(encode(rows), content) {
		t.Errorf("%s reads back to something else", numbersFile)
	}
	return rows
}

// TestDraw makes the report again of the numbers beside it, which have every point: it has
// the same tables and pictures.
func TestDraw(t *testing.T) {
	var measured []point
	for _, r := range shipped(t) {
		measured = append(measured, r.point)
		if r.Processor <= 0 || r.Data <= 0 || r.Allocated <= 0 || r.runs < 1 {
			t.Errorf("%v has %+v of %d runs", r.point, r.measurement, r.runs)
		}
	}
	if !slices.Equal(measured, points()) {
		t.Errorf("%s has\n%v\nwant\n%v", numbersFile, measured, points())
	}
	folder := t.TempDir()
	must.Succeed(t, os.CopyFS(filepath.Join(folder, filepath.Dir(pageFile)), os.DirFS(filepath.Join(root, filepath.Dir(pageFile)))))
	for _, name := range []string{timeFile, memoryFile} {
		must.Succeed(t, os.Remove(filepath.Join(folder, name)))
	}
	must.Succeed(t, run(t.Context(), []string{"-draw"}, folder, io.Discard))
	read := func(folder, name string) []byte {
		t.Helper()
		return must.Have(os.ReadFile(filepath.Join(folder, name)))(t)
	}
	if !bytes.Equal(read(folder, pageFile), read(root, pageFile)) {
		t.Errorf("the tables of %s are not those of %s; -draw writes them", pageFile, numbersFile)
	}
	if runtime.GOARCH != "amd64" {
		t.Skip("the pictures were drawn on amd64, and rounding differs elsewhere")
	}
	for _, name := range []string{timeFile, memoryFile} {
		if !slices.Equal(pixels(t, read(folder, name)), pixels(t, read(root, name))) {
			t.Errorf("%s does not show %s; -draw draws it", name, numbersFile)
		}
	}
}

func pixels(t *testing.T, file []byte) []uint8 {
	t.Helper()
	decoded := must.Have(png.Decode(bytes.NewReader(file)))(t)
	switch p := decoded.(type) {
	case *image.RGBA:
		return p.Pix
	case *image.NRGBA:
		return p.Pix
	}
	t.Fatalf("a picture of %T", decoded)
	return nil
}

var long = flag.Bool("long", false, "measure points of every sweep")

// TestMeasure measures the smallest size of every method of a sweep, each in a process of
// its own.
func TestMeasure(t *testing.T) {
	var smallest []point
	all := sweeps()
	if !*long {
		all = all[:1] // each goes the same way
	}
	for _, s := range all {
		s.sizes = s.sizes[:1]
		smallest = append(smallest, s.points()...)
	}
	rows, err := measureAll(t.Context(), smallest, 1, io.Discard)
	if runtime.GOOS != "linux" {
		if err == nil || !strings.Contains(err.Error(), errElsewhere.Error()) {
			t.Errorf("error %v, want %v", err, errElsewhere)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range rows {
		if r.point != smallest[i] || r.Processor <= 0 || r.Allocated <= 0 || r.Data <= 0 || r.runs != 1 {
			t.Errorf("%v has %+v of %d runs, want %v", r.point, r.measurement, r.runs, smallest[i])
		}
	}
}

// TestWorkingMemoryIsSeen: memory that a selection takes counts, and the data do not.
func TestWorkingMemoryIsSeen(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("memory is measured on Linux alone")
	}
	small := must.Have(measure(t.Context(), point{Method: cached, Features: dense, N: 20, D: 8, H: 2000, K: 2}))(t)
	large := must.Have(measure(t.Context(), point{Method: cached, Features: dense, N: 20, D: 128, H: 10, K: 8}))(t)
	if systems := 8 * 20 * 8 * 128 * 128; large.Working < systems || large.Data > systems/8 {
		t.Errorf("%d bytes beside %d of data, want the %d of all systems at least", large.Working, large.Data, systems)
	}
	if small.Working > small.Data {
		t.Errorf("%d bytes beside %d of data", small.Working, small.Data)
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

// TestWhatThePageSays compares the page's sentences about methods, folds and memory with
// the rows, and its budgets against those there are.
func TestWhatThePageSays(t *testing.T) {
	page := must.Have(os.ReadFile(filepath.Join(root, pageFile)))(t)
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
