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

	"lambdascope/tui/export"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/report"
)

// folder is a place for files in memory.
type folder struct {
	files  map[string]string
	create func(name string) error // nil for no error
	commit func(name string) error
}

func newFolder() *folder { return &folder{files: make(map[string]string)} }

func (f *folder) Folder() string { return "/home/me" }

func (f *folder) Create(name string) (export.NewFile, error) {
	if f.create != nil {
		if err := f.create(name); err != nil {
			return nil, &fs.PathError{Op: "create", Path: "/home/me/" + name, Err: err}
		}
	}
	if _, ok := f.files[name]; ok {
		return nil, &fs.PathError{Op: "create", Path: name, Err: fs.ErrExist}
	}
	return &folderFile{folder: f, name: name}, nil
}

func (f *folder) names() []string { return slices.Sorted(maps.Keys(f.files)) }

type folderFile struct {
	bytes.Buffer
	folder *folder
	name   string
}

func (w *folderFile) Discard() {}

func (w *folderFile) Commit() error {
	if w.folder.commit != nil {
		if err := w.folder.commit(w.name); err != nil {
			return err
		}
	}
	if _, ok := w.folder.files[w.name]; ok {
		return fs.ErrExist
	}
	w.folder.files[w.name] = w.String()
	return nil
}

// exploreFiles are the names of a set of the Explore page.
func exploreFiles(number int) []string {
	var names []string
	for _, suffix := range []string{"-fit.json", "-values.csv", "-values.png", "-values.svg", ".csv", ".json", ".png", ".svg", ".txt"} {
		names = append(names, fmt.Sprintf("lambdascope-explore-%d%s", number, suffix))
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
	a.press(">", "e")
	if got := f.names(); !slices.Equal(got, exploreFiles(1)) {
		t.Fatalf("wrote %q", got)
	}
	a.wants("Wrote lambdascope-explore-1.csv .svg .png .json .txt, lambdascope-explore-1-values.csv .svg .png,")
	a.wants("lambdascope-explore-1-fit.json in /home/me.")

	var want bytes.Buffer
	if err := report.WriteCSV(&want, a.analysis); err != nil || f.files["lambdascope-explore-1.csv"] != want.String() {
		t.Errorf("the CSV is not that of run: %v", err)
	}
	want.Reset()
	if err := report.WriteJSON(&want, report.Result{Result: a.analysis}); err != nil || f.files["lambdascope-explore-1.json"] != want.String() {
		t.Errorf("the JSON is not that of run: %v", err)
	}
	for _, stem := range []string{"lambdascope-explore-1", "lambdascope-explore-1-values"} {
		if picture, err := png.Decode(strings.NewReader(f.files[stem+".png"])); err != nil || picture.Bounds().Dx() < 600 {
			t.Errorf("%s.png: %v", stem, err)
		}
		d := xml.NewDecoder(strings.NewReader(f.files[stem+".svg"]))
		for {
			if _, err := d.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("%s.svg: %v", stem, err)
			}
		}
		if !strings.Contains(f.files[stem+".svg"], "random-walk, seed 1, n = 20") {
			t.Errorf("%s.svg has no title", stem)
		}
	}
	fit, err := report.ReadFit(strings.NewReader(f.files["lambdascope-explore-1-fit.json"]))
	if err != nil || !slices.Equal(fit.Theta, a.analysis.Selection.Best().Theta) {
		t.Errorf("the fit is not that at λ̂: %v", err)
	}
	text := f.files["lambdascope-explore-1.txt"]
	for _, want := range []string{a.analysis.Verdict(), "random-walk, 5 states", "\nlambdascope --states 5 --cursor 1\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}

	// The values are those at the cursor, λ = 1, in full precision.
	rows := strings.Split(strings.TrimSpace(f.files["lambdascope-explore-1-values.csv"]), "\n")
	if len(rows) != 6 || rows[0] != "lambda,state,true_value,estimated_value" {
		t.Fatalf("values %q", rows)
	}
	for i, v := range a.analysis.Values(10) {
		if want := fmt.Sprintf("1,%d,%v,%v", i+1, a.analysis.Truth.Nu[i], v); rows[i+1] != want {
			t.Errorf("row %q, want %q", rows[i+1], want)
		}
	}
}

// TestExportNeverOverwrites numbers whole sets: one file in the way is enough.
func TestExportNeverOverwrites(t *testing.T) {
	a, f := startExport(t, nil)
	f.files["lambdascope-explore-2-values.png"] = "mine"
	a.press("e", "e")
	want := slices.Concat([]string{"lambdascope-explore-2-values.png"}, exploreFiles(1), exploreFiles(3))
	slices.Sort(want)
	if got := f.names(); !slices.Equal(got, want) || f.files["lambdascope-explore-2-values.png"] != "mine" {
		t.Errorf("wrote %q", got)
	}
}

func TestExportThatFails(t *testing.T) {
	for name, c := range map[string]struct {
		create, commit func(string) error
		want           string
		left           []string
	}{
		"the folder": {
			create: func(string) error { return fs.ErrPermission },
			want:   "The export to /home/me failed: lambdascope-explore-1.csv: permission denied.",
		},
		"a name": {
			create: func(name string) error {
				if strings.HasSuffix(name, ".png") {
					return errors.New("no space left on device")
				}
				return nil
			},
			want: "The export to /home/me failed: lambdascope-explore-1.png: no space left on device.",
		},
		"the disk, on the way": {
			commit: func(name string) error {
				if strings.HasSuffix(name, ".svg") {
					return errors.New("no space left on device")
				}
				return nil
			},
			want: "The export to /home/me failed: lambdascope-explore-1.svg: no space left on device. Wrote lambdascope-explore-1.csv",
			left: []string{"lambdascope-explore-1.csv"},
		},
		"a file that comes late": { // the next number is taken
			commit: func(name string) error {
				if name == "lambdascope-explore-1.csv" {
					return fs.ErrExist
				}
				return nil
			},
			want: "Wrote lambdascope-explore-2.csv",
			left: exploreFiles(2),
		},
	} {
		t.Run(name, func(t *testing.T) {
			a, f := startExport(t, nil)
			f.create, f.commit = c.create, c.commit
			a.press("e")
			a.wants(c.want)
			if got := f.names(); !slices.Equal(got, c.left) {
				t.Errorf("left %q, want %q", got, c.left)
			}
		})
	}
}

func TestExportIsRefused(t *testing.T) {
	t.Run("no files", func(t *testing.T) {
		a := startApp(t, 120, 36, nil)
		a.press("e")
		a.wants("no files in this session", "t shows the page")
	})
	t.Run("hidden", func(t *testing.T) {
		a, f := startExport(t, func(c *Config) { c.Hidden = true })
		a.press("e")
		a.wants("press z before e")
		if len(f.files) > 0 {
			t.Errorf("wrote %q", f.names())
		}
	})
	t.Run("no result", func(t *testing.T) {
		a, f := startExport(t, func(c *Config) { c.Settings.Problem.Domain = "nowhere" })
		a.press("e")
		a.wants("no result to export yet")
		if len(f.files) > 0 {
			t.Errorf("wrote %q", f.names())
		}
	})
	t.Run("under way", func(t *testing.T) {
		a, f := startExport(t, nil)
		_, first := a.Update(drive.KeyPress("e"))
		a.press("e")
		a.wants("still being written")
		a.run(first)
		if got := f.names(); !slices.Equal(got, exploreFiles(1)) {
			t.Errorf("wrote %q", got)
		}
		a.press("e")
		if len(f.files) != 2*len(exploreFiles(1)) {
			t.Errorf("wrote %q", f.names())
		}
	})
}

// TestExportEndsWithTheSession leaves nothing behind.
func TestExportEndsWithTheSession(t *testing.T) {
	a, f := startExport(t, nil)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	summary := a.summary()
	written, err := export.Write(ctx, f, "lambdascope-explore", summary.Drafts())
	if !errors.Is(err, context.Canceled) || len(written) > 0 || len(f.files) > 0 {
		t.Errorf("%v, wrote %q", err, f.names())
	}
}

// TestExportOutcomeWaits does not take what a person is typing or reading off the
// screen.
func TestExportOutcomeWaits(t *testing.T) {
	a, _ := startExport(t, nil)
	a.send(exportMsg{written: exploreFiles(1)})
	a.wants("Wrote lambdascope-explore-1")
	a.press("?")
	a.send(exportMsg{err: errors.New(strings.Repeat("a long tale of woe, ", 50))})
	a.wants("How to read")
	a.press("esc")
	a.wants("a long tale")
}

// TestPanelsAreExported has a chart for each panel.
func TestPanelsAreExported(t *testing.T) {
	a, f := startExport(t, func(c *Config) { c.Panels = true })
	a.press("e")
	if f.files["lambdascope-explore-1-msve.svg"] == "" || len(f.files) != len(exploreFiles(1))+2 {
		t.Errorf("wrote %q", f.names())
	}
}
