package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lambdascope/tui/disk"
)

// walkParts are walkCSV in two files, the second with a single episode.
func walkParts() (first, second string) {
	header, rows, _ := strings.Cut(walkCSV, "\n")
	at := strings.Index(rows, "2,0,1")
	return header + "\n" + rows[:at], header + "\n" + rows[at:]
}

// TestRunOnManyFiles takes one file's episodes from several, however these are named.
func TestRunOnManyFiles(t *testing.T) {
	first, second := walkParts()
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	for name, text := range map[string]string{
		"whole": walkCSV, "a.csv": first, "b.csv": second, "notes.txt": "no trajectories",
		"wide.csv2": strings.ReplaceAll(walkCSV, ",0\n", "\n"), "bad.csv2": strings.Replace(second, "true", "nan", 1),
	} {
		if err := os.WriteFile(path(name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(path("empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	s := newSession(t)
	s.Files = disk.OS{}
	want := mustCall(t, s, "run", "--data", path("whole"), "--format", "csv")
	for name, args := range map[string][]string{
		"again":     {"--data", path("a.csv"), "--data", path("b.csv")},
		"a pattern": {"--data", path("*.csv")},
		"mixed":     {"--data", path("a.csv"), "--data", path("[b].csv")},
	} {
		if got := mustCall(t, s, append([]string{"run", "--format", "csv"}, args...)...); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	if err := os.Rename(path("b.csv"), path("b.CSV")); err != nil { // in a folder, letters of any case
		t.Fatal(err)
	}
	s.out.Reset()
	s.call("run", "--data", folder, "--format", "csv")
	if note := s.err.String(); s.out.String() != want || !strings.HasSuffix(note, `": bad.csv2, notes.txt, whole and 1 more are not read, as only names that end in .jsonl, .csv, .jsonl.gz, .csv.gz or .npz are`+"\n") {
		t.Errorf("a folder: %q, %s", note, s.out.String())
	}
	s.err.Reset()
	if err := os.Rename(path("b.CSV"), path("b.csv")); err != nil {
		t.Fatal(err)
	}
	if got := mustCall(t, s, "run", "--data", path("a.csv"), "--data", path("b.csv"), "--format", "json"); !strings.Contains(got, `"source":{"files":["`) {
		t.Errorf("%s", got)
	}
	for _, c := range []struct {
		code int
		args []string
		want string
	}{
		{1, []string{"--data", path("*.npz")}, `: no file matches`},
		{1, []string{"--data", path("empty")}, `empty": no trajectories in the folder: want files that end in .jsonl, .csv, .jsonl.gz, .csv.gz or .npz`},
		{1, []string{"--data", path("a.csv"), "--data", folder}, `a.csv": given twice: want each file once`},
		{1, []string{"--data", path("b.csv"), "--data", path("gone.csv")}, `gone.csv": no such file or directory`},
		{1, []string{"--data", path("b.csv"), "--data", path("bad.csv2")}, "bad.csv2: line 2: terminated: nan"},
		{1, []string{"--data", path("a.csv"), "--data", path("wide.csv2")}, "wide.csv2: "},
		{1, []string{"--data", path("[b].csv")}, "[b].csv: 1 episode: want at least 2"},
		{1, []string{"--data", path("["), "--data", path("b.csv")}, "syntax error in pattern"},
		{2, []string{"--data", "-", "--data", path("b.csv")}, "want standard input alone"},
		{2, []string{"--data", path("a.csv"), "--data", ""}, "want the name of a file"},
	} {
		s := newSession(t)
		s.Files = disk.OS{}
		checkFailure(t, s, s.call(append([]string{"run"}, c.args...)...), c.code, c.want)
	}
	s = newSession(t)
	s.In = strings.NewReader(walkCSV)
	if got := mustCall(t, s, "run", "--data", "-", "--format", "csv"); got != want {
		t.Errorf("standard input:\n%s", got)
	}
}

// TestFilesOfOtherFeatures names the file that does not fit.
func TestFilesOfOtherFeatures(t *testing.T) {
	s := newSession(t)
	line := func(x string) string { return `{"observations":[[` + x + `]],"rewards":[1],"terminated":true}` + "\n" }
	s.Files = files{"a.jsonl": line("1"), "b.jsonl": line("1,2")}
	checkFailure(t, s, s.call("run", "--data", "*.jsonl"), 1, "b.jsonl: 2 features: want 1, as in a.jsonl")
}
