package table

import (
	"bytes"
	"fmt"
	"strconv"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/tui/report"
	"lambdascope/tui/screen"
)

// writeCalibration compares the predictions for trajectories left out with the returns: at the starts, and part
// by part for recorded data, because those have no truth to compare with.
func writeCalibration(w *bytes.Buffer, a *analysis.Result, s Style) {
	c := a.Calibration
	if c == nil {
		return
	}
	if !a.Settings.Recorded() {
		s.sentence(w, "At the "+report.StartText(a)+".")
		return
	}
	fmt.Fprintln(w)
	s.sentence(w, fmt.Sprintf("Calibration: predictions for what was left out at λ̂ against the returns, in %d parts of the steps by predicted value.", len(c.Parts)))
	s.table(w, calibrationColumns(c))
	if text := report.PartsText(a); text != "" {
		s.sentence(w, text+".")
	}
	s.sentence(w, "At the "+report.StartText(a)+".")
}

// calibrationColumns returns a table with a row for each part.
func calibrationColumns(c *estimator.Calibration) []screen.Column {
	var predicted, returned, halves, known []float64
	var steps, off []string
	for i := range c.Parts {
		part := &c.Parts[i]
		predicted = append(predicted, part.Predicted)
		returned = append(returned, part.Returned)
		halves = append(halves, part.Half())
		if part.Half() >= 0 { // NaN for a single trajectory
			known = append(known, part.Half())
		}
		steps = append(steps, strconv.Itoa(part.Steps))
		mark := ""
		if part.Off() {
			mark = "off"
		}
		off = append(off, mark)
	}
	digits := report.LevelDigits(returned, known)
	with := withErrors(digits, returned, halves)
	for i, half := range halves {
		if !(half >= 0) {
			with[i] = digits.Format(returned[i])
		}
	}
	return []screen.Column{
		{Bottom: "predicted", Cells: digits.Cells(predicted)},
		{Top: "returned", Bottom: "± 95 %", Cells: with},
		{Bottom: "steps", Cells: steps},
		{Left: true, Cells: off},
	}
}
