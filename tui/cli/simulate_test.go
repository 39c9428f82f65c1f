package cli

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"lambdascope/sim"
	"lambdascope/sim/must"
	"lambdascope/sim/recorded"
	"lambdascope/tui/disk"
)

// simulated runs the command and returns what it says.
func simulated(t *testing.T, s *session, args ...string) string {
	t.Helper()
	s.out.Reset()
	s.err.Reset()
	if code := s.call(append([]string{"simulate"}, args...)...); code != 0 {
		t.Fatalf("%q: exit %d, %q", args, code, s.err.String())
	}
	return s.err.String()
}

// Every domain reads back from every form to the numbers that it draws.
func TestSimulate(t *testing.T) {
	s := newSession(t)
	const n, seed = 12, 5
	for _, name := range sim.Domains() {
		domain := must.Have(sim.New(sim.Options{Domain: name}))(t)
		for _, suffix := range recorded.Suffixes() {
			file := name + suffix
			message := simulated(t, s, "--domain", name, "-n", strconv.Itoa(n), "--seed", strconv.Itoa(seed), "--out", file)
			data := trajectoriesIn(t, s.Files.(files)[file])
			steps := 0
			for i, got := range data {
				want := must.Have(domain.Trajectory(seed, i))(t)
				if !bytes.Equal(recorded.CSV.Append(nil, i, got, true), recorded.CSV.Append(nil, i, want, true)) {
					t.Errorf("%s: trajectory %d differs", file, i)
				}
				steps += want.Len()
			}
			want := fmt.Sprintf("lambdascope: %d trajectories, %d steps, %s: %s\n", n, steps, byteCount(int64(len(s.Files.(files)[file]))), file)
			if len(data) != n || message != want || s.out.Len() > 0 {
				t.Errorf("%d trajectories, %q, want %q", len(data), message, want)
			}
		}
	}
}

// The same data have the same analysis, drawn or read.
func TestSimulateAndRun(t *testing.T) {
	s := newSession(t)
	drawn := mustCall(t, s, "run", "-n", "30", "--seed", "2", "--max-steps", "20", "--format", "csv")
	for _, suffix := range recorded.Suffixes() {
		simulated(t, s, "-n", "30", "--seed", "2", "--max-steps", "20", "--out", "drawn"+suffix)
		s.err.Reset()
		read := mustCall(t, s, "run", "--data", "drawn"+suffix, "--gamma", "0.95", "--format", "csv")
		if got, want := firstColumns(t, read, 7), firstColumns(t, drawn, 7); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", suffix, got, want)
		}
	}
	simulated(t, s, "-n", "30", "--seed", "2", "--max-steps", "20", "--out", "-")
	if s.out.String() != s.Files.(files)["drawn.jsonl"] {
		t.Error("standard output has something else than the file")
	}
}

// firstColumns returns the first columns of a CSV.
func firstColumns(t *testing.T, text string, n int) string {
	t.Helper()
	table := must.Have(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
	var out strings.Builder
	for _, row := range table {
		out.WriteString(strings.Join(row[:n], " ") + "\n")
	}
	return out.String()
}

func TestSimulateMisuse(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		code int
		want string
	}{
		{"no file", nil, 2, "no --out: want the name of a file that ends in .jsonl, .csv, .jsonl.gz or .csv.gz, or - for standard output"},
		{"no name", []string{"--out", ""}, 2, `out "": want a name that ends in .jsonl`},
		{"no suffix", []string{"--out", "walk"}, 2, `out "walk": want a name that ends in .jsonl, .csv, .jsonl.gz or .csv.gz, or - for standard output`},
		{"another suffix", []string{"--out", "walk.json"}, 2, `out "walk.json": want a name that ends in`},
		{"another packing", []string{"--out", "walk.csv.zip"}, 2, `out "walk.csv.zip": want a name that ends in`},
		{"gzip of nothing", []string{"--out", "walk.gz"}, 2, `out "walk.gz": want a name that ends in`},
		{"exists", []string{"--out", "taken.csv"}, 1, `out "taken.csv": exists; want another name, or --force to replace it`},
		{"argument", []string{"walk.csv"}, 2, `argument "walk.csv"`},
		{"a flag of run", []string{"--gamma", "0.9", "--out", "a.csv"}, 2, "not to lambdascope simulate"},
		{"recorded data", []string{"--data", "walk.jsonl", "--out", "a.csv"}, 2, "not to lambdascope simulate"},
		{"one trajectory", []string{"-n", "1", "--out", "a.csv"}, 2, "2 to 100000"},
		{"states", []string{"--states", "4", "--out", "a.csv"}, 2, "want an odd number from 3 to 51"},
		{"domain", []string{"--domain", "mars", "--out", "a.csv"}, 2, "want random-walk"},
		{"settings before the file", []string{"--seed", "-1", "--out", "taken.csv"}, 2, "want a whole number from 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSession(t)
			s.Files.(files)["taken.csv"] = "theirs"
			checkFailure(t, s, s.call(append([]string{"simulate"}, c.args...)...), c.code, c.want)
			if len(s.Files.(files)) != 3 || s.Files.(files)["taken.csv"] != "theirs" {
				t.Error("files have changed")
			}
		})
	}
	for _, out := range []string{"a.csv", "-"} {
		s := newSession(t)
		s.Files = nil
		checkFailure(t, s, s.call("simulate", "--out", out), 2, "files can't be written in this session")
	}
}

func TestSimulateForce(t *testing.T) {
	s := newSession(t)
	s.Files.(files)["taken.csv"] = "theirs"
	simulated(t, s, "--force", "--out", "taken.csv")
	if !strings.HasPrefix(s.Files.(files)["taken.csv"], "episode_id,") {
		t.Error("not replaced")
	}
}

// brokenDisk gives out files whose writes fail, or do something else, after some
// bytes.
type brokenDisk struct {
	disk.Files
	left int
	then func() error
}

type brokenFile struct {
	disk.NewFile
	disk *brokenDisk
}

func (d *brokenDisk) Create(name string, replace bool) (disk.NewFile, error) {
	f, err := d.Files.Create(name, replace)
	return brokenFile{f, d}, err
}

func (f brokenFile) Write(p []byte) (int, error) {
	if f.disk.left -= len(p); f.disk.left < 0 {
		if err := f.disk.then(); err != nil {
			return 0, err
		}
	}
	return f.NewFile.Write(p)
}

// A run that ends early, whenever and however, leaves the folder as it was.
func TestSimulateLeavesNoHalfFile(t *testing.T) {
	full := errors.New("no space left on device")
	for _, name := range []string{"walk.jsonl", "walk.csv.gz"} {
		for _, old := range []map[string]string{nil, {name: "old"}} {
			for _, left := range []int{0, 1000, 200_000} {
				folder := t.TempDir()
				for name, text := range old {
					must.Succeed(t, os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600))
				}
				args := []string{"simulate", "-n", "50000", "--force", "--out", filepath.Join(folder, name)}

				s := newSession(t)
				s.Files = &brokenDisk{disk.OS{}, left, func() error { return full }}
				checkFailure(t, s, s.call(args...), 1, "no space left on device")
				folderHas(t, folder, old)

				s = newSession(t)
				ctx, cancel := context.WithCancel(t.Context())
				s.Files = &brokenDisk{disk.OS{}, left, func() error { cancel(); return nil }}
				checkFailure(t, s, s.callIn(ctx, args...), 1, "interrupted")
				folderHas(t, folder, old)
				cancel()
			}
		}
	}
}

func TestSimulateToTheDisk(t *testing.T) {
	folder := t.TempDir()
	name := filepath.Join(folder, "walk.csv.gz")
	s := newSession(t)
	s.Files = disk.OS{}
	simulated(t, s, "--out", name)
	first := must.Have(os.ReadFile(name))(t)
	z := must.Have(gzip.NewReader(bytes.NewReader(first)))(t)
	text, err := io.ReadAll(z)
	if err != nil || !bytes.HasPrefix(text, []byte("episode_id,t,reward,terminated,truncated,obs_0,")) {
		t.Errorf("%v: %s", err, text)
	}
	s.err.Reset()
	checkFailure(t, s, s.call("simulate", "--out", name, "--seed", "2"), 1, "exists; want another name, or --force to replace it")
	folderHas(t, folder, map[string]string{"walk.csv.gz": string(first)})
	simulated(t, s, "--out", name, "--force") // the same bytes each time
	folderHas(t, folder, map[string]string{"walk.csv.gz": string(first)})
	s.err.Reset()
	checkFailure(t, s, s.call("simulate", "--out", filepath.Join(folder, "no", "a.csv")), 1, `a.csv": no such file or directory`)
}

// Whoever reads the output may leave.
func TestSimulateToAClosedPipe(t *testing.T) {
	s := newSession(t)
	r, w := io.Pipe()
	r.Close()
	s.Out = w
	if code := s.call("simulate", "--out", "-", "-n", "1000"); code != 1 || s.err.Len() > 0 {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
}
