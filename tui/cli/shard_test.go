package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"lambdascope/sim/must"
)

// shardLines returns JSON Lines of some episodes, the second feature of which only a few
// have, so that folds are singular.
func shardLines(first, n int) string {
	var out strings.Builder
	for i := first; i < first+n; i++ {
		var observations, rewards []string
		for t := range 3 + i%4 {
			rare := 0
			if i%9 == 4 {
				rare = 1
			}
			observations = append(observations, fmt.Sprintf("[1,%d,%.4f]", rare, math.Sin(float64(i*5+t*t))))
			rewards = append(rewards, fmt.Sprintf("%.3f", math.Cos(float64(t*i+1))))
		}
		fmt.Fprintf(&out, `{"observations":[%s],"rewards":[%s],"terminated":true}`+"\n", strings.Join(observations, ","), strings.Join(rewards, ","))
	}
	return out.String()
}

// shardSession returns a session with three parts, and the settings of all.
func shardSession(t *testing.T) (*session, []string) {
	s := newSession(t)
	s.Files = files{"a.jsonl": shardLines(0, 7), "b.jsonl": shardLines(7, 2), "c.jsonl": shardLines(9, 11)}
	return s, []string{"--gamma", "0.9", "--lambdas", "0:1:0.25", "--ridge", "0"}
}

// shardParts makes the sums, scores and spreads of all parts.
func shardParts(t *testing.T, s *session, settings []string) {
	t.Helper()
	for _, part := range []string{"a", "b", "c"} {
		mustCall(t, s, append([]string{"shard", "sum", "--data", part + ".jsonl", "--out", part + ".sum"}, settings...)...)
	}
	mustCall(t, s, "shard", "merge", "c.sum", "a.sum", "b.sum", "--out", "all.sums")
	for _, part := range []string{"c", "a", "b"} {
		mustCall(t, s, "shard", "score", "--sums", "all.sums", "--data", part+".jsonl", "--out", part+".score")
	}
	for _, part := range []string{"b", "c", "a"} {
		mustCall(t, s, "shard", "spread", "--sums", "all.sums", "--data", part+".jsonl", "--out", part+".spread", "--scores", "*.score")
	}
}

// TestShards compares what parts give with one run over all of them, in every format.
func TestShards(t *testing.T) {
	s, settings := shardSession(t)
	shardParts(t, s, settings)
	for _, format := range []string{"json", "csv", "table"} {
		args := []string{"--format", format}
		if format == "json" {
			args = append(args, "--folds")
		}
		got := mustCall(t, s, append([]string{"shard", "report", "--sums", "all.sums", "*.score", "*.spread"}, args...)...)
		want := mustCall(t, s, append(append([]string{"run", "--data", "a.jsonl", "--data", "b.jsonl", "--data", "c.jsonl"}, settings...), args...)...)
		switch format {
		case "json":
			parts, whole := object(t, got), object(t, want)
			for _, o := range []map[string]any{parts, whole} { // parts can't select on the others, nor see single steps
				delete(o, "lambda_without")
				delete(o, "lambda_without_exact")
				delete(o, "calibration")
				delete(o, "start")
			}
			delete(whole["data"].(map[string]any), "files") // what parts are of is not known
			checkJSON(t, "", parts, whole)
		case "csv":
			a, b := strings.Fields(got), strings.Fields(want)
			if len(a) != 6 || len(a) != len(b) || a[0] != b[0] {
				t.Errorf("%q, want %q", a, b)
			}
		default:
			before, after, _ := strings.Cut(want, "\nCalibration: ")
			_, after, _ = strings.Cut(after, "\n\nMade by ")
			if want := before + "\nMade by " + after; got != want {
				t.Errorf("%s\nwant\n%s", got, want)
			}
		}
	}
}

func object(t *testing.T, text string) map[string]any {
	t.Helper()
	var out map[string]any
	must.Succeed(t, json.Unmarshal([]byte(text), &out))
	delete(out, "elapsed_ms")
	return out
}

// checkJSON compares two values of JSON, numbers to rounding.
func checkJSON(t *testing.T, at string, got, want any) {
	t.Helper()
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok || len(g) != len(w) {
			t.Errorf("%s: %v, want %v", at, got, want)
			return
		}
		for name, v := range w {
			checkJSON(t, at+"."+name, g[name], v)
		}
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			t.Errorf("%s: %v, want %v", at, got, want)
			return
		}
		for i, v := range w {
			checkJSON(t, fmt.Sprintf("%s[%d]", at, i), g[i], v)
		}
	case float64:
		if g, ok := got.(float64); !ok || math.Abs(g-w) > 1e-9*max(1, math.Abs(w)) {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
	default:
		if at == ".settings.method" { // of no part in parts
			return
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%s: %v, want %v", at, got, want)
		}
	}
}

// TestShardsWithoutSpread says that it is not known how sure the result is.
func TestShardsWithoutSpread(t *testing.T) {
	s, settings := shardSession(t)
	shardParts(t, s, settings)
	report := func(args ...string) string {
		s.out.Reset()
		s.err.Reset()
		if code := s.call(append([]string{"shard", "report", "--sums", "all.sums", "*.score"}, args...)...); code != 0 {
			t.Fatal(s.err.String())
		}
		return s.out.String()
	}
	out := object(t, report("--format", "json"))
	if !strings.Contains(s.err.String(), "without the spread of every part") {
		t.Errorf("standard error %q", s.err.String())
	}
	point := out["curve"].([]any)[0].(map[string]any)
	if out["not_ruled_out"] != nil || point["diff_se"] != nil || point["not_ruled_out"] != nil || point["loto"] == nil {
		t.Errorf("%v", out)
	}
	if text := report(); !strings.Contains(text, "is not known without the spread") {
		t.Error(text)
	}
	if text := report("--format", "csv"); !strings.Contains(text, ",,,") {
		t.Error(text)
	}
}

// TestShardsRefuse refuses what does not belong, is missing or comes twice, by name, and
// writes nothing.
func TestShardsRefuse(t *testing.T) {
	s, settings := shardSession(t)
	shardParts(t, s, settings)
	disk := s.Files.(files)
	mustCall(t, s, "shard", "sum", "--data", "a.jsonl", "--gamma", "0.8", "--lambdas", "0:1:0.25", "--out", "other.sum")
	mustCall(t, s, "shard", "merge", "a.sum", "b.sum", "--out", "some.sums")
	mustCall(t, s, "shard", "score", "--sums", "some.sums", "--data", "a.jsonl", "--out", "some-a.score")
	disk["torn.sum"] = disk["a.sum"][:len(disk["a.sum"])-9]
	flipped := []byte(disk["a.score"])
	flipped[len(flipped)/2] ^= 4
	disk["flipped.score"] = string(flipped)
	disk["copy.jsonl"] = disk["a.jsonl"]
	mustCall(t, s, append([]string{"shard", "sum", "--data", "copy.jsonl", "--out", "copy.sum"}, settings...)...)
	disk["new.jsonl"] = shardLines(40, 3)
	disk["ratios.jsonl"] = strings.Repeat(`{"observations":[[1,0,0],[0,1,0]],"rewards":[1],"ratios":[2],"terminated":true}`+"\n", 3)
	mustCall(t, s, append([]string{"shard", "sum", "--data", "ratios.jsonl", "--out", "ratios.sum"}, settings...)...)
	for name := range disk {
		if strings.HasPrefix(name, "out") {
			t.Fatal(name)
		}
	}
	for _, c := range []struct {
		code int
		args string
		want string
	}{
		{1, "merge a.sum other.sum --out out", `other.sum: gamma 0.8: want 0.9, as in a.sum`},
		{1, "merge a.sum ratios.sum --out out", `ratios.sum: importance ratios in it or in a.sum, but not in both: want them in all files, or in none`},
		{1, "merge ratios.sum all.sums --out out", `ratios.sum: importance ratios in it or in all.sums, but not in both`},
		{1, "merge a.sum a.sum --out out", `a.sum: a.jsonl comes twice`},
		{1, "merge a.sum copy.sum --out out", `copy.sum: copy.jsonl comes twice, in a.sum, too`},
		{1, "merge torn.sum b.sum --out out", `torn.sum: a damaged shard`},
		{1, "merge a.sum a.score --out out", `a.score: scores: want sums`},
		{1, "merge a.jsonl --out out", `a.jsonl: no shard`},
		{1, "merge none.sum --out out", `"none.sum": no such file`},
		{2, "merge --out out", `no sums`},
		{2, "merge a.sum", `no --out`},
		{1, "merge a.sum b.sum --out all.sums", `exists; want another name, or --force`},
		{1, "score --sums all.sums --data new.jsonl --out out", `new.jsonl: not among the parts of all.sums`},
		{1, "score --sums a.score --data a.jsonl --out out", `a.score: scores: want sums`},
		{2, "score --data a.jsonl --out out", `no --sums`},
		{2, "score --sums all.sums --out out", `no --data`},
		{1, "spread --sums all.sums --data a.jsonl --out out a.score b.score", `scores of c.jsonl: missing`},
		{1, "spread --sums all.sums --data a.jsonl --out out a.score b.score c.score a.score", `a.score: a.jsonl comes twice`},
		{1, "spread --sums all.sums --data a.jsonl --out out some-a.score b.score c.score", `some-a.score: made with other sums than all.sums`},
		{1, "spread --sums all.sums --data a.jsonl --out out flipped.score b.score c.score", `flipped.score: a damaged shard`},
		{1, "report --sums all.sums a.score c.score", `scores of b.jsonl: missing`},
		{1, "report --sums all.sums a.score b.score c.score a.spread", `spread of b.jsonl: missing`},
		{1, "report --sums all.sums a.score b.score c.score b.sum", `b.sum: sums: want scores`},
		{2, "report --sums all.sums a.score b.score c.score --folds --format json", `folds without spreads`},
		{1, "sum --data a.jsonl --features poly:2 --out out", `features poly:2 without bounds`},
		{2, "sum --data a.jsonl --gamma 2 --out out", `gamma 2: want 0 ≤ γ ≤ 1`},
		{2, "summ", `unknown command "summ"`},
	} {
		s.out.Reset()
		s.err.Reset()
		checkFailure(t, s, s.call(append([]string{"shard"}, strings.Fields(c.args)...)...), c.code, c.want)
		if _, ok := disk["out"]; ok {
			t.Fatalf("%s wrote a file", c.args)
		}
	}
	s.out.Reset()
	s.err.Reset()
	// Bounds that are given make features that no other part is needed for.
	mustCall(t, s, "shard", "sum", "--data", "a.jsonl", "--features", "poly:2", "--bounds", "-2:2", "--out", "out")
}
