package cli

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
)

// groupedLines are 12 episodes in 4 groups.
func groupedLines() string {
	var out strings.Builder
	for i := range 12 {
		fmt.Fprintf(&out, `{"group":"day %d","observations":[[1,%d],[0,2]],"rewards":[%d,1],"terminated":true}`+"\n", i/3+1, i%5, i*i%4)
	}
	return out.String()
}

// TestRunOnGroups says how many groups there are, in each format, and what --groups does.
func TestRunOnGroups(t *testing.T) {
	run := func(args ...string) string {
		t.Helper()
		s := newSession(t)
		s.Files = files{"days.jsonl": groupedLines()}
		return mustCall(t, s, append([]string{"run", "--data", "days.jsonl"}, args...)...)
	}
	if text := run("--folds"); !strings.Contains(text, "12 trajectories in 4 groups") || !strings.Contains(text, "day 4") {
		t.Error(text)
	}
	if text := run("--groups", "ignore"); strings.Contains(text, "group") || !strings.Contains(text, "n = 12") {
		t.Error(text)
	}
	type object struct {
		Data       struct{ Trajectories, Groups int }
		Curve      []struct{ Folds []float64 }
		Leverage   []float64
		FoldGroups []string `json:"fold_groups"`
	}
	read := func(args ...string) (out object) {
		t.Helper()
		must.Succeed(t, json.Unmarshal([]byte(run(append(args, "--format", "json", "--folds")...)), &out))
		return out
	}
	o := read()
	if o.Data.Trajectories != 12 || o.Data.Groups != 4 || len(o.Curve[0].Folds) != 4 || len(o.Leverage) != 4 ||
		!slices.Equal(o.FoldGroups, []string{"day 1", "day 2", "day 3", "day 4"}) {
		t.Errorf("%+v", o)
	}
	if o := read("-n", "7"); o.Data.Groups != 3 || len(o.Leverage) != 3 {
		t.Errorf("n = 7: %+v", o)
	}
	if o := read("--groups", "ignore"); o.Data.Groups != 0 || len(o.Leverage) != 12 || o.FoldGroups != nil {
		t.Errorf("ignored: %+v", o)
	}
	if used, ignored := run("--format", "csv"), run("--format", "csv", "--groups", "ignore"); used == ignored {
		t.Error("the same with groups and without")
	}
	for _, c := range []struct {
		code int
		args []string
		want string
	}{
		{2, []string{"--data", "days.jsonl", "--groups", "some"}, `groups "some": want use or ignore`},
		{2, []string{"--data", "walk.csv", "--groups", "ignore"}, "--groups does not apply to walk.csv, which has no field or column group"},
		{2, []string{"--groups", "ignore"}, "--groups does not apply to random-walk"},
		{2, []string{"--data", "days.jsonl", "-n", "3"}, `trajectories 3: all of group "day 1" of days.jsonl: want at least 2 groups to leave one out, or groups ignore`},
		{1, []string{"--data", "days.jsonl", "--data", "walk.csv"}, "walk.csv: groups of trajectories in it or in days.jsonl, but not in both: want them in all files, or in none"},
	} {
		s := newSession(t)
		s.Files = files{"days.jsonl": groupedLines(), "walk.csv": walkCSV}
		checkFailure(t, s, s.call(append([]string{"run"}, c.args...)...), c.code, c.want)
	}
}
