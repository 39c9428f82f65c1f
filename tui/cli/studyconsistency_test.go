package cli

import (
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lambdascope/sim/must"
)

// ofConsistency are the flags of a small study of figure d.
func ofConsistency() []string {
	return []string{"--domain", "random-walk", "--trials", "10", "-n", "4,10,20", "--lambdas", "0,1", "--figures", "d"}
}

const consistencyJournal = "consistency-random-walk.jsonl"

func TestStudyConsistency(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "results")
	said := mustStudy(t, studySession(t), folder, ofConsistency()...)
	if !strings.Contains(said, "d  With more trajectories the MSVE of ALLSTD approaches the lowest") || !strings.Contains(said, "weighting by step") {
		t.Errorf("it says\n%s", said)
	}
	files := folderOf(t, folder)
	for _, name := range []string{"study.json", "summary.md", consistencyJournal, "random-walk-d.csv", "random-walk-d.svg", "random-walk-d.png"} {
		if files[name] == "" {
			t.Errorf("no %s", name)
		}
	}
	if len(files) != 6 {
		t.Errorf("%d files, want 6", len(files))
	}
	rows, err := csv.NewReader(strings.NewReader(files["random-walk-d.csv"])).ReadAll()
	if err != nil || len(rows) != 1+4*3 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	for _, r := range rows[1:] {
		above, err := strconv.ParseFloat(r[slices.Index(rows[0], "above")], 64)
		msve, other := strconv.ParseFloat(r[slices.Index(rows[0], "msve")], 64)
		if err != nil || other != nil || !(above > 0) || above > 1.0001*msve || r[2] != "10" {
			t.Errorf("%q", r)
		}
	}
	for _, want := range []string{
		"10 trials of each domain, with up to 20 trajectories",
		"lambdascope study --domain random-walk --trials 10 --trajectories 4,10,20 --lambdas 0,1 --figures d --out results",
		"### Claims of the paper\n\n- Figure d, **", "| ALLSTD (trajectory) |", "MSVE minus the least, ",
	} {
		if !strings.Contains(files["summary.md"], want) {
			t.Errorf("the summary has no %q:\n%s", want, files["summary.md"])
		}
	}

	// The second half of the data sets is lost, and a line is cut off.
	lines := strings.SplitAfter(files[consistencyJournal], "\n")
	path := filepath.Join(folder, consistencyJournal)
	cut := strings.Join(lines[:len(lines)/2], "") + lines[len(lines)/2][:40]
	must.Succeed(t, os.WriteFile(path, []byte(cut), 0o666))
	if got := mustStudy(t, studySession(t), folder, "--resume"); got != said {
		t.Errorf("resumed, it says\n%s\nwant\n%s", got, said)
	}
	folderHas(t, folder, files)

	// Rows that are none of the study's are refused.
	must.Succeed(t, os.WriteFile(path, []byte(lines[0]+lines[0]), 0o666))
	s := studySession(t)
	if code := s.call("study", "--resume", "--out", folder); code != 1 || !strings.Contains(s.err.String(), "line 2: trial 0 with 4 trajectories is there twice") {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
}

// TestStudyConsistencyShards merges shards of figure d, alone and beside another, to the
// bytes of one run.
func TestStudyConsistencyShards(t *testing.T) {
	for _, figures := range []string{"d", "a,d"} {
		args := append(ofConsistency()[:8:8], "--figures", figures)
		whole, merged := filepath.Join(t.TempDir(), "results"), filepath.Join(t.TempDir(), "results")
		said := mustStudy(t, studySession(t), whole, args...)
		parts := shards(t, 3, args...)
		if got := mustStudy(t, studySession(t), merged, append([]string{"--merge"}, parts[1], parts[2], parts[0])...); got != said {
			t.Errorf("%s\nwant\n%s", got, said)
		}
		folderHas(t, merged, folderOf(t, whole))

		journal := filepath.Join(parts[2], consistencyJournal)
		content := must.Have(os.ReadFile(journal))(t)
		lines := strings.SplitAfter(string(content), "\n")
		must.Succeed(t, os.WriteFile(journal, []byte(strings.Join(lines[1:], "")), 0o666))
		s := studySession(t)
		s.call(append([]string{"study", "--merge", "--out", filepath.Join(t.TempDir(), "x")}, parts...)...)
		if !strings.Contains(s.err.String(), "has 8 of 9 data sets of figure d: want it finished") {
			t.Errorf("a shard that lacks a data set: %q", s.err.String())
		}
	}
}

// TestStudyConsistencyBudget leaves out what is beyond the budget, and says so.
func TestStudyConsistencyBudget(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "results")
	s := studySession(t)
	mustStudy(t, s, folder, "--domain", "random-walk", "--trials", "2", "-n", "4,10,100000", "--lambdas", "0,1", "--figures", "d", "--budget", "50ms")
	const want = "random-walk: figure d is without n = 100000, which is beyond the budget of 50ms: "
	if !strings.Contains(s.err.String(), want) {
		t.Errorf("%q, want %q", s.err.String(), want)
	}
	files := folderOf(t, folder)
	if text := files["summary.md"]; !strings.Contains(text, "n = 100000 was left out") || !strings.Contains(text, "--budget 50ms") {
		t.Errorf("the summary does not say what was left out:\n%s", text)
	}
	if strings.Contains(files["random-walk-d.csv"], "100000,") {
		t.Error("the table has what was left out")
	}
	if code := s.call("study", "--resume", "--budget", "1m", "--out", folder); code != 1 || !strings.Contains(s.err.String(), "figure d: budget 50ms there, 1m0s here") {
		t.Errorf("another budget: exit %d, %q", code, s.err.String())
	}
	s = studySession(t)
	if code := s.call("study", "--domain", "2048", "--figures", "d", "--budget", "1ms", "--out", filepath.Join(t.TempDir(), "x")); code != 2 || !strings.Contains(s.err.String(), "figure d of 2048 takes longer with 10 trajectories") {
		t.Errorf("a budget for nothing: exit %d, %q", code, s.err.String())
	}
}

// TestStudyConsistencyDefaults: figure d has its own sizes and trials, and the other
// figures as many trials as the domain needs.
func TestStudyConsistencyDefaults(t *testing.T) {
	const own = "10,30,100,300,1000,3000,10000,30000,100000"
	for _, c := range []struct {
		args   []string
		trials string // of the walk, of 2048, of figure d
		sizes  string
		d      string
	}{
		{[]string{"--figures", "d"}, "1000,200,20", own, own},
		{[]string{"--figures", "d", "--trials", "7"}, "7,7,7", own, own},
		{[]string{"--figures", "a,d"}, "1000,200,20", "2,5,10,20,50,100,200", own},
		{[]string{"--figures", "a,d", "--trials", "80"}, "80,80,80", "2,5,10,20,50,100,200", own},
		{[]string{"--figures", "a,d", "-n", "5,10"}, "1000,200,20", "5,10", "5,10"},
		{[]string{"--figures", "d", "-n", "5,10"}, "1000,200,20", "5,10", "5,10"},
	} {
		flags := newStudyFlags(studySession(t).Env)
		must.Succeed(t, flags.command.ParseFlags(c.args))
		d := must.Have(flags.design(nil))(t)
		list := func(sizes []int) string {
			var out []string
			for _, n := range sizes {
				out = append(out, strconv.Itoa(n))
			}
			return strings.Join(out, ",")
		}
		var trials []int
		for _, domain := range d.Domains[:2] {
			s := must.Have(domain.Read())(t)
			p := must.Have(d.Plan(flags.env.Engine, s))(t)
			trials = append(trials, p.Trials)
			if domain.Domain == "2048" {
				p, _, err := d.ConsistencyPlan(flags.env.Engine, s)
				if err != nil {
					t.Fatal(err)
				}
				trials = append(trials, p.Trials)
			}
		}
		if list(trials) != c.trials || list(d.Trajectories) != c.sizes || list(d.Consistency.Trajectories) != c.d {
			t.Errorf("%q: %v trials, %v, %v", c.args, trials, d.Trajectories, d.Consistency.Trajectories)
		}
		again := newStudyFlags(studySession(t).Env)
		must.Succeed(t, again.command.ParseFlags(d.Args()))
		back := must.Have(again.design(nil))(t)
		if differs := d.Difference(&back); differs != "" {
			t.Errorf("%q is written as %q: %s", c.args, d.Args(), differs)
		}
	}
}
