package report

import (
	"fmt"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
)

// Price is the price of choosing the k-th λ: the true error against the lowest on the data, or without truth the
// verdict.
func Price(a *analysis.Result, k int) string {
	number := func(k int) string { return textfmt.Number(a.Selection.Candidates[k].Lambda) }
	yours := "Your λ = " + number(k)
	switch at := number(a.Selection.Selected); {
	case a.Truth != nil:
	case k == a.Selection.Selected:
		return yours + " is λ̂."
	case a.Selection.Candidates[k].NotRuledOut:
		return fmt.Sprintf("The data cannot rule out your λ = %s (95 %%); λ̂ = %s.", number(k), at)
	default:
		return fmt.Sprintf("The data rule out your λ = %s (95 %%); λ̂ = %s.", number(k), at)
	}
	switch {
	case k == a.Best:
		return yours + " is the best for these data."
	case !(a.RootMSVE(a.Best) > 0):
		return fmt.Sprintf("%s; the best for these data is %s.", yours, number(a.Best))
	}
	errs, than := Excess(a, k)
	return fmt.Sprintf("%s %s %s the best, %s.", yours, errs, than, number(a.Best))
}

// Excess compares the true error at a λ with the lowest, which must be positive. Than is the word that leads to
// the lowest.
func Excess(a *analysis.Result, k int) (errs, than string) {
	ratio := a.RootMSVE(k) / a.RootMSVE(a.Best)
	switch percent := 100 * (ratio - 1); {
	case percent < .05:
		return "is as good", "as"
	case percent >= 1000:
		return fmt.Sprintf("errs %.0f times as much", ratio), "as"
	case percent >= 10:
		return fmt.Sprintf("errs %.0f %% more", percent), "than"
	default:
		return fmt.Sprintf("errs %.1f %% more", percent), "than"
	}
}
