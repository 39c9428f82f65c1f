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
		fmt.Fprintln(w, s.faint(fmt.Sprintf("%-18s  %-18s  of the figure", "as printed", "as done here")))
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

// writeClaim writes the verdicts, the figure and the text of a claim, and the measurements below.
func (s Style) writeClaim(w *bytes.Buffer, c report.Claim) {
	s.sentence(w, fmt.Sprintf("%-18v  %-18v  %s  %s", c.Printed.Holds, c.Here.Holds, c.Figure, c.Text))
	for _, text := range c.Sentences() {
		s.indented(w, text)
	}
}
