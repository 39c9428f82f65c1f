package analysis

import (
	"slices"
	"strings"
	"testing"
)

// TestIDs: a result has what files call the trajectories that it leaves out, where that is
// not their numbers, and of files together with nothing for those of the others.
func TestIDs(t *testing.T) {
	rows := func(ids ...string) string {
		var b strings.Builder
		b.WriteString("episode_id,t,reward,terminated,truncated,obs_0\n")
		for i, id := range ids {
			b.WriteString(id + ",0," + string(rune('1'+i)) + ",0,0,1\n" + id + ",1,2,1,0,2\n")
		}
		return b.String()
	}
	const lines = `{"observations":[[1],[2]],"rewards":[1,3],"terminated":true}` + "\n"
	for name, c := range map[string]struct {
		files map[string]string
		want  []string
	}{
		"names":      {map[string]string{"a.csv": rows("x7", "x8", "9")}, []string{"x7", "x8", "9"}},
		"numbers":    {map[string]string{"a.csv": rows("0", "1", "2")}, nil},
		"from 1":     {map[string]string{"a.csv": rows("1", "2", "3")}, []string{"1", "2", "3"}},
		"lines":      {map[string]string{"a.jsonl": lines + lines}, nil},
		"then names": {map[string]string{"a.jsonl": lines + lines, "b.csv": rows("x")}, []string{"", "", "x"}},
		"then lines": {map[string]string{"a.csv": rows("x", "y"), "b.jsonl": lines}, []string{"x", "y", ""}},
	} {
		e := NewEngine(1 << 20)
		var parts []Source
		for _, file := range []string{"a.csv", "a.jsonl", "b.csv", "b.jsonl"} {
			if text, ok := c.files[file]; ok {
				parts = append(parts, textSource(file, text))
			}
		}
		f, err := e.Load(t.Context(), Source{Name: "files", Parts: parts}, nil)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if a := analyze(t, e, FileDefaults(f)); !slices.Equal(a.IDs, c.want) {
			t.Errorf("%s: %q, want %q", name, a.IDs, c.want)
		}
	}
}
