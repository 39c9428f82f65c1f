package cli

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/sim/problem"
)

// mine is a problem in a user's file.
const mine = `{"name":"my own","gamma":0.9,"max_steps":50,"states":[
	{"name":"a","start":1,"features":[1,0],"next":[{"to":"b","p":0.7},{"p":0.3,"reward":1,"sd":0.5}]},
	{"name":"b","features":[1,1],"next":[{"to":"a","p":0.5},{"p":0.5,"reward":-1}]}]}`

// TestProblemRoundTrip: what simulate writes of a problem has the curve that run has of it.
func TestProblemRoundTrip(t *testing.T) {
	s := newSession(t)
	s.Files.(files)["mine.json"] = mine
	for name, gamma := range map[string]string{"mine.json": "0.9", "t-maze": "0.95", "long-short": "0.95"} {
		drawn := mustCall(t, s, "run", "--problem", name, "-n", "30", "--seed", "2", "--format", "csv")
		simulated(t, s, "--problem", name, "-n", "30", "--seed", "2", "--out", "drawn.jsonl", "--force")
		s.err.Reset()
		read := mustCall(t, s, "run", "--data", "drawn.jsonl", "--gamma", gamma, "--format", "csv")
		if got, want := firstColumns(t, read, 7), firstColumns(t, drawn, 7); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
}

func TestProblemResult(t *testing.T) {
	s := newSession(t)
	s.Files.(files)["mine.json"] = mine
	var out struct {
		Source struct {
			Domain, Problem, Features string
			MaxSteps                  int `json:"max_steps"`
		}
		Settings struct{ Gamma float64 }
		Truth    struct{ Kind string }
	}
	must.Succeed(t, json.Unmarshal([]byte(mustCall(t, s, "run", "--problem", "mine.json", "--format", "json")), &out))
	if out.Source.Domain != "" || out.Source.Problem != "mine.json" || out.Source.Features != "given" || out.Source.MaxSteps != 50 ||
		out.Settings.Gamma != 0.9 || out.Truth.Kind != "exact" {
		t.Errorf("%+v", out)
	}
	if text := mustCall(t, s, "run", "--problem", "mine.json", "--features", "1-hot+bias"); !strings.Contains(text, "my own, 1-hot+bias, seed 1, n = 20,") {
		t.Error(text)
	}
	list := mustCall(t, s, "run", "--problem", "help")
	for _, name := range problem.Names() {
		if !strings.Contains(list, name+" ") || !strings.Contains(list, problem.About(name)) {
			t.Errorf("%s is not in\n%s", name, list)
		}
	}
}

func TestProblemFaults(t *testing.T) {
	s := newSession(t)
	s.Files.(files)["mine.json"] = mine
	s.Files.(files)["sum.json"] = strings.Replace(mine, "0.7", "0.6", 1)
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"--problem", "t-maze", "--domain", "2048"}, 2, "--domain does not apply to a problem"},
		{[]string{"--problem", "t-maze", "--data", "walk.jsonl"}, 2, `problem "t-maze" with data "walk.jsonl": want one source`},
		{[]string{"--problem", "t-maze", "--states", "5"}, 2, "--states does not apply to t-maze"},
		{[]string{"--problem", "mine.json", "--gamma", "2"}, 2, "gamma 2: want 0 ≤ γ ≤ 1"},
		{[]string{"--problem", "sum.json"}, 1, "sum.json: states[0].next: probabilities sum to 0.9"},
		{[]string{"--problem", "walk.jsonl"}, 1, "walk.jsonl: something follows the object: want one"},
		{[]string{"--problem", "none.json"}, 1, `problem "none.json": no such file or directory; want t-maze, long-short, rare-branch, grid or garnet, or a file`},
		{[]string{"--problem", "mine.json", "--features", "poly:2"}, 2, `features "poly:2": want given or 1-hot`},
	} {
		s.err.Reset()
		checkFailure(t, s, s.call(append([]string{"run"}, c.args...)...), c.code, c.want)
	}
	s.err.Reset()
	checkFailure(t, s, s.call("study", "--out", t.TempDir(), "--problem", "grid", "--domain", "2048"), 2, "--domain does not apply to a problem")
	s.Env.Files = nil
	p := must.Have(problem.Parse("offered", []byte(mine)))(t)
	s.Env.Problems = []*problem.Problem{p}
	s.err.Reset()
	checkFailure(t, s, s.call("run", "--problem", "mine.json"), 2, `problem "mine.json": want t-maze, long-short, rare-branch, grid, garnet or offered`)
	s.err.Reset()
	if text := mustCall(t, s, "run", "--problem", "offered"); !strings.Contains(text, "my own, given") {
		t.Error(text)
	}
}

// TestProblemApp: the app opens with a problem, and pins are of it too.
func TestProblemApp(t *testing.T) {
	s := newSession(t)
	s.Files.(files)["mine.json"] = mine
	s.Terminal = Terminal{In: true, Out: true}
	if code := s.call("--problem", "mine.json", "--pin", "--problem mine.json --gamma 0.5", "--pin", "--problem grid"); code != 0 {
		t.Fatal(s.err.String())
	}
	p := s.shown.Settings.Problem.Problem
	if p == nil || p.Source != "mine.json" || s.shown.Settings.Gamma != 0.9 {
		t.Fatalf("%+v", s.shown.Settings)
	}
	pins := s.shown.Pins.List()
	if len(pins) != 2 || pins[0].Problem.Problem != p || pins[0].Gamma != 0.5 || pins[1].Source() != "grid" {
		t.Errorf("%+v", pins)
	}
	if got := strings.Join(s.shown.Settings.Args(), " "); got != "--problem mine.json" {
		t.Error(got)
	}
}

// TestStudyOfAProblem: the folder keeps what the file said, so that the study goes on
// without it, and another content is refused.
func TestStudyOfAProblem(t *testing.T) {
	s := studySession(t)
	folder := t.TempDir()
	file, out := filepath.Join(folder, "my own.json"), filepath.Join(folder, "out")
	write := func(text string) {
		must.Succeed(t, os.WriteFile(file, []byte(text), 0o600))
	}
	write(mine)
	args := []string{"--problem", file, "--trials", "3", "-n", "2,5", "--figures", "a,b,d", "--lambdas", "0,1"}
	said := mustStudy(t, s, out, args...)
	if !strings.Contains(said, "my-own") {
		t.Error(said)
	}
	for _, name := range []string{"my-own-a.csv", "my-own-b.svg", "my-own-d.csv", "my-own-trials.csv"} {
		if _, err := os.Stat(filepath.Join(out, name)); err != nil {
			t.Error(err)
		}
	}
	write(strings.Replace(mine, "0.9", "0.8", 1))
	s = studySession(t)
	checkFailure(t, s, s.call("study", "--out", out, "--resume", "--problem", file), 1, "has a study with other settings: my-own: content ")
	must.Succeed(t, os.Remove(file))
	if again := mustStudy(t, studySession(t), out, "--resume"); again != said {
		t.Errorf("%s\nwant\n%s", again, said)
	}
	design := must.Have(os.ReadFile(filepath.Join(out, "study.json")))(t)
	wrong := strings.Replace(string(design), `"domain": "my-own"`, `"domain": "../x"`, 1)
	must.Succeed(t, os.WriteFile(filepath.Join(out, "study.json"), []byte(wrong), 0o600))
	s = studySession(t)
	checkFailure(t, s, s.call("study", "--out", out, "--resume"), 1, `problem "../x": want it called my-own`)
}

// TestProblemNotes: simulate and study name the states that no episode reaches, and study
// lists the problems without a folder.
func TestProblemNotes(t *testing.T) {
	s := newSession(t)
	s.Files.(files)["own.json"] = `{"name":"own","gamma":0.9,"max_steps":9,"states":[
		{"name":"a","start":1,"next":[{"p":1,"reward":1}]},{"name":"nowhere","next":[{"p":1}]}]}`
	for _, args := range [][]string{
		{"simulate", "--problem", "own.json", "-n", "3", "--out", "own.jsonl"},
		{"study", "--problem", "own.json", "--figures", "a", "--trials", "2", "-n", "2,3", "--out", filepath.Join(t.TempDir(), "study")},
	} {
		s.err.Reset()
		if code := s.call(args...); code != 0 {
			t.Fatalf("%q: exit %d, %s", args, code, s.err.String())
		}
		if said := s.err.String(); !strings.Contains(said, "no episode reaches these states of own: nowhere") {
			t.Errorf("%q says %q", args, said)
		}
	}
	s.err.Reset()
	if list := mustCall(t, s, "study", "--problem", "help"); !strings.HasPrefix(list, "t-maze ") {
		t.Errorf("%q", list)
	}
}
