package tui

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"

	"lambdascope/sim/testutil"
	"lambdascope/tui/disk"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/report"
	"lambdascope/tui/shell"
)

// folder is the folder /home/me in memory.
type folder struct {
	disk.Files
	files map[string]string
	fails func(does, name string) error // nil for never
}

func newFolder() *folder { return &folder{files: make(map[string]string)} }

// fault returns what doing something with a path fails with.
func (f *folder) fault(does, path string) error {
	if f.fails != nil {
		if err := f.fails(does, path); err != nil {
			return &fs.PathError{Op: does, Path: path, Err: err}
		}
	}
	return nil
}

func (f *folder) EmptyFolder(path string) error {
	for file := range f.files {
		if strings.HasPrefix("/home/me/"+file, path+"/") {
			return &fs.PathError{Op: "mkdir", Path: path, Err: fs.ErrExist}
		}
	}
	return f.fault("mkdir", path)
}

func (f *folder) Create(path string, replace bool) (disk.NewFile, error) {
	name := strings.TrimPrefix(path, "/home/me/")
	if _, ok := f.files[name]; ok && !replace {
		return nil, &fs.PathError{Op: "create", Path: path, Err: fs.ErrExist}
	}
	return &folderFile{folder: f, name: name}, f.fault("create", path)
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
	for _, suffix := range []string{"-errors.png", "-errors.svg", "-values.csv", "-values.png", "-values.svg", "-verdicts.csv", ".csv", ".txt"} {
		names = append(names, fmt.Sprintf("lambdascope-explore-%d/explore%s", number, suffix))
	}
	return names
}

func startExport(t *testing.T, change func(*Config)) (*app, *folder) {
	t.Helper()
	f := newFolder()
	a := startApp(t, 120, 36, func(c *Config) {
		c.Folder, c.Files = "/home/me", f
		if change != nil {
			change(c)
		}
	})
	return a, f
}

func TestExport(t *testing.T) {
	a, f := startExport(t, nil)
	drive.Tell(a, "> e | Wrote explore.csv .txt, explore-errors.svg .png | explore-values.csv .svg .png, explore-verdicts.csv to | /home/me/lambdascope-explore-1.")
	if got := f.names(); !slices.Equal(got, exploreFiles(1)) {
		t.Fatalf("wrote %q", got)
	}
	const stem = "lambdascope-explore-1/explore"
	var csv bytes.Buffer
	testutil.Check(t, report.WriteCSV(&csv, a.analysis))
	if f.files[stem+".csv"] != csv.String() {
		t.Error("the CSV is not that of run")
	}
	drive.Wants(t, f.files[stem+"-values.svg"], "random-walk, seed 1, n = 20")
	drive.Wants(t, f.files[stem+".txt"], report.Verdict(a.analysis), "random-walk, 5 states", "\nlambdascope --states 5 --cursor 1\n")

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
		"a name":               {fails: on("create", ".png", full), want: "The export to /home/me failed: explore-errors.png: no space left on device."},
		"the disk, on the way": {fails: on("commit", ".svg", full), want: "The export to /home/me failed: explore-errors.svg: no space left on device. Wrote explore.csv .txt", left: []string{"lambdascope-explore-1/explore.csv", "lambdascope-explore-1/explore.txt"}},
		"a folder in the way":  {fails: on("mkdir", "-1", fs.ErrExist), want: "/home/me/lambdascope-explore-2.", left: exploreFiles(2)},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
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
		"no files":  {func(c *Config) { c.Folder = "" }, "writes no files | t shows the page"},
		"hidden":    {func(c *Config) { c.Hidden = true }, "press z before e"},
		"no result": {func(c *Config) { c.Settings.Problem.Domain = "nowhere" }, "no result to export"},
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
// Files are made for a session alone that is there.
func TestExportTwice(t *testing.T) {
	a, f := startExport(t, nil)
	_, first := a.Update(drive.KeyPress("e"))
	drive.Tell(a, "e | still being written")
	a.run(first)
	drive.Tell(a, "t e | Wrote explore.csv")
	if got, want := f.names(), append(exploreFiles(1), exploreFiles(2)...); !slices.Equal(got, want) {
		t.Errorf("wrote %q", got)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	summary := a.summary()
	if _, written, err := summary.Write(ctx, f, "/home/me"); !errors.Is(err, context.Canceled) || len(written) > 0 {
		t.Errorf("%v, wrote %q", err, written)
	}
}

// TestExportOutcomeWaits: the outcome of an export waits behind an open text.
func TestExportOutcomeWaits(t *testing.T) {
	a, f := startExport(t, nil)
	f.fails = func(string, string) error { return errors.New(strings.Repeat("a long tale of woe, ", 50)) }
	_, outcome := a.Update(drive.KeyPress("e"))
	a.press("?")
	a.run(outcome)
	drive.Tell(a, `
		    | Keys of
		esc | a long tale`)
}

// copied presses keys and returns what the last of them puts on the clipboard.
func (a *app) copied(keys ...string) string {
	a.Helper()
	last := len(keys) - 1
	a.press(keys[:last]...)
	_, cmd := a.Update(drive.KeyPress(keys[last]))
	if cmd == nil {
		a.Fatalf("%q copies nothing", keys)
	}
	return fmt.Sprint(cmd())
}

// loadWalk has the app open a file.
func loadWalk(t *testing.T, name string) func(*Config) {
	return func(c *Config) {
		t.Helper()
		c.Settings = drive.Load(t, c.Engine, name, string(testutil.Get(os.ReadFile(filepath.Join("cli", "testdata", "disk", "walk.jsonl")))(t)))
	}
}

// TestCopyShowsTheCommand finds every piece of the command on the screen, however
// long it is and wherever it is broken.
func TestCopyShowsTheCommand(t *testing.T) {
	squeeze := func(s string) string { return strings.Join(strings.Fields(s), "") }
	for _, size := range [][2]int{{60, 20}, {80, 24}, {120, 36}, {200, 60}} {
		for _, name := range []string{"walk.jsonl", "a file with spaces and " + strings.Repeat("averylongname", 20) + ".jsonl"} {
			a := startApp(t, size[0], size[1], func(c *Config) {
				loadWalk(t, name)(c)
				for _, gamma := range []float64{.5, .25, .125} {
					s := c.Settings
					s.Gamma, s.Ridge, s.Lambdas = gamma, .0123456789, "0:1:0.05"
					c.Pins = c.Pins.With(s)
				}
			})
			command := a.copied(">", "y")
			if want := drive.CommandLine(a.config.args(a.State)); command != want || !strings.Contains(command, shell.Quote(name)) {
				t.Errorf("copied %q, want %q, which names the file", command, want)
			}
			shown := a.check()
			if !a.overlays.Empty() { // the whole text, because the screen may show a part
				shown = ansi.Strip(strings.Join(a.overlays.Top().Text(a.styles, size[0]-4), "\n"))
			}
			if !strings.Contains(squeeze(shown), squeeze(command)) {
				t.Errorf("%v: %q is not on the screen in full:\n%s", size, command, shown)
			}
		}
	}
}

// TestGoldenText compares the page in words and numbers with those on file.
func TestGoldenText(t *testing.T) {
	for glyphs, sizes := range drive.ViewSizes() {
		goldenScreens(t, "%s/"+drive.GlyphName(glyphs), sizes, with(func(c *Config) {
			c.Glyphs = glyphs
			s := c.Settings
			s.Gamma = .5
			c.Pins = c.Pins.With(s)
		}), "t")
	}
	goldenScreens(t, "recorded%.0s", "80x30", with(loadWalk(t, "walk.jsonl")), "t")
	goldenScreens(t, "hidden%.0s", "80x24", with(func(c *Config) { c.Hidden = true }), "t")
}

// TestHiddenTextKeepsTheSecret compares the text of two analyses that differ in
// what is hidden alone.
func TestHiddenTextKeepsTheSecret(t *testing.T) {
	a := startApp(t, 120, 60, func(c *Config) { c.Hidden = true })
	text := func() string {
		s := a.summary()
		return s.Plain()
	}
	before := text()
	other := *a.analysis
	other.Best, other.MSVE = 3, slices.Clone(other.MSVE)
	for k := range other.MSVE {
		other.MSVE[k] *= float64(k + 2)
	}
	a.analysis = &other
	if after := text(); after != before || strings.Contains(before, "root MSVE") {
		t.Errorf("the text tells of the truth:\n%s\n%s", before, after)
	}
}
