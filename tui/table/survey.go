package table

import (
	"bytes"
	"fmt"

	"lambdascope/tui/report"
	"lambdascope/tui/shell"
)

// WriteSurvey writes the contents of files for a person to read.
func WriteSurvey(w *bytes.Buffer, r report.Survey, s Style) {
	width := 0
	lines := r.Lines()
	for _, l := range lines {
		width = max(width, len(l[0]))
	}
	for _, l := range lines {
		text := shell.Escape(l[1])
		switch l[0] {
		case "":
			s.sentence(w, text)
		case "!":
			s.sentence(w, "Found: "+text+".")
		case "fault": // not wrapped, so that readers can copy a command line
			fmt.Fprintln(w, "Found: "+s.text(text))
		case "next":
			fmt.Fprintln(w)
			fmt.Fprintln(w, "Next: "+s.text(text))
		default:
			fmt.Fprintf(w, "%s  %s\n", s.faint(fmt.Sprintf("%-*s", width, l[0])), s.text(text))
		}
	}
}
