package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lambdascope/sim/testutil"
	"lambdascope/tui/disk"
	"lambdascope/tui/shell"
)

// hooked is a disk that pauses, or calls a hook, at some operations. A zero hook does nothing.
type hooked struct {
	disk.Files
	pause  time.Duration           // before each byte that is read
	opened func(name string) error // when a file has been opened
	writes func(bytes int) error   // before bytes are written to a new file
}

func (d hooked) Open(name string) (io.ReadCloser, error) {
	in, err := d.Files.Open(name)
	if d.opened != nil {
		err = errors.Join(err, d.opened(name))
	}
	if d.pause > 0 && err == nil {
		in = io.NopCloser(slowReader{in, d.pause})
	}
	return in, err
}

func (d hooked) Create(name string, replace bool) (disk.NewFile, error) {
	f, err := d.Files.Create(name, replace)
	return hookedFile{f, d}, err
}

type hookedFile struct {
	disk.NewFile
	disk hooked
}

func (f hookedFile) Write(p []byte) (int, error) {
	if f.disk.writes != nil {
		if err := f.disk.writes(len(p)); err != nil {
			return 0, err
		}
	}
	return f.NewFile.Write(p)
}

// slowReader returns a byte at a time, with a pause before each.
type slowReader struct {
	r     io.Reader
	pause time.Duration
}

func (s slowReader) Read(p []byte) (int, error) {
	time.Sleep(s.pause)
	return s.r.Read(p[:1])
}

// TestProgressOfReading: where reading takes long, a terminal shows a progress line five times a
// second. The line fits 80 columns and goes away before any other output.
func TestProgressOfReading(t *testing.T) {
	long := "d/" + strings.Repeat("数", 60) + "\x1b.jsonl"
	for name, c := range map[string]struct {
		file     string
		code     int
		terminal bool
		whole    time.Duration // of reading the file
		last     string        // the last line
		text     string        // in a line before; empty for no line
	}{
		"slow":            {"walk.jsonl", 0, true, 5 * time.Second, "", "reading walk.jsonl: "},
		"quick":           {"walk.jsonl", 0, true, 900 * time.Millisecond, "", ""},
		"no terminal":     {"walk.jsonl", 0, false, 5 * time.Second, "", ""},
		"before an error": {long, 1, true, 5 * time.Second, "lambdascope: " + shell.Escape(long) + ": line 2", "reading 数"},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := newSession(t)
			s.Terminal.Err = c.terminal
			s.disk()[long] = s.disk()["bad.jsonl"]
			s.Files = hooked{Files: s.Files, pause: c.whole / time.Duration(len(s.disk()[c.file])+1)}
			code := s.call("run", "--data", c.file)
			lines := strings.Split(s.err.String(), "\r")
			shown := 0
			for _, l := range lines {
				if strings.Contains(l, c.text) {
					shown++
				}
				if n := len([]rune(l)); n > 79 && !strings.HasSuffix(l, "\n") || strings.Contains(l, "\x1b") {
					t.Errorf("%s: %q", name, l)
				}
			}
			if code != c.code || c.text == "" && len(lines) > 1 || c.text != "" && (shown < 15 || shown > 25) || !strings.HasPrefix(lines[len(lines)-1], c.last) {
				t.Errorf("%s: exit %d, %d times in %q", name, code, shown, lines)
			}
		})
	}
}

// writerFunc is a func as an io.Writer.
type writerFunc func(p []byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// TestProgressOfRun interrupts a long command after the first progress line.
func TestProgressOfRun(t *testing.T) {
	for _, line := range []string{
		"run --domain 2048 -n 100000 --lambdas 0:1:0.01",
		"compare ridges 0 1 --states 51 -n 100000 --lambdas 0:1:0.01",
	} {
		t.Run(line, func(t *testing.T) {
			t.Parallel()
			s := newSession(t)
			s.Terminal.Err = true
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			s.Err = writerFunc(func(p []byte) (int, error) {
				if bytes.Contains(p, []byte("%")) {
					cancel()
				}
				return s.err.Write(p)
			})
			if code := s.callIn(ctx, strings.Fields(line)...); code != 1 || s.out.Len() > 0 {
				t.Errorf("exit %d, %q", code, s.out.String())
			}
			lines := strings.Split(s.err.String(), "\r")
			if !strings.HasPrefix(lines[2], "lambdascope: [") || !strings.Contains(lines[2], "; features ") {
				t.Errorf("%q", lines)
			}
			if last := lines[len(lines)-1]; last != "lambdascope: interrupted\n" || strings.TrimSpace(lines[len(lines)-2]) != "" {
				t.Errorf("%q", lines)
			}
		})
	}
}

func TestSizes(t *testing.T) {
	for text, want := range map[string]int64{
		"1MiB": 1 << 20, "1.5GiB": 3 << 29, "300MB": 300e6, "2000000B": 2e6, " 4 GB ": 4e9, "64M": 64 << 20, "2G": 2 << 30, // 0 is for what is no size
		"": 0, "1": 0, "GiB": 0, "-1GiB": 0, "1kB": 0, "NaN GiB": 0, "Inf GiB": 0, "1e30TB": 0, "1 gib": 0,
	} {
		if got, err := parseSize(text); got != want || (err != nil) != (want == 0) {
			t.Errorf("%q: %d, %v: want %d", text, got, err, want)
		}
	}
}

// longFile returns JSON Lines of more than a MiB of numbers.
func longFile() string {
	var out strings.Builder
	for i := range 300 {
		var observations, rewards []string
		for t := range 40 + i%7 {
			x := math.Sin(float64(i*37 + t*t))
			observations = append(observations, fmt.Sprintf("[1,%.4f,%.4f,0,0,0,0,0,0,0,0,0]", x, math.Cos(float64(i+t)/3)))
			rewards = append(rewards, fmt.Sprintf("%.3f", x+math.Cos(float64(t*i))))
		}
		fmt.Fprintf(&out, `{"observations":[%s],"rewards":[%s],"terminated":true}`+"\n", strings.Join(observations, ","), strings.Join(rewards, ","))
	}
	return out.String()
}

// TestRunStreams: a file or standard input gives the same result in passes as in memory, with a
// message about the passes.
func TestRunStreams(t *testing.T) {
	text := longFile()
	read := func(source, memory string) []map[string]string {
		s := newSession(t)
		s.disk()["long.jsonl"], s.In = text, strings.NewReader(text)
		rows := csvRows(t, s.does(t, "run --format csv --memory "+memory+" --data "+source))
		if streams := strings.Contains(s.err.String(), "for each pass"); streams != (memory == "1MiB") {
			t.Errorf("memory %s: says %q", memory, s.err.String())
		}
		return rows
	}
	want := read("long.jsonl", "1GiB")
	for _, source := range []string{"long.jsonl", "-"} {
		for i, got := range read(source, "1MiB") {
			for name, text := range want[i] {
				if got[name] != text && !near(numberIn(t, got[name]), numberIn(t, text)) {
					t.Errorf("%s: %s %s, want %s", source, name, got[name], text)
				}
			}
		}
	}
}

// changing is a session on a disk on which a file gets another time when it is opened.
func changing(t *testing.T, name string) *session {
	s := newSession(t)
	later := time.Now()
	s.Files = hooked{Files: disk.OS{}, opened: func(opened string) error {
		later = later.Add(time.Minute)
		if opened != name {
			return nil
		}
		return os.Chtimes(name, later, later)
	}}
	return s
}

// TestAFileThatChanges: a file that changes while it is read gives an error, not a result from both
// versions.
func TestAFileThatChanges(t *testing.T) {
	t.Chdir(t.TempDir())
	const name = "long.jsonl"
	testutil.Check(t, os.WriteFile(name, []byte(longFile()), 0o600))
	s := newSession(t)
	s.Files = disk.OS{}
	s.does(t, "run --data long.jsonl --save fit.json")
	for _, line := range []string{"", "run", "run --memory 1MiB", "compare maps identity", "predict --fit fit.json"} {
		s := changing(t, name)
		s.Terminal.In, s.Terminal.Out = line == "", line == "" // for the app
		s.fails(t, name+" changed while it was read: want a file that stays as it is, such as a copy\n", append(strings.Fields(line), "--data", name)...)
	}
}

// gzipped returns a text with gzip.
func gzipped(t testing.TB, text string) string {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	testutil.Get(io.WriteString(z, text))(t)
	testutil.Check(t, z.Close())
	return out.String()
}

// TestLinksInAFolder: a file with several links is read once, and an unreadable file is an error.
func TestLinksInAFolder(t *testing.T) {
	t.Chdir(t.TempDir())
	s := newSession(t)
	testutil.Check(t, os.MkdirAll("logs/more", 0o777))
	testutil.Check(t, os.WriteFile("logs/a.csv", []byte(s.disk()["walk.csv"]), 0o666))
	testutil.Check(t, os.WriteFile("logs/[b].Csv.GZ", []byte(gzipped(t, s.disk()["walk.csv"])), 0o666))
	for link, to := range map[string]string{"logs/c.csv": "a.csv", "logs/d.txt": "gone"} {
		if err := os.Symlink(to, link); err != nil {
			t.Skip(err)
		}
	}
	testutil.Check(t, os.Link("logs/[b].Csv.GZ", "logs/e.tsv"))
	s.Files = disk.OS{}
	read := decoded[analysed](t, s, "run --data logs").Data
	if want := []string{filepath.Join("logs", "[b].Csv.GZ"), filepath.Join("logs", "a.csv")}; read.Trajectories != 6 || !slices.Equal(read.Files, want) {
		t.Errorf("%+v, want %q", read, want)
	}
	if want := "not read: c.csv (the same file as a.csv), d.txt (no such file or directory), e.tsv (the same file as [b].Csv.GZ), more (a folder)\n"; !strings.Contains(s.err.String(), want) {
		t.Errorf("says %q, want %q", s.err.String(), want)
	}
	s.fails(t, `logs/more": an empty folder: want files that end in .jsonl`, "run", "--data", "logs/more")
	s.fails(t, `a.csv": the same file as "`, "run", "--data", "logs/a.csv", "--data", "./logs/a.csv")
	testutil.Check(t, os.Symlink("gone", "logs/k.npz"))
	s.fails(t, `k.npz": no such file or directory`, "run", "--data", "logs")
	s.Files = hooked{Files: disk.OS{}, opened: func(name string) error { return &fs.PathError{Op: "open", Path: name, Err: fs.ErrPermission} }}
	s.fails(t, `logs": the folder can't be read: permission denied`, "run", "--data", "logs")
}

// TestCopies warns of equal trajectories, unless chance explains them.
func TestCopies(t *testing.T) {
	long := strings.Join(strings.SplitAfter(longFile(), "\n")[:36], "")
	walk := strings.Repeat(`{"observations":[[1,0],[0,1]],"rewards":[0,1],"terminated":true}`+"\n", 3) +
		strings.Repeat(`{"observations":[[1,0],[0,1],[1,0]],"rewards":[0,0,1],"terminated":true}`+"\n", 2)
	single := `{"observations":[[0,1],[0,1],[0,1],[1,0]],"rewards":[0,0,1,1],"terminated":true}` + "\n"
	grouped := func(group string) string {
		return strings.ReplaceAll(strings.Join(strings.SplitAfter(long, "\n")[:4], ""), `{"obs`, `{"group":"`+group+`","obs`)
	}
	for _, c := range []struct{ name, text, want string }{
		{"none", long, ""},
		{"all", long + long, "36 of 72 trajectories are equal to earlier ones"},
		{"one", long + long[:strings.Index(long, "\n")+1], "1 of 37 trajectories"},
		{"a walk, all", walk, "3 of 5 trajectories"},
		{"a walk", walk + single, ""},
		{"inside of a group", grouped("a") + grouped("a") + strings.ReplaceAll(grouped("b"), "[1,", "[2,"), ""},
		{"groups of the same", grouped("a") + grouped("b"), "4 of 8 trajectories"},
		{"ratios tell it apart", strings.ReplaceAll(single, "{", `{"ratios":[1,1,1,1],`) + strings.ReplaceAll(single, "{", `{"ratios":[1,1,1,2],`), ""},
	} {
		s := newSession(t)
		s.disk()["a.jsonl"] = c.text
		warnings := strings.Join(decoded[analysed](t, s, "run --data a.jsonl").Warnings, "\n")
		if strings.Contains(warnings, "equal to earlier ones") != (c.want != "") || !strings.Contains(warnings, c.want) {
			t.Errorf("%s: %q, want %q", c.name, warnings, c.want)
		}
	}
}

// TestSimulateLeavesNoHalfFile ends simulate early, at several points and in several ways.
func TestSimulateLeavesNoHalfFile(t *testing.T) {
	t.Chdir(t.TempDir())
	full := errors.New("no space left on device")
	for i, left := range []int{0, 1000, 200_000} {
		for _, name := range []string{"walk.jsonl", "walk.csv.gz"} {
			old := make(files)
			if i%2 == 0 {
				old["taken."+name] = "old"
				testutil.Check(t, os.WriteFile("taken."+name, []byte("old"), 0o600))
			}
			args := []string{"simulate", "-n", "50000", "--force", "--out", "taken." + name}
			s := newSession(t)
			written := 0
			s.Files = hooked{Files: disk.OS{}, writes: func(bytes int) error {
				if written += bytes; written > left {
					return full
				}
				return nil
			}}
			s.fails(t, "no space left on device", args...)
			folderHas(t, ".", old)
			ctx, cancel := context.WithCancel(t.Context())
			s.Files = hooked{Files: disk.OS{}, writes: func(int) error { cancel(); return nil }}
			s.failsIn(t, ctx, "interrupted", args...)
			folderHas(t, ".", old)
			for name := range old {
				testutil.Check(t, os.Remove(name))
			}
		}
	}
}

// TestSimulateToTheDisk writes the same bytes each time, and replaces a file only with --force.
func TestSimulateToTheDisk(t *testing.T) {
	t.Chdir(t.TempDir())
	s := newSession(t)
	s.Files = disk.OS{}
	s.does(t, "simulate --out walk.csv.gz")
	first := folderOf(t, ".")
	z := testutil.Get(gzip.NewReader(strings.NewReader(first["walk.csv.gz"])))(t)
	if text, err := io.ReadAll(z); err != nil || !bytes.HasPrefix(text, []byte("episode_id,t,reward,terminated,truncated,obs_0,")) {
		t.Errorf("%v: %s", err, text)
	}
	s.fails(t, "exists; want another name, or --force to replace it", "simulate", "--seed", "2", "--out", "walk.csv.gz")
	s.does(t, "simulate --out walk.csv.gz --force")
	folderHas(t, ".", first)
	s.fails(t, `a.csv": no such file or directory`, "simulate", "--out", "no/a.csv")
}

// folderOf returns the files of a folder on the real disk.
func folderOf(t testing.TB, folder string) files {
	t.Helper()
	found := make(files)
	for _, e := range testutil.Get(os.ReadDir(folder))(t) {
		found[e.Name()] = string(testutil.Get(os.ReadFile(filepath.Join(folder, e.Name())))(t))
	}
	return found
}

// folderHas checks what files a folder on the real disk has.
func folderHas(t testing.TB, folder string, want files) {
	t.Helper()
	checkFiles(t, folderOf(t, folder), want)
}

// checkFiles compares the files of a folder with the expected files.
func checkFiles(t testing.TB, got, want files) {
	t.Helper()
	for name, text := range want {
		if got[name] != text {
			t.Errorf("%s has %.2000q, want %.2000q", name, got[name], text)
		}
	}
	if len(got) != len(want) {
		t.Errorf("there are %q, want %d files", slices.Sorted(maps.Keys(got)), len(want))
	}
}
