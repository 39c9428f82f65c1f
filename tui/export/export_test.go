package export

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"lambdascope/tui/chart"
	"lambdascope/tui/page"
)

// folder is a place in memory; one that is full refuses the file with a name.
type folder struct {
	files map[string]string
	made  []string // folders in it
	full  string
}

func (f *folder) Folder() string { return "memory" }

func (f *folder) Mkdir(name string) (undo func(), err error) {
	if slices.Contains(f.made, name) {
		return nil, fs.ErrExist
	}
	f.made = append(f.made, name)
	return func() { f.made = slices.DeleteFunc(f.made, func(s string) bool { return s == name }) }, nil
}

func (f *folder) Create(name string) (NewFile, error) {
	if _, there := f.files[name]; there {
		return nil, fs.ErrExist
	}
	return &newFile{folder: f, name: name}, nil
}

type newFile struct {
	bytes.Buffer
	folder *folder
	name   string
}

var errFull = errors.New("no space left")

func (n *newFile) Commit() error {
	if n.name == n.folder.full {
		return errFull
	}
	n.folder.files[n.name] = n.String()
	return nil
}

func (n *newFile) Discard() {}

func summary() *Summary {
	return &Summary{
		Export: page.Export{
			Name: "explore",
			Tables: []page.Table{
				{Header: []string{"lambda"}, Rows: [][]string{{"0.5"}}},
				{Name: "values", Header: []string{"state"}, Made: func() [][]string { return [][]string{{"1"}, {"2"}} }},
			},
			Charts:  []page.Chart{{Spec: &chart.Spec{Series: []chart.Series{{X: []float64{0, 1}, Y: []float64{1, 2}}}}}},
			Summary: func(int, func(string) string) []string { return []string{"In words."} },
			Object:  func(from page.Origin) any { return map[string]any{"flags": from.Args, "build": from.Build} },
		},
		Args: []string{"-n", "5"}, Command: "lambdascope -n 5", Build: "v1.2.3",
	}
}

// TestWrite writes all of a page into the first folder that is free.
func TestWrite(t *testing.T) {
	f := &folder{files: map[string]string{}, made: []string{"explore-1"}}
	made, names, err := Write(t.Context(), f, "explore", summary().Drafts())
	want := []string{"explore.csv", "explore.svg", "explore.png", "explore.json", "explore.txt", "explore-values.csv"}
	if err != nil || made != "explore-2" || !slices.Equal(names, want) || len(f.files) != len(want) {
		t.Fatalf("%q in %q, %v; want %q", names, made, err, want)
	}
	for name, content := range map[string]string{
		"explore.csv": "lambda\n0.5\n", "explore-values.csv": "state\n1\n2\n",
		"explore.json": "{\"build\":\"v1.2.3\",\"flags\":[\"-n\",\"5\"]}\n", "explore.txt": "In words.\n\nThe command that opens this view:\nlambdascope -n 5\n\nMade by lambdascope v1.2.3.\n",
	} {
		if got := f.files["explore-2/"+name]; got != content {
			t.Errorf("%s is %q, want %q", name, got, content)
		}
	}
	if !strings.HasPrefix(f.files["explore-2/explore.svg"], "<?xml") || !strings.HasPrefix(f.files["explore-2/explore.png"], "\x89PNG") {
		t.Error("the charts are no pictures")
	}
}

// TestWriteFails runs out of space, or is cancelled: what is there is named, and no empty
// folder stays.
func TestWriteFails(t *testing.T) {
	for full, left := range map[string]int{"explore.csv": 0, "explore.png": 2} {
		f := &folder{files: map[string]string{}, full: "explore-1/" + full}
		made, names, err := Write(t.Context(), f, "explore", summary().Drafts())
		if !errors.Is(err, errFull) || !strings.HasPrefix(err.Error(), full+": ") || len(names) != left || len(f.files) != left {
			t.Errorf("%q are said to be there, %d are; %v", names, len(f.files), err)
		}
		if (made != "") != (left > 0) || (len(f.made) > 0) != (left > 0) {
			t.Errorf("folder %q, there are %q", made, f.made)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f := &folder{files: map[string]string{}}
	if _, names, err := Write(ctx, f, "explore", summary().Drafts()); !errors.Is(err, context.Canceled) || len(names)+len(f.files)+len(f.made) > 0 {
		t.Errorf("cancelled: %q, %v", names, err)
	}
}

// TestNothingToExport has a page that shows nothing.
func TestNothingToExport(t *testing.T) {
	s := &Summary{Export: page.Export{Name: "explore"}, Command: "lambdascope"}
	if d := s.Drafts(); d != nil {
		t.Errorf("%d files of nothing", len(d))
	}
	if got := s.Plain(); got != "The command that opens this view:\nlambdascope\n" {
		t.Errorf("%q", got)
	}
	s.Command = "https://host/?n=5"
	if got := s.Plain(); got != "The link that opens this view:\nhttps://host/?n=5\n" {
		t.Errorf("%q", got)
	}
}
