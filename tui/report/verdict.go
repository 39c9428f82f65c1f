package report

import (
	"fmt"
	"slices"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	maps "lambdascope/sim/features"
	"lambdascope/sim/textfmt"
)

// Verdict names the selected λ and the certainty of the choice in one or two sentences, for a
// reader with little knowledge beyond the meaning of λ.
func Verdict(a *analysis.Result) string {
	sel := a.Selection
	lambda := textfmt.Number(sel.Best().Lambda)
	others := len(sel.Candidates) - 1
	count, _, _ := sel.NotRuledOut()
	rivals := count - 1
	switch {
	case others > 0 && sel.Flat():
		return fmt.Sprintf("All %d λ's have the same LOTO error on these data; λ̂ = %s is the smallest of them.", others+1, lambda)
	case others == 0:
		return fmt.Sprintf("λ = %s is the only λ in the grid, so there is nothing to choose.", lambda)
	case rivals == 0 && others == 1:
		return fmt.Sprintf("λ̂ = %s: on average it is better than the other λ (95 %%). On these very data the other may still be best.", lambda)
	case rivals == 0:
		return fmt.Sprintf("λ̂ = %s: on average it is better than all %d other λ's (95 %%). On these very data another may still be best.", lambda, others)
	}
	who := fmt.Sprintf("%d of the other %d λ's", rivals, others)
	if rivals == 1 {
		who = "λ = " + textfmt.Number(rival(a))
	} else if rivals == others {
		who = fmt.Sprintf("any of the other %d λ's", others)
	}
	data := "the data"
	few := slices.ContainsFunc(sel.Warnings(), func(w estimator.Warning) bool { return w.Kind == estimator.WarnFew })
	if few {
		data = fmt.Sprintf("%d %s", sel.Folds, a.FoldsNoun())
	}
	text := fmt.Sprintf("λ̂ = %s, but %s cannot rule out %s (95 %%).", lambda, data, who)
	if least, largest := sel.Detectable(); !few && rivals == others && least > 0 {
		return fmt.Sprintf("%s Differences under %s can't be seen here; the largest is %s.", text, textfmt.Rounded(least, 2), textfmt.Rounded(largest, 2))
	}
	return text
}

// rival returns the first λ besides λ̂ that is not ruled out.
func rival(a *analysis.Result) float64 {
	for k, c := range a.Selection.Candidates {
		if c.NotRuledOut && k != a.Selection.Selected {
			return c.Lambda
		}
	}
	return a.Selection.Best().Lambda
}

// Warnings returns reasons to doubt the result, one sentence each, without a full stop: first
// misleading seams, then differences between the estimated error and the MSVE, then other faults of
// the data.
func Warnings(a *analysis.Result) []string {
	var out []string
	if text := seamText(&a.Seams); text != "" {
		out = append(out, text)
	}
	for _, w := range a.Selection.Warnings() {
		if w.Kind != estimator.WarnFew { // because Verdict mentions few trajectories
			out = append(out, w.Text)
		}
	}
	if a.Copies > 0 {
		out = append(out, fmt.Sprintf("%d of %d trajectories are equal to earlier ones: if they are copies, each fold has seen what it leaves out", a.Copies, a.Selection.Trajectories))
	}
	if spec, _, err := a.Settings.FeatureSpec(); err == nil && spec.Metric() && a.Settings.Recorded() {
		if text := labelsText(a.Settings.Levels, maps.Columns(a.Settings.Columns)); text != "" {
			out = append(out, text)
		}
	}
	return append(out, ProblemWarnings(a.Settings.Problem)...)
}

// WarningSentences returns the warnings as sentences for a list.
func WarningSentences(a *analysis.Result) (out []string) {
	for _, warning := range Warnings(a) {
		out = append(out, "Warning: "+warning+".")
	}
	return out
}

// CheckHint points to the command check if a warning may be due to faults of recorded data;
// otherwise empty.
func CheckHint(a *analysis.Result) string {
	off := a.Copies > 0 || slices.ContainsFunc(a.Selection.Warnings(), func(w estimator.Warning) bool {
		switch w.Kind {
		case estimator.WarnNoRewards, estimator.WarnSingular, estimator.WarnUneven, estimator.WarnRank:
			return true
		}
		return false
	})
	if !off || !a.Settings.Recorded() {
		return ""
	}
	return "lambdascope check looks at the data"
}
