package report

import (
	"fmt"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
)

// OffPolicy names the policies, and gives the effective size of the data under the importance ratios. It
// returns nil if target and behaviour are the same.
func OffPolicy(a *analysis.Result) (out []string) {
	if text, _ := Policies(a.Settings); text != "" {
		out = append(out, text)
	}
	if text := ratios(a); text != "" {
		out = append(out, text)
	}
	return out
}

// ratios gives the effective number of trajectories or groups under importance ratios, in two sentences;
// empty without ratios.
func ratios(a *analysis.Result) string {
	o := a.Selection.OffPolicy
	if o == nil {
		return ""
	}
	zeros := ""
	if o.ZeroRatios > 0 {
		zeros = fmt.Sprintf(", and %s of them are 0", percent(o.ZeroRatios))
	}
	average := fmt.Sprintf("Ratios are %s on average and %s at most%s.", textfmt.Short(o.MeanRatio, 3), textfmt.Short(o.LargestRatio, 3), zeros)
	s := a.Selection
	if s.Effective == 0 {
		return "With their importance ratios, no trajectory has any weight. " + average
	}
	heaviest := fmt.Sprintf("trajectory %d", s.Heaviest)
	if a.Groups != nil {
		heaviest = fmt.Sprintf("group %q", a.Groups[s.Heaviest])
	}
	return fmt.Sprintf("With their importance ratios, %d %s count as %s; %s has the most weight, %s. %s",
		s.Folds, a.FoldsNoun(), textfmt.Short(s.Effective, 3), heaviest, percent(s.LargestShare), average)
}

// Effective gives the effective number of trajectories or groups in a sentence. It is empty without
// importance ratios, and if a warning has the number, so that nothing is said twice.
func Effective(a *analysis.Result) string {
	s := a.Selection
	if s.OffPolicy == nil || s.FewCarry() {
		return ""
	}
	return fmt.Sprintf("With importance ratios, %d %s count as %s.", s.Folds, a.FoldsNoun(), textfmt.Short(s.Effective, 3))
}

// percent returns a share with two digits, or as a whole number above 10 %.
func percent(share float64) string { return textfmt.Short(100*share, 2) + " %" }
