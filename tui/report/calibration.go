package report

import (
	"fmt"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/sim/textfmt"
)

// StartText compares the mean return from the starts of trajectories, with a 95 % interval,
// with predictions by fits without the trajectory: "starts: returns average .041 ± .013;
// predicted .104: these features cannot express it". The text gives a reason for a difference
// beyond chance. The result must have a Calibration.
func StartText(a *analysis.Result) string {
	text := StartsText(a.Calibration)
	if !a.Calibration.Start.Off() {
		return text
	}
	return text + ": " + offReason(a)
}

// offReason returns the likely reason for predictions that differ from returns beyond chance.
func offReason(a *analysis.Result) string {
	reason := "these features cannot express it"
	if Explained(a) < 0 {
		reason = worse
	}
	for _, w := range a.Selection.Warnings() {
		switch w.Kind {
		case estimator.WarnCutReturns:
			reason = "because of cut returns (--tail bootstrap completes them), or of these features"
		case estimator.WarnShrunk:
			reason = "because of the ridge, or of these features"
		}
	}
	return reason
}

// StartsText is StartText without a reason.
func StartsText(c *estimator.Calibration) string {
	s := &c.Start
	if !(s.Half() > 0) {
		return fmt.Sprintf("starts: returns average %s; predicted %s", textfmt.Rounded(s.Returned, 3), textfmt.Rounded(s.Predicted, 3))
	}
	number := func(v float64) string { return textfmt.WithDecimals(v, textfmt.Decimals(s.Half(), 2)) }
	return fmt.Sprintf("starts: returns average %s ± %s; predicted %s", number(s.Returned), number(s.Half()), number(s.Predicted))
}

// PartsText returns the number of parts of the steps with predictions off beyond chance, or ""
// for none. The text gives the reason unless StartText does.
func PartsText(a *analysis.Result) string {
	c := a.Calibration
	off := 0
	for i := range c.Parts {
		if c.Parts[i].Off() {
			off++
		}
	}
	if off == 0 {
		return ""
	}
	text := fmt.Sprintf("In %d of %d parts of the steps, predictions differ from returns by more than chance (95 %%)", off, len(c.Parts))
	if c.Start.Off() {
		return text
	}
	return text + ": " + offReason(a)
}
