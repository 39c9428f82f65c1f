package report

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/must"
)

func TestRatios(t *testing.T) {
	for want, s := range map[string]estimator.Selection{
		"": {},
		"With their importance ratios, 50 trajectories count as 40; trajectory 8 has the most weight, 3.8 %. Ratios are 0.978 on average and 1.4 at most.": {
			Effective: 40.003, LargestShare: 0.03796, Heaviest: 8, OffPolicy: &estimator.OffPolicy{MeanRatio: 0.97828, LargestRatio: 1.4}},
		"With their importance ratios, 50 trajectories count as 1; trajectory 0 has the most weight, 100 %. Ratios are 2 on average and 100 at most, and 98 % of them are 0.": {
			Effective: 1, LargestShare: 1, OffPolicy: &estimator.OffPolicy{MeanRatio: 2, LargestRatio: 100, ZeroRatios: 0.98}},
		"With their importance ratios, no trajectory has any weight. Ratios are 0 on average and 0 at most, and 100 % of them are 0.": {OffPolicy: &estimator.OffPolicy{ZeroRatios: 1}},
	} {
		s.Trajectories, s.Folds = 50, 50
		if got := Ratios(&analysis.Result{Selection: &s}); got != want {
			t.Errorf("%q\nwant %q", got, want)
		}
	}
	grouped := &analysis.Result{Groups: []string{"may", "june", "july"}, Selection: &estimator.Selection{Trajectories: 50, Folds: 3,
		Effective: 1.2, LargestShare: .7, Heaviest: 1, OffPolicy: &estimator.OffPolicy{MeanRatio: 1, LargestRatio: 2}}}
	const want = `With their importance ratios, 3 groups count as 1.2; group "june" has the most weight, 70 %. Ratios are 1 on average and 2 at most.`
	if got := Ratios(grouped); got != want {
		t.Errorf("%q\nwant %q", got, want)
	}
}

// TestCarriedJSON reads back what the JSON has of how many trajectories carry the weight,
// and of ratios, where there are any.
func TestCarriedJSON(t *testing.T) {
	for _, target := range []float64{0, 0.8} {
		a := analyze(t, func(s *analysis.Settings) { s.Problem.Target = target })
		var text bytes.Buffer
		must.Succeed(t, WriteJSON(&text, Result{Result: a}))
		var got struct {
			Data struct {
				Effective float64 `json:"effective_trajectories"`
				Share     float64 `json:"largest_share"`
				Heaviest  int     `json:"heaviest_trajectory"`
			} `json:"data"`
			OffPolicy *struct {
				Mean    float64 `json:"mean_ratio"`
				Largest float64 `json:"largest_ratio"`
				Zeros   float64 `json:"zero_ratios"`
			} `json:"off_policy"`
		}
		must.Succeed(t, json.Unmarshal(text.Bytes(), &got))
		s, d := a.Selection, got.Data
		if d.Effective != s.Effective || d.Share != s.LargestShare || d.Heaviest != s.Heaviest {
			t.Errorf("%+v, want %v, %v, %d", d, s.Effective, s.LargestShare, s.Heaviest)
		}
		if (got.OffPolicy == nil) != (target == 0) || got.OffPolicy != nil &&
			(estimator.OffPolicy{MeanRatio: got.OffPolicy.Mean, LargestRatio: got.OffPolicy.Largest, ZeroRatios: got.OffPolicy.Zeros}) != *s.OffPolicy {
			t.Errorf("%+v, want %+v", got.OffPolicy, s.OffPolicy)
		}
	}
}

// TestCarriedJSONOfGroups: where groups are left out, they are what is counted and named.
func TestCarriedJSONOfGroups(t *testing.T) {
	a := analyze(t, func(*analysis.Settings) {})
	a.Groups = make([]string, a.Selection.Folds)
	a.Groups[a.Selection.Heaviest] = "june"
	text := must.Have(json.Marshal(newData(a)))(t)
	for what, want := range map[string]bool{`"effective_groups":`: true, `"heaviest_group":"june"`: true, "_trajector": false} {
		if strings.Contains(string(text), what) != want {
			t.Errorf("%s: want %q in it: %v", text, what, want)
		}
	}
}
