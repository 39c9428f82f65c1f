package cli

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"os/exec"
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
	"lambdascope/tui/guide"
	"lambdascope/tui/internal/drive"
	"lambdascope/tui/report"
	"lambdascope/tui/results"
)

// smallStudies are flags of studies that take a moment, by what they are of.
var smallStudies = map[string]string{
	"trials":      "--domain mountain-car,random-walk --trials 4 -n 2,3 --figures b --lambdas 0,1",
	"coverage":    "--domain random-walk --trials 6 -n 2,4 --figures coverage --lambdas 0,0.5,1",
	"selectors":   "--domain random-walk --trials 5 -n 3,6 --figures a --lambdas 0:1:0.25 --seed 7 --selectors plug-in,loto,bellman",
	"consistency": "--domain random-walk --trials 5 -n 4,10 --figures a,d --lambdas 0,1",
}

// TestStudy compares the tables with analyses of the same data, one by one, and what it
// prints with the summary.
func TestStudy(t *testing.T) {
	s := newSession(t)
	const trials, seed = 3, 7
	sizes := []int{2, 4}
	printed := s.does(t, "study --out r --trials 3 -n 4,2,4 --seed 7 --lambdas 0,0.5,1 --figures b,a --weighting trajectory --ridge 0.5 --tail bootstrap")
	got := s.disk().in("r")
	for _, domain := range sim.Domains() {
		sum := make(map[string]float64) // of MSVE over trials, by n and λ, or by n for λ̂
		rows := csvRows(t, got[domain+"-trials.csv"])
		for i, row := range rows {
			settings := must.Have(analysis.Defaults(domain))(t)
			settings.Seed, settings.Trajectories, settings.Lambdas = seed+uint64(i/2), sizes[i%2], "0,0.5,1"
			settings.Weighting, settings.Ridge, settings.Tail = estimator.ByTrajectory, .5, estimator.TailBootstrap
			a := must.Have(s.Engine.Analyze(t.Context(), settings))(t)
			n := strconv.Itoa(settings.Trajectories)
			for k, c := range a.Selection.Candidates {
				sum[n+" "+report.Exact(c.Lambda)] += a.MSVE[k]
			}
			sum[n] += a.MSVE[a.Selection.Selected]
			kept, _, _ := a.Selection.NotRuledOut()
			best := slices.IndexFunc(a.Selection.Candidates, func(c estimator.Candidate) bool { return report.Exact(c.Lambda) == row["lambda_best"] })
			for name, want := range map[string]string{
				"domain": domain, "trial": strconv.Itoa(i / 2), "seed": strconv.Itoa(seed + i/2), "trajectories": n,
				"lambda_hat": report.Exact(a.Selection.Best().Lambda), "naive_lambda_hat": report.Exact(a.Selection.Best().Lambda),
				"msve": report.Exact(a.MSVE[a.Selection.Selected]), "not_ruled_out": strconv.Itoa(kept),
				"msve_best": report.Exact(a.MSVE[best]), "regret": report.Exact(a.MSVE[a.Selection.Selected] - a.MSVE[best]),
			} {
				if row[name] != want {
					t.Errorf("%s, row %d: %s %s, want %s", domain, i+1, name, row[name], want)
				}
			}
		}
		least := make(map[string]string) // λ by n
		isRoot := func(row map[string]string, of string) bool {
			return near(numberIn(t, row["root_msve"]), math.Sqrt(max(0, sum[of]/trials)))
		}
		lambdas := csvRows(t, got[domain+"-a.csv"])
		for _, row := range lambdas {
			n, l := row["trajectories"], row["lambda"]
			if !isRoot(row, n+" "+l) {
				t.Errorf("%s: %v, want a sum of %v", domain, row, sum[n+" "+l])
			}
			if at, ok := least[n]; !ok || sum[n+" "+l] < sum[n+" "+at] {
				least[n] = l
			}
		}
		methods := csvRows(t, got[domain+"-b.csv"])
		for _, row := range methods {
			n := row["trajectories"]
			switch row["method"] {
			case study.NameALLSTD, study.NameNaive:
				if !isRoot(row, n) || row["lambda"] != "" {
					t.Errorf("%s: %v, want a sum of %v", domain, row, sum[n])
				}
			case study.NameLSTDBest:
				if !isRoot(row, n+" "+least[n]) || row["lambda"] != least[n] {
					t.Errorf("%s: %v, want λ = %s", domain, row, least[n])
				}
			}
		}
		if len(rows) != 2*trials || len(lambdas) != 3*2 || len(methods) != 6*2 {
			t.Errorf("%s: %d trials, %d rows of figure a, %d of b", domain, len(rows), len(lambdas), len(methods))
		}
		for _, name := range []string{"-a.svg", "-b.svg", "-a.png", "-b.png"} {
			if len(got[domain+name]) < 1000 {
				t.Errorf("%s%s has %d bytes", domain, name, len(got[domain+name]))
			}
		}
		drive.Wants(t, "\n"+printed, "\n"+domain+"\n")
	}
	if names := len(got); names != 2+len(sim.Domains())*(2+3+5) { // design and summary; a journal and trials; figure a in three forms, and b with its levels
		t.Errorf("%d files: %q", names, slices.Sorted(maps.Keys(got)))
	}
	summary := got[results.SummaryFile]
	for _, l := range regexp.MustCompile(`\]\(([^)]*)\)`).FindAllStringSubmatch(summary, -1) {
		if got[l[1]] == "" {
			t.Errorf("no file %s", l[1])
		}
	}
	drive.Wants(t, summary, "3 trials of each domain, with 2 and 4 trajectories", "weighting trajectory", "unclear**", "(2048-b.svg)", "The true values are estimated themselves.")
	claims := regexp.MustCompile(`(?m)^- Figure (\w), \*\*(.*?)\*\*: (.*)$`).FindAllStringSubmatch(summary, -1)
	if len(claims) < 3*len(sim.Domains()) {
		t.Errorf("%d claims in\n%s", len(claims), summary)
	}
	for _, c := range claims {
		drive.Wants(t, strings.Join(strings.Fields(printed), " "), c[2]+" "+c[1]+" "+strings.Join(strings.Fields(c[3]), " "))
	}
}

// TestStudyEndsInTheSameFiles, however it gets there: stopped at any row and resumed, by the
// command of its summary, with rows lost or in another order, and in parts on several machines.
func TestStudyEndsInTheSameFiles(t *testing.T) {
	defer goleak.VerifyNone(t)
	full := errors.New("no space left on device")
	for name, flags := range smallStudies {
		s := newSession(t)
		said := s.does(t, "study --out r "+flags)
		want := s.disk().in("r")
		rows := 0
		for name, text := range want {
			if strings.HasSuffix(name, ".jsonl") {
				rows += strings.Count(text, "\n")
			}
		}
		ends := func(how string, s *session, command string) {
			t.Helper()
			if got := s.does(t, command); got != said {
				t.Errorf("%s, %s: prints\n%s\nwant\n%s", name, how, got, said)
			}
			checkFiles(t, s.disk().in("r"), want)
		}
		of := func(journals files) *session { // with a disk that has these, and the design
			s := newSession(t)
			for name, text := range journals {
				s.disk()[filepath.Join("r", name)] = text
			}
			s.disk()[filepath.Join("r", results.DesignFile)] = want[results.DesignFile]
			return s
		}

		for i, at := range []int{0, 3, rows - 1} {
			s := newSession(t)
			folder := s.disk()
			ctx, cancel := context.WithCancel(t.Context())
			how, kept, n := "lambdascope: interrupted", at+1, 0 // the row under way is finished
			if i == 1 {
				how, kept = "no space left on device", at
			}
			s.Files = hooked{Files: folder, keeps: func() error {
				if n++; n <= at {
					return nil
				}
				if i == 1 {
					return full
				}
				cancel()
				return nil
			}}
			code := s.callIn(ctx, append([]string{"study", "--out", "r"}, strings.Fields(flags)...)...)
			cancel()
			lines := strings.SplitAfter(strings.TrimSuffix(s.err.String(), "\n"), "\n")
			last := lines[len(lines)-1]
			if code != 1 || s.out.Len() > 0 || !strings.Contains(last, how) || !strings.HasSuffix(last, " are kept; to go on: lambdascope study --resume --out r") {
				t.Errorf("%s, stopped at %d: exit %d, %q", name, at, code, last)
			}
			for _, m := range regexp.MustCompile(`(\d+) of \d+`).FindAllStringSubmatch(last, -1) { // trials and data sets
				kept -= int(numberIn(t, m[1]))
			}
			if kept != 0 {
				t.Errorf("%s, stopped at %d: %q, which is wrong by %d", name, at, last, kept)
			}
			if folder["r/"+results.SummaryFile] != "" {
				t.Errorf("%s, stopped at %d: there is a summary", name, at)
			}
			s.Files = folder
			ends("resumed", s, "study --out r --resume")
		}

		journals, torn := make(files), make(files)
		for name, text := range want {
			if strings.HasSuffix(name, ".jsonl") {
				lines := strings.SplitAfter(text, "\n")
				lines = lines[:len(lines)-1]
				slices.Reverse(lines)
				journals[name] = strings.Join(lines, "")
				torn[name] = strings.Join(lines[2:], "") + lines[0][:len(lines[0])-1] // all but the end of the line
			}
		}
		ends("in another order", of(journals), "study --out r --resume")
		ends("with a row lost and one torn", of(torn), "study --out r --resume")
		lost := of(want)
		delete(lost.disk(), "r/random-walk-b.csv")
		lost.Files = hooked{Files: lost.disk(), keeps: func() error { return full }}
		lost.does(t, "study --resume --out r "+flags)
		_, command, _ := strings.Cut(want[results.SummaryFile], "```\n"+program+" ")
		command, _, _ = strings.Cut(command, "\n")
		ends("by the command of the summary", newSession(t), command)

		s = newSession(t)
		shards(t, s, 3, flags)
		before := s.disk().in("part-2")
		if names := slices.Sorted(maps.Keys(before)); len(names) > 3 || strings.Contains(strings.Join(names, " "), "csv") {
			t.Errorf("%s: a shard has %q, want the design and journals", name, names)
		}
		if got := s.does(t, "study --out r --merge part-3 part-1 part-2"); got != said {
			t.Errorf("%s in parts: prints\n%s\nwant\n%s", name, got, said)
		}
		checkFiles(t, s.disk().in("r"), want)
		s.does(t, "study --out part-2 --resume")
		checkFiles(t, s.disk().in("part-2"), before)
	}
}

// shards makes the parts of a study, in folders part-1 to part-n.
func shards(t *testing.T, s *session, n int, flags string) {
	t.Helper()
	for i := range n {
		s.does(t, fmt.Sprintf("study --out part-%d --shard %d/%d %s", i+1, i+1, n, flags))
	}
}

// TestStudySelectors compares the tables with `compare selectors`, trial by trial, digit by
// digit.
func TestStudySelectors(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	s.does(t, "study --out r --trials 5 -n 3,6 --seed 7 --lambdas 0:1:0.25 --figures selectors")
	for _, domain := range sim.Domains() {
		sum := map[string]float64{} // of MSVE, by n and selector
		rows := csvRows(t, s.disk()["r/"+domain+"-trials.csv"])
		for _, row := range rows {
			line := "compare selectors --lambdas 0:1:0.25 --nested 0 --domain " + domain + " --seed " + row["seed"] + " -n " + row["trajectories"]
			for _, c := range decoded[comparedJSON](t, s, line).Selectors {
				lambda := ""
				if c.Lambda != nil {
					lambda = report.Exact(*c.Lambda)
				}
				if row[c.Name+"_lambda"] != lambda || row[c.Name+"_msve"] != report.Exact(*c.MSVE) {
					t.Errorf("%s: %s chooses %q with %q, want %q and %v", line, c.Name, row[c.Name+"_lambda"], row[c.Name+"_msve"], lambda, *c.MSVE)
				}
				sum[row["trajectories"]+c.Name] += *c.MSVE
			}
		}
		table := csvRows(t, s.disk()["r/"+domain+"-selectors.csv"])
		for _, row := range table[:2*len(estimator.Selectors())] {
			if want := sum[row["trajectories"]+row["selector"]] / 5; !near(numberIn(t, row["msve"]), want) || row["trials"] != "5" {
				t.Errorf("%s: %v, want an MSVE of %v", domain, row, want)
			}
		}
		if len(rows) != 10 || len(table) != 2*(len(estimator.Selectors())+2) {
			t.Errorf("%s: %d trials, %d rows", domain, len(rows), len(table))
		}
	}
	drive.Wants(t, s.disk()["r/"+results.SummaryFile], "selectors compared", "| LSTD(worst) |", "`bellman` chooses λ = 0 on ", "(random-walk-selectors.svg)")
}

// TestStudyOfBefore goes on with a folder that was made before there were selectors: its
// trials are read, and kept to the byte.
func TestStudyOfBefore(t *testing.T) {
	s := newSession(t)
	s.Version = "(devel)" // which it is of
	before := s.disk().in("study-5")
	s.does(t, "study --out study-5 --resume")
	after := s.disk().in("study-5")
	for name, text := range before {
		checkFiles(t, files{name: after[name]}, files{name: text})
	}
	drive.Wants(t, after["random-walk-trials.csv"], "domain,trial,seed,trajectories,lambda_hat,msve,lambda_best,msve_best,regret,not_ruled_out,naive_lambda_hat\n")
}

// TestStudyShardsRefused: nothing is written where shards do not make a study.
func TestStudyShardsRefused(t *testing.T) {
	s := newSession(t)
	const flags = "--domain random-walk --trials 5 -n 2,4 --lambdas 0,1 --figures a,b"
	shards(t, s, 3, flags)
	s.does(t, "study --out other --shard 3/3 --gamma 0.5 "+flags)
	s.does(t, "study --out fewer --shard 2/2 "+flags)
	s.does(t, "study --out whole "+flags)
	const consistency = "consistency-random-walk.jsonl"
	for i, folder := range []string{"d-1", "d-2"} {
		s.does(t, fmt.Sprintf("study --out %s --shard %d/2 %s", folder, i+1, smallStudies["consistency"]))
	}
	_, s.disk()["d-2/"+consistency], _ = strings.Cut(s.disk()["d-2/"+consistency], "\n")
	const journal = "trials-random-walk.jsonl"
	part := s.disk().in("part-2")
	for folder, trials := range map[string]string{
		"torn": strings.TrimSuffix(part[journal], "\n"), "unfinished": strings.SplitAfter(part[journal], "\n")[0], "mixed": part[journal] + s.disk()["part-1/"+journal],
	} {
		s.disk()[folder+"/"+journal], s.disk()[folder+"/"+results.DesignFile] = trials, part[results.DesignFile]
	}
	before := maps.Clone(s.disk())
	for folders, want := range map[string]string{
		"part-1 part-2 other":      `other" is a shard of another study than `,
		"part-1 fewer":             "shard 3 there, 2 here",
		"part-1 part-3":            "shard 2/3 is missing: want all of them",
		"part-1 part-2 part-1":     "shard 1/3 is in ",
		"part-1 part-2 whole":      `whole": a whole study: want the folders of shards`,
		"part-1 nothing":           "no study.json in it: want the folder of a shard",
		"part-1 torn part-3":       "line 2: cut off: want a study that is finished",
		"part-1 unfinished part-3": "shard 2/3 has 1 of 2 trials of random-walk: want it finished",
		"part-1 mixed part-3":      "is not of shard 2/3",
		"d-1 d-2":                  "has 3 of 4 data sets of figure d: want it finished",
	} {
		s.fails(t, want, append([]string{"study", "--merge", "--out", "r"}, strings.Fields(folders)...)...)
	}
	if code := s.call("study", "--merge", "--out", "r", "part-1", "--trials", "5"); code != 2 || !strings.Contains(s.err.String(), "trials with --merge: the shards say what the study is of; want --out alone") {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
	checkFiles(t, s.disk(), before)
}

// TestStudyOnTheDisk has the files that it has on a disk in memory, and one process at a time.
func TestStudyOnTheDisk(t *testing.T) {
	memory := newSession(t)
	memory.does(t, "study --out r "+smallStudies["trials"])
	t.Chdir(t.TempDir())
	must.Succeed(t, os.Mkdir("r", 0o700))
	s := newSession(t)
	s.Files = disk.OS{}
	s.fails(t, "has no study to go on with", "study", "--out", "new/r", "--resume")
	must.Succeed(t, os.WriteFile("file", []byte("theirs"), 0o600))
	s.fails(t, `file": not a directory`, "study", "--out", "file")
	if _, err := os.Stat("new"); err == nil {
		t.Error("a folder was made")
	}
	t.Chdir("r")
	s.does(t, "study --out . "+smallStudies["trials"])
	folderHas(t, ".", memory.disk().in("r"))
	release := must.Have(disk.OS{}.Lock("."))(t)
	defer release()
	if again, err := (disk.OS{}).Lock("."); err == nil {
		again()
		t.Skip("the system can't tell")
	}
	s.fails(t, "is in use by another process", "study", "--out", ".", "--resume")
}

// TestStudyOfTimes: figure c needs no trials, and measures what it has not measured.
func TestStudyOfTimes(t *testing.T) {
	t.Parallel()
	s := newSession(t)
	const name = "r/times-random-walk.jsonl"
	times := func() files { return s.disk().in("r") }
	s.does(t, "study --out r --domain random-walk --figures c -n 2,3 --lambdas 0,1 --budget 90s")
	stopped := regexp.MustCompile(`"seconds":.*`).ReplaceAllString(s.disk()[name], `"seconds":90,"least":90,"most":90,"runs":1,"data_sets":1,"stopped":true}`)
	s.disk()[name] = stopped
	printed := s.does(t, "study --out r --resume")
	first := times()
	drive.Wants(t, first[results.SummaryFile], "--figures c --budget 1m30s --out ")
	drive.Wants(t, printed, "not checked    c  ")
	for _, part := range []string{"  a  ", "trials"} {
		drive.Lacks(t, printed+strings.Join(slices.Collect(maps.Keys(first)), " "), part)
	}
	rows := csvRows(t, first["random-walk-c.csv"])
	for _, row := range rows {
		if len(rows) != 2*len(study.TimedMethods()) || row["stopped"] != "true" || row["seconds"] != "90" {
			t.Errorf("%v of %d rows", row, len(rows))
		}
	}
	s.does(t, "study --out r --resume --budget 1.5m")
	checkFiles(t, times(), first)

	s.does(t, "study --out r --resume --budget 10s")
	second := times()
	for _, row := range csvRows(t, second["random-walk-c.csv"]) {
		if v := numberIn(t, row["seconds"]); row["stopped"] != "false" || !(v > 0 && numberIn(t, row["least"]) <= v && v <= numberIn(t, row["most"])) {
			t.Errorf("%v", row)
		}
	}
	s.does(t, "study --out r --resume")
	checkFiles(t, times(), second) // finished times are not measured again

	text := s.disk()[name]
	for want, wrong := range map[string]string{
		"trajectories 9: want one of 2 3":                     strings.Replace(text, `"trajectories":3`, `"trajectories":9`, 1),
		`method "TD": want ALLSTD,`:                           strings.Replace(text, `"method":"ALLSTD"`, `"method":"TD"`, 1),
		"want finite numbers with 0 ≤ least ≤ seconds ≤ most": strings.Replace(text, `"seconds":`, `"seconds":-`, 1),
		"line 11: ALLSTD with 2 trajectories is there twice":  text + strings.SplitAfter(text, "\n")[0],
	} {
		s.disk()[name] = wrong
		s.fails(t, want, "study", "--out", "r", "--resume")
	}
}

// TestStudyBudgets: NaiveCV+LSTD has rows at every n within the budget of the beginning, and
// figure d leaves out what is beyond it, and says so.
func TestStudyBudgets(t *testing.T) {
	s := newSession(t)
	for budget, want := range map[string]string{results.DefaultBudget: "2 50 ", "1ms": "2 "} {
		s.does(t, "study --out "+budget+" --domain random-walk --figures b -n 2,50 --lambdas 0,1 --trials 2 --budget "+budget)
		before := s.disk().in(budget)
		sizes, each := "", ""
		for _, row := range csvRows(t, before["random-walk-b.csv"]) {
			if row["method"] == study.NameNaive {
				sizes += row["trajectories"] + " "
			}
		}
		for _, row := range csvRows(t, before["random-walk-trials.csv"]) {
			if row["naive_lambda_hat"] != "" && row["trial"] == "0" {
				each += row["trajectories"] + " "
			}
		}
		if sizes != want || each != want {
			t.Errorf("budget %s: NaiveCV+LSTD at n = %s, and %s in the trials, want %s", budget, sizes, each, want)
		}
		s.does(t, "study --resume --out "+budget+" --budget "+budget)
		checkFiles(t, s.disk().in(budget), before)
		s.fails(t, "budget "+budget+" there, 7s here", "study", "--resume", "--out", budget, "--budget", "7s")
	}
	s.does(t, "study --out d --domain random-walk --trials 2 -n 4,10,100000 --lambdas 0,1 --figures d --budget 50ms")
	drive.Wants(t, s.err.String(), "random-walk: figure d is without n = 100000, which is beyond the budget of 50ms: ")
	drive.Wants(t, s.disk()["d/"+results.SummaryFile], "n = 100000 was left out", "--budget 50ms")
	drive.Lacks(t, s.disk()["d/random-walk-d.csv"], "100000,")
	s.fails(t, "figure d: budget 50ms there, 1m0s here", "study", "--resume", "--budget", "1m", "--out", "d")
}

// TestStudyArgs: the flags of a design ask for the same design. Figure d has its own sizes
// and trials, the other figures as many trials as the domain needs; the flag of selectors
// brings their figure, and the figure all selectors.
func TestStudyArgs(t *testing.T) {
	const own, usual = "[10 30 100 300 1000 3000 10000 30000 100000]", "[2 5 10 20 50 100 200]"
	for _, c := range []struct {
		flags string // which are their own arguments, unless args says otherwise
		want  string // figures, selectors, numbers of trajectories and those of figure d; trials of the walk, of 2048 and of figure d
		args  string
	}{
		{"", "[a b c] [] " + usual, "="},
		{"--trials 3", "[a b c] [] " + usual, "="},
		{"--domain random-walk --trajectories 2,7 --states 7 --features dependent+bias", "[a b c] [] [2 7]", "="},
		{"--domain 2048,mountain-car --gamma 1 --lambdas 0,1 --seed 5", "[a b c] [] " + usual, "="},
		{"--domain random-walk --target 0.7", "[a b c] [] " + usual, "="},
		{"--gamma 0.95 --figures a,c", "[a c] [] " + usual, "="},
		{"--figures a,c --budget 1m30s", "[a c] [] " + usual, "="},
		{"--figures a,b --budget 2ms", "[a b] [] " + usual, "="},
		{"--domain mountain-car --start uniform --ridge 0.5 --weighting trajectory", "[a b c] [] " + usual, "="},
		{"--figures d", "[d] [] " + own + " " + own + "; [1000 200 20]", ""},
		{"--figures d --trials 7", "[d] [] " + own + " " + own + "; [7 7 7]", ""},
		{"--figures a,d", "[a d] [] " + usual + " " + own + "; [1000 200 20]", ""},
		{"--figures a,d --trials 80", "[a d] [] " + usual + " " + own + "; [80 80 80]", ""},
		{"--figures a,d -n 5,10", "[a d] [] [5 10] [5 10]; [1000 200 20]", ""},
		{"--figures d -n 5,10", "[d] [] [5 10] [5 10]; [1000 200 20]", ""},
		{"--figures a,b --selectors greedy,loto", "[a b selectors] [loto greedy] " + usual, ""},
		{"--figures selectors,a", "[a selectors] [loto smallest average greedy plug-in bellman] " + usual, ""},
		{"--figures selectors --selectors all", "[selectors] [loto smallest average greedy plug-in bellman] " + usual, ""},
		{"--shard 1/2 --selectors loto", "[a b selectors] [loto] " + usual, ""},
	} {
		engine := newSession(t).Engine
		design := func(args []string) results.Design {
			t.Helper()
			s := newStudyFlags(newSession(t).Env)
			must.Succeed(t, s.command.ParseFlags(args))
			return must.Have(s.design(nil))(t)
		}
		d := design(strings.Fields(c.flags))
		got := fmt.Sprint(d.Figures, " ", d.Selectors, " ", d.Trajectories)
		if d.Consistency != nil {
			walk, board := must.Have(d.Domains[0].Read())(t), must.Have(d.Domains[1].Read())(t)
			consistency, _, err := d.ConsistencyPlan(engine, board)
			must.Succeed(t, err)
			got += fmt.Sprint(" ", d.Consistency.Trajectories, "; ", []int{must.Have(d.Plan(engine, walk))(t).Trials, must.Have(d.Plan(engine, board))(t).Trials, consistency.Trials})
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.flags, got, c.want)
		}
		if args := strings.Join(d.Args(), " "); c.args == "=" && args != c.flags {
			t.Errorf("%s, want %s", args, c.flags)
		}
		d.Shard = design(nil).Shard // which is not of the design
		if again := design(d.Args()); !reflect.DeepEqual(again, d) || d.Difference(&again) != "" {
			t.Errorf("%s: %+v, want %+v", c.flags, again, d)
		}
	}
}

// TestStudyOfAProblem: the folder keeps what the file said, so that the study goes on without
// it, and another content is refused.
func TestStudyOfAProblem(t *testing.T) {
	s := newSession(t)
	mine := s.disk()["mine.json"]
	s.disk()["my own.json"] = mine
	said := s.does(t, `study --out r --problem "my own.json" --trials 3 -n 2,5 --figures a,b,d --lambdas 0,1`)
	drive.Wants(t, said, "my-own")
	drive.Wants(t, strings.Join(slices.Collect(maps.Keys(s.disk().in("r"))), " "), "my-own-a.csv", "my-own-b.svg", "my-own-d.csv", "my-own-trials.csv")
	s.disk()["my own.json"] = strings.Replace(mine, "0.9", "0.8", 1)
	s.fails(t, "has a study with other settings: my-own: content ", "study", "--out", "r", "--resume", "--problem", "my own.json")
	delete(s.disk(), "my own.json")
	if again := s.does(t, "study --out r --resume"); again != said {
		t.Errorf("%s\nwant\n%s", again, said)
	}
	s.disk()["r/study.json"] = strings.Replace(s.disk()["r/study.json"], `"domain": "my-own"`, `"domain": "../x"`, 1)
	s.fails(t, `problem "../x": want it called my-own`, "study", "--out", "r", "--resume")
}

// TestStudyShardsByXargs runs the recipe of the guide, with a program that notes its
// arguments in place of lambdascope.
func TestStudyShardsByXargs(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("xargs"); err != nil {
		t.Skip("no xargs")
	}
	recipe := regexp.MustCompile(`(?m)^seq .*\| xargs .*$`).FindString(string(must.Have(guide.Source("study"))(t)))
	folder := t.TempDir()
	program := filepath.Join(folder, "lambdascope")
	must.Succeed(t, os.WriteFile(program, []byte("#!/bin/sh\necho \"$@\" >> \"$0.calls\"\n"), 0o777))
	run := exec.CommandContext(t.Context(), "sh", "-c", recipe)
	run.Dir, run.Env = folder, append(os.Environ(), "PATH="+folder+string(os.PathListSeparator)+os.Getenv("PATH"))
	if text, err := run.CombinedOutput(); recipe == "" || err != nil {
		t.Fatalf("%q: %v: %s", recipe, err, text)
	}
	s := newSession(t)
	merge := []string{"--merge"}
	for line := range strings.Lines(folderOf(t, folder)["lambdascope.calls"]) {
		args := strings.Fields(line)
		merge = append(merge, args[slices.Index(args, "--out")+1])
		s.does(t, strings.TrimSpace(line)+" --domain random-walk --trials 10 -n 2 --lambdas 0,1")
	}
	s.does(t, "study --out results", merge...)
}

// TestProgressOfAStudy has every trial take about a second. There is one worker, as another
// would wait for the first in a way that stops the clock of the test.
func TestProgressOfAStudy(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	const walk, car = "lambdascope: random-walk: 30 of 30 trials are done", "lambdascope: mountain-car: 30 of 30 trials are done"
	for _, c := range []struct {
		terminal     bool
		took         time.Duration
		notes, shown []string
	}{
		{true, time.Second, []string{walk, car}, []string{
			"lambdascope: [#####.....] 30 of 60 trials, 30 s left; random-walk",
			"lambdascope: [###.......] 20 of 60 trials, 40 s left; random-walk",
			"lambdascope: [#########.] 58 of 60 trials, seconds left; mountain-car",
		}},
		{false, 1100 * time.Millisecond, []string{ // so that no trial ends when a line is due
			"lambdascope: trials: 0 of 60 are done", "lambdascope: 27 of 60 trials, 35 s left; random-walk", walk,
			"lambdascope: 54 of 60 trials, seconds left; mountain-car", car,
		}, nil},
	} {
		synctest.Test(t, func(t *testing.T) {
			s := newSession(t)
			s.Terminal.Err = c.terminal
			s.Files = hooked{Files: s.disk(), keeps: func() error { time.Sleep(c.took); return nil }}
			s.does(t, "study --out r "+strings.Replace(smallStudies["trials"], "--trials 4", "--trials 30", 1))
			var notes, shown []string
			for line := range strings.FieldsFuncSeq(s.err.String(), func(r rune) bool { return r == '\r' || r == '\n' }) {
				switch line = strings.TrimSpace(line); {
				case strings.Contains(line, "["):
					shown = append(shown, line)
				case line != "":
					notes = append(notes, line)
				}
				if n := len([]rune(line)); strings.Contains(line, "[") && n > 79 || strings.ContainsFunc(line, unicode.IsControl) {
					t.Errorf("%d characters: %q", n, line)
				}
			}
			if len(notes) != len(c.notes)+1 || !slices.Equal(notes[:len(c.notes)], c.notes) || (len(shown) > 0) != c.terminal {
				t.Errorf("says %q and shows %d lines", notes, len(shown))
			}
			for _, want := range c.shown {
				if !slices.Contains(shown, want) {
					t.Errorf("no %q in\n%s", want, strings.Join(shown, "\n"))
				}
			}
		})
	}
}

func TestProgressTexts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		check := func(got, want string) {
			t.Helper()
			if got != want {
				t.Errorf("%q, want %q", got, want)
			}
		}
		trials := &studyProgress{parts: []progressPart{{name: "2048", total: 80}, {name: "mountain-car", done: 3, total: 80}}}
		trials.begin(0)
		time.Sleep(time.Minute)
		check(trials.text(), "3 of 160 trials; 2048: first trial running")
		trials.finished()
		check(trials.text(), "4 of 160 trials; 2048")
		trials.begin(1)
		time.Sleep(time.Minute)
		trials.finished() // 79 and 76 are left
		check(trials.text(), "5 of 160 trials, 3 h left; mountain-car")
		sets := &tally{what: "data sets", total: 9, since: time.Now()}
		sets.begin("2048")
		sets.finished(30)
		sets.finished(10)
		check(sets.text(), "2 of 9 data sets after 0s; 2048, n = 30")
		times := &tally{what: "training times", done: 7, total: 70, since: time.Now()}
		times.begin("2048")
		time.Sleep(95500 * time.Millisecond)
		times.finished(0)
		check(times.text(), "8 of 70 training times after 1m35s; 2048")
		for d, want := range map[time.Duration]string{
			0: "seconds", 9 * time.Second: "seconds", 12 * time.Second: "10 s", 98 * time.Second: "100 s",
			101 * time.Second: "2 min", 99 * time.Minute: "99 min", 100 * time.Minute: "2 h", 30 * time.Hour: "30 h",
		} {
			check(aboutTime(d), want)
		}
	})
}
