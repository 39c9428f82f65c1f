package table

import (
	"bytes"
	"fmt"
	"strconv"

	"lambdascope/estimator"
	"lambdascope/sim/analysis"
	"lambdascope/tui/report"
)

// writeCalibration compares what was predicted of trajectories left out with what they
// returned: of recorded data part by part, and at the starts.
func writeCalibration(w *bytes.Buffer, a *analysis.Result, s Style) {
	c := a.Calibration
	if c == nil {
		return
	}
	if !a.Settings.Recorded() {
		s.sentence(w, "At the "+a.StartText()+".")
		return
	}
	fmt.Fprintln(w)
	s.sentence(w, fmt.Sprintf("Calibration: predictions for what was left out at λ̂ against the returns, in %d parts of the steps by predicted value.", len(c.Parts)))
	headings, rows := calibrationColumns(c, s).lines()
	for _, h := range headings {
		fmt.Fprintln(w, s.faint(h))
	}
	for _, row := range rows {
		fmt.Fprintln(w, row)
	}
	if text := a.PartsText(); text != "" {
		s.sentence(w, text+".")
	}
	s.sentence(w, "At the "+a.StartText()+".")
}

// calibrationColumns has a row for each part.
func calibrationColumns(c *estimator.Calibration, s Style) *columns {
	var predicted, returned, halves, known []float64
	var steps, off []string
	for i := range c.Parts {
		part := &c.Parts[i]
		predicted, returned, halves = append(predicted, part.Predicted), append(returned, part.Returned), append(halves, part.Half())
		if part.Half() >= 0 { // of one trajectory there is none
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
	var out columns
	cells := make([]string, len(predicted))
	for i, v := range predicted {
		cells[i] = digits.Format(v)
	}
	out.add(column{bottom: "predicted", cells: cells})
	cells = s.withErrors(digits, returned, halves)
	for i, half := range halves {
		if !(half >= 0) {
			cells[i] = digits.Format(returned[i])
		}
	}
	out.add(column{top: "returned", bottom: s.text("± 95 %"), cells: cells})
	out.add(column{bottom: "steps", cells: steps})
	out.add(column{left: true, cells: off})
	return &out
}
