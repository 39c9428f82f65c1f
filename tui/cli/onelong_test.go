package cli

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"lambdascope/sim/must"
)

// TestOneLongTrajectory: on data in which one trajectory has most of the steps, and of which
// λ = 1 is truly best, λ = 1 is kept, which t of all 20 trajectories would rule out. The
// warning says why.
func TestOneLongTrajectory(t *testing.T) {
	const name, why = "one-long.jsonl", "20 trajectories count as 1.6: one has 229 of 292 steps"
	text := must.Have(os.ReadFile("testdata/" + name))(t)
	s := newSession(t)
	s.Env.Files = files{name: string(text)}
	mustCall(t, s, "run", "--data", name, "--gamma", "0.95", "--format", "json")
	var r struct {
		Data struct {
			Effective float64 `json:"effective_trajectories"`
		}
		Curve []struct {
			Lambda, Diff float64
			DiffSE       float64 `json:"diff_se"`
			NotRuledOut  bool    `json:"not_ruled_out"`
		}
		Warnings []string
	}
	must.Succeed(t, json.Unmarshal(s.out.Bytes(), &r))
	const tOf20 = 1.729
	one := r.Curve[len(r.Curve)-1]
	if one.Lambda != 1 || !one.NotRuledOut || one.Diff < tOf20*one.DiffSE {
		t.Errorf("λ = 1: %+v", one)
	}
	if !slices.Contains(r.Warnings, why) || r.Data.Effective < 1.55 || r.Data.Effective > 1.65 {
		t.Errorf("%v, %q", r.Data.Effective, r.Warnings)
	}
	mustCall(t, s, "run", "--data", name, "--gamma", "0.95")
	if !strings.Contains(s.out.String(), "Warning: "+why) {
		t.Error(s.out.String())
	}
	s = newSession(t) // the problem that the file was simulated of
	mustCall(t, s, "run", "--problem", "long-short", "--seed", "6", "--format", "json")
	var truth struct{ Best struct{ Lambda float64 } }
	if err := json.Unmarshal(s.out.Bytes(), &truth); err != nil || truth.Best.Lambda != 1 {
		t.Errorf("λ = %v is best, %v", truth.Best.Lambda, err)
	}
}
