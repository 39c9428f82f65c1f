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
		{priced(1, 0, .1, .11, .12), 2, "Your λ = 0.5: root MSVE .12, 9 % more than λ̂ = 0.25, 20 % more than the best, λ = 0."},
		{priced(1, 0, .1, .11, .12), 1, "Your λ = 0.25 is λ̂: root MSVE .11, 10 % more than the best, λ = 0."},
		{priced(1, 0, .1, .11, .12), 0, "Your λ = 0 is the best on these data: root MSVE .1, 9 % less than λ̂ = 0.25."},
		{priced(1, 1, .2, .1, .12), 1, "Your λ = 0.25 is λ̂, and the best on these data: root MSVE .1."},
		{priced(1, 1, .2, .1, .12), 0, "Your λ = 0: root MSVE .2, 100 % more than λ̂ = 0.25, which is the best on these data."},
		{priced(1, 0, .1, .12, .11), 2, "Your λ = 0.5: root MSVE .11, 8 % less than λ̂ = 0.25, 10 % more than the best, λ = 0."},
		{priced(0, 0, .1, .1001), 1, "Your λ = 0.25: root MSVE .1, under 1 % more than λ̂ = 0, which is the best on these data."},
		{priced(0, 1, .1, .0999), 1, "Your λ = 0.25 is the best on these data: root MSVE .0999, under 1 % less than λ̂ = 0."},
		{priced(0, 0, .1, .1), 1, "Your λ = 0.25: root MSVE .1, as much as λ̂ = 0, which is the best on these data."},
		{priced(0, 0, .01, 5), 1, "Your λ = 0.25: root MSVE 5, 500 times that of λ̂ = 0, which is the best on these data."},
		// An MSVE may be estimated below 0, and the root is then 0.
		{priced(0, 0, -.01, .1), 1, "Your λ = 0.25: root MSVE .1, against 0 at λ̂ = 0, which is the best on these data."},
		{priced(0, 0, -.02, -.01), 1, "Your λ = 0.25: root MSVE 0, as much as λ̂ = 0, which is the best on these data."},
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
