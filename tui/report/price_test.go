package report

import (
	"math"
	"testing"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	values "lambdascope/sim/truth"
)

// priced is an analysis with given root MSVEs at λ = 0, 0.25, 0.5, …
func priced(selected, best int, roots ...float64) *analysis.Result {
	a := &analysis.Result{Selection: &estimator.Selection{Selected: selected}, Truth: &values.Values{}, Best: best}
	for k, root := range roots {
		a.Selection.Candidates = append(a.Selection.Candidates, estimator.Candidate{Lambda: float64(k) / 4})
		a.MSVE = append(a.MSVE, math.Copysign(root*root, root))
	}
	return a
}

func TestPrice(t *testing.T) {
	for _, c := range []struct {
		a    *analysis.Result
		k    int
		want string
	}{
		{priced(1, 0, .1, .11, .12), 2, "Your λ = 0.5 errs 20 % more than the best, 0."},
		{priced(1, 0, .1, .101, .12), 1, "Your λ = 0.25 errs 1.0 % more than the best, 0."},
		{priced(1, 0, .1, .11, .12), 0, "Your λ = 0 is the best for these data."},
		{priced(0, 0, .1, .1), 1, "Your λ = 0.25 is as good as the best, 0."},
		{priced(0, 0, .01, 5), 1, "Your λ = 0.25 errs 500 times as much as the best, 0."},
		// An MSVE may be estimated below 0, and the root is then 0.
		{priced(0, 0, -.01, .1), 1, "Your λ = 0.25; the best for these data is 0."},
	} {
		if got := Price(c.a, c.k); got != c.want {
			t.Errorf("λ = %v: got  %s\nwant %s", c.a.Selection.Candidates[c.k].Lambda, got, c.want)
		}
	}
}

func TestPriceWithoutTruth(t *testing.T) {
	a := priced(1, -1, .1, .1, .1)
	a.Truth = nil
	a.Selection.Candidates[0].NotRuledOut = true
	for k, want := range []string{
		"The data cannot rule out your λ = 0 (95 %); λ̂ = 0.25.",
		"Your λ = 0.25 is λ̂.",
		"The data rule out your λ = 0.5 (95 %); λ̂ = 0.25.",
	} {
		if got := Price(a, k); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}
