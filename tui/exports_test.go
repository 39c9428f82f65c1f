package tui

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/export"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/report"
)

// folder is a place for files in memory.
type folder struct {
	files map[string]string
	fails func(does, name string) error // nil for never
}

func newFolder() *folder { return &folder{files: make(map[string]string)} }

func (f *folder) Folder() string { return "/home/me" }

// fault returns what doing something with a name fails with.
func (f *folder) fault(does, name string) error {
	if f.fails != nil {
		if err := f.fails(does, name); err != nil {
			return &fs.PathError{Op: does, Path: "/home/me/" + name, Err: err}
		}
	}
	return nil
}

func (f *folder) Mkdir(name string) (undo func(), err error) {
	for file := range f.files {
		if strings.HasPrefix(file, name+"/") {
			return nil, &fs.PathError{Op: "mkdir", Path: name, Err: fs.ErrExist}
		}
	}
	return func() {}, f.fault("mkdir", name)
}

func (f *folder) Create(name string) (export.NewFile, error) {
	if _, ok := f.files[name]; ok {
		return nil, &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	}
	return &folderFile{folder: f, name: name}, f.fault("create", name)
}

func (f *folder) names() []string { return slices.Sorted(maps.Keys(f.files)) }

type folderFile struct {
	bytes.Buffer
	folder *folder
	name   string
}

func (w *folderFile) Discard() {}

func (w *folderFile) Commit() error {
	if err := w.folder.fault("commit", w.name); err != nil {
		return err
	}
	w.folder.files[w.name] = w.String()
	return nil
}

// exploreFiles are the names of a set of the Explore page.
func exploreFiles(number int) []string {
	var names []string
	for _, suffix := range []string{"-fit.json", "-values.csv", "-values.png", "-values.svg", ".csv", ".json", ".png", ".svg", ".txt"} {
		names = append(names, fmt.Sprintf("lambdascope-explore-%d/explore%s", number, suffix))
	}
	return names
}

func startExport(t *testing.T, change func(*Config)) (*app, *folder) {
	t.Helper()
	f := newFolder()
	a := startApp(t, 120, 36, func(c *Config) {
		c.Files = f
		if change != nil {
			change(c)
		}
	})
	return a, f
}

func TestExport(t *testing.T) {
	a, f := startExport(t, nil)
	drive.Tell(a, "> e | Wrote explore.csv | explore-fit.json to | /home/me/lambdascope-explore-1.")
	if got := f.names(); !slices.Equal(got, exploreFiles(1)) {
		t.Fatalf("wrote %q", got)
	}
	const stem = "lambdascope-explore-1/explore"
	var csv, json bytes.Buffer
	must.Succeed(t, report.WriteCSV(&csv, a.analysis))
	must.Succeed(t, report.WriteJSON(&json, report.Result{Result: a.analysis}))
	if f.files[stem+".csv"] != csv.String() || f.files[stem+".json"] != json.String() {
		t.Error("the CSV or JSON is not that of run")
	}
	for _, stem := range []string{stem, stem + "-values"} {
		if picture := must.Have(png.Decode(strings.NewReader(f.files[stem+".png"])))(t); picture.Bounds().Dx() < 600 {
			t.Errorf("%s.png: %v", stem, picture.Bounds())
		}
		d := xml.NewDecoder(strings.NewReader(f.files[stem+".svg"]))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s.svg: %v", stem, err)
			}
		}
		drive.Wants(t, f.files[stem+".svg"], "random-walk, seed 1, n = 20")
	}
	fit := must.Have(report.ReadFit(strings.NewReader(f.files[stem+"-fit.json"])))(t)
	if !slices.Equal(fit.Theta, a.analysis.Selection.Best().Theta) {
		t.Error("the fit is not that at λ̂")
	}
	drive.Wants(t, f.files[stem+".txt"], a.analysis.Verdict(), "random-walk, 5 states", "\nlambdascope --states 5 --cursor 1\n")

	want := "lambda,state,true_value,estimated_value\n" // at the cursor, in full precision
	for i, v := range a.analysis.Values(10) {
		want += fmt.Sprintf("1,%d,%v,%v\n", i+1, a.analysis.Truth.Nu[i], v)
	}
	if got := f.files[stem+"-values.csv"]; got != want {
		t.Errorf("values\n%s\nwant\n%s", got, want)
	}
}

// TestExportThatFails says what is wrong and leaves no part of a file. Where a folder is in
// the way it takes the next number.
func TestExportThatFails(t *testing.T) {
	on := func(does, end string, err error) func(string, string) error {
		return func(now, name string) error {
			if now == does && strings.HasSuffix(name, end) {
				return err
			}
			return nil
		}
	}
	full := errors.New("no space left on device")
	for name, c := range map[string]struct {
		fails func(does, name string) error
		want  string
		left  []string
	}{
		"the folder":           {fails: on("mkdir", "", fs.ErrPermission), want: "The export to /home/me failed: lambdascope-explore-1: permission denied."},
		"a name":               {fails: on("create", ".png", full), want: "The export to /home/me failed: explore.png: no space left on device."},
		"the disk, on the way": {fails: on("commit", ".svg", full), want: "The export to /home/me failed: explore.svg: no space left on device. Wrote explore.csv", left: []string{"lambdascope-explore-1/explore.csv"}},
		"a folder in the way":  {fails: on("mkdir", "-1", fs.ErrExist), want: "/home/me/lambdascope-explore-2.", left: exploreFiles(2)},
	} {
		t.Run(name, func(t *testing.T) {
			a, f := startExport(t, nil)
			f.fails = c.fails
			drive.Tell(a, "e | "+c.want)
			if got := f.names(); !slices.Equal(got, c.left) {
				t.Errorf("left %q, want %q", got, c.left)
			}
		})
	}
}

// TestExportIsRefused, and writes nothing.
func TestExportIsRefused(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*Config)
		want   string
	}{
		"no files":  {func(c *Config) { c.Files = nil }, "no files in this session | t shows the page"},
		"hidden":    {func(c *Config) { c.Hidden = true }, "press z before e"},
		"no result": {func(c *Config) { c.Settings.Problem.Domain = "nowhere" }, "no result to export yet"},
	} {
		t.Run(name, func(t *testing.T) {
			a, f := startExport(t, c.change)
			if drive.Tell(a, "e | "+c.want); len(f.files) > 0 {
				t.Errorf("wrote %q", f.names())
			}
		})
	}
}

// TestExportTwice: one goes on while another is asked for, and the next has another number.
// A panel has a chart of its own. Files are made for a session alone that is there.
func TestExportTwice(t *testing.T) {
	a, f := startExport(t, nil)
	_, first := a.Update(drive.KeyPress("e"))
	drive.Tell(a, "e | still being written")
	a.run(first)
	drive.Tell(a, "t e | Wrote explore.csv")
	if got, want := f.names(), append(exploreFiles(1), exploreFiles(2)...); !slices.Equal(got, want) {
		t.Errorf("wrote %q", got)
	}
	drive.Tell(a, "esc v e")
	if f.files["lambdascope-explore-3/explore-msve.svg"] == "" || len(f.files) != 3*len(exploreFiles(1))+2 {
		t.Errorf("wrote %q", f.names())
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	summary := a.summary()
	if _, written, err := export.Write(ctx, f, "lambdascope-explore", summary.Drafts()); !errors.Is(err, context.Canceled) || len(written) > 0 {
		t.Errorf("%v, wrote %q", err, written)
	}
}

// TestExportOutcomeWaits until a person has read what is on the screen.
func TestExportOutcomeWaits(t *testing.T) {
	a, _ := startExport(t, nil)
	a.press("?")
	a.send(exportMsg{err: errors.New(strings.Repeat("a long tale of woe, ", 50))})
	drive.Tell(a, `
		    | How to read
		esc | a long tale`)
}
