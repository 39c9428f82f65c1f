package report

import (
	"fmt"

	"lambdascope/sim/analysis"
)

// Ratios says what importance ratios leave of the trajectories, or of their groups, in
// two sentences; empty where there are none.
func Ratios(a *analysis.Result) string {
	o := a.Selection.OffPolicy
	if o == nil {
		return ""
	}
	zeros := ""
	if o.ZeroRatios > 0 {
		zeros = fmt.Sprintf(", and %s of them are 0", percent(o.ZeroRatios))
	}
	ratios := fmt.Sprintf("Ratios are %.3g on average and %.3g at most%s.", o.MeanRatio, o.LargestRatio, zeros)
	if o.Effective == 0 {
		return "With their importance ratios, no trajectory has any weight. " + ratios
	}
	heaviest := fmt.Sprintf("trajectory %d", o.Heaviest+1)
	if a.Groups != nil {
		heaviest = fmt.Sprintf("group %q", a.Groups[o.Heaviest])
	}
	return fmt.Sprintf("With their importance ratios, %d %s count as %.3g; %s has the most weight, %s. %s",
		a.Selection.Folds, a.FoldsNoun(), o.Effective, heaviest, percent(o.LargestShare), ratios)
}

// Effective says in a sentence as how many of equal weight the trajectories count, or their
// groups; empty where there are no importance ratios.
func Effective(a *analysis.Result) string {
	o := a.Selection.OffPolicy
	if o == nil {
		return ""
	}
	return fmt.Sprintf("With importance ratios, %d %s count as %.3g.", a.Selection.Folds, a.FoldsNoun(), o.Effective)
}

// percent returns a share with two digits, or as a whole number above 10 %.
func percent(share float64) string {
	if share >= 0.1 {
		return fmt.Sprintf("%.0f %%", 100*share)
	}
	return fmt.Sprintf("%.2g %%", 100*share)
}

// offPolicy is what the JSON of an analysis has of importance ratios: numbers of groups
// where those are left out, and of trajectories otherwise.
type offPolicy struct {
	Effective     *Number `json:"effective_trajectories,omitempty"`
	Groups        *Number `json:"effective_groups,omitempty"`
	LargestShare  Number  `json:"largest_share"`
	Heaviest      int     `json:"heaviest_trajectory,omitempty"` // from 1
	HeaviestGroup string  `json:"heaviest_group,omitempty"`
	MeanRatio     Number  `json:"mean_ratio"`
	LargestRatio  Number  `json:"largest_ratio"`
	ZeroRatios    Number  `json:"zero_ratios"`
}

func newOffPolicy(a *analysis.Result) *offPolicy {
	o := a.Selection.OffPolicy
	if o == nil {
		return nil
	}
	out := &offPolicy{LargestShare: Number(o.LargestShare), MeanRatio: Number(o.MeanRatio), LargestRatio: Number(o.LargestRatio), ZeroRatios: Number(o.ZeroRatios)}
	effective := Number(o.Effective)
	if a.Groups != nil {
		out.Groups, out.HeaviestGroup = &effective, a.Groups[o.Heaviest]
	} else {
		out.Effective, out.Heaviest = &effective, o.Heaviest+1
	}
	return out
}
