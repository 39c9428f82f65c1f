package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
)

func TestRatios(t *testing.T) {
	for want, o := range map[string]*estimator.OffPolicy{
		"": nil,
		"With their importance ratios, 50 trajectories count as 40; trajectory 9 has the most weight, 3.8 %. Ratios are 0.978 on average and 1.4 at most.": {
			Effective: 40.003, LargestShare: 0.03796, Heaviest: 8, MeanRatio: 0.97828, LargestRatio: 1.4},
		"With their importance ratios, 50 trajectories count as 1; trajectory 1 has the most weight, 100 %. Ratios are 2 on average and 100 at most, and 98 % of them are 0.": {
			Effective: 1, LargestShare: 1, MeanRatio: 2, LargestRatio: 100, ZeroRatios: 0.98},
		"With their importance ratios, no trajectory has any weight. Ratios are 0 on average and 0 at most, and 100 % of them are 0.": {ZeroRatios: 1},
	} {
		if got := Ratios(&analysis.Result{Selection: &estimator.Selection{Trajectories: 50, Folds: 50, OffPolicy: o}}); got != want {
			t.Errorf("%q\nwant %q", got, want)
		}
	}
	grouped := &analysis.Result{Groups: []string{"may", "june", "july"}, Selection: &estimator.Selection{Trajectories: 50, Folds: 3,
		OffPolicy: &estimator.OffPolicy{Effective: 1.2, LargestShare: .7, Heaviest: 1, MeanRatio: 1, LargestRatio: 2}}}
	const want = `With their importance ratios, 3 groups count as 1.2; group "june" has the most weight, 70 %. Ratios are 1 on average and 2 at most.`
	if got := Ratios(grouped); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// TestOffPolicyJSON reads back what the JSON has of ratios, and looks for nothing where
// there are none.
func TestOffPolicyJSON(t *testing.T) {
	for _, target := range []float64{0, 0.8} {
		a := analyze(t, func(s *analysis.Settings) { s.Problem.Target = target })
		var text bytes.Buffer
		if err := WriteJSON(&text, Result{Result: a}); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(text.String(), "off_policy") != (target != 0) {
			t.Fatalf("target %v: %s", target, text.String())
		}
		if target == 0 {
			continue
		}
		var got struct {
			OffPolicy struct {
				Effective float64 `json:"effective_trajectories"`
				Share     float64 `json:"largest_share"`
				Heaviest  int     `json:"heaviest_trajectory"`
				Mean      float64 `json:"mean_ratio"`
				Largest   float64 `json:"largest_ratio"`
				Zeros     float64 `json:"zero_ratios"`
			} `json:"off_policy"`
		}
		if err := json.Unmarshal(text.Bytes(), &got); err != nil {
			t.Fatal(err)
		}
		o := got.OffPolicy
		if read := (estimator.OffPolicy{Effective: o.Effective, LargestShare: o.Share, Heaviest: o.Heaviest - 1, MeanRatio: o.Mean, LargestRatio: o.Largest, ZeroRatios: o.Zeros}); read != *a.Selection.OffPolicy {
			t.Errorf("%+v, want %+v", read, *a.Selection.OffPolicy)
		}
	}
}

// TestOffPolicyJSONOfGroups: where groups are left out, they are what is counted and named.
func TestOffPolicyJSONOfGroups(t *testing.T) {
	a := analyze(t, func(s *analysis.Settings) { s.Problem.Target = 0.8 })
	a.Groups = make([]string, a.Selection.Folds)
	a.Groups[a.Selection.OffPolicy.Heaviest] = "june"
	text, err := json.Marshal(newOffPolicy(a))
	if err != nil {
		t.Fatal(err)
	}
	for what, want := range map[string]bool{`"effective_groups":`: true, `"heaviest_group":"june"`: true, "trajector": false} {
		if strings.Contains(string(text), what) != want {
			t.Errorf("%s: want %q in it: %v", text, what, want)
		}
	}
}
