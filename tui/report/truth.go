package report

import (
	"fmt"

	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
)

// Truth compares λ̂ with the best λ on these data. It returns nil for recorded data, because their true values
// are unknown.
func Truth(a *analysis.Result) []string {
	switch {
	case a.Truth != nil:
		return []string{truthSentence(a) + truthError(a)}
	case a.Settings.Recorded():
		return nil
	}
	return []string{"No truth: so low a step cap can cut episodes, and the data then come from other states than the true values do."}
}

// RootDigits chooses the decimals of root MSVEs by the values of the grid.
func RootDigits(a *analysis.Result) Digits {
	rmsves := make([]float64, len(a.MSVE))
	for k := range rmsves {
		rmsves[k] = a.RootMSVE(k)
	}
	return LevelDigits(rmsves, nil)
}

// truthError gives the standard error of the root MSVE at λ̂ due to the truth, or "" for an exact truth.
func truthError(a *analysis.Result) string {
	at := a.Selection.Selected
	root := a.RootMSVE(at)
	se := a.MSVEError(at)
	switch {
	case se == 0:
		return ""
	case root == 0:
		return " That is below what the truth, from rollouts, can tell."
	}
	if a.Truth.Single() {
		return fmt.Sprintf(" It is taken over %d single states, with a standard error of %s, much of which is alike for all λ's.", a.Truth.States(), textfmt.Short(se/(2*root), 2))
	}
	return fmt.Sprintf(" The truth is from rollouts and gives the level to ± %s, alike for all λ's.", textfmt.Short(se/(2*root), 2))
}

// truthSentence compares the root MSVE at λ̂ with the lowest on these data.
func truthSentence(a *analysis.Result) string {
	d := RootDigits(a)
	at, best := d.Format(a.RootMSVE(a.Selection.Selected)), d.Format(a.RootMSVE(a.Best))
	lambda := textfmt.Number(a.Selection.Candidates[a.Best].Lambda)
	switch {
	case a.MSVE[a.Selection.Selected] == a.MSVE[a.Best]:
		return fmt.Sprintf("Truth: root MSVE %s at λ̂, the lowest of the grid on these data.", at)
	case at == best:
		return fmt.Sprintf("Truth: root MSVE %s at λ̂, next to none above the lowest of the grid on these data, at λ = %s.", at, lambda)
	}
	return fmt.Sprintf("Truth: root MSVE %s at λ̂; the lowest of the grid on these data is %s, at λ = %s.", at, best, lambda)
}
