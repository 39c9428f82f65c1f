package cli

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"go.uber.org/goleak"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
	"lambdascope/sim/study"
	"lambdascope/tui/disk"
	"lambdascope/tui/report"
	"lambdascope/tui/results"
)

// studySession is a session on the real disk, with a cache that has room for the
// true values. Its PNGs are small: at the usual size they take most of the time of a
// small study.
func studySession(t *testing.T) *session {
	t.Helper()
	s := newSession(t)
	s.Files, s.Engine, s.pictureDPI = disk.OS{}, analysis.NewEngine(analysis.DefaultCacheBytes), 50
	return s
}

// mustStudy runs a study and returns what it prints.
func mustStudy(t *testing.T, s *session, folder string, args ...string) string {
	t.Helper()
	s.out.Reset()
	s.err.Reset()
	if code := s.call(append([]string{"study", "--out", folder}, args...)...); code != 0 {
		t.Fatalf("%q: exit %d, %q", args, code, s.err.String())
	}
	return s.out.String()
}

// folderOf returns the files of a folder.
func folderOf(t *testing.T, folder string) map[string]string {
	t.Helper()
	entries := must.Have(os.ReadDir(folder))(t)
	out := make(map[string]string)
	for _, e := range entries {
		text := must.Have(os.ReadFile(filepath.Join(folder, e.Name())))(t)
		out[e.Name()] = string(text)
	}
	return out
}

// folderHas checks what files a folder has.
func folderHas(t *testing.T, folder string, want map[string]string) {
	t.Helper()
	got := folderOf(t, folder)
	for name, text := range got {
		if text != want[name] {
			t.Errorf("%s has %q, want %q", name, text, want[name])
		}
	}
	if len(got) != len(want) {
		t.Errorf("the folder has %q, want %d files", slices.Sorted(maps.Keys(got)), len(want))
	}
}

// csvRows is a CSV by the names of its columns.
func csvRows(t *testing.T, text string) []map[string]string {
	t.Helper()
	rows := must.Have(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
	var out []map[string]string
	for _, r := range rows[1:] {
		row := make(map[string]string)
		for i, name := range rows[0] {
			row[name] = r[i]
		}
		out = append(out, row)
	}
	return out
}

func numberIn(t *testing.T, text string) float64 {
	t.Helper()
	return must.Have(strconv.ParseFloat(text, 64))(t)
}

// TestStudy compares the tables with analyses of the same data, one by one.
func TestStudy(t *testing.T) {
	s := studySession(t)
	folder := filepath.Join(t.TempDir(), "new", "results")
	const trials, seed = 3, 7
	sizes := []int{2, 4}
	weighting := must.Have(estimator.ParseWeighting("trajectory"))(t)
	printed := mustStudy(t, s, folder, "--trials", fmt.Sprint(trials), "-n", "4,2,4", "--seed", fmt.Sprint(seed), "--lambdas", "0,0.5,1", "--figures", "b,a", "--weighting", "trajectory")
	got := folderOf(t, folder)
	for _, domain := range sim.Domains() {
		rows := csvRows(t, got[domain+"-trials.csv"])
		if len(rows) != trials*len(sizes) {
			t.Fatalf("%s: %d rows", domain, len(rows))
		}
		sum := make(map[string]float64) // of MSVE over trials
		for i, row := range rows {
			settings := must.Have(analysis.Defaults(domain))(t)
			settings.Seed, settings.Trajectories, settings.Lambdas = seed+uint64(i/2), sizes[i%2], "0,0.5,1"
			settings.Weighting = weighting
			a := must.Have(s.Engine.Analyze(t.Context(), settings))(t)
			n := strconv.Itoa(settings.Trajectories)
			for k, c := range a.Selection.Candidates {
				sum[n+" "+report.Exact(c.Lambda)] += a.MSVE[k]
			}
			sum[n] += a.MSVE[a.Selection.Selected]
			kept, _, _ := a.Selection.NotRuledOut()
			want := map[string]string{
				"domain": domain, "trial": strconv.Itoa(i / 2), "seed": strconv.Itoa(seed + i/2), "trajectories": n,
				"lambda_hat":       report.Exact(a.Selection.Best().Lambda),
				"naive_lambda_hat": report.Exact(a.Selection.Best().Lambda),
				"msve":             report.Exact(a.MSVE[a.Selection.Selected]),
				"not_ruled_out":    strconv.Itoa(kept),
			}
			for name, v := range want {
				if row[name] != v {
					t.Errorf("%s, row %d: %s %s, want %s", domain, i+1, name, row[name], v)
				}
			}
			best := slices.IndexFunc(a.Selection.Candidates, func(c estimator.Candidate) bool { return report.Exact(c.Lambda) == row["lambda_best"] })
			if row["msve_best"] != report.Exact(a.MSVE[best]) || row["regret"] != report.Exact(numberIn(t, row["msve"])-a.MSVE[best]) {
				t.Errorf("%s, row %d: %v", domain, i+1, row)
			}
		}
		near := func(text string, sum float64) bool {
			want := math.Sqrt(max(0, sum/trials))
			return math.Abs(numberIn(t, text)-want) <= 1e-12*want
		}
		lambdas := csvRows(t, got[domain+"-a.csv"])
		if len(lambdas) != 3*len(sizes) {
			t.Errorf("%s: %d rows of figure a", domain, len(lambdas))
		}
		least := make(map[string]string) // λ by n
		for _, row := range lambdas {
			n := row["trajectories"]
			if !near(row["root_msve"], sum[n+" "+row["lambda"]]) || row["domain"] != domain {
				t.Errorf("%s: %v", domain, row)
			}
			if l, ok := least[n]; !ok || sum[n+" "+row["lambda"]] < sum[n+" "+l] {
				least[n] = row["lambda"]
			}
		}
		methods := csvRows(t, got[domain+"-b.csv"])
		if len(methods) != 6*len(sizes) {
			t.Errorf("%s: %d rows of figure b", domain, len(methods))
		}
		for _, row := range methods {
			n := row["trajectories"]
			switch row["method"] {
			case study.NameALLSTD, study.NameNaive:
				if !near(row["root_msve"], sum[n]) || row["lambda"] != "" {
					t.Errorf("%s: %v", domain, row)
				}
			case study.NameLSTDBest:
				if row["lambda"] != least[n] || !near(row["root_msve"], sum[n+" "+least[n]]) {
					t.Errorf("%s: %v, want λ = %s", domain, row, least[n])
				}
			}
		}
		for _, row := range rows {
			if row["lambda_best"] != least[row["trajectories"]] {
				t.Errorf("%s: %v, want λ = %s", domain, row, least[row["trajectories"]])
			}
		}
		for _, name := range []string{"-a.svg", "-b.svg", "-a.png", "-b.png"} {
			if len(got[domain+name]) < 1000 {
				t.Errorf("%s%s has %d bytes", domain, name, len(got[domain+name]))
			}
		}
		if !strings.Contains(printed, "\n"+domain+"\n") && !strings.HasPrefix(printed, domain+"\n") {
			t.Errorf("no %s in:\n%s", domain, printed)
		}
	}
	for name := range got {
		if strings.Contains(name, "-c.") || strings.HasPrefix(name, "times-") || strings.HasPrefix(name, ".") {
			t.Errorf("there is a %s", name)
		}
	}
	checkSummary(t, got)
	said := strings.Join(strings.Fields(printed), " ")
	claims := regexp.MustCompile(`(?m)^- Figure (\w), \*\*(.*?)\*\*: (.*)$`).FindAllStringSubmatch(got[results.SummaryFile], -1)
	if len(claims) < 3*len(sim.Domains()) {
		t.Errorf("%d claims in %s", len(claims), results.SummaryFile)
	}
	for _, c := range claims {
		if want := c[2] + " " + c[1] + " " + strings.Join(strings.Fields(c[3]), " "); !strings.Contains(said, want) {
			t.Errorf("no %q in:\n%s", want, printed)
		}
	}
}

// checkSummary checks that the pictures of a summary are there, that it says what
// it must, and that its command makes the same folder.
func checkSummary(t *testing.T, got map[string]string) {
	t.Helper()
	text := got[results.SummaryFile]
	links := regexp.MustCompile(`\]\(([^)]*)\)`).FindAllStringSubmatch(text, -1)
	if len(links) != 6 {
		t.Errorf("%d links", len(links))
	}
	for _, l := range links {
		if got[l[1]] == "" {
			t.Errorf("no file %s", l[1])
		}
	}
	for _, want := range []string{"3 trials of each domain, with 2 and 4 trajectories", "weighting trajectory", "seed 7", "LSTD(best)", "unclear**", "Figure b", "| 0.5 |", "The true values are estimated themselves."} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in:\n%s", want, text)
		}
	}
	_, command, _ := strings.Cut(text, "```\n"+program+" ")
	command, _, _ = strings.Cut(command, "\n")
	args := strings.Fields(command)
	folder := filepath.Join(t.TempDir(), "results")
	if i := len(args) - 1; args[i] != "results" {
		t.Fatalf("command %q", command)
	} else {
		args[i] = folder
	}
	s := studySession(t)
	if code := s.call(args...); code != 0 {
		t.Fatalf("%q: exit %d, %q", command, code, s.err.String())
	}
	folderHas(t, folder, got)
}

// hookedDisk calls a func before each row that is kept.
type hookedDisk struct {
	disk.Files
	hook func(n int) error // of the n-th row, from 0
	rows *int
}

func (d hookedDisk) Append(name string) (io.WriteCloser, error) {
	out, err := d.Files.Append(name)
	return hookedFile{out, d}, err
}

type hookedFile struct {
	io.WriteCloser
	disk hookedDisk
}

// Write writes half of a row for which the hook has an error.
func (f hookedFile) Write(p []byte) (int, error) {
	err := f.disk.hook(*f.disk.rows)
	*f.disk.rows++
	if err == nil {
		return f.WriteCloser.Write(p)
	}
	n, _ := f.WriteCloser.Write(p[:len(p)/2])
	return n, err
}

// smallStudy takes a moment.
func smallStudy() []string {
	return []string{"--domain", "mountain-car,random-walk", "--trials", "4", "-n", "2,3", "--figures", "b", "--lambdas", "0,1"}
}

// TestStudyResumed stops studies at any trial, in several ways, and has them go
// on: all files are those of one that was not stopped.
func TestStudyResumed(t *testing.T) {
	defer goleak.VerifyNone(t)
	whole := filepath.Join(t.TempDir(), "r")
	said := mustStudy(t, studySession(t), whole, smallStudy()...)
	want := folderOf(t, whole)
	full := errors.New("no space left on device")
	for _, at := range []int{0, 3, 7} {
		for _, how := range []string{"interrupted", "disk full"} {
			t.Run(fmt.Sprintf("%s at %d", how, at), func(t *testing.T) {
				folder := filepath.Join(t.TempDir(), "r")
				s := studySession(t)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				s.Files = hookedDisk{disk.OS{}, func(n int) error {
					switch {
					case n < at:
						return nil
					case how == "disk full":
						return full
					}
					cancel()
					return nil
				}, new(int)}
				kept := at
				if how == "interrupted" {
					kept++ // the row under way is finished
				}
				code := s.callIn(ctx, append([]string{"study", "--out", folder}, smallStudy()...)...)
				last := lastLine(s)
				wantSaid := fmt.Sprintf("%s; %d of 8 trials are kept; to go on: lambdascope study --resume --out %s\n", map[bool]string{
					true:  "lambdascope: interrupted",
					false: "no space left on device",
				}[how == "interrupted"], kept, folder)
				if code != 1 || !strings.HasSuffix(last, wantSaid) || s.out.Len() > 0 {
					t.Errorf("exit %d, %q, want %q", code, last, wantSaid)
				}
				if _, err := os.Stat(filepath.Join(folder, results.SummaryFile)); err == nil {
					t.Error("there is a summary")
				}
				if got := mustStudy(t, studySession(t), folder, "--resume"); got != said {
					t.Errorf("%s\nwant\n%s", got, said)
				}
				folderHas(t, folder, want)
			})
		}
	}
	t.Run("finished", func(t *testing.T) {
		s := studySession(t)
		rows := 0
		s.Files = hookedDisk{disk.OS{}, func(int) error { return nil }, &rows}
		must.Succeed(t, os.Remove(filepath.Join(whole, "random-walk-b.csv")))
		if got := mustStudy(t, s, whole, append(smallStudy(), "--resume")...); got != said || rows > 0 {
			t.Errorf("%d trials more, %s", rows, got)
		}
		folderHas(t, whole, want)
	})
	t.Run("nothing there", func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "r")
		s := studySession(t)
		checkFailure(t, s, s.call("study", "--out", folder, "--resume"), 1, "has no study to go on with")
		if _, err := os.Stat(folder); err == nil {
			t.Error("the folder was made")
		}
	})
	t.Run("some settings", func(t *testing.T) {
		mustStudy(t, studySession(t), whole, "--resume", "--trials", "4", "--lambdas", "1,0")
		folderHas(t, whole, want)
	})
	t.Run("from within", func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "r")
		must.Succeed(t, os.Mkdir(folder, 0o700))
		s := studySession(t)
		t.Chdir(folder)
		mustStudy(t, s, ".", smallStudy()...)
		folderHas(t, folder, want)
	})
}

// lastLine returns the last line on standard error.
func lastLine(s *session) string {
	lines := strings.SplitAfter(s.err.String(), "\n")
	return lines[max(0, len(lines)-2)]
}

// Trials that finished in another order, and one cut short by the end of the
// process, make no difference.
func TestStudyPutsTrialsInOrder(t *testing.T) {
	folder := t.TempDir()
	mustStudy(t, studySession(t), folder, smallStudy()...)
	want := folderOf(t, folder)
	const name = "trials-random-walk.jsonl"
	lines := strings.SplitAfter(want[name], "\n")
	lines = lines[:len(lines)-1] // what follows the last end
	slices.Reverse(lines)
	torn := lines[0][:len(lines[0])-1] // all but the end of the line
	writeFile(t, filepath.Join(folder, name), strings.Join(lines[1:], "")+torn)
	mustStudy(t, studySession(t), folder, "--resume")
	folderHas(t, folder, want)
}

func writeFile(t *testing.T, name, text string) {
	t.Helper()
	must.Succeed(t, os.WriteFile(name, []byte(text), 0o600))
}

// TestStudyRefuses has folders that no study can be made in.
func TestStudyRefuses(t *testing.T) {
	whole := filepath.Join(t.TempDir(), "r")
	mustStudy(t, studySession(t), whole, smallStudy()...)
	content := folderOf(t, whole)
	edit := func(name, old, with string) func(map[string]string) {
		return func(files map[string]string) {
			if !strings.Contains(files[name], old) {
				t.Fatalf("no %q in %s", old, name)
			}
			files[name] = strings.Replace(files[name], old, with, 1)
		}
	}
	for _, c := range []struct {
		name string
		edit func(map[string]string)
		args []string // besides those of the small study; nil for --resume alone
		want string
	}{
		{"a study", nil, []string{}, "has a study already: add --resume to go on with it, or choose another folder"},
		{"other trials", nil, []string{"--resume", "--trials", "5"}, "has a study with other settings: trials 4 there, 5 here; want the same, or another folder"},
		{"other sizes", nil, []string{"--resume", "-n", "2,3,4"}, "trajectories 2,3 there, 2,3,4 here"},
		{"other figures", nil, []string{"--resume", "--figures", "a"}, "figures b there, a here"},
		{"other domains", nil, []string{"--resume", "--domain", "2048"}, "domain random-walk,mountain-car there, random-walk,2048,mountain-car here"},
		{"other gamma", nil, []string{"--resume", "--gamma", "0.9", "--trials", "4"}, "has a study with other settings: random-walk: gamma 0.95 there, 0.9 here; mountain-car: gamma 1 there, 0.9 here; want the same"},
		{"other seed", nil, []string{"--resume", "--seed", "2"}, "random-walk: seed 1 there, 2 here"},
		{"all at once", nil, []string{"--resume", "--trials", "5", "-n", "2", "--figures", "b,c", "--domain", "2048", "--seed", "3"}, "domain random-walk,mountain-car there, random-walk,2048,mountain-car here; trials 4 there, 5 here; trajectories 2,3 there, 2 here; figures b there, b,c here; random-walk: seed 1 there, 3 here; mountain-car: seed 1 there, 3 here; want"},
		{"version", edit("study.json", `"version": 5`, `"version": 4`), nil, "study.json: a study of version 4, which this build can't go on with, as it makes version 5: want a folder of that version, or a new one"},
		{"no JSON", edit("study.json", "{", "["), nil, "study.json: not the design of a study: "},
		{"domain", edit("study.json", `"random-walk"`, `"random"`), nil, `study.json: domains "random,mountain-car": want some of random-walk,`},
		{"figures", edit("study.json", `"b"`, `"e"`), nil, `study.json: figures "e": want some of a,b,c,d,coverage,selectors`},
		{"figure d", edit("study.json", `"b"`, `"d"`), nil, "study.json: figure d: want its numbers of trajectories and its budget"},
		{"no setting", edit("study.json", `"ridge"`, `"edge"`), nil, "study.json: no ridge of random-walk"},
		{"more settings", edit("study.json", `"ridge"`, `"edge": "1", "ridge"`), nil, "study.json: 11 settings of random-walk: want 10"},
		{"setting", edit("study.json", `"0.95"`, `"95"`), nil, "study.json: gamma 95: want 0 ≤ γ ≤ 1"},
		{"trials", edit("study.json", `"trials": 4`, `"trials": -1`), nil, "study.json: trials -1: want 1 to"},
		{"half a trial", edit("trials-random-walk.jsonl", "\n", " 1\n"), nil, "trials-random-walk.jsonl: line 1: "},
		{"null", edit("trials-random-walk.jsonl", "{", "null\n{"), nil, `trials-random-walk.jsonl: line 1: of "": want "`},
		{"seed", edit("trials-mountain-car.jsonl", `"trial":2,"seed":3`, `"trial":2,"seed":4`), nil, "trials-mountain-car.jsonl: line 3: trial 2: seed 4: want 3"},
		{"twice", edit("trials-mountain-car.jsonl", `"trial":2,"seed":3`, `"trial":1,"seed":2`), nil, "trials-mountain-car.jsonl: line 3: trial 1 is there twice"},
		{"index", edit("trials-random-walk.jsonl", `"trial":3`, `"trial":4`), nil, "trials-random-walk.jsonl: line 4: trial 4: want 0 to 3"},
		{"other things", func(files map[string]string) { delete(files, "study.json") }, []string{}, "has summary.md, but no study.json that says what it is of; want another folder"},
		{"another study's trial", edit("trials-mountain-car.jsonl", `"of":"`, `"of":"0`), nil, `trials-mountain-car.jsonl: line 1: of "0`},
		{"other settings", edit("study.json", `"0.95"`, `"0.9"`), nil, `trials-random-walk.jsonl: line 1: of "`},
		{"null", edit("trials-random-walk.jsonl", `"msve":[`, `"msve":[null,`), nil, "trials-random-walk.jsonl: line 1: trial "},
		{"null in place of 0", edit("trials-random-walk.jsonl", `"loto_diff":[0,`, `"loto_diff":[null,`), nil, "trials-random-walk.jsonl: line 1: not as it was written"},
		{"no field", edit("trials-random-walk.jsonl", `"trial":0,`, ""), nil, "trials-random-walk.jsonl: line "},
		{"below 0", edit("trials-random-walk.jsonl", `"loto":[`, `"loto":[-`), nil, ": loto -"},
		{"nothing", func(files map[string]string) { clear(files) }, nil, "has no study to go on with; want a folder with a study.json, or no --resume to begin one"},
		{"other things, resumed", func(files map[string]string) {
			for name := range files {
				if name != "random-walk-b.csv" {
					delete(files, name)
				}
			}
		}, nil, "has no study to go on with"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := maps.Clone(content)
			if c.edit != nil {
				c.edit(files)
			}
			folder := t.TempDir()
			for name, text := range files {
				writeFile(t, filepath.Join(folder, name), text)
			}
			args := append(smallStudy(), c.args...)
			if c.args == nil {
				args = []string{"--resume"}
			}
			s := studySession(t)
			checkFailure(t, s, s.call(append([]string{"study", "--out", folder}, args...)...), 1, c.want)
			folderHas(t, folder, files)
		})
	}
}

func TestStudyMisuse(t *testing.T) {
	for _, c := range []struct {
		name string
		args []string
		want string
	}{
		{"no folder", nil, "no --out: want the name of a folder for the results"},
		{"no name", []string{"--out", ""}, "no --out: want the name of a folder"},
		{"domain", []string{"--domain", "random-walk,mars"}, `domain "mars": want random-walk, 2048 or mountain-car`},
		{"no domain", []string{"--domain", ""}, `domain "": want random-walk`},
		{"figures", []string{"--figures", "a,e"}, `figures "e": want a, b, c, d, coverage or selectors, comma-separated`},
		{"no figures", []string{"--figures", ""}, `figures "": want a, b, c, d, coverage or selectors`},
		{"trials", []string{"--trials", "0"}, `trials "0": want a whole number, 1 to 10000`},
		{"trials, many", []string{"--trials", "10001"}, "want a whole number, 1 to 10000"},
		{"trials, text", []string{"--trials", "a few"}, `trials "a few": want a whole number`},
		{"sizes", []string{"-n", "2,1"}, "trajectories 1: want a whole number, 2 to 100000"},
		{"sizes, a range", []string{"-n", "2:10:2"}, "trajectories 2:10:2: want a whole number"},
		{"sizes, a gap", []string{"-n", "2,,3"}, `trajectories "": want a whole number`},
		{"budget", []string{"--budget", "10"}, `budget "10": want a time of at least 1 ms, such as 10s or 1m30s`},
		{"budget, little", []string{"--budget", "999us"}, `budget "999us": want a time of at least 1 ms`},
		{"states of all", []string{"--states", "7"}, "--states does not apply to 2048"},
		{"features of one", []string{"--features", "tiles"}, "want 1-hot or dependent"},
		{"gamma", []string{"--gamma", "1.2"}, "gamma 1.2: want 0 ≤ γ ≤ 1"},
		{"seed", []string{"--seed", "18446744073709551615"}, "seed 18446744073709551615: want at most 18446744073709550616"},
		{"coverage of one trial", []string{"--figures", "coverage", "--trials", "1"}, "trials 1: want at least 2 for figure coverage"},
		{"no truth", []string{"--domain", "2048", "--max-steps", "50"}, "its true values are not known"},
		{"recorded data", []string{"--data", "walk.jsonl"}, "not to lambdascope study"},
		{"argument", []string{"results"}, `argument "results"`},
		{"twice", []string{"--domain", "2048", "--domain", "mars"}, `domain "mars"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := studySession(t)
			folder := filepath.Join(t.TempDir(), "r")
			args := append([]string{"study", "--out", folder}, c.args...)
			if c.name == "no folder" {
				args = []string{"study"}
			}
			checkFailure(t, s, s.call(args...), 2, c.want)
			if _, err := os.Stat(folder); err == nil {
				t.Error("the folder was made")
			}
		})
	}
	t.Run("a file", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "r")
		writeFile(t, name, "theirs")
		s := studySession(t)
		checkFailure(t, s, s.call("study", "--out", name), 1, `r": not a directory`)
	})
	t.Run("no files", func(t *testing.T) {
		s := newSession(t)
		s.Files = nil
		checkFailure(t, s, s.call("study", "--out", "r"), 2, "files can't be written in this session")
	})
	t.Run("in use", func(t *testing.T) {
		folder := t.TempDir()
		release := must.Have(disk.OS{}.Lock(folder))(t)
		defer release()
		if again, err := (disk.OS{}).Lock(folder); err == nil {
			again()
			t.Skip("the system can't tell")
		}
		s := studySession(t)
		checkFailure(t, s, s.call("study", "--out", folder), 1, "is in use by another process")
		folderHas(t, folder, nil)
	})
}

// Figure c needs no trials, and measures what it has not measured.
func TestStudyOfTimes(t *testing.T) {
	folder := t.TempDir()
	args := []string{"--domain", "random-walk", "--figures", "c", "-n", "2,3", "--lambdas", "0,1"}
	mustStudy(t, studySession(t), folder, append(args, "--budget", "90s")...)
	const name = "times-random-walk.jsonl"
	text := folderOf(t, folder)[name]
	stopped := regexp.MustCompile(`"seconds":.*`).ReplaceAllString(text, `"seconds":90,"least":90,"most":90,"runs":1,"data_sets":1,"stopped":true}`)
	writeFile(t, filepath.Join(folder, name), stopped)
	printed := mustStudy(t, studySession(t), folder, "--resume")
	first := folderOf(t, folder)
	if !strings.Contains(first[results.SummaryFile], "--figures c --budget 1m30s --out ") || first[name] != stopped {
		t.Errorf("%s\n%s", first[results.SummaryFile], first[name])
	}
	rows := csvRows(t, first["random-walk-c.csv"])
	if len(rows) != 2*len(study.TimedMethods()) {
		t.Errorf("%d rows", len(rows))
	}
	for _, row := range rows {
		if row["stopped"] != "true" || row["seconds"] != "90" {
			t.Errorf("%v", row)
		}
	}
	for name := range first {
		if strings.HasPrefix(name, "trials") || strings.HasSuffix(name, "-trials.csv") {
			t.Errorf("there is %s", name)
		}
	}
	if strings.Contains(printed, "  a  ") || !strings.Contains(printed, "not checked    c  ") {
		t.Errorf("%s", printed)
	}
	mustStudy(t, studySession(t), folder, "--resume", "--budget", "1.5m")
	folderHas(t, folder, first)

	mustStudy(t, studySession(t), folder, "--resume", "--budget", results.DefaultBudget)
	second := folderOf(t, folder)
	for _, row := range csvRows(t, second["random-walk-c.csv"]) {
		if v := numberIn(t, row["seconds"]); row["stopped"] != "false" || !(v > 0 && numberIn(t, row["least"]) <= v && v <= numberIn(t, row["most"])) {
			t.Errorf("%v", row)
		}
	}
	mustStudy(t, studySession(t), folder, "--resume")
	folderHas(t, folder, second) // finished times are not measured again

	text = second[name]
	lines := strings.SplitAfter(text, "\n")
	for old, want := range map[string]string{
		`"trajectories":3`:  "trajectories 9: want one of 2 3",
		`"method":"ALLSTD"`: `method "TD": want ALLSTD,`,
		`"seconds":`:        "want finite numbers with 0 ≤ least ≤ seconds ≤ most",
	} {
		with := map[string]string{`"trajectories":3`: `"trajectories":9`, `"method":"ALLSTD"`: `"method":"TD"`, `"seconds":`: `"seconds":-`}[old]
		writeFile(t, filepath.Join(folder, "times-random-walk.jsonl"), strings.Replace(text, old, with, 1))
		s := studySession(t)
		checkFailure(t, s, s.call("study", "--out", folder, "--resume"), 1, want)
	}
	writeFile(t, filepath.Join(folder, "times-random-walk.jsonl"), text+lines[0])
	s := studySession(t)
	checkFailure(t, s, s.call("study", "--out", folder, "--resume"), 1, "line 11: ALLSTD with 2 trajectories is there twice")
}

// NaiveCV+LSTD has rows at every n within the budget of the beginning.
func TestStudyOfNaive(t *testing.T) {
	args := []string{"--domain", "random-walk", "--figures", "b", "-n", "2,50", "--lambdas", "0,1", "--trials", "2"}
	for budget, want := range map[string]string{results.DefaultBudget: "2 50", "1ms": "2"} {
		folder := t.TempDir()
		mustStudy(t, studySession(t), folder, append(args, "--budget", budget)...)
		files := folderOf(t, folder)
		var sizes, each []string
		for _, row := range csvRows(t, files["random-walk-b.csv"]) {
			if row["method"] == study.NameNaive {
				sizes = append(sizes, row["trajectories"])
			}
		}
		for _, row := range csvRows(t, files["random-walk-trials.csv"]) {
			if row["naive_lambda_hat"] != "" && row["trial"] == "0" {
				each = append(each, row["trajectories"])
			}
		}
		if strings.Join(sizes, " ") != want || !slices.Equal(sizes, each) {
			t.Errorf("budget %s: NaiveCV+LSTD at n = %s, and %s in the trials, want %s", budget, sizes, each, want)
		}
		mustStudy(t, studySession(t), folder, "--resume", "--budget", budget)
		folderHas(t, folder, files)
		s := studySession(t)
		checkFailure(t, s, s.call("study", "--out", folder, "--resume", "--budget", "7s"), 1, "budget "+map[bool]string{true: "10s", false: "1ms"}[budget == results.DefaultBudget]+" there, 7s here")
	}
}

// The flags of a design ask for the same design.
func TestStudyArgs(t *testing.T) {
	for _, want := range [][]string{
		nil,
		{"--trials", "3"},
		{"--domain", "random-walk", "--trajectories", "2,7", "--states", "7", "--features", "dependent+bias"},
		{"--domain", "2048,mountain-car", "--gamma", "1", "--lambdas", "0,1", "--seed", "5"},
		{"--domain", "random-walk", "--target", "0.7"},
		{"--gamma", "0.95", "--figures", "a,c"},
		{"--figures", "a,c", "--budget", "1m30s"},
		{"--figures", "a,b", "--budget", "2ms"},
		{"--domain", "mountain-car", "--start", "uniform", "--ridge", "0.5", "--weighting", "trajectory"},
	} {
		design := func(args []string) results.Design {
			t.Helper()
			s := newStudyFlags(newSession(t).Env)
			must.Succeed(t, s.command.ParseFlags(args))
			return must.Have(s.design(nil))(t)
		}
		d := design(want)
		if got := d.Args(); !slices.Equal(got, want) {
			t.Errorf("%q, want %q", got, want)
		}
		again := design(d.Args())
		if !reflect.DeepEqual(again, d) || d.Difference(&again) != "" {
			t.Errorf("%q: %+v, want %+v", want, again, d)
		}
	}
}

// TestProgressOfAStudy has every trial take about a second. There is one worker, as
// another would wait for the first in a way that stops the clock of the test.
func TestProgressOfAStudy(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, terminal := range []bool{true, false} {
		synctest.Test(t, func(t *testing.T) {
			s := studySession(t)
			s.Terminal.Err = terminal
			took := time.Second
			if !terminal {
				took = 1100 * time.Millisecond // so that no trial ends when a line is due
			}
			s.Files = hookedDisk{disk.OS{}, func(int) error { time.Sleep(took); return nil }, new(int)}
			mustStudy(t, s, t.TempDir(), append(smallStudy(), "--trials", "30")...)
			got := s.err.String()
			var notes, shown []string
			for line := range strings.FieldsFuncSeq(got, func(r rune) bool { return r == '\r' || r == '\n' }) {
				switch {
				case strings.Contains(line, "["):
					shown = append(shown, strings.TrimSpace(line))
					if n := len([]rune(line)); n > 79 {
						t.Errorf("%d characters: %q", n, line)
					}
				case strings.TrimSpace(line) != "":
					notes = append(notes, line)
				}
			}
			want := []string{"lambdascope: random-walk: 30 of 30 trials are done", "lambdascope: mountain-car: 30 of 30 trials are done"}
			if !terminal {
				want = []string{
					"lambdascope: trials: 0 of 60 are done",
					"lambdascope: 27 of 60 trials, 35 s left; random-walk",
					want[0],
					"lambdascope: 54 of 60 trials, seconds left; mountain-car",
					want[1],
				}
			}
			if len(notes) != len(want)+1 || !slices.Equal(notes[:len(want)], want) {
				t.Errorf("%q", notes)
			}
			if !terminal {
				if len(shown) > 0 {
					t.Errorf("%q", shown)
				}
				return
			}
			for _, want := range []string{
				"lambdascope: [#####.....] 30 of 60 trials, 30 s left; random-walk",
				"lambdascope: [###.......] 20 of 60 trials, 40 s left; random-walk",
				"lambdascope: [#########.] 58 of 60 trials, seconds left; mountain-car",
			} {
				if !slices.Contains(shown, want) {
					t.Errorf("no %q in\n%s", want, strings.Join(shown, "\n"))
				}
			}
			if strings.IndexFunc(got, func(r rune) bool { return unicode.IsControl(r) && r != '\r' && r != '\n' }) >= 0 {
				t.Errorf("%q", got)
			}
		})
	}
}

func TestProgressTexts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		trials := &studyProgress{parts: []progressPart{{name: "2048", total: 80}, {name: "mountain-car", done: 3, total: 80}}}
		trials.begin(0)
		time.Sleep(time.Minute)
		if got, want := trials.text(), "3 of 160 trials; 2048: first trial running"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		trials.finished()
		if got, want := trials.text(), "4 of 160 trials; 2048"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		trials.begin(1)
		time.Sleep(time.Minute)
		trials.finished() // 79 and 76 are left
		if got, want := trials.text(), "5 of 160 trials, 3 h left; mountain-car"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
		times := &timesProgress{done: 7, total: 70, since: time.Now()}
		times.begin("2048")
		time.Sleep(95500 * time.Millisecond)
		times.finished()
		if got, want := times.text(), "8 of 70 training times after 1m35s; 2048"; got != want {
			t.Errorf("%q, want %q", got, want)
		}
	})
}

func TestAboutTime(t *testing.T) {
	for d, want := range map[time.Duration]string{
		0: "seconds", 9 * time.Second: "seconds", 12 * time.Second: "10 s", 98 * time.Second: "100 s",
		101 * time.Second: "2 min", 99 * time.Minute: "99 min", 100 * time.Minute: "2 h", 30 * time.Hour: "30 h",
	} {
		if got := aboutTime(d); got != want {
			t.Errorf("%v: %s, want %s", d, got, want)
		}
	}
}

// TestStudyCoverage makes the coverage alone, in one go and interrupted, and beside
// another figure, which does not change it.
func TestStudyCoverage(t *testing.T) {
	coverage := func(more ...string) []string {
		return append([]string{"--domain", "random-walk", "--trials", "6", "-n", "2,4", "--lambdas", "0,0.5,1"}, more...)
	}
	whole := filepath.Join(t.TempDir(), "r")
	printed := mustStudy(t, studySession(t), whole, coverage("--figures", "coverage")...)
	if !strings.HasPrefix(printed, "random-walk\n") || !strings.Contains(printed, "best λ by ") || !strings.Contains(printed, " of 3\n") {
		t.Errorf("it prints\n%s", printed)
	}
	want := folderOf(t, whole)
	names := []string{"random-walk-coverage.csv", "random-walk-coverage.png", "random-walk-coverage.svg", "study.json", "summary.md", "trials-random-walk.jsonl"}
	if got := slices.Sorted(maps.Keys(want)); !slices.Equal(got, names) {
		t.Errorf("the folder has %q, want %q", got, names)
	}
	for _, text := range []string{"--figures coverage --out r\n", "![random-walk: how often the λ that is best on average is not ruled out](random-walk-coverage.svg)", "| n | trials | best by LOTO error |"} {
		if !strings.Contains(want["summary.md"], text) {
			t.Errorf("no %q in:\n%s", text, want["summary.md"])
		}
	}
	for _, text := range []string{"Claims", "What holds", "root MSVE"} {
		if strings.Contains(want["summary.md"], text) {
			t.Errorf("%q in:\n%s", text, want["summary.md"])
		}
	}
	rows := csvRows(t, want["random-walk-coverage.csv"])
	if len(rows) != 2 || rows[1]["trajectories"] != "4" || rows[1]["lambdas"] != "3" || !(numberIn(t, rows[1]["covered"]) > 0) {
		t.Errorf("the table is %v", rows)
	}

	folder := filepath.Join(t.TempDir(), "r")
	s := studySession(t)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	s.Files = hookedDisk{disk.OS{}, func(n int) error {
		if n == 3 {
			cancel()
		}
		return nil
	}, new(int)}
	if code := s.callIn(ctx, append([]string{"study", "--out", folder}, coverage("--figures", "coverage")...)...); code != 1 {
		t.Errorf("exit %d", code)
	}
	if got := mustStudy(t, studySession(t), folder, "--resume"); got != printed {
		t.Errorf("%s\nwant\n%s", got, printed)
	}
	folderHas(t, folder, want)

	beside := filepath.Join(t.TempDir(), "r")
	mustStudy(t, studySession(t), beside, coverage("--figures", "coverage,a")...)
	if got := folderOf(t, beside)["random-walk-coverage.csv"]; got != want["random-walk-coverage.csv"] {
		t.Errorf("beside figure a it is\n%s\nwant\n%s", got, want["random-walk-coverage.csv"])
	}
}
