package cli

import (
	"encoding/json"
	"fmt"
	"math"
	"regexp"
	"strings"
	"testing"

	"lambdascope/sim/must"
	"lambdascope/tui/guide"
)

// TestLecture compares the numbers of the lecture with what run gives,
// and its keys with those of the guide's page of keys.
func TestLecture(t *testing.T) {
	source := must.Have(guide.Source("lecture"))(t)
	text := string(source)
	keys := must.Have(guide.Source("keys"))(t)
	for _, m := range regexp.MustCompile("`([^`\n ]|Esc|Enter|space)`").FindAllStringSubmatch(text, -1) {
		if key := strings.ToLower(m[1]); !strings.Contains(strings.ToLower(string(keys)), "`"+key+"`") {
			t.Errorf("the guide has no key %q", m[1])
		}
	}

	const flags = "--states 5 --features dependent -n 8 --seed 22"
	if !strings.Contains(text, "lambdascope "+flags+" --hide\n") {
		t.Fatal("the lecture has no scene")
	}
	var got struct {
		Curve []struct {
			Lambda, LOTO, RMSVE float64
		}
		Selected struct{ Lambda float64 }
		NotOut   struct{ Count int } `json:"not_ruled_out"`
	}
	out := mustCall(t, newSession(t), append(append([]string{"run"}, strings.Fields(flags)...), "--format", "json")...)
	must.Succeed(t, json.Unmarshal([]byte(out), &got))
	table := mustCall(t, newSession(t), append([]string{"run"}, strings.Fields(flags)...)...)
	hides := regexp.MustCompile(`under (\.\d+) can't be seen here; the largest is (\.\d+)`).FindStringSubmatch(strings.Join(strings.Fields(table), " "))
	if hides == nil {
		t.Fatalf("run does not say what the data can't show:\n%s", table)
	}
	at := func(lambda float64) (loto, rmsve float64) {
		for _, c := range got.Curve {
			if math.Abs(c.Lambda-lambda) < 1e-9 {
				return c.LOTO, c.RMSVE
			}
		}
		t.Fatalf("no λ = %v", lambda)
		return 0, 0
	}
	low, best := at(got.Selected.Lambda)
	zero, atZero := at(0)
	_, atOne := at(1)
	for _, want := range []string{
		fmt.Sprintf("λ̂ = %v has the lowest, %.4f; λ = 0 has %.4f", got.Selected.Lambda, low, zero),
		fmt.Sprintf("root MSVE %.3f at λ = %v, %.3f at λ = 0 and %.3f at λ = 1", best, got.Selected.Lambda, atZero, atOne),
		fmt.Sprintf("None of the %d other λ's is ruled out", got.NotOut.Count-1),
		"under 0" + hides[1] + ", and the largest is 0" + hides[2],
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the lecture has no %q", want)
		}
	}
}
