package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"lambdascope/sim/must"
)

// longFile returns JSON Lines of more than a MiB of numbers.
func longFile() string {
	var out strings.Builder
	for i := range 300 {
		var observations, rewards []string
		for t := range 40 + i%7 {
			x := math.Sin(float64(i*37 + t*t))
			observations = append(observations, fmt.Sprintf("[1,%.4f,%.4f,0,0,0,0,0,0,0,0,0]", x, math.Cos(float64(i+t)/3)))
			rewards = append(rewards, fmt.Sprintf("%.3f", x+math.Cos(float64(t*i))))
		}
		fmt.Fprintf(&out, `{"observations":[%s],"rewards":[%s],"terminated":true}`+"\n", strings.Join(observations, ","), strings.Join(rewards, ","))
	}
	return out.String()
}

// TestRunStreams gives the same result of a file, and of standard input, in passes as in
// memory, and says on standard error that it does.
func TestRunStreams(t *testing.T) {
	text := longFile()
	curve := func(memory string, args ...string) (out struct {
		Curve []struct {
			LOTO       float64   `json:"loto"`
			SE         float64   `json:"diff_se"`
			NotRuled   bool      `json:"not_ruled_out"`
			FoldErrors []float64 `json:"folds"`
		} `json:"curve"`
		Leverage []float64 `json:"leverage"`
	}) {
		t.Helper()
		s := newSession(t)
		s.Files = files{"long.jsonl": text}
		s.In = strings.NewReader(text)
		if code := s.call(append([]string{"run", "--format", "json", "--folds", "--memory", memory}, args...)...); code != 0 {
			t.Fatalf("code %d: %s", code, s.err.String())
		}
		if streams := strings.Contains(s.err.String(), "three passes"); streams != (memory == "1MiB") {
			t.Errorf("memory %s: standard error %q", memory, s.err.String())
		}
		must.Succeed(t, json.Unmarshal(s.out.Bytes(), &out))
		return out
	}
	for _, source := range []string{"long.jsonl", "-"} {
		want, got := curve("1GiB", "--data", source), curve("1MiB", "--data", source)
		for k, w := range want.Curve {
			g := got.Curve[k]
			if math.Abs(g.LOTO-w.LOTO) > 1e-9*w.LOTO || math.Abs(g.SE-w.SE) > 1e-9*w.LOTO || g.NotRuled != w.NotRuled || len(g.FoldErrors) != 300 {
				t.Errorf("%s, λ %d: %+v, want %+v", source, k, g, w)
			}
		}
		if len(got.Leverage) != 300 || math.Abs(got.Leverage[7]-want.Leverage[7]) > 1e-9 {
			t.Errorf("%s: %d leverages", source, len(got.Leverage))
		}
	}
}

func TestMemorySizes(t *testing.T) {
	for text, want := range map[string]int64{"1MiB": 1 << 20, "1.5GiB": 3 << 29, "300MB": 300e6, "2000000B": 2e6, " 4 GB ": 4e9} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%q: %d, %v: want %d", text, got, err, want)
		}
	}
	for _, text := range []string{"", "1", "GiB", "-1GiB", "1kB", "NaN GiB", "Inf GiB", "1e30TB", "1 gib"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q: %d: want an error", text, got)
		}
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--memory", "lots"}, `memory "lots": want a size of 1MiB or more, such as 512MiB or 4GiB`},
		{[]string{"--memory", "1GiB", "--refine"}, "--memory with --refine: want one of them"},
	} {
		s := newSession(t)
		checkFailure(t, s, s.call(append([]string{"run"}, c.args...)...), 2, c.want)
	}
}
