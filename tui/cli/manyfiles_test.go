package cli

import (
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
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
		"whole": walkCSV, "a.csv": first, "b.csv": second, "notes.txt": "no trajectories", "._a.csv": "\x00\x05\x16\x07",
		"wide.csv2": strings.ReplaceAll(walkCSV, ",0\n", "\n"), "bad.csv2": strings.Replace(second, "true", "nan", 1),
	} {
		must.Succeed(t, os.WriteFile(path(name), []byte(text), 0o666))
	}
	must.Succeed(t, os.Mkdir(path("empty"), 0o777))
	s := newSession(t)
	s.Files = disk.OS{}
	want := mustCall(t, s, "run", "--data", path("whole"), "--format", "csv")
	for name, args := range map[string][]string{
		"again":     {"--data", path("a.csv"), "--data", path("b.csv")},
		"a pattern": {"--data", path("*.csv")},
		"mixed":     {"--data", path("a.csv"), "--data", path("[b].csv")},
	} {
		note := ""
		if name == "a pattern" {
			note = "lambdascope: not read: ._a.csv (hidden)\n"
		}
		s.out.Reset()
		s.err.Reset()
		if code := s.call(append([]string{"run", "--format", "csv"}, args...)...); code != 0 || s.out.String() != want || s.err.String() != note {
			t.Errorf("%s: exit %d, %q\n%s\nwant\n%s", name, code, s.err.String(), s.out.String(), want)
		}
	}
	s.err.Reset()
	if err := os.Rename(path("b.csv"), path("b.CSV")); err != nil { // in a folder, letters of any case
		t.Fatal(err)
	}
	s.out.Reset()
	s.call("run", "--data", folder, "--format", "csv")
	if note := s.err.String(); s.out.String() != want || note != "lambdascope: not read: ._a.csv (hidden), bad.csv2 (another ending), empty (a folder), notes.txt (another ending), whole (another ending) and 1 more; of a folder, names that end in "+dataEndings+" are read\n" {
		t.Errorf("a folder: %q, %s", note, s.out.String())
	}
	s.err.Reset()
	must.Succeed(t, os.Rename(path("b.CSV"), path("b.csv")))
	if got := mustCall(t, s, "run", "--data", path("a.csv"), "--data", path("b.csv"), "--format", "json"); !strings.Contains(got, `"source":{"files":["`) {
		t.Errorf("%s", got)
	}
	for _, c := range []struct {
		code int
		args []string
		want string
	}{
		{1, []string{"--data", path("*.npz")}, `: no file matches`},
		{1, []string{"--data", path("empty")}, `empty": an empty folder: want files that end in .jsonl`},
		{1, []string{"--data", path("a.csv"), "--data", folder}, `a.csv": given twice: want each file once`},
		{1, []string{"--data", path("a.csv"), "--data", filepath.Dir(path("a.csv")) + "/./a.csv"}, `a.csv": the same file as "`},
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

// TestAFolder reads every ending in any case, each file once whatever leads to it, says what
// else there is, and lists in JSON what was read.
func TestAFolder(t *testing.T) {
	first, second := walkParts()
	folder := t.TempDir()
	path := func(name string) string { return filepath.Join(folder, name) }
	write := func(name, text string) {
		t.Helper()
		must.Succeed(t, os.WriteFile(path(name), []byte(text), 0o666))
	}
	line := `{"observations":[[0,1]],"rewards":[1],"terminated":true}` + "\n"
	write("a.CSV", first)
	write("b.Csv.GZ", gzipped(t, second))
	write("c.ndjson", line)
	write("d.JSON", line)
	write("e.TSV", second)
	write("f.JSONL", line)
	write("g.txt", line)
	for link, to := range map[string]string{"h.csv": path("a.CSV"), "i.txt": path("gone")} {
		if err := os.Symlink(to, path(link)); err != nil {
			t.Skip(err)
		}
	}
	if err := os.Link(path("c.ndjson"), path("j.json")); err != nil {
		t.Skip(err)
	}
	s := newSession(t)
	s.Files = disk.OS{}
	s.call("run", "--data", folder, "--format", "json")
	var out struct {
		Data struct {
			Trajectories int
			Files        []string
		}
	}
	if err := json.Unmarshal(s.out.Bytes(), &out); err != nil {
		t.Fatal(err, s.err.String())
	}
	want := []string{path("a.CSV"), path("b.Csv.GZ"), path("c.ndjson"), path("d.JSON"), path("e.TSV"), path("f.JSONL")}
	if out.Data.Trajectories != 7 || !slices.Equal(out.Data.Files, want) {
		t.Errorf("%+v", out)
	}
	if want := "not read: g.txt (another ending), h.csv (the same file as a.CSV), i.txt (no such file or directory), j.json (the same file as c.ndjson); "; !strings.Contains(s.err.String(), want) {
		t.Errorf("%q", s.err.String())
	}
	write("k.npz", "")
	must.Succeed(t, os.Remove(path("k.npz")))
	must.Succeed(t, os.Symlink(path("gone"), path("k.npz")))
	s = newSession(t) // data that can't be read are not left out
	s.Files = disk.OS{}
	if code := s.call("run", "--data", folder); code != 1 || s.out.Len() > 0 || !strings.Contains(s.err.String(), `k.npz": no such file or directory`) {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
}

// lockedDisk has folders that can't be read.
type lockedDisk struct{ disk.OS }

func (lockedDisk) Open(name string) (io.ReadCloser, error) {
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission}
}

func TestAFolderThatCantBeRead(t *testing.T) {
	folder := t.TempDir()
	s := newSession(t)
	s.Files = lockedDisk{}
	checkFailure(t, s, s.call("run", "--data", folder), 1, folder+`": the folder can't be read: permission denied`)
}

// TestCopies warns of trajectories that are there twice, unless that is by chance.
func TestCopies(t *testing.T) {
	half := longFile()
	half = half[:len(half)/8]
	half = half[:strings.LastIndex(half, "\n")+1]
	walk := strings.Repeat(`{"observations":[[1,0],[0,1]],"rewards":[0,1],"terminated":true}`+"\n", 3) +
		strings.Repeat(`{"observations":[[1,0],[0,1],[1,0]],"rewards":[0,0,1],"terminated":true}`+"\n", 2)
	single := `{"observations":[[0,1],[0,1],[0,1],[1,0]],"rewards":[0,0,1,1],"terminated":true}` + "\n"
	grouped := func(group string) string {
		return strings.ReplaceAll(strings.Join(strings.SplitAfter(half, "\n")[:4], ""), `{"obs`, `{"group":"`+group+`","obs`)
	}
	for name, c := range map[string]struct {
		text string
		want string
	}{
		"none":                 {half, ""},
		"all":                  {half + half, fmt.Sprintf("%d of %d trajectories are equal to earlier ones", strings.Count(half, "\n"), 2*strings.Count(half, "\n"))},
		"one":                  {half + half[:strings.Index(half, "\n")+1], "1 of "},
		"a walk, all":          {walk, "3 of 5 trajectories"},
		"a walk":               {walk + single, ""},
		"inside of a group":    {grouped("a") + grouped("a") + strings.ReplaceAll(grouped("b"), "[1,", "[2,"), ""},
		"groups of the same":   {grouped("a") + grouped("b"), "4 of 8 trajectories"},
		"ratios tell it apart": {strings.ReplaceAll(single, "{", `{"ratios":[1,1,1,1],`) + strings.ReplaceAll(single, "{", `{"ratios":[1,1,1,2],`), ""},
	} {
		s := newSession(t)
		s.Files = files{"a.jsonl": c.text}
		out := mustCall(t, s, "run", "--data", "a.jsonl", "--format", "json")
		got := object(t, out)["warnings"].([]any)
		at := slices.IndexFunc(got, func(w any) bool { return strings.Contains(w.(string), "equal to earlier ones") })
		if (at >= 0) != (c.want != "") || at >= 0 && !strings.HasPrefix(got[at].(string), c.want) {
			t.Errorf("%s: %v, want %q", name, got, c.want)
		}
	}
}
