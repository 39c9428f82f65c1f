package table

import (
	"bytes"
	"fmt"

	"lambdascope/tui/report"
	"lambdascope/tui/results"
)

// WriteClaims writes the claims of studies, for a person to read.
func WriteClaims(w *bytes.Buffer, found []results.Result, s Style) {
	for i := range found {
		r := &found[i]
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, s.bold(r.Name))
		for _, c := range r.Claimed(false) {
			s.writeClaim(w, c)
		}
		if besides := r.Claimed(true); len(besides) > 0 {
			fmt.Fprintln(w, s.faint("besides, not from the paper:"))
			for _, c := range besides {
				s.writeClaim(w, c)
			}
		}
	}
}

// writeClaim writes the verdict, the figure and the text of a claim, and the measurement below.
func (s Style) writeClaim(w *bytes.Buffer, c report.Claim) {
	s.sentence(w, fmt.Sprintf("%-13v  %s  %s", c.Holds, c.Figure, c.Text))
	s.indented(w, c.Measured)
}
