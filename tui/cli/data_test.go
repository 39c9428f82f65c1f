package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"lambdascope/sim/must"
	"lambdascope/tui/disk"
	"lambdascope/tui/shell"
)

const walkCSV = `episode_id,t,reward,terminated,truncated,obs_0,obs_1
0,0,0,false,false,1,0
0,1,1,true,false,0,1
1,0,0,false,false,1,0
1,1,0,false,true,0,1
1,2,,false,false,1,0
2,0,1,true,false,0,1
`

// gzipped returns a text with gzip.
func gzipped(t *testing.T, text string) string {
	t.Helper()
	var out bytes.Buffer
	z := gzip.NewWriter(&out)
	must.Have(io.WriteString(z, text))(t)
	must.Succeed(t, z.Close())
	return out.String()
}

// Every form of a file, from the disk or standard input, gives the same result.
func TestRunOnEveryForm(t *testing.T) {
	zipped := gzipped(t, walkCSV)
	s := newSession(t)
	s.Files = files{"a.csv": walkCSV, "a.csv.gz": zipped, "named otherwise": zipped}
	want := mustCall(t, s, "run", "--data", "a.csv", "--format", "csv")
	for name := range s.Files.(files) {
		if got := mustCall(t, s, "run", "--data", name, "--format", "csv"); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
		s.In = strings.NewReader(s.Files.(files)[name])
		if got := mustCall(t, s, "run", "--data", "-", "--format", "csv"); got != want {
			t.Errorf("%s as standard input:\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestRunOnDamagedCSV(t *testing.T) {
	s := newSession(t)
	s.Files = files{"a.csv": strings.Replace(walkCSV, "1,2,,false,false,1,0", "1,2,,false,false,1,nan", 1)}
	checkFailure(t, s, s.call("run", "--data", "a.csv"), 1, "lambdascope: a.csv: line 6: obs_1: nan is not a finite number: want a number")
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

func TestProgressOfReading(t *testing.T) {
	for _, c := range []struct {
		name     string
		terminal bool
		whole    time.Duration // for all of it
		want     bool
	}{
		{"slow", true, 5 * time.Second, true},
		{"quick", true, 900 * time.Millisecond, false},
		{"no terminal", false, 5 * time.Second, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := newSession(t)
				s.Terminal.Err = c.terminal
				text := walkFile(t)
				s.In = slowReader{strings.NewReader(text), c.whole / time.Duration(len(text)+1)}
				if code := s.call("run", "--data", "-"); code != 0 {
					t.Fatal(s.err.String())
				}
				got := s.err.String()
				if !c.want {
					if got != "" {
						t.Errorf("%q", got)
					}
					return
				}
				if !strings.HasPrefix(got, "\r\rlambdascope: reading standard input: ") || !strings.HasSuffix(got, " \r") || strings.Contains(got, "\n") {
					t.Errorf("%q", got)
				}
				if n := strings.Count(got, "reading"); n < 15 || n > 25 { // five a second
					t.Errorf("%d times", n)
				}
			})
		})
	}
}

// slowDisk reads slowly.
type slowDisk struct {
	files
	pause time.Duration
}

func (d slowDisk) Open(name string) (io.ReadCloser, error) {
	in, err := d.files.Open(name)
	return io.NopCloser(slowReader{in, d.pause}), err
}

// The line is away before anything else is said, and fits the narrowest
// terminal that is usual.
func TestProgressBeforeAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t)
		s.Terminal.Err = true
		name := "d/" + strings.Repeat("数", 60) + "\x1b.jsonl"
		s.Files = slowDisk{files{name: badFile}, 50 * time.Millisecond}
		if code := s.call("run", "--data", name); code != 1 {
			t.Errorf("exit %d", code)
		}
		lines := strings.Split(s.err.String(), "\r")
		for _, l := range lines {
			if n := len([]rune(l)); n > 79 && !strings.HasSuffix(l, "\n") {
				t.Errorf("%d characters: %q", n, l)
			}
		}
		last := lines[len(lines)-1]
		if !strings.HasPrefix(last, "lambdascope: "+shell.Escape(name)) || strings.TrimSpace(lines[len(lines)-2]) != "" || strings.Contains(s.err.String(), "\x1b") {
			t.Errorf("%q", s.err.String())
		}
	})
}

func TestProgressTellsTheSize(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t)
		s.Terminal.Err = true
		s.Files = slowDisk{files{"walk.jsonl": walkFile(t)}, 10 * time.Millisecond}
		if code := s.call("run", "--data", "walk.jsonl"); code != 0 {
			t.Fatal(s.err.String())
		}
		if want := " of " + byteCount(int64(len(walkFile(t)))); !strings.Contains(s.err.String(), want) {
			t.Errorf("no %q in %q", want, s.err.String())
		}
	})
}

func TestProgressOfSimulating(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := newSession(t)
		s.Terminal.Err = true
		pause := func() error { time.Sleep(100 * time.Millisecond); return nil }
		s.Files = &brokenDisk{s.Files, 0, pause}
		if code := s.call("simulate", "-n", "20000", "--out", "long.csv"); code != 0 {
			t.Fatal(s.err.String())
		}
		got := s.err.String()
		if !strings.Contains(got, " of 20000 trajectories, ") || !strings.HasSuffix(got, "long.csv\n") {
			t.Errorf("%q", got)
		}
	})
}

func TestByteCount(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 bytes", 999: "999 bytes", 1000: "1.0 kB", 9949: "9.9 kB", 12_345: "12 kB", 999_499: "999 kB",
		1_500_000: "1.5 MB", 2_000_000_000: "2.0 GB", 3_100_000_000_000_000: "3100 TB",
	} {
		if got := byteCount(n); got != want {
			t.Errorf("%d: %s, want %s", n, got, want)
		}
	}
}

// What a file held and what it holds make no result together. The app says so, and reads the
// file again.
func TestAFileThatChanges(t *testing.T) {
	name := filepath.Join(t.TempDir(), "walk.jsonl")
	fit := filepath.Join(t.TempDir(), "fit.json")
	must.Succeed(t, os.WriteFile(name, []byte(longFile()), 0o600))
	s := newSession(t)
	s.Files = disk.OS{}
	mustCall(t, s, "run", "--data", name, "--save", fit)
	later := time.Now()
	for _, args := range [][]string{
		{"run"}, {"run", "--memory", "1MiB"}, {"compare", "maps", "identity"}, {"predict", "--fit", fit}, {"shard", "sum", "--out", filepath.Join(t.TempDir(), "s")},
	} {
		s := newSession(t)
		s.Files = changingDisk{disk.OS{}, func(opened string) {
			later = later.Add(time.Minute)
			if err := os.Chtimes(name, later, later); opened == name && err != nil {
				t.Error(err)
			}
		}}
		code := s.call(append(args, "--data", name)...)
		if want := name + " changed while it was read: want a file that stays as it is, such as a copy\n"; code != 1 || s.out.Len() > 0 || !strings.HasSuffix(s.err.String(), want) {
			t.Errorf("%v: exit %d, output %q, %q", args, code, s.out.String(), s.err.String())
		}
	}
}

// TestTheAppReadsAgain: a file that changes while the app reads it is said and not refused.
func TestTheAppReadsAgain(t *testing.T) {
	name := filepath.Join(t.TempDir(), "walk.jsonl")
	must.Succeed(t, os.WriteFile(name, []byte(walkFile(t)), 0o600))
	s := newSession(t)
	s.Terminal = Terminal{In: true, Out: true}
	s.Files = changingDisk{disk.OS{}, func(string) {
		later := time.Now().Add(time.Minute)
		if err := os.Chtimes(name, later, later); err != nil {
			t.Error(err)
		}
	}}
	if code := s.call("--data", name); code != 0 || s.shown.Data == nil || !strings.Contains(s.err.String(), "changed while it was read") {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
}

// changingDisk changes files when they are opened.
type changingDisk struct {
	disk.OS
	change func(opened string)
}

func (d changingDisk) Open(name string) (io.ReadCloser, error) {
	defer d.change(name)
	return d.OS.Open(name)
}

// What has been loaded is watched for the app.
func TestLoadWatches(t *testing.T) {
	s := newSession(t)
	disk := files{"walk.jsonl": walkFile(t)}
	s.Files = disk
	w := must.Have(s.load(t.Context(), []string{"walk.jsonl"}, nil))(t)
	disk["walk.jsonl"] += strings.SplitAfter(walkFile(t), "\n")[0]
	if f, changed, err := w.Refresh(t.Context()); f.Trajectories != 5 || !changed || err != nil {
		t.Errorf("%+v, %v, %v", f, changed, err)
	}
	delete(disk, "walk.jsonl")
	if _, _, err := w.Refresh(t.Context()); err == nil || !strings.HasPrefix(err.Error(), `data "walk.jsonl": `) {
		t.Error(err)
	}
}

// stuckDisk has files whose opening waits.
type stuckDisk struct {
	files
	until <-chan struct{}
}

func (d stuckDisk) Open(name string) (io.ReadCloser, error) {
	<-d.until
	return d.files.Open(name)
}

func TestLoadEndsWithItsContext(t *testing.T) {
	s := newSession(t)
	end := make(chan struct{})
	defer close(end)
	s.Files = stuckDisk{files{}, end}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Millisecond)
	defer cancel()
	if _, err := s.load(ctx, []string{"x"}, nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
}
