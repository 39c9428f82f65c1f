package cli

import (
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"
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

// shardSession has three parts, and two files that are none of them.
func shardSession(t testing.TB) *session {
	s := newSession(t)
	maps.Copy(s.disk(), files{
		"a.jsonl": shardLines(0, 7), "b.jsonl": shardLines(7, 2), "c.jsonl": shardLines(9, 11), "new.jsonl": shardLines(40, 3),
		"ratios3.jsonl": strings.Repeat(`{"observations":[[1,0,0],[0,1,0]],"rewards":[1],"ratios":[2],"terminated":true}`+"\n", 3),
	})
	return s
}

// TestShards compares what parts give with one run over all of them, in every format, and
// damages a part.
func TestShards(t *testing.T) {
	s := shardSession(t)
	const settings = " --gamma 0.9 --lambdas 0:1:0.25 --ridge 0"
	for _, part := range []string{"a", "b", "c"} {
		s.does(t, fmt.Sprintf("shard sum --data %[1]s.jsonl --out %[1]s.sum", part)+settings)
	}
	s.does(t, "shard merge c.sum a.sum b.sum --out all.sums")
	for _, part := range []string{"c", "a", "b"} {
		s.does(t, fmt.Sprintf("shard score --sums all.sums --data %[1]s.jsonl --out %[1]s.score", part))
	}
	for _, part := range []string{"b", "c", "a"} {
		s.does(t, fmt.Sprintf("shard spread --sums all.sums --data %[1]s.jsonl --out %[1]s.spread --scores *.score", part))
	}
	of := func(format string) (parts, whole string) {
		return s.does(t, "shard report --sums all.sums *.score *.spread"+format), s.does(t, "run --data a.jsonl --data b.jsonl --data c.jsonl"+settings+format)
	}

	parts, whole := of(" --format json --folds")
	got, want := object(t, parts), object(t, whole)
	for _, o := range []map[string]any{got, want} { // parts can't select on the others, nor see single steps
		for _, field := range []string{"elapsed_ms", "lambda_without", "lambda_without_exact", "calibration", "start"} {
			delete(o, field)
		}
	}
	delete(want["data"].(map[string]any), "files")      // what parts are of is not known
	delete(want["settings"].(map[string]any), "method") // parts have none
	delete(got["settings"].(map[string]any), "method")
	checkJSON(t, "", got, want)

	if parts, whole = of(" --format csv"); strings.Count(parts, "\n") != 6 || strings.Count(whole, "\n") != 6 || parts[:40] != whole[:40] {
		t.Errorf("%q, want %q", parts, whole)
	}
	parts, whole = of("")
	before, after, _ := strings.Cut(whole, "\nCalibration: ")
	_, after, _ = strings.Cut(after, "\n\nMade by ")
	if want := before + "\nMade by " + after; parts != want {
		t.Errorf("%s\nwant\n%s", parts, want)
	}

	flipped := []byte(s.disk()["a.score"])
	flipped[len(flipped)/2] ^= 4
	s.disk()["a.score"], s.disk()["torn.sum"] = string(flipped), s.disk()["a.sum"][:len(s.disk()["a.sum"])-9]
	s.fails(t, "torn.sum: a damaged shard", "shard", "merge", "torn.sum", "b.sum", "--out", "out")
	s.fails(t, "a.score: a damaged shard", "shard", "report", "--sums", "all.sums", "a.score", "b.score", "c.score")
}
