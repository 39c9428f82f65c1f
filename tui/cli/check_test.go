package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lambdascope/tui/disk"
	"lambdascope/tui/shell"
)

// checked is the JSON of check.
type checked struct {
	Files []struct {
		Name, Format, Error string
		Episodes, Steps     int
		Apart               int `json:"episodes_apart"`
		Late                int `json:"rows_out_of_order"`
	}
	Skipped                                []struct{ Name, Reason string }
	Episodes, Steps, Terminated, Truncated int
	Lengths                                struct{ Shortest, Median, Longest int }
	Effective                              float64 `json:"effective_episodes"`
	Rewards                                [2]float64
	Observations                           []struct {
		Column    string
		Low, High float64
		Constant  bool
	}
	Collinear []struct {
		Column string
		Of     []string
	}
	Equal  [][2]string `json:"equal_episodes"`
	Groups int
	Ratios *struct {
		Mean, Largest float64
		Zero          int
	}
	Missing  []string
	Findings []string
	Next     string
}

// check runs check on files and returns its JSON, and what it says besides.
func check(t *testing.T, disk files, args ...string) (out checked, message string, code int) {
	t.Helper()
	s := newSession(t)
	s.Files = disk
	code = s.call(append([]string{"check", "--format", "json"}, args...)...)
	if err := json.Unmarshal(s.out.Bytes(), &out); err != nil {
		t.Fatalf("%v, exit %d, %q", err, code, s.err.String())
	}
	return out, s.err.String(), code
}

// TestCheck finds what each file has that is off, and names it.
func TestCheck(t *testing.T) {
	var odd strings.Builder // obs_2 is 1, obs_3 = obs_0 − 2·obs_1, obs_4 is 0, obs_5 = 3·obs_2
	odd.WriteString("episode_id,t,reward,terminated,truncated,obs_0,obs_1,obs_2,obs_3,obs_4,obs_5,ratio,group\n")
	for step := range 4 {
		for e := range 3 { // among each other
			a, b := float64(step*step+e), float64(3-step+2*e)
			fmt.Fprintf(&odd, "%c,%d,%d,%v,false,%v,%v,1,%v,0,3,%v,g%d\n", 'x'+rune(e), step, -step, step == 3, a, b, a-2*b, 2*(step%2), e%2)
		}
	}
	got, message, code := check(t, files{"odd.csv": odd.String()}, "odd.csv")
	if code != 0 || message != "" {
		t.Errorf("exit %d, %q", code, message)
	}
	if f := got.Files[0]; f.Format != "CSV" || f.Episodes != 3 || f.Steps != 12 || f.Apart != 3 || f.Late != 0 {
		t.Errorf("%+v", f)
	}
	if got.Episodes != 3 || got.Terminated != 3 || got.Truncated != 0 || got.Lengths.Median != 4 || got.Effective != 3 || got.Rewards != [2]float64{-3, 0} || got.Groups != 2 {
		t.Errorf("%+v", got)
	}
	if o := got.Observations; len(o) != 6 || o[1].Low != 0 || o[1].High != 7 || o[1].Constant || !o[2].Constant || !o[4].Constant {
		t.Errorf("%+v", o)
	}
	if c := got.Collinear; len(c) != 2 || c[0].Column != "obs_3" || !slices.Equal(c[0].Of, []string{"obs_0", "obs_1"}) || c[1].Column != "obs_5" || !slices.Equal(c[1].Of, []string{"obs_2"}) {
		t.Errorf("%+v", c)
	}
	if r := got.Ratios; r == nil || r.Mean != 1 || r.Largest != 2 || r.Zero != 6 || len(got.Missing) > 0 {
		t.Errorf("%+v, missing %v", r, got.Missing)
	}
	for _, want := range []string{
		"obs_2 is always 1: it is an intercept", "obs_4 is always 0", "obs_3 is a combination of obs_0 and obs_1", "obs_5 is a multiple of obs_2",
		"odd.csv: 3 episodes with rows of others between theirs",
	} {
		if !slices.ContainsFunc(got.Findings, func(f string) bool { return strings.HasPrefix(f, want) }) {
			t.Errorf("%q is not in %q", want, got.Findings)
		}
	}
	if got.Next != "lambdascope run --data odd.csv" {
		t.Errorf("%q", got.Next)
	}
}

// TestCheckCounts: equal episodes by name, copies or not, and what lacks.
func TestCheckCounts(t *testing.T) {
	short := `{"observations":[[1,0],[0,1]],"rewards":[0],"terminated":false}` + "\n"
	for name, c := range map[string]struct {
		text string
		want []string // in the findings
		next string
	}{
		"one":       {short, []string{"1 episode: a selection needs at least 2", "every reward is 0", "no episode terminates"}, ""},
		"copies":    {short + short, []string{"1 of 2 episodes are equal to earlier ones"}, "lambdascope run --data x.jsonl --tail bootstrap"},
		"long one":  {strings.Repeat(`{"observations":[[1]],"rewards":[1],"terminated":true}`+"\n", 9) + `{"observations":[` + strings.Repeat("[2],", 40) + `[3]],"rewards":[` + strings.Repeat("1,", 40) + `1],"terminated":true}` + "\n", []string{"few episodes carry the steps: 10 count as 1.48 of equal length"}, "lambdascope run --data x.jsonl"},
		"ratios":    {strings.ReplaceAll(short, "{", `{"ratios":[3],`) + strings.ReplaceAll(short, "{", `{"ratios":[2],`), []string{"importance ratios are 2.50 on average"}, "lambdascope run --data x.jsonl --tail bootstrap"},
		"one group": {strings.ReplaceAll(short+short, "{", `{"group":"a",`), []string{"all episodes are of one group: to leave one out takes two"}, "lambdascope run --data x.jsonl --tail bootstrap --groups ignore"},
		"huge":      {strings.ReplaceAll(short+short, `"rewards":[0]`, `"rewards":[-1e200]`), []string{"rewards are as large as 1e+200: squared returns overflow; scale the rewards down"}, ""},
	} {
		got, _, code := check(t, files{"x.jsonl": c.text}, "x.jsonl")
		for _, want := range c.want {
			if !slices.ContainsFunc(got.Findings, func(f string) bool { return strings.HasPrefix(f, want) }) {
				t.Errorf("%s: %q is not in %q", name, want, got.Findings)
			}
		}
		if code != 0 || got.Next != c.next {
			t.Errorf("%s: exit %d, next %q, want %q", name, code, got.Next, c.next)
		}
	}
	got, _, _ := check(t, files{"x.jsonl": short + short}, "x.jsonl")
	if !slices.Equal(got.Missing, []string{"groups", "importance ratios"}) || len(got.Equal) != 1 || got.Equal[0] != [2]string{"1", "0"} {
		t.Errorf("%+v", got)
	}
}

// TestCheckAFolder goes on after a file with a fault, in the table and in JSON, and fails at
// the end. The command that it names works on what it could read.
func TestCheckAFolder(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{"a.csv": walkCSV, "b.csv": strings.Replace(walkCSV, "1,1,0,", "1,1,x,", 1), "c.txt": ""} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, format := range []string{"table", "json"} {
		s := newSession(t)
		s.Files = disk.OS{}
		if code := s.call("check", folder, "--format", format); code != 1 || s.err.String() != "lambdascope: 1 of 2 files can't be read to the end\n" {
			t.Errorf("exit %d, %q", code, s.err.String())
		}
		for _, want := range []string{"b.csv: line 5: reward: ", "c.txt", "another ending", "a.csv"} {
			if text := strings.Join(strings.Fields(s.out.String()), " "); !strings.Contains(text, want) {
				t.Errorf("%s: no %q in %s", format, want, text)
			}
		}
	}
	s := newSession(t)
	s.Files = disk.OS{}
	name := filepath.Join(folder, "a.csv")
	out := mustCall(t, s, "check", name)
	_, command, ok := strings.Cut(out, "Next: ")
	args, err := shell.Split(strings.TrimSpace(command))
	if !ok || err != nil || !slices.Equal(args, []string{"lambdascope", "run", "--data", name}) {
		t.Errorf("%v, %v in %s", args, err, out)
	}
	mustCall(t, s, args[1:]...)
}

// TestFaultsPointToCheck: an error of what a file holds, and a warning that may be its fault,
// name the command that looks at it.
func TestFaultsPointToCheck(t *testing.T) {
	s := newSession(t)
	s.Files = files{"bad one.jsonl": badFile, "copies.jsonl": strings.Repeat(walkFile(t), 2)}
	checkFailure(t, s, s.call("run", "--data", "bad one.jsonl"), 1, "want 2, as in the first observation of the file (see lambdascope check 'bad one.jsonl')")
	s.err.Reset()
	if out := mustCall(t, s, "run", "--data", "copies.jsonl"); !strings.Contains(out, "\nlambdascope check looks at the data.\n") {
		t.Error(out)
	}
	s = newSession(t)
	checkFailure(t, s, s.call("run", "--data", "missing.jsonl"), 1, "or - for standard input")
	if strings.Contains(s.err.String(), "check") {
		t.Error(s.err.String())
	}
}
