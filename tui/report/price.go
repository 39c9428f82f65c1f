package report

import (
	"fmt"
	"math"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
)

// Price describes the cost of choosing the k-th λ: in root MSVE, against λ̂ and against the
// best λ on the data; without truth, in LOTO error against λ̂.
func Price(a *analysis.Result, k int) string {
	if a.Truth == nil {
		return scorePrice(a, k)
	}
	at := a.Selection.Selected
	root := "root MSVE " + textfmt.Trimmed(a.RootMSVE(k), 3)
	switch yours := "Your λ = " + lambdaText(a, k); {
	case k == at && k == a.Best:
		return fmt.Sprintf("%s is λ̂, and the best on these data: %s.", yours, root)
	case k == at:
		return fmt.Sprintf("%s is λ̂: %s, %s the best, λ = %s.", yours, root, against(a, k, a.Best), lambdaText(a, a.Best))
	case k == a.Best:
		return fmt.Sprintf("%s is the best on these data: %s, %s λ̂ = %s.", yours, root, against(a, k, at), lambdaText(a, at))
	case at == a.Best:
		return fmt.Sprintf("%s: %s, %s λ̂ = %s, which is the best on these data.", yours, root, against(a, k, at), lambdaText(a, at))
	default:
		return fmt.Sprintf("%s: %s, %s λ̂ = %s, %s the best, λ = %s.", yours, root,
			against(a, k, at), lambdaText(a, at), against(a, k, a.Best), lambdaText(a, a.Best))
	}
}

// scorePrice is Price by the LOTO error.
func scorePrice(a *analysis.Result, k int) string {
	c, at := &a.Selection.Candidates[k], lambdaText(a, a.Selection.Selected)
	switch yours := lambdaText(a, k); {
	case k == a.Selection.Selected:
		return fmt.Sprintf("Your λ = %s is λ̂.", yours)
	case c.NotRuledOut:
		return fmt.Sprintf("The data cannot rule out your λ = %s (95 %%); λ̂ = %s.", yours, at)
	default:
		return fmt.Sprintf("The data rule out your λ = %s (95 %%); λ̂ = %s.", yours, at)
	}
}

func lambdaText(a *analysis.Result, k int) string {
	return textfmt.Number(a.Selection.Candidates[k].Lambda)
}

// against compares the root MSVE at two λ's: "12 % more than".
func against(a *analysis.Result, k, other int) string {
	mine, its := a.RootMSVE(k), a.RootMSVE(other)
	change := 100 * (mine/its - 1)
	switch {
	case mine == its:
		return "as much as"
	case its == 0: // estimated below the accuracy of the truth
		return "against 0 at"
	case change >= 1000:
		return fmt.Sprintf("%.0f times that of", mine/its)
	case math.Abs(change) < 1 && change > 0:
		return "under 1 % more than"
	case math.Abs(change) < 1:
		return "under 1 % less than"
	case change < 0:
		return fmt.Sprintf("%.0f %% less than", -change)
	default:
		return fmt.Sprintf("%.0f %% more than", change)
	}
}
