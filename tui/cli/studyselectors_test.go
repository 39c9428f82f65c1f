package cli

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim"
	"lambdascope/sim/must"
	"lambdascope/tui/disk"
	"lambdascope/tui/report"
)

// comparison are the flags of a small study of selectors.
func comparison(more ...string) []string {
	return append([]string{"--trials", "5", "-n", "3,6", "--seed", "7", "--lambdas", "0:1:0.25"}, more...)
}

// TestStudySelectors compares the tables with `compare selectors`, trial by trial, digit by
// digit.
func TestStudySelectors(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "r")
	mustStudy(t, studySession(t), folder, comparison("--figures", "selectors")...)
	got := folderOf(t, folder)
	for _, domain := range sim.Domains() {
		sum := map[string]float64{} // of MSVE, by n and selector
		rows := csvRows(t, got[domain+"-trials.csv"])
		if len(rows) != 10 {
			t.Fatalf("%s: %d trials", domain, len(rows))
		}
		for _, row := range rows {
			s := newSession(t)
			code := s.call("compare", "selectors", "--domain", domain, "--seed", row["seed"], "-n", row["trajectories"], "--lambdas", "0:1:0.25", "--nested", "0", "--format", "json")
			var out struct {
				Selectors []struct {
					Name   string
					Lambda *float64
					MSVE   float64
				}
			}
			if err := json.Unmarshal(s.out.Bytes(), &out); code != 0 || err != nil {
				t.Fatalf("exit %d, %v, %s", code, err, s.err.String())
			}
			for _, c := range out.Selectors {
				lambda := ""
				if c.Lambda != nil {
					lambda = report.Exact(*c.Lambda)
				}
				if row[c.Name+"_lambda"] != lambda || row[c.Name+"_msve"] != report.Exact(c.MSVE) {
					t.Errorf("%s, seed %s, n = %s, %s: %q and %q, want %q and %v", domain, row["seed"], row["trajectories"], c.Name, row[c.Name+"_lambda"], row[c.Name+"_msve"], lambda, c.MSVE)
				}
				sum[row["trajectories"]+c.Name] += c.MSVE
			}
		}
		table := csvRows(t, got[domain+"-selectors.csv"])
		if len(table) != 2*(len(estimator.Selectors())+2) {
			t.Errorf("%s: %d rows", domain, len(table))
		}
		for _, row := range table[:2*len(estimator.Selectors())] {
			want := sum[row["trajectories"]+row["selector"]] / 5
			if v := numberIn(t, row["msve"]); !(v >= want*(1-1e-12) && v <= want*(1+1e-12)) || row["trials"] != "5" {
				t.Errorf("%s: %v, want an MSVE of %v", domain, row, want)
			}
		}
		for _, suffix := range []string{".svg", ".png"} {
			if len(got[domain+"-selectors"+suffix]) < 1000 {
				t.Errorf("no picture %s-selectors%s", domain, suffix)
			}
		}
	}
	summary := got["summary.md"]
	for _, want := range []string{"selectors compared", "5 trials are too few to tell selectors apart", "| loto (ALLSTD) |", "| LSTD(worst) |", "`bellman` chooses λ = 0 on ", "--figures selectors --out r\n", "(random-walk-selectors.svg)"} {
		if !strings.Contains(summary, want) {
			t.Errorf("no %q in:\n%s", want, summary)
		}
	}
	for _, text := range []string{"What holds", "Claims", "figure b"} {
		if strings.Contains(summary, text) {
			t.Errorf("%q in:\n%s", text, summary)
		}
	}
}

// TestStudySelectorsResumed interrupts a study with selectors, and divides it into
// shards: both end in the bytes of one run, as does the command of its summary.
func TestStudySelectorsResumed(t *testing.T) {
	args := comparison("--domain", "random-walk", "--figures", "a", "--selectors", "plug-in,loto,bellman")
	whole := filepath.Join(t.TempDir(), "r")
	said := mustStudy(t, studySession(t), whole, args...)
	want := folderOf(t, whole)
	if names := slices.Sorted(maps.Keys(want)); !slices.Contains(names, "random-walk-a.csv") || !slices.Contains(names, "random-walk-selectors.csv") {
		t.Errorf("the folder has %q", names)
	}
	if !strings.Contains(said, "n = 3: ") {
		t.Errorf("it prints\n%s", said)
	}
	if !strings.Contains(want["study.json"], `"selectors": [`) || !strings.Contains(want["summary.md"], "--selectors loto,plug-in,bellman") {
		t.Errorf("the design is\n%s\nand the summary\n%s", want["study.json"], want["summary.md"])
	}

	t.Run("interrupted", func(t *testing.T) {
		folder := filepath.Join(t.TempDir(), "r")
		s := studySession(t)
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		s.Files = hookedDisk{disk.OS{}, func(n int) error {
			if n == 2 {
				cancel()
			}
			return nil
		}, new(int)}
		if code := s.callIn(ctx, append([]string{"study", "--out", folder}, args...)...); code != 1 {
			t.Errorf("exit %d", code)
		}
		if got := mustStudy(t, studySession(t), folder, "--resume"); got != said {
			t.Errorf("%s\nwant\n%s", got, said)
		}
		folderHas(t, folder, want)
	})
	t.Run("in parts", func(t *testing.T) {
		merged := filepath.Join(t.TempDir(), "r")
		parts := shards(t, 2, args...)
		if got := mustStudy(t, studySession(t), merged, "--merge", parts[1], parts[0]); got != said {
			t.Errorf("%s\nwant\n%s", got, said)
		}
		folderHas(t, merged, want)
	})
	t.Run("by the command of the summary", func(t *testing.T) {
		_, command, _ := strings.Cut(want["summary.md"], "```\n"+program+" ")
		command, _, _ = strings.Cut(command, "\n")
		folder := filepath.Join(t.TempDir(), "r")
		s := studySession(t)
		if code := s.call(append(strings.Fields(strings.TrimSuffix(command, "--out r")), "--out", folder)...); code != 0 {
			t.Fatalf("%q: exit %d, %s", command, code, s.err.String())
		}
		folderHas(t, folder, want)
	})
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"other selectors":  {[]string{"--selectors", "all"}, "selectors loto,plug-in,bellman there, loto,smallest,average,greedy,plug-in,bellman here"},
		"other figures":    {[]string{"--figures", "a"}, "selectors loto,plug-in,bellman there,  here; figures a,selectors there, a here"},
		"no such selector": {[]string{"--selectors", "best"}, `selector "best": want all, or a list of loto, smallest`},
	} {
		t.Run(name, func(t *testing.T) {
			s := studySession(t)
			if code := s.call(append([]string{"study", "--resume", "--out", whole}, c.args...)...); code == 0 || !strings.Contains(s.err.String(), c.want) {
				t.Errorf("exit %d, %q, want %q in it", code, s.err.String(), c.want)
			}
		})
	}
	folderHas(t, whole, want)
}

// TestStudyOfBefore goes on with a folder that was made before there were selectors: its
// trials are read, and kept to the byte.
func TestStudyOfBefore(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "r")
	must.Succeed(t, os.CopyFS(folder, os.DirFS(filepath.Join("testdata", "study-5"))))
	before := folderOf(t, folder)
	s := studySession(t)
	s.Version = "(devel)"
	mustStudy(t, s, folder, "--resume")
	after := folderOf(t, folder)
	for name, text := range before {
		if after[name] != text {
			t.Errorf("%s has changed to %s", name, after[name])
		}
	}
	if !strings.HasPrefix(after["random-walk-trials.csv"], "domain,trial,seed,trajectories,lambda_hat,msve,lambda_best,msve_best,regret,not_ruled_out,naive_lambda_hat\n") {
		t.Errorf("the trials are\n%s", after["random-walk-trials.csv"])
	}
	s = studySession(t)
	if code := s.call("study", "--out", folder, "--resume", "--selectors", "loto"); code != 1 || !strings.Contains(s.err.String(), "selectors  there, loto here") {
		t.Errorf("exit %d, %q", code, s.err.String())
	}
}

// TestStudySelectorFlags: the flag brings the figure, and the figure all selectors.
func TestStudySelectorFlags(t *testing.T) {
	for _, c := range []struct {
		args               []string
		figures, selectors string
	}{
		{[]string{"--figures", "a,b", "--selectors", "greedy,loto"}, "a b selectors", "loto greedy"},
		{[]string{"--figures", "selectors,a"}, "a selectors", "loto smallest average greedy plug-in bellman"},
		{[]string{"--figures", "selectors", "--selectors", "all"}, "selectors", "loto smallest average greedy plug-in bellman"},
		{[]string{"--figures", "a"}, "a", ""},
		{[]string{"--shard", "1/2", "--selectors", "loto"}, "a b selectors", "loto"},
	} {
		s := newStudyFlags(studySession(t).Env)
		must.Succeed(t, s.command.ParseFlags(append([]string{"--domain", "random-walk"}, c.args...)))
		d, err := s.design(nil)
		if err != nil || strings.Join(d.Figures, " ") != c.figures || strings.Join(d.Selectors, " ") != c.selectors {
			t.Errorf("%q: figures %q, selectors %q, %v", c.args, d.Figures, d.Selectors, err)
		}
		again := newStudyFlags(studySession(t).Env)
		must.Succeed(t, again.command.ParseFlags(d.Args()))
		if there, err := again.design(nil); err != nil || fmt.Sprint(there.Figures, there.Selectors) != fmt.Sprint(d.Figures, d.Selectors) {
			t.Errorf("%q: %q, %v", d.Args(), there.Figures, err)
		}
	}
}
